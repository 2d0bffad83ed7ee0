//! The facts of a game: players, date, time control, how it ended and who won.

use bughouse_chess::BySeat;

use crate::lexer::tag::unescape_bytes;
use crate::replay::check::Checker;
use crate::replay::diagnostic::DiagnosticKind;
use crate::replay::options::ReadOptions;
use crate::replay::outcome::{Evidence, GameOutcome};
use crate::replay::report::Report;
use crate::tree::Game;
use crate::types::end_reason::EndKind;
use crate::types::tags::{Date, GameResult, Rating, TimeControlTag, elo_tag, player_tag, read_time_control};

/// The facts of a game.
///
/// ```
/// use bpgn::{Facts, Winner};
/// use bughouse_chess::{Seat, Team};
///
/// let game: bpgn::Game = "[WhiteA \"Ann\"][BlackA \"Bob\"][Result \"0-1\"] 1A. e4 1a. e5 {Bob resigns} 1-0".parse()?;
/// let facts = Facts::of(&game);
/// assert_eq!(facts.players[Seat::BLACK_A].as_deref(), Some("Bob"));
/// assert_eq!(facts.outcome.winner, Some(Winner::Team(Team::One)));
/// assert_eq!(facts.conflicts[0].name(), "tag-and-result");
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Facts {
    /// By seat, the player's name, or `None` without a tag.
    pub players: BySeat<Option<String>>,
    /// By seat, the player's rating.
    pub ratings: BySeat<Rating>,
    /// The date, from the `Date` tag or else `UTCDate`.
    pub date: Option<Date>,
    /// The time control, from its tag.
    pub time_control: TimeControlTag,
    /// The result that counts: the `Result` tag, unless it is `*` and the moves end with another result.
    pub result: Option<GameResult>,
    /// The comment that says why the game ended.
    pub end_reason: Option<String>,
    /// Who won, why, and the evidence for it.
    pub outcome: GameOutcome,
    /// Contradictions about the ending.
    pub conflicts: Vec<DiagnosticKind>,
}

impl Facts {
    /// Returns the facts of a game in memory: those of the text it would be written as.
    pub fn of(game: &Game) -> Facts {
        let options = ReadOptions::for_files();
        game.visit(&mut Checker::new(options, |report| report.facts()))
    }
}

/// All facts unknown.
impl Default for Facts {
    fn default() -> Facts {
        Facts {
            players: BySeat::default(),
            ratings: BySeat::new([Rating::Unknown; 4]),
            date: None,
            time_control: TimeControlTag::None,
            result: None,
            end_reason: None,
            outcome: GameOutcome {
                winner: None,
                reason: EndKind::Other,
                loser: None,
                evidence: Evidence::Nothing,
            },
            conflicts: Vec::new(),
        }
    }
}

impl Report<'_> {
    /// Returns the facts of the game.
    pub fn facts(&self) -> Facts {
        let encoding = self.encoding();
        let decode = |bytes: &[u8]| encoding.decode(bytes).into_owned();
        // A question mark means unknown.
        let is_name = |name: &String| !matches!(name.trim(), "" | "?");
        let name =
            |seat| self.tag(player_tag(seat)).map(|name| decode(&unescape_bytes(name))).filter(is_name);
        let rating = |seat| self.tag(elo_tag(seat)).map_or(Rating::Unknown, Rating::read);
        let date = |name| self.tag(name).and_then(|value| Date::read(value).ok());
        Facts {
            players: BySeat::from_fn(name),
            ratings: BySeat::from_fn(rating),
            date: date("Date").or_else(|| date("UTCDate")),
            time_control: self.tag("TimeControl").map_or(TimeControlTag::None, read_time_control),
            result: self.result,
            end_reason: self.end_reason.map(|span| decode(&self.bytes[span.start..span.end])),
            outcome: self.outcome,
            conflicts: self
                .diagnostics
                .iter()
                .map(|diagnostic| diagnostic.kind)
                .filter(|kind| kind.is_about_end())
                .collect(),
        }
    }
}
