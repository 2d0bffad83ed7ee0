//! Request targets: path segments and query parameters.

use crate::api::rejection::Rejection;

/// Query parameters, decoded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Params(Vec<(String, String)>);

impl Params {
    /// Parses a query string.
    pub(crate) fn read(text: &str) -> Params {
        let pair = |part: &str| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (decode(name, true), decode(value, true))
        };
        Params(text.split('&').filter(|part| !part.is_empty()).map(pair).collect())
    }

    /// Returns a value by its name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Returns a required value.
    pub(crate) fn require(&self, name: &str) -> Result<&str, Rejection> {
        self.get(name).ok_or_else(|| Rejection::bad_request(format!("{name}: a value is required")))
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

    /// Parses a boolean; `false` if it is missing.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Rejection> {
        match self.get(name).unwrap_or_default() {
            "true" | "1" => Ok(true),
            "false" | "0" | "" => Ok(false),
            other => Err(Rejection::bad_request(format!("{name}: expected true or false, found {other}"))),
        }
    }

    /// Parses an integer.
    pub(crate) fn number(&self, name: &str) -> Result<Option<i64>, Rejection> {
        let read = |value: &str| {
            let number = value.parse().ok().filter(|_| is_plain_number(value.trim_start_matches('-')));
            number
                .ok_or_else(|| Rejection::bad_request(format!("{name}: expected an integer, found {value}")))
        };
        self.get(name).map(read).transpose()
    }
}

/// Returns `true` if a string is a number without sign and leading zeros.
pub(crate) fn is_plain_number(text: &str) -> bool {
    text == "0"
        || (text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() && !text.starts_with('0'))
}

/// Splits a request target into decoded path segments and query parameters.
pub(crate) fn read_target(target: &str) -> (Vec<String>, Params) {
    let target = target.split_once('#').map_or(target, |(target, _)| target);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut parts = path.strip_prefix('/').unwrap_or(path).split('/');
    // The first segment selects the handler, and servers compare it undecoded.
    let first = parts.next().unwrap_or_default().to_owned();
    let parts = std::iter::once(first).chain(parts.map(|part| decode(part, false))).collect();
    (parts, Params::read(query))
}

/// Decodes percent escapes, and `+` as a space in forms. Invalid UTF-8 becomes U+FFFD.
fn decode(text: &str, is_form: bool) -> String {
    let digit = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escape = digit(bytes.get(at + 1)).zip(digit(bytes.get(at + 2)));
        match (byte, escape) {
            (b'%', Some((high, low))) => {
                decoded.push((high * 16 + low) as u8);
                at += 2;
            }
            (b'+', _) if is_form => decoded.push(b' '),
            _ => decoded.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_decoded() {
        let (parts, query) = read_target("/api/files/a%2Fb+c/games/1?player=zo%C3%AB+x&end=&%zz&a=%ff#top");
        assert_eq!(parts, ["api", "files", "a/b+c", "games", "1"]);
        assert_eq!(query.get("player"), Some("zo\u{eb} x"));
        assert_eq!((query.get("end"), query.get("%zz"), query.get("b")), (Some(""), Some(""), None));
        assert_eq!(query.get("a"), Some("\u{fffd}"));
        assert_eq!(read_target(""), (vec![String::new()], Params::default()));
        assert_eq!(read_target("/%61pi/%67ames").0, ["%61pi", "games"]);
    }

    #[test]
    fn values_are_read_or_rejected() {
        let query = Params::read("flip=1&swap=0&up=maybe&WhiteA=-5&BlackA=x");
        assert_eq!(
            (query.flag("flip"), query.flag("swap"), query.flag("none")),
            (Ok(true), Ok(false), Ok(false))
        );
        assert!(query.flag("up").is_err());
        assert_eq!((query.number("WhiteA"), query.number("none")), (Ok(Some(-5)), Ok(None)));
        assert!(query.number("BlackA").is_err());
        assert!(Params::read("n=%2B5").number("n").is_err());
        assert!(["0", "7", "10"].into_iter().all(is_plain_number));
        assert!(!["", "+1", "-1", "0001", "00", "1 ", "\u{661}"].into_iter().any(is_plain_number));
        assert!(query.require_only(&["flip", "swap"]).is_err());
        assert!(Params::read("a=1&a=2").require_only(&["a"]).is_err());
        let rejected = Params::read("a=1").require_only(&[]).unwrap_err();
        assert_eq!(rejected.message(), "unknown parameter a: this request has no parameters");
    }
}
