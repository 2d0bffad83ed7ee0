//! Shared by several test modules: data files, escapes, positions from plain strings.

use std::path::PathBuf;

use feen::{Board, BoardBuilder, Hands, Piece, Position, StyleTurn};

/// Returns the path of a file in `testdata/`.
pub(crate) fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// Reads a file in `testdata/`.
pub(crate) fn read_testdata(name: &str) -> String {
    let path = testdata(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads the rows of a file with fields separated by `;`, without its header.
pub(crate) fn read_rows<const FIELDS: usize>(name: &str) -> Vec<[String; FIELDS]> {
    let text = read_testdata(name);
    let rows = text.lines().skip(1).map(|line| {
        let fields: Vec<String> = line.split(';').map(str::to_owned).collect();
        fields.try_into().unwrap_or_else(|_| panic!("{name}: expected {FIELDS} fields in {line}"))
    });
    rows.collect()
}

/// Replaces `\n \r \t \f \v \s \\ \xNN \uNNNN` with the bytes they represent. `\s` is a space.
pub(crate) fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let simple = [('n', 10), ('r', 13), ('t', 9), ('f', 12), ('v', 11), ('s', 32), ('\\', 92)];
        let escape = after.chars().next().unwrap();
        let length = match escape {
            'x' => {
                bytes.push(u8::from_str_radix(&after[1..3], 16).unwrap());
                3
            }
            'u' => {
                let character = char::from_u32(u32::from_str_radix(&after[1..5], 16).unwrap()).unwrap();
                bytes.extend(character.to_string().as_bytes());
                5
            }
            _ => {
                let (_, byte) = simple.iter().find(|(name, _)| *name == escape).expect("a known escape");
                bytes.push(*byte);
                1
            }
        };
        rest = &after[length..];
    }
    bytes.extend(rest.as_bytes());
    bytes
}

/// Parses a piece.
#[track_caller]
pub(crate) fn piece(text: &str) -> Piece {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Parses a position.
#[track_caller]
pub(crate) fn position(text: &str) -> Position {
    feen::parse(text).unwrap_or_else(|error| panic!("{}", error.render(text.as_bytes())))
}

/// Parses a square as in arrays of strings: a piece, or an empty string.
#[track_caller]
pub(crate) fn square(text: &str) -> Option<Piece> {
    if text.is_empty() { None } else { Some(piece(text)) }
}

/// Creates a board of one or two dimensions from arrays of strings.
#[track_caller]
pub(crate) fn board(ranks: &[&[&str]]) -> Board {
    Board::from_ranks(ranks.iter().map(|rank| rank.iter().map(|text| square(text)))).unwrap()
}

/// Creates a board of three dimensions from arrays of strings.
#[track_caller]
pub(crate) fn board_3d(layers: &[&[&[&str]]]) -> Board {
    let mut builder = BoardBuilder::new();
    for (layer_index, layer) in layers.iter().enumerate() {
        for (rank_index, rank) in layer.iter().enumerate() {
            match (layer_index, rank_index) {
                (0, 0) => {}
                (_, 0) => drop(builder.separator(2).unwrap()),
                _ => drop(builder.separator(1).unwrap()),
            }
            for text in *rank {
                builder.square(square(text)).unwrap();
            }
        }
    }
    builder.finish().unwrap()
}

/// Counts pieces that are listed one by one.
#[track_caller]
pub(crate) fn hands(pieces: &[&str]) -> Hands {
    let mut hands = Hands::new();
    for text in pieces {
        hands.add(piece(text), 1).unwrap();
    }
    hands
}

/// Writes a position given as a board, pieces in hand one by one, and both style names.
#[track_caller]
pub(crate) fn dump(board: Board, in_hand: &[&str], styles: [&str; 2]) -> String {
    let style_turn = StyleTurn::new(styles[0], styles[1]).unwrap();
    feen::dump(&Position { board, hands: hands(in_hand), style_turn }).unwrap()
}
