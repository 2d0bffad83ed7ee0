//! The start of a game: the position of its `FEN` tag, and the rules that its tags choose.

use bughouse_chess::notation::position::{Field, ParsedTwoBoards};
use bughouse_chess::{
    DropAggression, LastFields, Leniencies, Leniency, PawnDropRanks, Position, Promotion, Rank, ReadError,
    Rules, Span, TwoBoards,
};

use crate::replay::options::{ReadOptions, RulesChoice};
use crate::replay::replayer::Replayer;

/// The start of a game.
///
/// ```
/// use bpgn::{Game, ReadOptions, Start};
/// use bughouse_chess::{BoardId, Color, Promotion};
///
/// let game: Game = "[Promotion \"Steal\"]\n[Setup \"1\"]\n\
///     [FEN \"4k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n1a. Kd7 *".parse()?;
/// let options = ReadOptions::strict();
/// let start = Start::of_tags(|name| game.tags.get(name).map(str::as_bytes), &options);
/// assert_eq!(start.rules(&options).promotion, Promotion::Steal);
/// assert_eq!(start.position(&options).to_move(BoardId::A).color, Color::Black);
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Start {
    /// The start position of the game with its clocks, or `None` for the starting position.
    pub given: Option<TwoBoards>,
    /// The deviations that were accepted in it.
    pub used: Leniencies,
    /// `true` if the value of the `FEN` tag is a word for the starting position, which was accepted.
    pub is_word: bool,
    /// What ambiguous last two fields of each board were read as, and the span of the first of them in the value of the
    /// tag.
    pub guessed: Option<(LastFields, Span)>,
    /// Why the position is not valid. Then no half-move is played.
    pub error: Option<ReadError>,
    /// The rules that tags choose.
    pub rules: Option<Rules>,
}

impl Start {
    /// Reads the start of a game from the values of its tags.
    pub fn of_tags<'a>(tag: impl Fn(&str) -> Option<&'a [u8]>, options: &ReadOptions) -> Start {
        let mut rules = RuleTags::default();
        for &name in RULE_TAGS {
            if let Some(value) = tag(name) {
                rules.read(name.as_bytes(), value);
            }
        }
        Start::new(tag("FEN"), &rules, options)
    }

    pub(crate) fn new(fen: Option<&[u8]>, rules: &RuleTags, options: &ReadOptions) -> Start {
        let mut start = Start { rules: rules.chosen(), ..Start::default() };
        start.is_word = options.lenient && fen.is_some_and(is_start_word);
        match fen.filter(|_| !start.is_word).map(|fen| read_given(fen, options)) {
            None => {}
            Some(Ok((given, used, guessed))) => {
                (start.given, start.used, start.guessed) = (Some(given), used, guessed);
            }
            Some(Err(error)) => start.error = Some(error),
        }
        start
    }

    /// Returns the rules that apply.
    pub fn rules(&self, options: &ReadOptions) -> Rules {
        match options.rules {
            RulesChoice::Given(rules) => rules,
            RulesChoice::FromTags { otherwise } => self.rules.unwrap_or(otherwise),
        }
    }

    /// Returns the position before the first half-move, under the rules that apply.
    pub fn position(&self, options: &ReadOptions) -> Position {
        let given = self.given.as_ref().map_or(Position::START, |given| given.position);
        given.with_rules(self.rules(options))
    }

    /// Returns a replayer at the start.
    pub fn replayer(&self, options: &ReadOptions) -> Replayer {
        Replayer::start(options, self.position(options), self.given.is_some())
    }

    /// Returns `true` if the position holds more pieces than two sets.
    pub(crate) fn has_too_many_pieces(&self, options: &ReadOptions) -> bool {
        self.given.is_some() && self.position(options).check_material().is_err()
    }
}

/// Returns `true` if a value is a word for two boards in the starting position.
fn is_start_word(value: &[u8]) -> bool {
    let is_start = |text: &[u8]| matches!(text.trim_ascii(), b"start" | b"startpos");
    let mut boards = value.split(|&byte| byte == b'|');
    boards.by_ref().take(2).all(is_start) && boards.next().is_none()
}

/// Both boards, the leniencies that were used, and how ambiguous last fields were read.
type Given = (TwoBoards, Leniencies, Option<(LastFields, Span)>);

/// What a start position may deviate in. A short rank or missing fields mean that the string is damaged.
const ACCEPTED: Leniencies =
    Leniencies::POSITION.without(Leniency::ShortRank).without(Leniency::MissingFields);

fn read_given(value: &[u8], options: &ReadOptions) -> Result<Given, ReadError> {
    let (accept, auto) = match options.lenient {
        true => (ACCEPTED, LastFields::LenientTag),
        false => (Leniencies::NONE, LastFields::Tag),
    };
    let last_fields = if options.last_fields == LastFields::Auto { auto } else { options.last_fields };
    let reading = bughouse_chess::ReadOptions::default().accept(accept).last_fields(last_fields);
    let parsed = ParsedTwoBoards::read(value, &reading)?;
    let guessed = (options.lenient && parsed.guessed).then(|| last_fields_span(&parsed)).flatten();
    let (given, used) = parsed.build(&reading)?;
    Ok((given, used, guessed.map(|span| (parsed.last_fields, span))))
}

