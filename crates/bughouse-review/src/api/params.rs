//! Request targets: path segments and query parameters, decoded.

use std::fmt::Display;

use percent_encoding::percent_decode_str;

use crate::api::rejection::Rejection;
use crate::shapes::words;

/// The query parameters of a request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Params(Vec<(String, String)>);

/// A query parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Param<'a> {
    name: &'static str,
    /// `None` if it is missing.
    pub(crate) value: Option<&'a str>,
}

impl Params {
    /// Parses a query string.
    pub(crate) fn read(text: &str) -> Params {
        Params(form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    /// Returns a value by its name.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Returns a parameter by its name.
    pub(crate) fn get(&self, name: &'static str) -> Param<'_> {
        Param { name, value: self.value(name) }
    }

    /// Rejects unknown and repeated names.
    pub(crate) fn require_only(&self, names: &[&str]) -> Result<(), Rejection> {
        for (index, (name, _)) in self.0.iter().enumerate() {
            if !names.contains(&name.as_str()) {
                let expected = match names {
                    [] => "this request has no parameters".to_owned(),
                    names => format!("expected one of {}", names.join(", ")),
                };
                return Err(Rejection::bad_request(format!("unknown parameter {name}: {expected}")));
            }
            if self.0[..index].iter().any(|(before, _)| before == name) {
                return Err(Rejection::bad_request(format!("repeated parameter {name}")));
            }
        }
        Ok(())
    }
}

impl<'a> Param<'a> {
    /// Returns the value; empty if it is missing.
    pub(crate) fn text(self) -> &'a str {
        self.value.unwrap_or_default()
    }

    /// Returns a required value.
    pub(crate) fn require(self) -> Result<&'a str, Rejection> {
        self.value.ok_or_else(|| self.rejected("a value is required"))
    }

    /// Returns the parameter without spaces around its value.
    pub(crate) fn trimmed(self) -> Param<'a> {
        Param { value: self.value.map(str::trim), ..self }
    }

    /// Parses an integer.
    pub(crate) fn integer(self) -> Result<Option<i64>, Rejection> {
        let Some(text) = self.value else { return Ok(None) };
        let number = text.parse().ok().filter(|_| is_plain_number(text.trim_start_matches('-')));
        number.map(Some).ok_or_else(|| self.expected("an integer"))
    }

    /// Parses one of some words; `None` if it is missing or empty.
    pub(crate) fn one_of<T: Copy>(self, choices: &[(&str, T)]) -> Result<Option<T>, Rejection> {
        let found = choices.iter().find(|(word, _)| *word == self.text()).map(|&(_, value)| value);
        match found.is_some() || self.text().is_empty() {
            true => Ok(found),
            false => Err(self.expected(words::list(choices.iter().map(|(word, _)| word), "or"))),
        }
    }

    /// Rejects the parameter with a reason.
    pub(crate) fn rejected(self, why: impl Display) -> Rejection {
        Rejection::bad_request(format!("{}: {why}", self.name))
    }

    /// Rejects the value, given what was expected.
    pub(crate) fn expected(self, what: impl Display) -> Rejection {
        self.rejected(format_args!("expected {what}, found {}", self.text()))
    }
}

/// Returns `true` if a string is a number without sign and leading zeros.
pub(crate) fn is_plain_number(text: &str) -> bool {
    text == "0"
        || (text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() && !text.starts_with('0'))
}

/// Splits a request target into decoded path segments and query parameters. Invalid UTF-8 becomes U+FFFD.
pub(crate) fn read_target(target: &str) -> (Vec<String>, Params) {
    let target = target.split_once('#').map_or(target, |(target, _)| target);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut parts = path.strip_prefix('/').unwrap_or(path).split('/');
    // The first segment selects the handler, and servers compare it undecoded.
    let first = parts.next().unwrap_or_default().to_owned();
    let decode = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
    (std::iter::once(first).chain(parts.map(decode)).collect(), Params::read(query))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_decoded() {
        let (parts, query) = read_target("/api/files/a%2Fb+c/games/1?player=zo%C3%AB+x&end=&%zz&a=%ff#top");
        assert_eq!(parts, ["api", "files", "a/b+c", "games", "1"]);
        let value = |name: &str| query.value(name);
        assert_eq!(value("player"), Some("zo\u{eb} x"));
        assert_eq!((value("end"), value("%zz"), value("b")), (Some(""), Some(""), None));
        assert_eq!(value("a"), Some("\u{fffd}"));
        assert_eq!(read_target(""), (vec![String::new()], Params::default()));
        assert_eq!(read_target("/%61pi/%67ames").0, ["%61pi", "games"]);
    }

    #[test]
    fn unknown_and_repeated_names_are_rejected() {
        let rejected = |query: &str, names: &[&str]| {
            Params::read(query).require_only(names).err().map(|rejection| rejection.message().to_owned())
        };
        assert_eq!(rejected("b=&a=1", &["a", "b"]), None);
        assert_eq!(rejected("a=1", &[]).unwrap(), "unknown parameter a: this request has no parameters");
        assert_eq!(rejected("c=1", &["a", "b"]).unwrap(), "unknown parameter c: expected one of a, b");
        assert_eq!(rejected("a=1&a=2", &["a"]).unwrap(), "repeated parameter a");
    }

    #[test]
    fn plain_numbers_have_no_sign_and_no_leading_zeros() {
        assert!(["0", "7", "10"].into_iter().all(is_plain_number));
        assert!(!["", "+1", "-1", "0001", "00", "1 ", "\u{661}"].into_iter().any(is_plain_number));
    }

    #[test]
    fn integers_are_read_or_rejected() {
        let read = |query: &str| Params::read(query).get("n").integer();
        assert_eq!((read("n=-5"), read("")), (Ok(Some(-5)), Ok(None)));
        for query in ["n=x", "n=%2B5", "n=007", "n=", "n=99999999999999999999"] {
            assert!(read(query).unwrap_err().message().starts_with("n: expected an integer, found "));
        }
    }
}
