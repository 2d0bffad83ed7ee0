//! The results of `analyze` as text.

use bughouse_chess::{Color, Seat};
use bughouse_engines::Line;
use bughouse_review::side_status::SideStatus;
use bughouse_review::{AnalyzedNeed, AnalyzedSeat, EvaluatedLine, FoundMate, NamedMove, words};

use crate::analyze_types::AnalyzedBoard;

/// Returns the findings about a board: a title and a line for each. `seat` names a color's seat, and `partner` its
/// partner's, if there is one.
pub(crate) fn board(
    title: &str,
    board: &AnalyzedBoard,
    status: &str,
    seat: impl Fn(Color) -> String,
    partner: impl Fn(Color) -> Option<Seat>,
) -> Vec<String> {
    let mut lines = vec![format!("{title}{status}")];
    if let Some(help) = board.side_status.would_help() {
        lines.push(format!("  what would help: {help}"));
    }
    if matches!(board.side_status, SideStatus::Checkmate) {
        // The game is over: no piece helps anymore.
        return lines;
    }
    let mover = board.side.0;
    let may_mate = board.mates.iter().any(|reading| reading.verdict == "unknown");
    let may_threaten = board.threatened.as_ref().is_some_and(|mates| !mates.is_none());
    for (color, is_unknown) in [(mover, may_mate), (!mover, may_threaten)] {
        let found = if color == Color::White { &board.seats.white } else { &board.seats.black };
        let sentences = about(found, is_unknown, partner(color));
        let name = seat(color);
        lines.extend(sentences.into_iter().map(|sentence| format!("  {name} {sentence}")));
    }
    lines
}

/// Returns the mates and needs of a seat.
fn about(seat: &AnalyzedSeat, is_unknown: bool, partner: Option<Seat>) -> Vec<String> {
    let mut lines = Vec::new();
    lines.push(match &seat.mate {
        Some(mate) => mate_sentence(mate, seat.to_move),
        None if seat.to_move && is_unknown => "may mate: search limit reached".to_owned(),
        None if is_unknown => "may threaten mate: search limit reached".to_owned(),
        None if seat.to_move => "has no mate by checks".to_owned(),
        None => "threatens no mate by checks".to_owned(),
    });
    if seat.is_lost {
        lines.push("is lost unless their partner sends a piece".to_owned());
    }
    for need in &seat.needs {
        if let Some(mate) = &need.mate {
            let with = format!("with one more {} {}", need.piece.0, mate_sentence(mate, seat.to_move));
            lines.push(format!("{with}{}", sent(need, partner)));
        }
    }
    let kinds = |wanted: fn(&AnalyzedNeed) -> bool| {
        let kinds: Vec<&str> =
            seat.needs.iter().filter(|need| wanted(need)).map(|need| need.piece.0.name()).collect();
        (!kinds.is_empty()).then(|| words::list(kinds, "or"))
    };
    if let Some(kinds) = kinds(|need| need.is_deadly) {
        lines.push(format!("wins by force with a {kinds}"));
    }
    if let Some(kinds) = kinds(|need| need.saves) {
        lines.push(format!("is saved by a {kinds}"));
    }
    for need in seat.needs.iter().filter(|need| need.saves) {
        let sent = sent(need, partner);
        if !sent.is_empty() {
            lines.push(format!("is saved by a {}{sent}", need.piece.0));
        }
    }
    lines
}

fn mate_sentence(mate: &FoundMate, to_move: bool) -> String {
    let does = if to_move { "mates" } else { "would mate" };
    let provided = match (mate.strength, to_move) {
        ("hard", true) => " (forced)",
        ("hard", false) => " if it were their turn (forced)",
        (_, true) => " unless the defender receives a piece",
        (_, false) => " if it were their turn, unless the defender receives a piece",
    };
    format!("{does} in {}{provided}: {}", mate.moves, moves(&mate.line))
}

/// Returns who can send a piece now.
fn sent(need: &AnalyzedNeed, partner: Option<Seat>) -> String {
    match partner {
        Some(partner) if !need.captures.is_empty() => {
            format!("; {partner} can send one now: {}", moves_or(&need.captures))
        }
        _ => String::new(),
    }
}

fn moves(line: &[NamedMove]) -> String {
    line.iter().map(|mv| mv.san.as_str()).collect::<Vec<_>>().join(" ")
}

fn moves_or(list: &[NamedMove]) -> String {
    words::list(list.iter().map(|mv| mv.san.as_str()), "or")
}

/// Returns the evaluation of a board, one line per line of the engine.
pub(crate) fn evaluation(title: &str, seat: &str, board: &AnalyzedBoard) -> Vec<String> {
    let (Some(answer), Some(found)) = (&board.answer, &board.evaluation) else { return Vec::new() };
    if found.lines.is_empty() {
        return vec![format!("  {title}{seat} {}", answer.score)];
    }
    let line = |(engine_line, line): (&Line, &EvaluatedLine)| {
        let mut text = format!("  {title}{seat} {}, depth {}", engine_line.score, found.depth);
        if !line.moves.is_empty() {
            text.push_str(&format!(": {}", moves(&line.moves)));
        }
        match (line.cut, line.needs) {
            (_, Some(piece)) => {
                text.push_str(&format!(" (continues with a {} that isn't in reserve)", piece.0))
            }
            (Some(_), None) => text.push_str(" (continues with an illegal move)"),
            (None, None) => {}
        }
        text
    };
    answer.lines.iter().zip(&found.lines).map(line).collect()
}
