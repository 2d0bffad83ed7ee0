//! A position of a game as text for a terminal.

use bpgn::{Game, Label, Line, Moment, Nag};
use bughouse_chess::BoardId;
use bughouse_chess::{Millis, Seat, Transfer};
use bughouse_review::columns::nag_symbol;
use bughouse_review::side_status::SideStatus;
use bughouse_review::two_boards::clock;
use bughouse_review::words;
use bughouse_review::{Replay, comments};

use crate::clean::clean;
use crate::draw::{self, DrawStyle, Strip, WIDTH};

/// Returns both boards after a half-move, what was played, and the status of the match.
pub(crate) fn draw(replay: &Replay<'_>, style: DrawStyle) -> String {
    let Replay { record, line, moment, checked, .. } = replay;
    let (game, ply, position) = (&record.game, replay.ply(), replay.position());
    let status = |id| SideStatus::in_game(position, id);
    let boards = BoardId::ALL.map(|id| (position.board(id).board(), status(id)));
    let clocks = replay.clocks();

    let mut lines = vec![title(record.place.number, game), count(replay, ply), String::new()];
    let named = Seat::ALL.into_iter().any(|seat| game.player(seat).is_some());
    let strip = |seat: Seat| Strip {
        clock: clocks[seat].map(clock).unwrap_or_default(),
        player: named.then(|| player(game, seat)),
    };
    lines.extend(draw::side_by_side(boards, &strip, style));
    lines.push(String::new());

    let mut fact = |name: &str, value: String| lines.extend(draw::wrapped(name, &value));
    if let Some(moment) = moment {
        let nags = replay.half_move(ply).map(|half_move| half_move.nags()).unwrap_or_default();
        fact("Played", played(moment, &nags));
        let Transfer { transfer, pawn_to, .. } = moment.transfer;
        if let Some((seat, piece)) = transfer {
            fact("Transfer", format!("{seat} receives a {piece}"));
        }
        if let Some(seat) = pawn_to {
            fact("Promotion", format!("{seat} receives the pawn"));
        }
    }
    let annotations = match replay.half_move(ply) {
        Some(half_move) => &half_move.annotations,
        None => &game.main.before,
    };
    for comment in comments(annotations).iter().filter(|comment| !comment.text.is_empty()) {
        fact("Comment", clean(&comment.text.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    if let Some(difference) = diagonals(replay.diagonals()) {
        fact("Diagonals", difference);
    }
    for (path, variation) in line.variations(ply) {
        fact("Variation", format!("{}, --line {path}", first_of(variation)));
    }
    let to_move = BoardId::ALL.map(|id| position.to_move(id).to_string());
    lines.push(draw::two_facts("To move", to_move));
    lines.extend(draw::statuses(boards));
    if replay.is_main() && ply == replay.plies {
        lines.extend(draw::wrapped("Outcome", &checked.facts.outcome.to_string()));
    }
    draw::finished(&lines)
}

/// Returns the number of a game and some of its tags: `Game 1: fics rated bughouse match, 1996.08.07`.
fn title(number: u64, game: &Game) -> String {
    let values = ["Event", "Date", "TimeControl"].into_iter().filter_map(|name| game.tags.get(name));
    let values: Vec<String> = values.filter(|value| !value.is_empty()).map(clean).collect();
    let text = format!("Game {number}{}{}", if values.is_empty() { "" } else { ": " }, values.join(", "));
    text.chars().take(WIDTH).collect()
}

fn count(replay: &Replay<'_>, ply: usize) -> String {
    let of_line = match &replay.line.path {
        Some(path) => format!(", line {path}"),
        None => String::new(),
    };
    match ply {
        0 => format!("Start{of_line}, {} to follow", words::count(replay.plies, "half-move")),
        _ => format!("Half-move {ply} of {}{of_line}", replay.plies),
    }
}

/// Returns the name and rating of a player, as far as the tags have them.
fn player(game: &Game, seat: Seat) -> String {
    let name = game.player(seat).filter(|name| !name.is_empty()).unwrap_or("?");
    match game.elo(seat).filter(|elo| !elo.is_empty()) {
        Some(elo) => clean(&format!("{name} ({elo})")),
        None => clean(name),
    }
}

/// Returns the half-move with its NAGs, the player, and the times: `7A. Bxc6! by WhiteA, 7 s used`.
fn played(moment: &Moment, nags: &[Nag]) -> String {
    let symbols: String = nags.iter().map(nag_symbol).collect();
    let mut text = format!("{}{symbols} by {}", label_and_move(moment.label, &moment.san), moment.seat);
    if let Some(used) = moment.used {
        text += &format!(", {used} s used");
    }
    if let Some(thinking) = moment.thinking {
        text += &format!(", {thinking} s thought");
    }
    if let Some(lag) = moment.lag {
        text += &format!(", {} ms lag", lag.0);
    }
    text
}

fn label_and_move(label: Label, san: &str) -> String {
    clean(&format!("{label}. {san}"))
}

/// Returns how a variation begins.
fn first_of(line: &Line) -> String {
    line.half_moves.first().map_or("-".to_owned(), |first| label_and_move(first.label, &first.san))
}

/// Returns the diagonal times: `WhiteA +0:11.0 against WhiteB`.
fn diagonals(differences: [Option<Millis>; 2]) -> Option<String> {
    let parts: Vec<String> = [Seat::WHITE_A, Seat::BLACK_A]
        .into_iter()
        .zip(differences)
        .filter_map(|(seat, difference)| {
            let difference = difference?;
            let sign = if difference > Millis::ZERO { "+" } else { "" };
            Some(format!("{seat} {sign}{} against {}", clock(difference), seat.diagonal()))
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
