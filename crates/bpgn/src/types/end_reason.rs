//! The ways a game can end, with names for programs and for people, and how to read them from its last comment.
//!
//! These phrases are known, with `NAME` for a player or a team:
//! - decisive: `NAME checkmated`, `NAME resigns`, `NAME forfeits on time`, `NAME forfeits by disconnection`,
//!   `NAME lost`, `NAME won`, `NAME won by checkmate`, `by resignation`, `on time`, `with their bughouse partner`,
//!   `NAME wins by adjudication`, and all of these with `NAME's partner`;
//! - draws: `Game drawn by stalemate`, `mutual agreement`, `repetition`, `the 50 move rule`, `adjudication`,
//!   `mate on both boards`, `Game drawn because both players ran out of time`, `Partners' game drawn`,
//!   `Neither player has mating material`, `NAME ran out of time and NAME has no material to mate`;
//! - no result: `Game aborted` or `adjourned`, optionally with `by mutual agreement`, `by adjudication`, `by server
//!   shutdown`, `on move 1`, `by NAME`; `Game courtesyaborted by NAME`, `courtesyadjourned`; `NAME lost connection;
//!   game aborted`, `adjourned`; `Partner's game aborted`, `adjourned`; `Still in progress`, `Game in progress`.
//!
//! White space around and between the words and letter case don't matter. A final `.` or `!` is ignored. Any other text
//! is [`EndKind::Other`].

use std::fmt;

/// Why a game ended, and which player the text names.
///
/// ```
/// use bpgn::end_reason::{EndKind, EndReason, How, Who};
///
/// let reason = EndReason::read(b"raven's partner\nwon");
/// assert_eq!(reason.kind, EndKind::Decisive { who: Who::PartnerWins, how: How::Unknown });
/// assert_eq!(reason.name, Some(&b"raven"[..]));
/// assert_eq!(reason.named_team_won(), Some(true));
/// assert_eq!(reason.to_string(), "raven's partner won");
/// assert!(!EndReason::read(b"what a game").is_known());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndReason<'a> {
    /// What happened.
    pub kind: EndKind,
    /// The named player or team.
    pub name: Option<&'a [u8]>,
    /// The second named player, who has no material to mate.
    pub other_name: Option<&'a [u8]>,
}

/// Phrases after the name of a player who lost or won. The first of each kind is the one written.
const ENDINGS: [(&[u8], bool, How); 18] = [
    (b"checkmated", false, How::Checkmate),
    (b"resigns", false, How::Resignation),
    (b"forfeits on time", false, How::Time),
    (b"forfeits by disconnection", false, How::Disconnection),
    (b"disconnected and forfeits", false, How::Disconnection),
    (b"loses by adjudication", false, How::Adjudication),
    (b"lost with their bughouse partner", false, How::Partner),
    (b"lost", false, How::Unknown),
    (b"won by checkmate", true, How::Checkmate),
    (b"won by resignation", true, How::Resignation),
    (b"won on time", true, How::Time),
    (b"won by disconnection", true, How::Disconnection),
    (b"won - game abandoned", true, How::Disconnection),
    (b"wins by adjudication", true, How::Adjudication),
    (b"won by adjudication", true, How::Adjudication),
    (b"won with their bughouse partner", true, How::Partner),
    (b"won", true, How::Unknown),
    (b"wins", true, How::Unknown),
];

/// Phrases after `Game drawn`. The first of each kind is the one written.
const DRAWS: [(&[u8], DrawBy); 13] = [
    (b"by stalemate", DrawBy::Stalemate),
    (b"by mutual agreement", DrawBy::Agreement),
    (b"by agreement", DrawBy::Agreement),
    (b"by repetition", DrawBy::Repetition),
    (b"by the 50 move rule", DrawBy::FiftyMoves),
    (b"by 50 move rule", DrawBy::FiftyMoves),
    (b"by the 50-move rule", DrawBy::FiftyMoves),
    (b"by adjudication", DrawBy::Adjudication),
    (b"because both players ran out of time", DrawBy::BothFlags),
    (b"by insufficient material", DrawBy::NoMaterial),
    (b"because neither player has mating material", DrawBy::NoMaterial),
    (b"by mate on both boards", DrawBy::MateOnBothBoards),
    (b"because of mate on both boards", DrawBy::MateOnBothBoards),
];

