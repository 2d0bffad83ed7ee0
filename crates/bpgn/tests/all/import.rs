//! Imported games: chess.com, and board digits with UCI.

use std::path::{Path, PathBuf};

use bpgn::import::chesscom::{self, ChesscomErrorKind, Document};
use bpgn::import::uci::{self, MAX_HALF_MOVES, MAX_LINE, UciListError, UciListErrorKind, UciReader};
use bpgn::tags::GameResult;
use bpgn::{Game, WriteOptions, write_game};
use bughouse_chess::matches::Step;
use bughouse_chess::{
    BoardId, BughouseMove, Clocks, EnPassant, FenStyle, Match, Piece, Promotion, Rules, Span, TimeControl,
};
use proptest::prelude::{any, prop_assert_eq, proptest};

use crate::shared_data::shared_data;

/// Returns the folder of our own chess.com games.
fn own_data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/chesscom")
}

fn written(game: &Game) -> String {
    let mut out = Vec::new();
    write_game(game, &WriteOptions::default(), &mut out);
    String::from_utf8(out).unwrap()
}

/// Writes both boards like `expected.csv`: with an en passant square only if a capture is legal.
fn boards(played: &Match, counting: Counting) -> [String; 2] {
    let style = FenStyle::default().en_passant(EnPassant::Legal);
    BoardId::ALL.map(|id| {
        let mut text = played.board(id).text(&style).to_string();
        if counting == Counting::PawnDropsCount {
            let mut fields: Vec<_> = text.split(' ').map(str::to_owned).collect();
            fields[4] = half_moves_since_change(played, id).to_string();
            text = fields.join(" ");
        }
        text
    })
}

/// How the half-move clock of an expected position is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counting {
    /// A pawn drop sets it to 0, as in this library.
    PawnDropsReset,
    /// A pawn drop adds 1, like any other drop.
    PawnDropsCount,
}

/// Counts the half-moves on a board since the last capture or move of a pawn; a drop is neither.
fn half_moves_since_change(played: &Match, id: BoardId) -> usize {
    let steps = played.steps().iter().rev().filter(|step| step.seat().board == id);
    let quiet = |step: &&Step| match step.mv() {
        BughouseMove::Drop { .. } => true,
        BughouseMove::Regular(mv) => {
            step.capture().is_none() && step.before().piece_on(mv.source()) != Some(Piece::Pawn)
        }
    };
    steps.take_while(quiet).count()
}

/// Reads all documents of a folder in the order of their names.
fn documents(folder: &Path) -> Vec<Document> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files.iter().map(|file| Document::read(&std::fs::read(file).unwrap()).unwrap()).collect()
}

/// Compares every pair of a folder with its `expected.csv`.
fn compare(folder: &Path, counting: Counting) {
    let (pairs, single) = chesscom::pairs(documents(folder));
    assert!(single.is_empty());
    let expected = std::fs::read_to_string(folder.join("expected.csv")).unwrap();
    let rows: Vec<_> = expected.lines().skip(1).filter(|line| !line.is_empty()).collect();
    assert_eq!(rows.len(), pairs.len());
    for row in rows {
        let fields: Vec<_> = row.split(';').collect();
        let [pair, plies, board_a, board_b] = fields[..] else { panic!("{row}") };
        let name = |(a, b): &(Document, Document)| format!("{}+{}", a.id().unwrap(), b.id().unwrap());
        let (a, b) = pairs.iter().find(|found| name(found) == pair).unwrap();
        let import = chesscom::merge(a, b).unwrap_or_else(|error| panic!("{pair}: {error}"));
        assert_eq!(import.game.main.half_moves.len().to_string(), plies, "{pair}");
        assert_eq!(boards(&import.played, counting), [board_a, board_b], "{pair}");
        assert!(import.game.end_reason().unwrap().is_known(), "{pair}");
        let outcome = import.played.outcome();
        if let Some(outcome) = outcome {
            assert_eq!(import.game.result, outcome.winner.map(GameResult::won_by), "{pair}");
        }
        let text = written(&import.game);
        assert_eq!(text.parse::<Game>().unwrap(), import.game, "{pair}");
    }
}

#[test]
fn own_pairs_end_as_expected() {
    compare(&own_data(), Counting::PawnDropsReset);
}

#[test]
fn real_pairs_end_as_expected() {
    if let Some(folder) = shared_data("chesscom") {
        compare(&folder, Counting::PawnDropsCount);
    }
}

