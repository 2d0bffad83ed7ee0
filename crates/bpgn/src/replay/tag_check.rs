//! What is remarkable about the tags of a game.

use bughouse_chess::{ALL_SEATS, Span};

use crate::clock::lag_list;
use crate::lexer::TagForm;
use crate::replay::check::TagSpot;
use crate::replay::note::{MissingTags, NoteKind};
use crate::tags::{Date, GameResult, Rating, TimeControlTag, elo_tag, read_time_control};

/// Reports what is remarkable about the tags of a game with so many half-moves.
pub(crate) fn check_tags(
    tags: &[TagSpot],
    bytes: &[u8],
    half_moves: usize,
    report: &mut dyn FnMut(NoteKind, Span),
) {
    let text = |span: Span| &bytes[span.start..span.end];
    let find = |name: &str| tags.iter().find(|tag| text(tag.name) == name.as_bytes());
    let missing =
        MissingTags::new(|name| find(name).is_some() || (name == "Date" && find("UTCDate").is_some()));
    if !missing.is_empty() {
        report(NoteKind::MissingTags(missing), Span::new(0, 0));
    }
    let mut by_name: Vec<&TagSpot> = tags.iter().collect();
    by_name.sort_by_key(|tag| text(tag.name));
    for pair in by_name.windows(2) {
        if text(pair[0].name) == text(pair[1].name) {
            report(NoteKind::DuplicateTag, pair[1].span);
        }
    }
    for tag in tags {
        if tag.late {
            report(NoteKind::LateTag, tag.span);
        }
        if tag.form == TagForm::Unquoted {
            report(NoteKind::UnquotedTag, tag.span);
        }
        let value = text(tag.value);
        let wrong_form = match text(tag.name) {
            b"Date" | b"UTCDate" => {
                (Date::read(value).is_none() || value.contains(&b'-')).then_some(NoteKind::DateForm)
            }
            b"TimeControl" => {
                let has_increment = value.contains(&b'+');
                match read_time_control(value) {
                    TimeControlTag::Control(_) if has_increment => None,
                    TimeControlTag::None => None,
                    _ => Some(NoteKind::TimeControlForm),
                }
            }
            b"Result" => GameResult::read(value).is_none().then_some(NoteKind::ResultForm),
            b"SetUp" => Some(NoteKind::SetupSpelling),
            name if ALL_SEATS.iter().any(|&seat| elo_tag(seat).as_bytes() == name) => {
                (Rating::read(value) == Rating::Other).then_some(NoteKind::RatingForm)
            }
            _ => None,
        };
        if let Some(kind) = wrong_form {
            report(kind, tag.value);
        }
    }
    let is_set = ["Setup", "SetUp"].into_iter().filter_map(find).any(|tag| text(tag.value) == b"1");
    match find("FEN") {
        Some(fen) if !is_set => report(NoteKind::FenWithoutSetup, fen.span),
        None if is_set => {
            let setup = ["Setup", "SetUp"].into_iter().find_map(find);
            report(NoteKind::SetupWithoutFen, setup.map_or(Span::new(0, 0), |tag| tag.span));
        }
        _ => {}
    }
    if let Some(lag) = find("Lag") {
        let mut found = 0;
        for word in lag_list(text(lag.value)) {
            match word {
                Ok(_) => found += 1,
                Err(span) => return report(NoteKind::LagForm, span.shifted(lag.value.start)),
            }
        }
        if found != half_moves && found > 0 {
            report(NoteKind::LagCount { found, expected: half_moves }, lag.span);
        }
    }
}