/// A known phrase: the kind, and the name if there is one.
type Found<'a> = Option<(EndKind, Option<&'a [u8]>)>;

impl<'a> EndReason<'a> {
    /// Reads the text between the braces.
    pub fn read(text: &'a [u8]) -> EndReason<'a> {
        let mut text = text.trim_ascii();
        while let [rest @ .., b'.' | b'!'] = text {
            text = rest.trim_ascii_end();
        }
        if let Some((kind, name)) = read_whole(text).or_else(|| read_lost_connection(text)) {
            return EndReason { kind, name, other_name: None };
        }
        if let Some(reason) = read_flag_without_material(text) {
            return reason;
        }
        match read_decisive(text) {
            Some((kind, name)) => EndReason { kind, name, other_name: None },
            None => EndReason { kind: EndKind::Other, name: None, other_name: None },
        }
    }

    /// Returns `true` if the phrase is known.
    pub const fn is_known(&self) -> bool {
        !matches!(self.kind, EndKind::Other)
    }

    /// Returns `true` if the team of the named player won; `None` if no team did.
    pub const fn named_team_won(&self) -> Option<bool> {
        match self.kind {
            EndKind::Decisive { who, .. } => Some(who.won()),
            EndKind::Draw(_) | EndKind::NoResult(_) | EndKind::Other => None,
        }
    }

    /// Returns the reason in a known phrase, which reads back as the same reason.
    ///
    /// A missing name is written `?`. [`EndKind::Other`] has no phrase and gives an empty text.
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = self.name.unwrap_or(b"?");
        let by_name = |words: &[u8]| match self.name {
            Some(name) => [words, b" by ", name].concat(),
            None => words.to_vec(),
        };
        match self.kind {
            EndKind::Decisive { who, how } => {
                let partner: &[u8] = if who.is_about_partner() { b"'s partner " } else { b" " };
                [name, partner, ending(who.won(), how)].concat()
            }
            EndKind::Draw(DrawBy::PartnersGame) => b"Partners' game drawn".to_vec(),
            EndKind::Draw(DrawBy::NoMaterial) => b"Neither player has mating material".to_vec(),
            EndKind::Draw(DrawBy::FlagWithoutMaterial) => {
                let other = self.other_name.unwrap_or(b"?");
                [name, b" ran out of time and ", other, b" has no material to mate"].concat()
            }
            EndKind::Draw(by) => {
                let words = DRAWS.iter().find(|row| row.1 == by).map_or(&b""[..], |row| row.0);
                [b"Game drawn ", words].concat()
            }
            EndKind::NoResult(by) => match by {
                NoResultBy::Aborted => by_name(b"Game aborted"),
                NoResultBy::AbortedFirstMove => by_name(b"Game aborted on move 1"),
                NoResultBy::AbortedByAgreement => b"Game aborted by mutual agreement".to_vec(),
                NoResultBy::AbortedByAdjudication => b"Game aborted by adjudication".to_vec(),
                NoResultBy::Adjourned => by_name(b"Game adjourned"),
                NoResultBy::AdjournedByAgreement => b"Game adjourned by mutual agreement".to_vec(),
                NoResultBy::ServerShutdown => b"Game aborted by server shutdown".to_vec(),
                NoResultBy::CourtesyAborted => by_name(b"Game courtesyaborted"),
                NoResultBy::CourtesyAdjourned => by_name(b"Game courtesyadjourned"),
                NoResultBy::ConnectionLostAborted => [name, b" lost connection; game aborted"].concat(),
                NoResultBy::ConnectionLostAdjourned => [name, b" lost connection; game adjourned"].concat(),
                NoResultBy::PartnersGameAborted => b"Partners' game aborted".to_vec(),
                NoResultBy::PartnersGameAdjourned => b"Partners' game adjourned".to_vec(),
                NoResultBy::InProgress => b"Game in progress".to_vec(),
            },
            EndKind::Other => Vec::new(),
        }
    }
}

/// Writes a known phrase. Bytes of a name that are not UTF-8 are replaced.
impl fmt::Display for EndReason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            EndKind::Other => f.write_str("another reason"),
            _ => f.write_str(&String::from_utf8_lossy(&self.to_bytes())),
        }
    }
}

/// Returns the phrase after the name.
fn ending(won: bool, how: How) -> &'static [u8] {
    ENDINGS.iter().find(|row| row.1 == won && row.2 == how).map_or(b"", |row| row.0)
}