#[test]
fn a_game_is_written_as_expected() {
    for name in ["drop-and-promotion", "resignation", "on-time"] {
        let file = |number| std::fs::read(own_data().join(format!("{name}-{number}.json"))).unwrap();
        // The order of the documents does not matter.
        let import = chesscom::read(&file(1), &file(2)).unwrap();
        assert_eq!(import, chesscom::read(&file(2), &file(1)).unwrap());
        let expected = own_data().join(format!("{name}.bpgn"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, written(&import.game)).unwrap();
        }
        assert_eq!(written(&import.game), std::fs::read_to_string(expected).unwrap(), "{name}");
    }
}

/// Reads one of our documents, changed in one place.
fn changed(name: &str, from: &str, to: &str) -> Vec<u8> {
    let text = std::fs::read_to_string(own_data().join(name)).unwrap();
    assert!(text.contains(from), "{name}: {from}");
    text.replacen(from, to, 1).into_bytes()
}

#[test]
fn wrong_documents_are_rejected_with_a_reason() {
    let (a, b) = ("drop-and-promotion-2.json", "drop-and-promotion-1.json");
    // What is changed in the document of board A, and the message.
    let rows = [
        ("{", "", "not the JSON of a chess.com game: "),
        ("\"game\"", "\"gum\"", "not the JSON of a chess.com game: missing field `game`"),
        ("\"type\": \"bughouse\"", "\"type\": \"chess\"", "game 1001: expected bughouse, found chess"),
        ("\"partnerGameId\": 1003", "\"partnerGameId\": 77", "game 1001: the partner game is 77, not 1003"),
        ("\"id\": 1001", "\"id\": 5", "game 1003: the partner game is 1001, not 5"),
        (
            "\"moveList\": \"pF",
            "\"moveList\": \"p\u{e9}",
            "game 1001: half-move 1: \"p\u{fffd}\" is not a move",
        ),
        ("\"moveList\": \"pF", "\"moveList\": \"F", "game 1001: half-move 9: \"{\" is not a move"),
        ("\"moveList\": \"pF", "\"moveList\": \"p,", "game 1001: half-move 1: \"p,\" is not a move"),
        ("\"moveList\": \"pF", "\"moveList\": \"pN", "game 1001: half-move 1, h2h5: "),
        ("\"moveList\": \"pF", "\"moveList\": \"=F", "game 1001: half-move 1, P@h4: "),
        ("1190,1190,1180", "x,1190", "game 1001: half-move 1: \"x\" is not a clock in tenths of a second"),
        ("1190,1190,1180,", "", "game 1001: 7 clocks for 9 half-moves, so the boards can't be merged"),
        ("\"initialSetup\": \"\"", "\"initialSetup\": \"8/8\"", "game 1001: start position: "),
    ];
    for (from, to, message) in rows {
        let read = chesscom::read(&changed(a, from, to), &changed(b, "{", "{"));
        let found = read.unwrap_err().to_string();
        assert!(found.starts_with(message), "{from} -> {to}: {found}");
    }
    // Neither names the other.
    let read = chesscom::read(&changed(a, "1003", "null"), &changed(b, "1001", "null"));
    assert!(matches!(read.unwrap_err().kind(), ChesscomErrorKind::NoPartner));
    // A single document.
    let (pairs, single) = chesscom::pairs(vec![Document::read(&changed(a, "{", "{")).unwrap()]);
    assert!(pairs.is_empty() && single.len() == 1);
}

#[test]
fn optional_fields_may_be_missing() {
    let document = |id: u32, partner: u32, moves: &str, clocks: &str| {
        format!(
            r#"{{"game": {{"id": {id}, "partnerGameId": {partner}, "moveList": "{moves}",
                "moveTimestamps": "{clocks}", "baseTime1": 600}}}}"#
        )
    };
    let import =
        chesscom::read(document(2, 1, "", "").as_bytes(), document(1, 2, "mC0K", "599,600").as_bytes());
    let game = import.unwrap().game;
    assert_eq!(written(&game), "[TimeControl \"60+0\"]\n[Result \"*\"]\n\n1A. e4 {59.9} 1a. e5 {60.0} *\n");
}

#[test]
fn ties_are_resolved_in_legal_order() {
    // Board A drops the pawn at the moment in which board B captures it.
    let document = |id: u32, partner: u32, moves: &str, clocks: &str| {
        format!(
            r#"{{"game": {{"id": {id}, "partnerGameId": {partner}, "moveList": "{moves}",
                "moveTimestamps": "{clocks}", "baseTime1": 600}}}}"#
        )
    };
    // Board A: e4, then P@e6 by Black. Board B: e4 d5 exd5.
    let b = document(2, 1, "mCZJCJ", "590,590,580");
    let tied = chesscom::read(document(1, 2, "mC=S", "590,580").as_bytes(), b.as_bytes()).unwrap();
    let order: Vec<_> =
        tied.game.main.half_moves.iter().map(|half_move| half_move.label.to_string()).collect();
    assert_eq!(order, ["1A", "1B", "1b", "2B", "1a"]);
    // A tenth of a second earlier, the drop is illegal.
    let early = chesscom::read(document(1, 2, "mC=S", "590,581").as_bytes(), b.as_bytes()).unwrap_err();
    assert!(matches!(early.kind(), ChesscomErrorKind::Illegal { half_move: 2, .. }), "{early}");
    assert_eq!(early.game(), Some("1"));
}

