//! Declares query parameters. Each has a name, a description, and a kind, which parses its values and describes them in
//! the OpenAPI spec.

use serde::Serialize;
use serde_json::{Value, json};

use crate::api::params::{Param, Params};
use crate::api::rejection::Rejection;

/// A set of query parameters.
pub(crate) trait Query: Sized {
    /// Returns their names.
    fn names() -> Vec<&'static str>;

    /// Parses them.
    fn read(params: &Params) -> Result<Self, Rejection>;

    /// Describes them in the OpenAPI spec.
    #[cfg(feature = "schema")]
    fn describe() -> Vec<Value>;
}

/// A kind of query parameter.
pub(crate) struct Kind<T> {
    /// Parses a value.
    pub(crate) read: fn(Param<'_>) -> Result<T, Rejection>,
    /// Describes the values in the OpenAPI spec, by their `schema`, and whether they are `required` and may be empty.
    #[cfg_attr(not(feature = "schema"), expect(dead_code, reason = "only the spec describes values"))]
    pub(crate) values: fn() -> Value,
}

/// Declares a struct of query parameters. A field has a description, the name of the parameter, and its kind:
///
/// ```text
/// /// The number of games to skip.
/// "offset" pub offset: usize = OFFSET,
/// ```
macro_rules! query {
    (
        $(#[$about_type:meta])*
        $type_vis:vis struct $type:ident {
            $($(#[doc = $about:literal])+ $name:literal $vis:vis $field:ident: $value:ty = $kind:expr,)+
        }
    ) => {
        $(#[$about_type])*
        $type_vis struct $type {
            $($(#[doc = $about])+ $vis $field: $value,)+
        }

        impl $crate::api::query::Query for $type {
            fn names() -> Vec<&'static str> {
                vec![$($name),+]
            }

            fn read(
                params: &$crate::api::params::Params,
            ) -> Result<$type, $crate::api::rejection::Rejection> {
                Ok($type { $($field: ($kind.read)(params.get($name))?,)+ })
            }

            #[cfg(feature = "schema")]
            fn describe() -> Vec<serde_json::Value> {
                vec![$($crate::api::query::parameter($name, concat!($($about),+), ($kind.values)())),+]
            }
        }
    };
}
pub(crate) use query;

/// Describes a query parameter in the OpenAPI spec, given what its kind says about the values.
#[cfg(feature = "schema")]
pub(crate) fn parameter(name: &str, about: &str, values: Value) -> Value {
    let mut all = json!({ "name": name, "in": "query", "required": false, "description": about.trim() });
    if let (Value::Object(all), Value::Object(values)) = (&mut all, values) {
        all.extend(values);
    }
    all
}

/// Any text; empty is the same as missing.
pub(crate) const TEXT: Kind<Option<String>> = Kind {
    read: |param| Ok(Some(param.text().to_owned()).filter(|text| !text.is_empty())),
    values: || json!({ "schema": { "type": "string" }, "allowEmptyValue": true }),
};

/// A text without the spaces around it; empty is the same as missing.
pub(crate) const TRIMMED: Kind<Option<String>> = Kind { read: |param| (TEXT.read)(param.trimmed()), ..TEXT };

/// `true`, or `false` if it is missing.
pub(crate) const FLAG: Kind<bool> = Kind {
    read: |param| match param.text() {
        "true" | "1" => Ok(true),
        "false" | "0" | "" => Ok(false),
        _ => Err(param.expected("true or false")),
    },
    values: || json!({ "schema": { "type": "boolean" }, "allowEmptyValue": true }),
};

/// Describes texts in a format of its own; empty is the same as missing. These formats are:
///
/// - `query`: a query in the language of `bughouse search`
/// - `day`: YYYY, YYYY-MM or YYYY-MM-DD
/// - `time-control`: such as `180+0`
/// - `end-reason`: one of the `end_reasons` of `GET /api/files`
///
/// Required parameters and the bodies of requests use these:
///
/// - `board`: a board in any notation
/// - `position`: a board, or two boards separated by ` | `
/// - `bpgn`: a game
pub(crate) fn in_format(format: &str) -> Value {
    json!({ "schema": { "type": "string", "format": format }, "allowEmptyValue": true })
}

/// Describes one of some words; empty is the same as missing.
pub(crate) fn one_of<T>(choices: &[(&str, T)]) -> Value {
    let words: Vec<&str> = choices.iter().map(|&(word, _)| word).collect();
    json!({ "schema": { "type": "string", "enum": words }, "allowEmptyValue": true })
}

/// Describes integers in a range.
pub(crate) fn integer(least: impl Serialize, most: impl Serialize) -> Value {
    json!({ "schema": { "type": "integer", "minimum": least, "maximum": most } })
}

/// Describes values with a default.
pub(crate) fn or(mut values: Value, default: impl Serialize) -> Value {
    values["schema"]["default"] = json!(default);
    values
}

/// The maximum number of entries in a list.
const MOST_ENTRIES: i64 = 500;

/// A number of entries in a list.
pub(crate) const fn limit<const DEFAULT: usize>() -> Kind<usize> {
    Kind {
        read: |param| match param.integer()? {
            None => Ok(DEFAULT),
            Some(number @ 0..=MOST_ENTRIES) => Ok(number as usize),
            Some(_) => Err(param.expected(format_args!("0 to {MOST_ENTRIES}"))),
        },
        values: || or(integer(0, MOST_ENTRIES), DEFAULT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    query! {
        /// Some parameters.
        #[derive(PartialEq, Debug)]
        struct Sample {
            /// A flag.
            "flip" flip: bool = FLAG,
            /// A number
            /// of games.
            "games" games: usize = limit::<5>(),
        }
    }

    #[test]
    fn values_are_read_or_rejected() {
        let read = |query: &str| Sample::read(&Params::read(query));
        let rejected = |query: &str| read(query).unwrap_err().message().to_owned();
        assert_eq!(read(""), Ok(Sample { flip: false, games: 5 }));
        assert_eq!(read("flip=1&games=0"), Ok(Sample { flip: true, games: 0 }));
        assert!(read("flip=0").is_ok_and(|read| !read.flip));
        assert_eq!(rejected("flip=up"), "flip: expected true or false, found up");
        assert_eq!(rejected("games=501"), "games: expected 0 to 500, found 501");
        assert_eq!(rejected("games=-1"), "games: expected 0 to 500, found -1");
    }

    #[cfg(feature = "schema")]
    #[test]
    fn parameters_are_described() {
        assert_eq!(Sample::names(), ["flip", "games"]);
        let games = json!({
            "name": "games",
            "in": "query",
            "required": false,
            "description": "A number of games.",
            "schema": { "type": "integer", "minimum": 0, "maximum": 500, "default": 5 },
        });
        assert_eq!(Sample::describe()[1], games);
    }
}