/// Reads phrases that begin with a fixed word.
fn read_whole(text: &[u8]) -> Found<'_> {
    // The first letter rules out most comments.
    match text.first()?.to_ascii_lowercase() {
        b'g' => read_game(strip_head(text, b"game")?),
        b'd' => read_draw(text),
        b'p' => {
            let rest = [&b"partner's game"[..], b"partners' game", b"partners game"]
                .iter()
                .find_map(|head| strip_head(text, head))?;
            let kind = if is(rest, b"drawn") {
                EndKind::Draw(DrawBy::PartnersGame)
            } else if is(rest, b"aborted") {
                EndKind::NoResult(NoResultBy::PartnersGameAborted)
            } else if is(rest, b"adjourned") {
                EndKind::NoResult(NoResultBy::PartnersGameAdjourned)
            } else {
                return None;
            };
            Some((kind, None))
        }
        b'n' => is(text, b"neither player has mating material")
            .then_some((EndKind::Draw(DrawBy::NoMaterial), None)),
        b's' => is(text, b"still in progress").then_some((EndKind::NoResult(NoResultBy::InProgress), None)),
        _ => None,
    }
}

/// Reads `drawn` and the cause.
fn read_draw(text: &[u8]) -> Found<'_> {
    let cause = strip_head(text, b"drawn")?;
    let (_, by) = DRAWS.iter().find(|(words, _)| is(cause, words))?;
    Some((EndKind::Draw(*by), None))
}

/// Reads the rest of a phrase that begins with `Game`.
fn read_game(text: &[u8]) -> Found<'_> {
    if is(text, b"in progress") {
        return Some((EndKind::NoResult(NoResultBy::InProgress), None));
    }
    if let Some(rest) = strip_head(text, b"aborted") {
        if let Some(rest) = strip_head(rest, b"on move 1") {
            return broken_off_by(rest, NoResultBy::AbortedFirstMove);
        }
        return broken_off(
            rest,
            NoResultBy::Aborted,
            &[
                (b"by mutual agreement", NoResultBy::AbortedByAgreement),
                (b"by adjudication", NoResultBy::AbortedByAdjudication),
                (b"by server shutdown", NoResultBy::ServerShutdown),
            ],
        );
    }
    if let Some(rest) = strip_head(text, b"adjourned") {
        return broken_off(
            rest,
            NoResultBy::Adjourned,
            &[
                (b"by mutual agreement", NoResultBy::AdjournedByAgreement),
                (b"by server shutdown", NoResultBy::ServerShutdown),
            ],
        );
    }
    if let Some(rest) = strip_head(text, b"courtesyaborted") {
        return broken_off_by(rest, NoResultBy::CourtesyAborted);
    }
    if let Some(rest) = strip_head(text, b"courtesyadjourned") {
        return broken_off_by(rest, NoResultBy::CourtesyAdjourned);
    }
    read_draw(text)
}

/// Reads a fixed cause, `by NAME`, or nothing.
fn broken_off<'a>(text: &'a [u8], plain: NoResultBy, causes: &[(&[u8], NoResultBy)]) -> Found<'a> {
    match causes.iter().find(|(words, _)| is(text, words)) {
        Some((_, by)) => Some((EndKind::NoResult(*by), None)),
        None => broken_off_by(text, plain),
    }
}

/// Reads `by NAME`, or nothing.
fn broken_off_by(text: &[u8], by: NoResultBy) -> Found<'_> {
    let name = match text {
        [] => None,
        _ => Some(strip_head(text, b"by").filter(|name| !name.is_empty())?),
    };
    Some((EndKind::NoResult(by), name))
}

/// Reads `NAME lost connection; game aborted`.
fn read_lost_connection(text: &[u8]) -> Found<'_> {
    let (rest, by) = match strip_tail(text, b"game aborted") {
        Some(rest) => (rest, NoResultBy::ConnectionLostAborted),
        None => (strip_tail(text, b"game adjourned")?, NoResultBy::ConnectionLostAdjourned),
    };
    let [rest @ .., b';' | b','] = rest else { return None };
    // For short games, the server adds a few words.
    let rest = rest.trim_ascii_end();
    let name = strip_tail(rest, b"lost connection")
        .or_else(|| strip_tail(rest, b"lost connection and too few moves"))?;
    Some((EndKind::NoResult(by), Some(name)))
}