#[test]
fn a_half_move_at_the_moment_of_a_mate_comes_before_it() {
    let mate = changed("drop-and-promotion-1.json", "1130,", "1140,");
    let import = chesscom::read(&changed("drop-and-promotion-2.json", "{", "{"), &mate).unwrap();
    let labels: Vec<_> =
        import.game.main.half_moves.iter().map(|half_move| half_move.label.to_string()).collect();
    assert_eq!(labels[13..], ["4a", "5A", "4B"]);
    // Also if its clock is a tenth of a second later.
    let mate = changed("drop-and-promotion-1.json", "1130,", "1141,");
    let again = chesscom::read(&changed("drop-and-promotion-2.json", "{", "{"), &mate).unwrap();
    assert_eq!(again.played, import.played);
}

#[test]
fn a_start_position_is_kept() {
    let fen = "\"initialSetup\": \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1\"";
    let changed_a = changed("on-time-2.json", "\"initialSetup\": \"\"", fen);
    let import = chesscom::read(&changed_a, &changed("on-time-1.json", "{", "{")).unwrap();
    assert_eq!(import.game.tags.get("Setup"), Some("1"));
    assert_eq!(
        import.game.tags.get("FEN"),
        Some(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 60 60 | \
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 60 60"
        )
    );
}

#[test]
fn uci_with_board_digits_is_read() {
    let import = uci::read(b" 1e2e4\t2d2d4\n1d7d5 1e4d5 2d7d5\r\n2c1f4 2P@e6 ").unwrap();
    let moves: Vec<_> = import
        .game
        .main
        .half_moves
        .iter()
        .map(|half_move| format!("{}. {}", half_move.label, half_move.san))
        .collect();
    assert_eq!(moves, ["1A. e4", "1B. d4", "1a. d5", "2A. exd5", "1b. d5", "2B. Bf4", "2b. P@e6"]);
    assert_eq!(import.game.result, Some(GameResult::None));
    let mate = uci::read(b"1e2e4 1e7e5 1d1h5 1b8c6 1f1c4 1g8f6 1h5f7").unwrap();
    assert_eq!(mate.game.result, Some(GameResult::Team1));
    assert_eq!(uci::read(b"").unwrap().game.main.half_moves, []);
}

#[test]
fn wrong_uci_is_rejected_at_its_place() {
    // The text, the kind, and the span.
    let kind_and_span = |text: &str| {
        let error = uci::read(text.as_bytes()).unwrap_err();
        (*error.kind(), error.span().start, error.span().end)
    };
    assert_eq!(kind_and_span("1e2e4 3e7e5"), (UciListErrorKind::NoBoard, 6, 7));
    assert_eq!(kind_and_span("1e2e4 e7e5"), (UciListErrorKind::NoBoard, 6, 7));
    assert_eq!(
        kind_and_span("1"),
        (UciListErrorKind::Move("expected a move such as e2e4, e7e8q or N@f3"), 1, 1)
    );
    assert_eq!(kind_and_span("1e2e9"), (UciListErrorKind::Move("expected a square, a1 to h8"), 3, 5));
    let (kind, start, end) = kind_and_span("1e2e4 1e2e4");
    assert!(matches!(kind, UciListErrorKind::Illegal(_)));
    assert_eq!((start, end), (6, 11));
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        let _ = uci::read(&bytes);
        let _ = chesscom::read(&bytes, &bytes);
    }

    #[test]
    fn no_moves_or_clocks_panic(
        moves in "[a-zA-Z0-9!?{~}(^)\\[_\\]@#$&*+=-]{0,20}",
        clocks in "[0-9,x-]{0,60}",
        base in any::<f64>(),
    ) {
        let document = |id: u32, partner: u32| {
            let base = serde_json::to_string(&base).unwrap();
            format!(
                r#"{{"game": {{"id": {id}, "partnerGameId": {partner}, "moveList": "{moves}",
                    "moveTimestamps": "{clocks}", "baseTime1": {base}, "timeIncrement1": {base}}}}}"#
            )
        };
        let (a, b) = (document(1, 2), document(2, 1));
        if let Ok(import) = chesscom::read(a.as_bytes(), b.as_bytes()) {
            prop_assert_eq!(written(&import.game).parse::<Game>().unwrap(), import.game);
        }
    }

    #[test]
    fn imported_uci_moves_read_back(text in "([12][a-h][1-8][a-h][1-8] ?){0,6}") {
        if let Ok(import) = uci::read(text.as_bytes()) {
            let half_moves = written(&import.game).parse::<Game>().unwrap().main.half_moves;
            prop_assert_eq!(half_moves, import.game.main.half_moves);
        }
    }
}