/// Returns the span of the last two fields of the first board that has them.
fn last_fields_span(parsed: &ParsedTwoBoards<'_>) -> Option<Span> {
    let mut fields = parsed
        .boards
        .iter()
        .map(|board| Span::new(board.span(Field::HalfmoveClock).start, board.span(Field::MoveNumber).end));
    fields.find(|span| span.start < span.end)
}

/// The bughouse.pro tags that choose rules.
pub const RULE_TAGS: &[&str] = &["Variant", "Promotion", "DropAggression", "PawnDropRanks"];

/// The values of the `Promotion` tag.
const PROMOTIONS: &[(&str, Promotion)] =
    &[("Upgrade", Promotion::Upgrade), ("Steal", Promotion::Steal), ("Discard", Promotion::Discard)];

/// The values of the `DropAggression` tag.
const DROPS: &[(&str, DropAggression)] = &[
    ("Mate allowed", DropAggression::MateAllowed),
    ("No bughouse mate", DropAggression::NoBughouseMate),
    ("No chess mate", DropAggression::NoChessMate),
    ("No check", DropAggression::NoCheck),
];

fn read_word<T: Copy>(words: &[(&str, T)], value: &[u8]) -> Option<T> {
    words.iter().find(|(word, _)| word.as_bytes() == value).map(|&(_, meaning)| meaning)
}

fn word_for<T: PartialEq>(words: &[(&str, T)], wanted: T) -> Option<String> {
    words.iter().find(|(_, meaning)| *meaning == wanted).map(|(word, _)| (*word).to_owned())
}

/// Returns the tags that choose rules. Some rules have no word. A reader takes all rules that no tag chooses from
/// bughouse.pro if there is one of them, or else from its options.
pub(crate) fn rule_tags(rules: &Rules) -> Vec<(&'static str, String)> {
    let standard = Rules::standard();
    let chosen = |rules: &Rules| (rules.promotion, rules.drops, rules.pawn_drops);
    let pro =
        Rules::bughouse_pro().promotion(rules.promotion).drops(rules.drops).pawn_drops(rules.pawn_drops);
    if chosen(rules) == chosen(&standard) && *rules != pro {
        return Vec::new();
    }
    [
        ("Promotion", word_for(PROMOTIONS, rules.promotion)),
        ("DropAggression", word_for(DROPS, rules.drops)),
        ("PawnDropRanks", Some(rules.pawn_drops.to_string())),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect()
}

/// The rules chosen by tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RuleTags {
    promotion: Option<Promotion>,
    drops: Option<DropAggression>,
    pawn_drops: Option<PawnDropRanks>,
}

/// What is wrong with a tag that chooses rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RuleTagError {
    /// The value is unknown.
    Unknown,
    /// These rules aren't supported.
    NotPlayed,
}

/// Returns what is wrong with the value of one of the [`RULE_TAGS`].
pub fn rule_tag_error(name: &str, value: &[u8]) -> Option<RuleTagError> {
    RuleTags::default().read(name.as_bytes(), value)
}

impl RuleTags {
    /// Adds a tag. The first with its name counts. Returns what is wrong with it.
    pub(crate) fn read(&mut self, name: &[u8], value: &[u8]) -> Option<RuleTagError> {
        let value = value.trim_ascii();
        let unknown = Some(RuleTagError::Unknown);
        match name {
            b"Variant" => {
                let mut words = value.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
                let is_played = |word: &[u8]| {
                    word.eq_ignore_ascii_case(b"bughouse") || matches!(word, b"Chess960" | b"FischerRandom")
                };
                (!words.all(is_played)).then_some(RuleTagError::NotPlayed)
            }
            b"Promotion" => {
                let Some(promotion) = read_word(PROMOTIONS, value) else { return unknown };
                self.promotion.get_or_insert(promotion);
                None
            }
            b"DropAggression" => {
                let Some(drops) = read_word(DROPS, value) else { return unknown };
                self.drops.get_or_insert(drops);
                None
            }
            b"PawnDropRanks" => {
                let &[first, b'-', last] = value else { return unknown };
                let (Some(first), Some(last)) = (Rank::from_digit(first), Rank::from_digit(last)) else {
                    return unknown;
                };
                match PawnDropRanks::new(first, last) {
                    Some(ranks) => {
                        self.pawn_drops.get_or_insert(ranks);
                        None
                    }
                    None => Some(RuleTagError::NotPlayed),
                }
            }
            _ => None,
        }
    }

    /// Returns the rules that the tags choose, or `None` if they choose none.
    pub(crate) fn chosen(&self) -> Option<Rules> {
        if *self == RuleTags::default() {
            return None;
        }
        let base = Rules::bughouse_pro();
        Some(
            base.promotion(self.promotion.unwrap_or(base.promotion))
                .drops(self.drops.unwrap_or(base.drops))
                .pawn_drops(self.pawn_drops.unwrap_or(base.pawn_drops)),
        )
    }
}