/// Reads `NAME ran out of time and NAME has no material to mate`.
fn read_flag_without_material(text: &[u8]) -> Option<EndReason<'_>> {
    let rest = [&b"has no material to mate"[..], b"has no material", b"has no mating material"]
        .iter()
        .find_map(|tail| strip_tail(text, tail))?;
    let mut at = 0;
    loop {
        at += rest[at..].iter().position(u8::is_ascii_whitespace)?;
        let words = rest[at..].trim_ascii_start();
        let other = strip_head(words, b"ran out of time and").filter(|other| !other.is_empty());
        let name = rest[..at].trim_ascii_end();
        if let (Some(other), false) = (other, name.is_empty()) {
            let kind = EndKind::Draw(DrawBy::FlagWithoutMaterial);
            return Some(EndReason { kind, name: Some(name), other_name: Some(other) });
        }
        at = rest.len() - words.len();
    }
}

/// Reads the name of a player or their partner, and how they lost or won.
fn read_decisive(text: &[u8]) -> Found<'_> {
    let (rest, won, how) =
        ENDINGS.iter().find_map(|&(words, won, how)| Some((strip_tail(text, words)?, won, how)))?;
    let partner = strip_tail(rest, b"partner").and_then(|owner| match owner {
        [name @ .., b'\'', b's' | b'S'] | [name @ .., b'\''] if !name.is_empty() => Some(name),
        _ => None,
    });
    let who = match (partner.is_some(), won) {
        (false, false) => Who::Loser,
        (false, true) => Who::Winner,
        (true, false) => Who::PartnerLoses,
        (true, true) => Who::PartnerWins,
    };
    Some((EndKind::Decisive { who, how }, Some(partner.unwrap_or(rest))))
}

/// Returns `true` if a text is a phrase.
fn is(text: &[u8], phrase: &[u8]) -> bool {
    strip_head(text, phrase).is_some_and(<[u8]>::is_empty)
}

/// Returns what follows a phrase at the start of a text, without the spaces between them.
///
/// A space in the phrase matches one or more spaces or line breaks. The phrase is in lower case.
fn strip_head<'a>(text: &'a [u8], phrase: &[u8]) -> Option<&'a [u8]> {
    let mut rest = text;
    for &expected in phrase {
        let (first, after) = rest.split_first()?;
        rest = match expected {
            b' ' if first.is_ascii_whitespace() => after.trim_ascii_start(),
            _ if first.to_ascii_lowercase() == expected => after,
            _ => return None,
        };
    }
    match rest.first() {
        Some(byte) if !byte.is_ascii_whitespace() => None,
        _ => Some(rest.trim_ascii_start()),
    }
}

/// Returns what precedes a phrase at the end of a text, without the spaces between them, or `None` if that is empty.
fn strip_tail<'a>(text: &'a [u8], phrase: &[u8]) -> Option<&'a [u8]> {
    let mut rest = text;
    for &expected in phrase.iter().rev() {
        let (last, before) = rest.split_last()?;
        rest = match expected {
            b' ' if last.is_ascii_whitespace() => before.trim_ascii_end(),
            _ if last.to_ascii_lowercase() == expected => before,
            _ => return None,
        };
    }
    rest.last().filter(|byte| byte.is_ascii_whitespace())?;
    Some(rest.trim_ascii_end()).filter(|rest| !rest.is_empty())
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndKind {
    /// A team won.
    Decisive {
        /// What the named player did.
        who: Who,
        /// How.
        how: How,
    },
    /// The game was drawn.
    Draw(DrawBy),
    /// The game was broken off, or is in progress.
    NoResult(NoResultBy),
    /// The text says something else.
    Other,
}

impl EndKind {
    /// Returns a short name in kebab case: `resignation`, `drawn-by-repetition`, `aborted`, `other`.
    pub const fn name(self) -> &'static str {
        match self {
            EndKind::Decisive { how, .. } => how.name(),
            EndKind::Draw(by) => by.name(),
            EndKind::NoResult(by) => by.name(),
            EndKind::Other => "other",
        }
    }
}

impl fmt::Display for EndKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndKind::Decisive { how, .. } => how.fmt(f),
            EndKind::Draw(by) => by.fmt(f),
            EndKind::NoResult(by) => by.fmt(f),
            EndKind::Other => f.write_str("another reason"),
        }
    }
}

