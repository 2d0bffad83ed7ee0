//! Declares query parameters. Each has a name, a description, and a kind, which parses its values and describes them in
//! the OpenAPI spec.

use std::fmt::Display;

use serde::Serialize;
#[cfg(feature = "schema")]
use serde_json::{Value, json};

use crate::api::params::{Param, Params, is_plain_number};
use crate::api::rejection::Rejection;
use crate::shapes::words;

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
pub(crate) trait Kind {
    /// A parsed value.
    type Value;

    /// Parses a value.
    fn read(&self, param: Param<'_>) -> Result<Self::Value, Rejection>;

    /// Describes the values in the OpenAPI spec, by their `schema`, and whether they are `required` and may be empty.
    #[cfg(feature = "schema")]
    fn describe(&self) -> Value;
}

/// Declares a struct of query parameters. A field has a description, the name of the parameter, and its kind:
///
/// ```text
/// /// The number of games to skip.
/// "offset" pub offset: usize = Or(OFFSET, 0),
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
                Ok($type { $($field: $crate::api::query::Kind::read(&$kind, params.get($name))?,)+ })
            }

            #[cfg(feature = "schema")]
            fn describe() -> Vec<serde_json::Value> {
                let describe = $crate::api::query::parameter;
                vec![$(describe($name, concat!($($about),+), $crate::api::query::Kind::describe(&$kind))),+]
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

/// A text in a format of its own; empty is the same as missing. These formats are:
///
/// - `query`: a query in the language of `bughouse search`
/// - `day`: YYYY, YYYY-MM or YYYY-MM-DD
/// - `time-control`: such as `180+0`
/// - `end-reason`: one of the `end_reasons` of `GET /api/files`
///
/// Other kinds and the bodies of requests use these:
///
/// - `board`: a board in any notation
/// - `position`: a board, or two boards separated by ` | `
/// - `bpgn`: a game
pub(crate) struct Text(
    #[cfg_attr(not(feature = "schema"), expect(dead_code, reason = "only the spec names the format"))]
    pub(crate) &'static str,
);

/// Any text; empty is the same as missing.
pub(crate) const TEXT: Text = Text("");

impl Kind for Text {
    type Value = Option<String>;

    fn read(&self, param: Param<'_>) -> Result<Option<String>, Rejection> {
        Ok(Some(param.text().to_owned()).filter(|text| !text.is_empty()))
    }

    #[cfg(feature = "schema")]
    fn describe(&self) -> Value {
        let schema = match self.0 {
            "" => json!({ "type": "string" }),
            format => json!({ "type": "string", "format": format }),
        };
        json!({ "schema": schema, "allowEmptyValue": true })
    }
}

/// One of some words; empty is the same as missing.
pub(crate) struct Choice<T: 'static>(pub(crate) &'static [(&'static str, T)]);

impl<T: Copy> Kind for Choice<T> {
    type Value = Option<T>;

    fn read(&self, param: Param<'_>) -> Result<Option<T>, Rejection> {
        let text = param.text();
        let found = self.0.iter().find(|(name, _)| *name == text).map(|&(_, value)| value);
        match found.is_some() || text.is_empty() {
            true => Ok(found),
            false => Err(param.expected(words::list(self.0.iter().map(|(name, _)| name), "or"))),
        }
    }

    #[cfg(feature = "schema")]
    fn describe(&self) -> Value {
        let names: Vec<&str> = self.0.iter().map(|&(name, _)| name).collect();
        json!({ "schema": { "type": "string", "enum": names }, "allowEmptyValue": true })
    }
}

/// An integer in a range.
pub(crate) struct Integer<T> {
    pub(crate) least: T,
    pub(crate) most: T,
    /// What is expected; the range by default.
    pub(crate) what: Option<&'static str>,
}

/// The maximum number of entries in a list.
pub(crate) const LIMIT: Integer<usize> = Integer { least: 0, most: 500, what: None };

impl<T: Copy + Display + PartialOrd + Serialize + TryFrom<i64>> Kind for Integer<T> {
    type Value = Option<T>;

    fn read(&self, param: Param<'_>) -> Result<Option<T>, Rejection> {
        let Some(text) = param.value else { return Ok(None) };
        let number = text.parse().ok().filter(|_| is_plain_number(text.trim_start_matches('-')));
        let number: i64 = number.ok_or_else(|| param.expected("an integer"))?;
        match T::try_from(number) {
            Ok(number) if (self.least..=self.most).contains(&number) => Ok(Some(number)),
            _ => Err(match self.what {
                Some(what) => param.expected(what),
                None => param.expected(format_args!("{} to {}", self.least, self.most)),
            }),
        }
    }

    #[cfg(feature = "schema")]
    fn describe(&self) -> Value {
        json!({ "schema": { "type": "integer", "minimum": self.least, "maximum": self.most } })
    }
}

/// `true`, or `false` if it is missing.
pub(crate) struct Flag;

impl Kind for Flag {
    type Value = bool;

    fn read(&self, param: Param<'_>) -> Result<bool, Rejection> {
        match param.text() {
            "true" | "1" => Ok(true),
            "false" | "0" | "" => Ok(false),
            _ => Err(param.expected("true or false")),
        }
    }

    #[cfg(feature = "schema")]
    fn describe(&self) -> Value {
        json!({ "schema": { "type": "boolean" }, "allowEmptyValue": true })
    }
}

/// Another kind with a value for when it is missing.
pub(crate) struct Or<K, T>(pub(crate) K, pub(crate) T);

impl<T: Copy + Serialize, K: Kind<Value = Option<T>>> Kind for Or<K, T> {
    type Value = T;

    fn read(&self, param: Param<'_>) -> Result<T, Rejection> {
        Ok(self.0.read(param)?.unwrap_or(self.1))
    }

    #[cfg(feature = "schema")]
    fn describe(&self) -> Value {
        let mut values = self.0.describe();
        values["schema"]["default"] = json!(self.1);
        values
    }
}

/// Another kind, ignoring spaces around the value.
pub(crate) struct Trimmed<K>(pub(crate) K);

impl<K: Kind> Kind for Trimmed<K> {
    type Value = K::Value;

    fn read(&self, param: Param<'_>) -> Result<K::Value, Rejection> {
        self.0.read(param.trimmed())
    }

    #[cfg(feature = "schema")]
    fn describe(&self) -> Value {
        self.0.describe()
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
            "flip" flip: bool = Flag,
            /// A time.
            "WhiteA" white_a: Option<i64> = Integer { least: -5, most: i64::MAX, what: None },
            /// A number
            /// of games.
            "games" games: usize = Or(LIMIT, 5),
        }
    }

    #[test]
    fn values_are_read_or_rejected() {
        let read = |query: &str| Sample::read(&Params::read(query));
        let rejected = |query: &str| read(query).unwrap_err().message().to_owned();
        assert_eq!(read(""), Ok(Sample { flip: false, white_a: None, games: 5 }));
        assert_eq!(read("flip=1&WhiteA=-5&games=0"), Ok(Sample { flip: true, white_a: Some(-5), games: 0 }));
        assert!(read("flip=0").is_ok_and(|read| !read.flip));
        assert_eq!(rejected("flip=up"), "flip: expected true or false, found up");
        for number in ["x", "%2B5", "007", "", "99999999999999999999"] {
            assert!(rejected(&format!("WhiteA={number}")).starts_with("WhiteA: expected an integer, found "));
        }
        assert_eq!(rejected("games=501"), "games: expected 0 to 500, found 501");
        assert_eq!(rejected("games=-1"), "games: expected 0 to 500, found -1");
    }

    #[cfg(feature = "schema")]
    #[test]
    fn parameters_are_described() {
        assert_eq!(Sample::names(), ["flip", "WhiteA", "games"]);
        let games = json!({
            "name": "games",
            "in": "query",
            "required": false,
            "description": "A number of games.",
            "schema": { "type": "integer", "minimum": 0, "maximum": 500, "default": 5 },
        });
        assert_eq!(Sample::describe()[2], games);
    }
}
