//! The options that an engine declares.

use crate::grammar::after_word;

/// An option that an engine declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Declared {
    pub(crate) name: String,
    min: Option<i64>,
    max: Option<i64>,
    /// The values of a list.
    values: Vec<String>,
}

impl Declared {
    /// Parses the text after `option`.
    pub(crate) fn read(text: &str) -> Option<Declared> {
        let text = after_word(text, "name")?;
        let (name, rest) = text.split_once(" type ")?;
        let mut declared =
            Declared { name: name.trim().to_owned(), min: None, max: None, values: Vec::new() };
        let mut words = rest.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "min" => declared.min = words.next().and_then(|number| number.parse().ok()),
                "max" => declared.max = words.next().and_then(|number| number.parse().ok()),
                "var" => declared.values.extend(words.next().map(str::to_owned)),
                _ => {}
            }
        }
        Some(declared)
    }

    /// Returns `true` if the option is a list with a value.
    pub(crate) fn has_value(&self, value: &str) -> bool {
        self.values.iter().any(|declared| declared == value)
    }

    /// Returns the allowed number that is closest to a number.
    pub(crate) fn nearest(&self, number: u32) -> i64 {
        let number = i64::from(number);
        let at_least = self.min.map_or(number, |min| number.max(min));
        self.max.map_or(at_least, |max| at_least.min(max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_clamped_to_the_limits_of_an_option() {
        let hash = Declared::read("name Hash type spin default 16 min 4 max 32").expect("an option");
        assert_eq!(
            (hash.name.as_str(), hash.nearest(1), hash.nearest(8), hash.nearest(64)),
            ("Hash", 4, 8, 32)
        );
        let variant = Declared::read("name UCI_Variant type combo default chess var chess var bughouse");
        assert!(variant.is_some_and(|variant| variant.has_value("bughouse") && !variant.has_value("b")));
        // Contradictory limits don't panic.
        assert_eq!(Declared::read("name X type spin min 9 max 3").map(|x| x.nearest(5)), Some(3));
        assert_eq!(Declared::read("name"), None);
    }
}