named_enum! {
    /// What the named player did.
    Who;
    /// Lost the game.
    Loser, "loser", "lost";
    /// Won the game.
    Winner, "winner", "won";
    /// Has a partner who lost the game.
    PartnerLoses, "partner-loses", "the partner lost";
    /// Has a partner who won the game.
    PartnerWins, "partner-wins", "the partner won";
}

impl Who {
    /// Returns `true` if the team of the named player won.
    pub const fn won(self) -> bool {
        matches!(self, Who::Winner | Who::PartnerWins)
    }

    /// Returns `true` if the partner of the named player lost or won.
    pub const fn is_about_partner(self) -> bool {
        matches!(self, Who::PartnerLoses | Who::PartnerWins)
    }
}

named_enum! {
    /// How a game was won.
    #[non_exhaustive]
    How;
    /// By checkmate.
    Checkmate, "checkmate", "won by checkmate";
    /// A player resigned.
    Resignation, "resignation", "won by resignation";
    /// A player ran out of time.
    Time, "time", "won on time";
    /// A player left.
    Disconnection, "disconnection", "won by disconnection";
    /// An arbiter decided.
    Adjudication, "adjudication", "won by adjudication";
    /// The partner's board decided.
    Partner, "partner", "won on the partner's board";
    /// The text does not say: `NAME won`.
    Unknown, "unknown", "won";
}

named_enum! {
    /// Why a game was drawn.
    #[non_exhaustive]
    DrawBy;
    /// A player had no legal move.
    Stalemate, "stalemate", "drawn by stalemate";
    /// The players agreed.
    Agreement, "drawn-by-agreement", "drawn by agreement";
    /// A position was repeated.
    Repetition, "drawn-by-repetition", "drawn by repetition";
    /// Fifty moves passed without a capture or a pawn move.
    FiftyMoves, "drawn-by-fifty-moves", "drawn by the fifty-move rule";
    /// An arbiter decided.
    Adjudication, "drawn-by-adjudication", "drawn by adjudication";
    /// Both players ran out of time.
    BothFlags, "both-flags", "drawn because both players ran out of time";
    /// The other board was drawn.
    PartnersGame, "partners-game-drawn", "drawn on the partner's board";
    /// Nobody had the material to mate.
    NoMaterial, "no-material", "drawn because nobody can mate";
    /// A player ran out of time against one without the material to mate.
    FlagWithoutMaterial, "flag-without-material", "drawn because the player with time cannot mate";
    /// Both boards ended in mate.
    MateOnBothBoards, "mate-on-both-boards", "drawn by mate on both boards";
}

named_enum! {
    /// Why a game has no result.
    #[non_exhaustive]
    NoResultBy;
    /// It was aborted.
    Aborted, "aborted", "aborted";
    /// It was aborted on the first move.
    AbortedFirstMove, "aborted-first-move", "aborted on the first move";
    /// The players agreed to abort it.
    AbortedByAgreement, "aborted-by-agreement", "aborted by agreement";
    /// An arbiter aborted it.
    AbortedByAdjudication, "aborted-by-adjudication", "aborted by adjudication";
    /// It was adjourned.
    Adjourned, "adjourned", "adjourned";
    /// The players agreed to adjourn it.
    AdjournedByAgreement, "adjourned-by-agreement", "adjourned by agreement";
    /// The server shut down.
    ServerShutdown, "server-shutdown", "broken off by a server shutdown";
    /// A player aborted it as a courtesy to a player who had left.
    CourtesyAborted, "courtesy-aborted", "aborted as a courtesy";
    /// A player adjourned it as a courtesy to a player who had left.
    CourtesyAdjourned, "courtesy-adjourned", "adjourned as a courtesy";
    /// A player lost the connection, and the game was aborted.
    ConnectionLostAborted, "connection-lost-aborted", "aborted after a lost connection";
    /// A player lost the connection, and the game was adjourned.
    ConnectionLostAdjourned, "connection-lost-adjourned", "adjourned after a lost connection";
    /// The other board was aborted.
    PartnersGameAborted, "partners-game-aborted", "aborted on the partner's board";
    /// The other board was adjourned.
    PartnersGameAdjourned, "partners-game-adjourned", "adjourned on the partner's board";
    /// It is in progress.
    InProgress, "in-progress", "still in progress";
}
