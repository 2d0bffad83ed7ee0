//! Words for messages.

use std::fmt::Display;

use bughouse_chess::{BitBoard, Board, Color, Reserve};

/// Returns the name of a color with a capital letter.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Joins items into a phrase: `a, b or c` if `last` is `or`.
pub fn list<T: Display>(items: impl IntoIterator<Item = T>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// Returns the squares of a set, separated by spaces.
pub fn squares(set: BitBoard) -> String {
    set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// Returns the castling rights in X-FEN: `KQkq`, or `-` for none.
pub fn castling(board: &Board) -> String {
    board.to_fen().split(' ').nth(2).unwrap_or("-").to_owned()
}

/// Returns the letters of a reserve in its color's case, one group per piece type.
pub fn reserve_groups(reserve: Reserve, color: Color) -> Vec<String> {
    reserve
        .iter()
        .map(|(piece, count)| vec![piece.to_colored_char(color); count.into()].into_iter().collect())
        .collect()
}

/// Returns a number with a noun: `1 move`, `2 moves`.
pub fn count(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}
