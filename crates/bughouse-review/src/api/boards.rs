//! Query parameters about two boards: the boards, the rules, clocks and names.

use bpgn::replay::{RULE_TAGS, RuleTagError, rule_tag_error};
use bpgn::{ReadOptions, Start};
use bughouse_chess::{Board, Millis, Position, Rules};
use serde_json::{Value, json};

use crate::api::params::Params;
#[cfg(feature = "schema")]
use crate::api::query::parameter;
use crate::api::query::{FLAG, Kind, Query, TEXT, integer, query};
use crate::api::rejection::Rejection;
use crate::position::{self, ReadBoard, ReadBoards, one_line};

/// Describes a required value in a format.
fn required(format: &str) -> Value {
    json!({ "schema": { "type": "string", "format": format }, "required": true })
}

/// A board.
const BOARD: Kind<Board> = Kind {
    read: |param| {
        let text = param.require()?.as_bytes();
        let read = position::read_board(text, &position::lenient());
        read.map(|(board, _)| board).map_err(|errors| {
            let rejection = param.rejected(one_line(&errors));
            match errors.first() {
                Some(error) => Rejection::bad_request_at(rejection.message(), text, error.span()),
                None => rejection,
            }
        })
    },
    values: || required("board"),
};

/// One board or two.
pub(crate) const ONE_OR_TWO_BOARDS: Kind<ReadBoards> = Kind {
    read: |param| {
        let read = position::read(param.require()?.trim().as_bytes(), &position::lenient());
        read.map(|(boards, _)| boards).map_err(|errors| param.rejected(one_line(&errors)))
    },
    values: || required("position"),
};

query! {
    /// A position to open as a game.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct GivenPosition {
        /// The position, such as two boards in BFEN separated by ` | `.
        "text" pub text: String =
            Kind { read: |param| param.require().map(str::to_owned), values: || required("position") },
    }
}

query! {
    /// Both boards of a match.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct BothBoards {
        /// Board A in any notation.
        "a" pub a: Board = BOARD,
        /// Board B in any notation.
        "b" pub b: Board = BOARD,
    }
}

/// Both boards of a match, and the tags of the game that select its rules.
impl Query for Position {
    fn names() -> Vec<&'static str> {
        [&BothBoards::names(), RULE_TAGS].concat()
    }

    fn read(params: &Params) -> Result<Position, Rejection> {
        let BothBoards { a, b } = BothBoards::read(params)?;
        Ok(Position::new(a, b, rules(params)?))
    }

    #[cfg(feature = "schema")]
    fn describe() -> Vec<Value> {
        let tag = |&name: &&'static str| {
            let schema = match name {
                "Promotion" => json!({ "type": "string", "enum": ["Upgrade", "Steal", "Discard"] }),
                "DropAggression" => {
                    let values = ["Mate allowed", "No bughouse mate", "No chess mate", "No check"];
                    json!({ "type": "string", "enum": values })
                }
                "PawnDropRanks" => json!({ "type": "string", "pattern": "^[1-8]-[1-8]$" }),
                _ => json!({ "type": "string" }),
            };
            let about = format!("The value of the tag `{name}` of the game, which selects the rules.");
            parameter(name, &about, json!({ "schema": schema }))
        };
        BothBoards::describe().into_iter().chain(RULE_TAGS.iter().map(tag)).collect()
    }
}

/// Reads the rules that tags of a game select.
fn rules(params: &Params) -> Result<Rules, Rejection> {
    for &name in RULE_TAGS {
        let Some(value) = params.value(name) else { continue };
        if rule_tag_error(name, value.as_bytes()) == Some(RuleTagError::Unknown) {
            return Err(params.get(name).rejected(format_args!("{value} is not a value of this tag")));
        }
    }
    let options = ReadOptions::for_files();
    Ok(Start::of_tags(|name| params.value(name).map(str::as_bytes), &options).rules(&options))
}

/// A time in milliseconds.
const MILLIS: Kind<Option<i64>> =
    Kind { read: |param| param.integer(), values: || integer(i64::MIN, i64::MAX) };

query! {
    /// The four clocks.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct GivenClocks {
        /// The clock of WhiteA in milliseconds.
        "WhiteA" pub white_a: Option<i64> = MILLIS,
        /// The clock of BlackA in milliseconds.
        "BlackA" pub black_a: Option<i64> = MILLIS,
        /// The clock of WhiteB in milliseconds.
        "WhiteB" pub white_b: Option<i64> = MILLIS,
        /// The clock of BlackB in milliseconds.
        "BlackB" pub black_b: Option<i64> = MILLIS,
    }
}

impl BothBoards {
    /// Adds clocks. A board has both or none.
    pub(crate) fn with_clocks(self, clocks: GivenClocks) -> [ReadBoard; 2] {
        let pair = |white: Option<i64>, black: Option<i64>| {
            white.zip(black).map(|(white, black)| [Millis(white).into(), Millis(black).into()])
        };
        [
            ReadBoard { clocks: pair(clocks.white_a, clocks.black_a), ..ReadBoard::of(self.a) },
            ReadBoard { clocks: pair(clocks.white_b, clocks.black_b), ..ReadBoard::of(self.b) },
        ]
    }
}

query! {
    /// How an image shows both boards.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct GivenArrangement {
        /// Flip both boards.
        "flip" pub flip: bool = FLAG,
        /// Put board B on the left.
        "swap" pub swap: bool = FLAG,
    }
}

query! {
    /// The names of the players.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct GivenNames {
        /// The name of the player in the seat WhiteA.
        "WhiteAName" pub white_a: Option<String> = TEXT,
        /// The name of the player in the seat BlackA.
        "BlackAName" pub black_a: Option<String> = TEXT,
        /// The name of the player in the seat WhiteB.
        "WhiteBName" pub white_b: Option<String> = TEXT,
        /// The name of the player in the seat BlackB.
        "BlackBName" pub black_b: Option<String> = TEXT,
    }
}
