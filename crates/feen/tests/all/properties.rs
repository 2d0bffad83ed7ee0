//! Properties of all strings and all positions.

use feen::{
    BoardBuilder, BoardError, Error, ErrorKind, HandOrder, Hands, Options, Piece, Position, Prefix, StyleTurn,
};
use feen::{dump, dump_with, is_canonical, is_valid, parse, parse_spanned, parse_with};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof};
use proptest::proptest;

use crate::reference;

fn piece() -> impl Strategy<Value = Piece> {
    let letter = prop_oneof![prop::char::range('A', 'Z'), prop::char::range('a', 'z')];
    let prefix = prop_oneof![Just(Prefix::Minus), Just(Prefix::Plus), Just(Prefix::None), Just(Prefix::None)];
    (letter, prefix, any::<bool>()).prop_map(|(letter, prefix, suffix)| {
        Piece::new(letter).unwrap().with_prefix(prefix).with_suffix(suffix)
    })
}

/// A rank and the wanted number of slashes before it, which is reduced to what is allowed there.
type WantedRank = (usize, Vec<(u8, Option<Piece>)>);

pub(crate) fn position() -> impl Strategy<Value = Position> {
    let rank = prop::collection::vec((1u8..12, prop::option::of(piece())), 1..6);
    let ranks = prop::collection::vec((1usize..6, rank), 1..12);
    let hands = prop::collection::vec((piece(), prop_oneof![1u32..4, any::<u32>()]), 0..20);
    let names = ("[A-Z][A-Z0-9]{0,8}", "[a-z][a-z0-9]{0,8}", any::<bool>());
    (ranks, hands, names).prop_map(|(ranks, items, (upper, lower, second))| {
        let mut hands = Hands::new();
        for (piece, count) in items {
            hands.set(piece, count);
        }
        let names = if second { [&lower, &upper] } else { [&upper, &lower] };
        let style_turn = StyleTurn::new(names[0], names[1]).unwrap();
        Position { board: build(&ranks), hands, style_turn }
    })
}

fn build(ranks: &[WantedRank]) -> feen::Board {
    let mut builder = BoardBuilder::new();
    for (index, (wanted, squares)) in ranks.iter().enumerate() {
        if index > 0 {
            (1..=*wanted).rev().find(|&slashes| builder.separator(slashes).is_ok()).unwrap();
        }
        for (empty, square) in squares {
            match square {
                Some(piece) => drop(builder.piece(*piece).unwrap()),
                None => drop(builder.empty(*empty as usize).unwrap()),
            }
        }
    }
    builder.finish().unwrap()
}

/// Writes a board in the simplest way: a slow reference for the writer.
fn write_plainly(board: &feen::Board) -> String {
    let mut out = String::new();
    for rank in board.ranks() {
        out.push_str(&"/".repeat(rank.separator));
        for run in rank.squares.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match run[0] {
                Some(piece) => out.push_str(&piece.to_string()),
                None => out.push_str(&run.len().to_string()),
            }
        }
    }
    out
}

/// Boards with long or many ranks, with rows of plain pieces, pieces with prefixes, and empty squares.
fn large_board() -> impl Strategy<Value = feen::Board> {
    let square = prop_oneof![Just(None), "[a-cA-C]".prop_map(Some), "[+-][a-cA-C]'?".prop_map(Some)];
    let row = (square, prop_oneof![1usize..12, 1usize..300]);
    let rank = (prop::collection::vec(row, 1..8), 1usize..20);
    prop::collection::vec((1usize..70, rank), 1..8).prop_map(|ranks| {
        let ranks = ranks.into_iter().flat_map(|(slashes, (rows, times))| {
            let squares: Vec<(u8, Option<Piece>)> = rows
                .into_iter()
                .flat_map(|(square, length)| vec![(1, square.map(|text| text.parse().unwrap())); length])
                .collect();
            vec![(slashes, squares); times]
        });
        build(&ranks.collect::<Vec<WantedRank>>())
    })
}

/// Strings made of FEEN characters, most of them invalid.
fn nearly_feen() -> impl Strategy<Value = Vec<u8>> {
    let placement = "([1-9]|[1-9][0-9]|[+-]?[A-Ca-c]'?|/|//|///){1,12}";
    let hands = "(([2-9]|1[0-9])?[+-]?[A-C]'?){0,8}/(([2-9])?[+-]?[a-c]'?){0,8}";
    let styles = "([A-C][A-C1]?/[a-c][a-c1]?|[a-c]/[A-C])";
    let whole = (placement, hands, styles).prop_map(|(a, b, c)| format!("{a} {b} {c}").into_bytes());
    let changed = (whole, any::<prop::sample::Index>(), "[ /+'0-9A-Ca-c\\-]{0,2}", 0usize..3).prop_map(
        |(mut text, at, patch, cut)| {
            let start = at.index(text.len());
            let end = (start + cut).min(text.len());
            text.splice(start..end, patch.into_bytes());
            text
        },
    );
    let random = "[KQkq+\\-'/ 0-9AbB]{0,30}".prop_map(String::into_bytes);
    prop_oneof![4 => changed, 1 => random]
}

fn check_error(error: &Error, text: &[u8]) {
    let span = error.span();
    assert!(span.start <= span.end && span.end <= text.len());
    let message = error.kind().to_string();
    assert!(message.is_ascii() && !message.contains('\n') && !message.ends_with('.'));
    assert!(message.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()), "{message}");
    let shown = error.render(text);
    let lines: Vec<&str> = shown.split('\n').collect();
    assert_eq!(lines.len(), 3, "{shown}");
    assert_eq!(lines[0], message);
    assert!(shown.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)));
    assert!(lines[2].trim_start().chars().all(|c| c == '^') && lines[2].ends_with('^'));
    assert!(lines[2].len() <= lines[1].len() + 1, "{shown}");
}

