//! Options of a replay: what it accepts, and the rules.

use bughouse_chess::{FenStyle, LastFields, Rules};

/// Which deviations from the standard a replay accepts, and the rules it uses.
///
/// They are about the moves and labels of a game, and the tags with its start and its rules. Reading the text itself
/// accepts anything, and reports it as [`SyntaxError`](crate::SyntaxError). [`bughouse_chess::ReadOptions`] are about a
/// single position string; a replay derives them from these options to read a `FEN` tag.
///
/// ```
/// use bpgn::{Game, ReadOptions, Timeline};
///
/// let game: Game = "1A. e2e4 1a. e5 *".parse()?;
/// assert_eq!(Timeline::new(&game, &ReadOptions::for_files()).len(), 2);
/// // In strict reading, `e2e4` is not a move.
/// assert_eq!(Timeline::new(&game, &ReadOptions::strict()).len(), 0);
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[must_use]
pub struct ReadOptions {
    /// Accepts common deviations, and reports each of them.
    pub lenient: bool,
    /// If a player drops a piece that is not in reserve, lends it to them.
    pub borrow: bool,
    /// Reports wrong check signs and unnecessary disambiguation.
    pub lint: bool,
    /// The rules.
    pub rules: RulesChoice,
    /// How positions are written.
    pub style: FenStyle,
    /// What the last two fields of each board in a `FEN` tag are. With [`LastFields::Auto`] they are clocks, as the
    /// standard says. They are counters if a board has brackets, as in BFEN, or, if `lenient` is set, if all boards
    /// have 0 and a move number.
    pub last_fields: LastFields,
}

/// Which rules a replay uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RulesChoice {
    /// These rules, whatever the tags of a game say.
    Given(Rules),
    /// Those that the bughouse.pro tags of a game choose.
    FromTags {
        /// The rules of a game without these tags.
        otherwise: Rules,
    },
}

/// Only accepts the standard.
impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions::strict()
    }
}

impl ReadOptions {
    /// Only accepts the standard: even a deviation that changes nothing makes a game
    /// [broken](crate::State::Broken), such as castling with a dropped rook.
    pub const fn strict() -> ReadOptions {
        ReadOptions {
            lenient: false,
            borrow: false,
            lint: false,
            rules: RulesChoice::FromTags { otherwise: Rules::standard() },
            style: FenStyle::of_games(),
            last_fields: LastFields::Auto,
        }
    }

    /// Accepts common deviations, and reports each of them.
    pub const fn lenient() -> ReadOptions {
        ReadOptions { lenient: true, ..ReadOptions::strict() }
    }

    /// For game files of any origin: accepts common deviations, and plays by [`Rules::fics`] unless the tags choose other
    /// rules, because most files come from FICS. The CLI, the server and archives read files with these options.
    ///
    /// ```
    /// use bpgn::ReadOptions;
    /// use bughouse_chess::Rules;
    ///
    /// assert_eq!(ReadOptions::for_files(), ReadOptions::lenient().otherwise(Rules::fics()));
    /// ```
    pub const fn for_files() -> ReadOptions {
        ReadOptions::lenient().otherwise(Rules::fics())
    }

    /// Sets whether a piece that is not in reserve is lent.
    pub const fn borrow(mut self, borrow: bool) -> ReadOptions {
        self.borrow = borrow;
        self
    }

    /// Sets whether check signs and disambiguation are validated.
    pub const fn lint(mut self, lint: bool) -> ReadOptions {
        self.lint = lint;
        self
    }

    /// Sets the rules of all games, whatever their tags say.
    pub const fn rules(mut self, rules: Rules) -> ReadOptions {
        self.rules = RulesChoice::Given(rules);
        self
    }

    /// Sets the rules of games whose tags choose none. The default is [`Rules::standard`].
    pub const fn otherwise(mut self, otherwise: Rules) -> ReadOptions {
        self.rules = RulesChoice::FromTags { otherwise };
        self
    }

    /// Sets how positions are written.
    pub const fn style(mut self, style: FenStyle) -> ReadOptions {
        self.style = style;
        self
    }

    /// Sets what the last two fields of each board of a `FEN` tag are.
    pub const fn last_fields(mut self, last_fields: LastFields) -> ReadOptions {
        self.last_fields = last_fields;
        self
    }

    /// Returns the rules of a game whose tags choose none.
    pub(crate) const fn default_rules(&self) -> Rules {
        match self.rules {
            RulesChoice::Given(rules) => rules,
            RulesChoice::FromTags { otherwise } => otherwise,
        }
    }
}
