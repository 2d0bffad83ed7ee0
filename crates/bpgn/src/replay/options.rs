//! What a replay accepts, and by which rules it plays.

use bughouse_chess::{FenStyle, LastFields, Rules};

/// What a record may deviate in from the standard, and the rules it is played by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Accepts what real files contain, and reports each deviation.
    pub lenient: bool,
    /// Lends a player who drops a piece that is not in reserve that piece.
    pub borrow: bool,
    /// Reports marks of check and mate that are missing or wrong, and origins named without need.
    pub lint: bool,
    /// Plays by these rules, whatever the tags of a record say. If there are none, the tags of bughouse.pro choose
    /// them; a record without such tags is played by the rules of FICS, or by those of the documents if it must be
    /// standard.
    pub rules: Option<Rules>,
    /// How positions are written.
    pub style: FenStyle,
    /// What the last two fields of each board of a `FEN` tag are. The standard has clocks there, and so has
    /// [`LastFields::Auto`], unless a board has brackets, which is BFEN with its counters; or, unless a record must be
    /// standard, all boards have 0 and a move number.
    pub last_fields: LastFields,
}

/// Accepts the standard alone.
impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions::strict()
    }
}

impl ReadOptions {
    /// Accepts the standard alone.
    pub const fn strict() -> ReadOptions {
        ReadOptions {
            lenient: false,
            borrow: false,
            lint: false,
            rules: None,
            style: FenStyle::of_games(),
            last_fields: LastFields::Auto,
        }
    }

    /// Accepts what real files contain, and reports each deviation.
    pub const fn lenient() -> ReadOptions {
        ReadOptions { lenient: true, ..ReadOptions::strict() }
    }

    /// Sets whether a piece that is not in reserve is lent.
    #[must_use]
    pub const fn borrow(mut self, borrow: bool) -> ReadOptions {
        self.borrow = borrow;
        self
    }

    /// Sets whether marks and origins are validated.
    #[must_use]
    pub const fn lint(mut self, lint: bool) -> ReadOptions {
        self.lint = lint;
        self
    }

    /// Sets the rules to play by.
    #[must_use]
    pub const fn rules(mut self, rules: Rules) -> ReadOptions {
        self.rules = Some(rules);
        self
    }

    /// Sets how positions are written.
    #[must_use]
    pub const fn style(mut self, style: FenStyle) -> ReadOptions {
        self.style = style;
        self
    }

    /// Sets what the last two fields of each board of a `FEN` tag are.
    #[must_use]
    pub const fn last_fields(mut self, last_fields: LastFields) -> ReadOptions {
        self.last_fields = last_fields;
        self
    }

    /// Returns the rules of a record whose tags choose none.
    pub(crate) const fn usual_rules(&self) -> Rules {
        match self.rules {
            Some(rules) => rules,
            None if self.lenient => Rules::fics(),
            None => Rules::standard(),
        }
    }
}