fn all_options() -> impl Strategy<Value = Options> {
    any::<[bool; 4]>().prop_map(|[by_letter, canonical_only, base_form_only, regular_only]| {
        Options::default()
            .order(if by_letter { HandOrder::Letter } else { HandOrder::Count })
            .canonical_only(canonical_only)
            .base_form_only(base_form_only)
            .regular_only(regular_only)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_positions_read_back(position in position(), options in all_options()) {
        let text = dump(&position).unwrap();
        prop_assert_eq!(&text, &position.to_string());
        prop_assert_eq!(parse(&text), Ok(position.clone()));
        prop_assert!(is_valid(&text));
        prop_assert_eq!(reference::canonical(text.as_bytes()), Some(text.clone()));

        match dump_with(&position, &options) {
            Ok(text) => prop_assert_eq!(parse_with(text.as_bytes(), &options), Ok(position.clone())),
            Err(_) => prop_assert!(parse_with(text.as_bytes(), &options).is_err()),
        }
        if options.regular_only {
            let options = options.base_form_only(false);
            prop_assert_eq!(dump_with(&position, &options).is_ok(), position.board.is_regular());
        }
    }

    #[test]
    fn writer_agrees_with_the_plain_writer(position in position()) {
        prop_assert_eq!(position.board.to_string(), write_plainly(&position.board));
    }

    #[test]
    fn every_square_has_its_coordinates(position in position()) {
        let board = &position.board;
        let mut squares = Vec::new();
        let mut last: Option<Vec<usize>> = None;
        board.for_each_square(|at, square| {
            assert_eq!(at.len(), board.dimensions());
            assert_eq!(board.get(at), Some(square));
            assert!(last.as_deref().is_none_or(|last| last < at));
            last = Some(at.to_vec());
            squares.push(square);
        });
        prop_assert_eq!(squares.as_slice(), board.squares());
        prop_assert_eq!(board.ranks().map(|rank| rank.squares.len()).sum::<usize>(), squares.len());
        if let Some(sizes) = board.sizes() {
            prop_assert_eq!(sizes.iter().product::<usize>(), squares.len());
            let empty = feen::Board::empty(&sizes).unwrap();
            prop_assert!(empty.ranks().map(|rank| rank.separator).eq(board.ranks().map(|rank| rank.separator)));
        }
    }

    #[test]
    fn agrees_with_the_reference(text in nearly_feen()) {
        let expected = reference::canonical(&text);
        match parse_with(&text, &Options::default()) {
            Ok(position) => {
                let text = std::str::from_utf8(&text).unwrap();
                let canonical = dump(&position).unwrap();
                prop_assert!(canonical.len() <= text.len());
                prop_assert_eq!(is_canonical(text), Ok(canonical == text));
                prop_assert_eq!(Some(canonical), expected);
            }
            Err(error) => {
                check_error(&error, &text);
                // The reference has no limits.
                let beyond_limits = matches!(
                    error.kind(),
                    ErrorKind::Board(BoardError::TooManySquares { .. }) | ErrorKind::CountTooLarge { .. }
                );
                prop_assert!(beyond_limits || expected.is_none(), "{}", error);
            }
        }
    }

    #[test]
    fn spans_are_those_of_the_parts(text in nearly_feen(), options in all_options()) {
        let read = parse_spanned(&text, &options);
        let expected = parse_with(&text, &options);
        prop_assert_eq!(read.as_ref().map(|(position, _)| position), expected.as_ref());
        let Ok((position, spans)) = read else { return Ok(()) };
        let part = |span: feen::Span| std::str::from_utf8(&text[span.start..span.end]).unwrap();
        prop_assert_eq!(part(spans.placement), position.board.to_string());
        let fields = [spans.placement, spans.hands, spans.style_turn].map(part);
        prop_assert_eq!(fields.join(" ").into_bytes(), text.clone());
        prop_assert_eq!(fields[2], position.style_turn.as_str());
        let pieces = spans.pieces.iter().map(|&span| part(span).parse().ok());
        prop_assert!(pieces.eq(position.board.squares().iter().filter(|square| square.is_some()).copied()));
        let mut hands = Hands::new();
        for item in &spans.in_hand {
            prop_assert_eq!(part(item.piece_span), item.piece.to_string());
            let count = if item.count == 1 { String::new() } else { item.count.to_string() };
            prop_assert_eq!(part(item.span), format!("{count}{}", item.piece));
            hands.add(item.piece, item.count).unwrap();
        }
        prop_assert_eq!(hands, position.hands);
    }

    #[test]
    fn any_bytes_are_handled(bytes in prop::collection::vec(any::<u8>(), 0..80), options in all_options()) {
        if let Err(error) = parse_with(&bytes, &options) {
            check_error(&error, &bytes);
        }
    }

    #[test]
    fn options_only_reject(text in nearly_feen(), options in all_options()) {
        match (parse_with(&text, &options), parse_with(&text, &Options::default())) {
            (Ok(strict), lax) => prop_assert_eq!(Ok(strict), lax),
            (Err(error), _) => check_error(&error, &text),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn writer_agrees_with_the_plain_writer_on_large_boards(board in large_board()) {
        let text = board.to_string();
        prop_assert_eq!(&text, &write_plainly(&board));
        prop_assert_eq!(parse(&format!("{text} / A/b")).unwrap().board, board);
    }
}