#[test]
fn a_promotion_by_the_rules_of_the_match_is_imported() {
    let board = |text: &str| text.parse().unwrap();
    // These moves used to be rejected after they were played, because they were written under the standard rules.
    for (promotion, mv, san) in [
        (Promotion::Steal, "1a7a8qd1", "a8=Qd1+"),
        (Promotion::Discard, "1a7a8", "a8=."),
        (Promotion::Upgrade, "1a7a8n", "a8=N"),
    ] {
        let a = board("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
        let b = board("4k3/8/8/8/8/8/8/3QK3[] w - - 0 1");
        let rules = Rules::bughouse_pro().promotion(promotion);
        let start = Match::from_boards(a, b, rules, Clocks::new(TimeControl::default())).unwrap();
        let import = uci::read_from(start, format!("{mv} 2e1e2").as_bytes()).unwrap();
        assert_eq!(import.game.main.half_moves[0].san, san);
        assert_eq!((import.game.main.half_moves.len(), import.played.steps().len()), (2, 2), "{mv}");
    }
}

#[test]
fn the_number_of_half_moves_is_limited() {
    use bpgn::import::uci::read;
    let round = "1g1f3 1g8f6 1f3g1 1f6g8\n";
    let text = round.repeat(MAX_HALF_MOVES / 4);
    assert_eq!(read(text.as_bytes()).unwrap().game.main.half_moves.len(), MAX_HALF_MOVES);
    let error = read(format!("{text}{round}").as_bytes()).unwrap_err();
    assert_eq!(*error.kind(), UciListErrorKind::TooLong(MAX_HALF_MOVES));
    assert_eq!(error.span().start, text.len());
}

/// A source that returns a few bytes at a time.
struct SlowReader<'a> {
    text: &'a [u8],
    step: usize,
}

impl std::io::Read for SlowReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.step.min(self.text.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.text[..count]);
        self.text = &self.text[count..];
        Ok(count)
    }
}

proptest! {
    /// A stream gives the same games as its lines read one by one, whatever the size of the reads.
    #[test]
    fn each_line_of_a_stream_is_a_game(
        text in "(\u{feff})?([12][a-h][1-8][a-h][1-8]|2g1f3|1d2d4|[ \t]|\r?\n|x){0,30}",
        step in 1usize..9,
    ) {
        let plain = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let lines = (1u64..).zip(plain.split('\n')).filter(|(_, line)| !line.trim_ascii().is_empty());
        let expected: Vec<_> = lines.map(|(line, text)| (line, text.to_owned(), uci::read(text.as_bytes()))).collect();
        let mut reader = UciReader::new(SlowReader { text: text.as_bytes(), step });
        let mut found = Vec::new();
        while let Some(line) = reader.read_game().unwrap() {
            found.push((line.line, String::from_utf8(line.text.to_vec()).unwrap(), line.game));
        }
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn a_line_over_the_limit_is_rejected_and_the_next_is_read() {
    let round = "1g1f3 1g8f6 1f3g1 1f6g8 ";
    let most = round.repeat(MAX_HALF_MOVES / 4);
    assert!(most.len() < MAX_LINE);
    let spaces = " ".repeat(2 * MAX_LINE);
    let very_long = round.repeat(MAX_LINE / 10);
    let text = format!("{most}\n{spaces}1e2e4\n{most}1g1f3\n{very_long}\n1e2e4\n");
    let mut reader = UciReader::new(text.as_bytes());
    let mut next = || {
        let line = reader.read_game().unwrap().unwrap();
        (line.line, line.game.map(|import| import.game.main.half_moves.len()))
    };
    let too_long =
        |start, end| Err(UciListError::new(UciListErrorKind::TooLong(MAX_HALF_MOVES), Span::new(start, end)));
    assert_eq!(next(), (1, Ok(MAX_HALF_MOVES)));
    assert_eq!(next(), (2, too_long(MAX_LINE, MAX_LINE)));
    assert_eq!(next(), (3, too_long(most.len(), most.len() + 5)));
    assert_eq!(next(), (4, too_long(most.len(), most.len() + 5)));
    assert_eq!(next(), (5, Ok(1)));
    assert!(reader.read_game().unwrap().is_none());
}
