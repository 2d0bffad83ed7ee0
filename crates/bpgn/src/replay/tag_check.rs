//! Finds problems in the tags of a game.

use bughouse_chess::Span;

use crate::lexer::TagForm;
use crate::replay::diagnostic::{DiagnosticKind, MissingTags};
use crate::replay::report::TagSpot;
use crate::types::clock::lag_list;
use crate::types::tags::{Date, GameResult, Rating, TimeControlTag, read_time_control};

macro_rules! known_tags {
    ($($tag:ident $name:literal)+) => {
        /// The tags that a replay uses.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum KnownTag {
            $($tag,)+
        }

        impl KnownTag {
            const COUNT: usize = [$(KnownTag::$tag),+].len();

            fn of(name: &[u8]) -> Option<KnownTag> {
                Some(match name {
                    $($name => KnownTag::$tag,)+
                    _ => return None,
                })
            }
        }
    };
}

known_tags! {
    Event b"Event"
    Site b"Site"
    Date b"Date"
    UtcDate b"UTCDate"
    WhiteA b"WhiteA"
    BlackA b"BlackA"
    WhiteB b"WhiteB"
    BlackB b"BlackB"
    WhiteAElo b"WhiteAElo"
    BlackAElo b"BlackAElo"
    WhiteBElo b"WhiteBElo"
    BlackBElo b"BlackBElo"
    TimeControl b"TimeControl"
    Result b"Result"
    Lag b"Lag"
    Setup b"Setup"
    SetUp b"SetUp"
    Fen b"FEN"
    Termination b"Termination"
    WhiteTeam b"WhiteTeam"
    BlackTeam b"BlackTeam"
    Variant b"Variant"
    Promotion b"Promotion"
    DropAggression b"DropAggression"
    PawnDropRanks b"PawnDropRanks"
}

impl KnownTag {
    /// Returns `true` if it chooses the rules of the game.
    pub(crate) fn chooses_rules(self) -> bool {
        matches!(
            self,
            KnownTag::Variant | KnownTag::Promotion | KnownTag::DropAggression | KnownTag::PawnDropRanks
        )
    }
}

/// The indexes of the known tags in a game's list of tags. The first of each counts.
#[derive(Clone, Default, Debug)]
pub(crate) struct KnownTags {
    known: [Option<u32>; KnownTag::COUNT],
    /// How many tags are not known.
    others: usize,
}

impl KnownTags {
    /// Adds the tag at an index. Returns which one it is, if it is known, and whether it was added before.
    pub(crate) fn insert(&mut self, name: &[u8], at: usize) -> (Option<KnownTag>, bool) {
        let Some(tag) = KnownTag::of(name) else {
            self.others += 1;
            return (None, false);
        };
        let known = &mut self.known[tag as usize];
        let repeated = known.is_some();
        // No game has more tags than this, because each takes several bytes.
        *known = known.or(u32::try_from(at).ok());
        (Some(tag), repeated)
    }

    /// Returns the index of a tag.
    pub(crate) fn get(&self, tag: KnownTag) -> Option<usize> {
        self.known[tag as usize].map(|at| at as usize)
    }
}

/// Reports problems in the tags of a game with `half_moves` half-moves.
pub(crate) fn check_tags(
    tags: &[TagSpot],
    known: &KnownTags,
    bytes: &[u8],
    half_moves: usize,
    report: &mut dyn FnMut(DiagnosticKind, Span),
) {
    let text = |span: Span| &bytes[span.start..span.end];
    let find = |tag: KnownTag| known.get(tag).map(|at| &tags[at]);
    let missing = MissingTags::new(|name| {
        let tag = KnownTag::of(name.as_bytes());
        tag.is_some_and(|tag| find(tag).is_some()) || (name == "Date" && find(KnownTag::UtcDate).is_some())
    });
    if !missing.is_empty() {
        report(DiagnosticKind::MissingTags(missing), Span::new(0, 0));
    }
    if known.others > 1 {
        let mut others: Vec<&TagSpot> =
            tags.iter().filter(|tag| KnownTag::of(text(tag.name)).is_none()).collect();
        others.sort_by_key(|tag| text(tag.name));
        for pair in others.windows(2) {
            if text(pair[0].name) == text(pair[1].name) {
                report(DiagnosticKind::DuplicateTag, pair[1].span);
            }
        }
    }
    for tag in tags {
        if tag.late {
            report(DiagnosticKind::LateTag, tag.span);
        }
        if tag.form == TagForm::Unquoted {
            report(DiagnosticKind::UnquotedTag, tag.span);
        }
    }
    let mut demand = |tag: KnownTag, kind: DiagnosticKind, is_right: &dyn Fn(&[u8]) -> bool| {
        if let Some(tag) = find(tag).filter(|tag| !is_right(text(tag.value))) {
            report(kind, tag.value);
        }
    };
    let is_date = |value: &[u8]| Date::read(value).is_ok() && !value.contains(&b'-');
    demand(KnownTag::Date, DiagnosticKind::DateForm, &is_date);
    demand(KnownTag::UtcDate, DiagnosticKind::DateForm, &is_date);
    demand(KnownTag::TimeControl, DiagnosticKind::TimeControlForm, &|value| match read_time_control(value) {
        TimeControlTag::Control(_) => value.contains(&b'+'),
        TimeControlTag::None => true,
        TimeControlTag::Other => false,
    });
    demand(KnownTag::Result, DiagnosticKind::ResultForm, &|value| GameResult::read(value).is_ok());
    for elo in [KnownTag::WhiteAElo, KnownTag::BlackAElo, KnownTag::WhiteBElo, KnownTag::BlackBElo] {
        demand(elo, DiagnosticKind::RatingForm, &|value| Rating::read(value) != Rating::Other);
    }
    if let Some(tag) = find(KnownTag::SetUp) {
        report(DiagnosticKind::SetupSpelling, tag.name);
    }
    let setup =
        [KnownTag::Setup, KnownTag::SetUp].into_iter().filter_map(find).find(|tag| text(tag.value) == b"1");
    match (find(KnownTag::Fen), setup) {
        (Some(fen), None) => report(DiagnosticKind::FenWithoutSetup, fen.span),
        (None, Some(setup)) => report(DiagnosticKind::SetupWithoutFen, setup.span),
        _ => {}
    }
    if let Some(lag) = find(KnownTag::Lag) {
        let found = match count_numbers(text(lag.value)) {
            Some(found) => found,
            None => match lag_list(text(lag.value)).find_map(Result::err) {
                Some(span) => return report(DiagnosticKind::LagForm, span.shifted(lag.value.start)),
                None => lag_list(text(lag.value)).count(),
            },
        };
        if found != half_moves && found > 0 {
            report(DiagnosticKind::LagCount { found, expected: half_moves }, lag.span);
        }
    }
}

/// Counts the numbers in a text of digits and single spaces, the most common form of a `Lag` tag. Returns `None` for
/// any other text. Without it, the row `records checked` of the benchmarks is 4 % slower.
fn count_numbers(text: &[u8]) -> Option<usize> {
    const MAX_DIGITS: usize = 18;
    let mut numbers = 0;
    let mut digits = 0;
    for &byte in text {
        match byte {
            b'0'..=b'9' => digits += 1,
            b' ' if (1..=MAX_DIGITS).contains(&digits) => (numbers, digits) = (numbers + 1, 0),
            _ => return None,
        }
    }
    match digits {
        0 if text.is_empty() => Some(0),
        1..=MAX_DIGITS => Some(numbers + 1),
        _ => None,
    }
}
