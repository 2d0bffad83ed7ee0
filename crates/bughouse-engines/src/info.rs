//! Parses the output of an engine, which is untrusted.

/// A score as reported by an engine, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Claim {
    Centipawns(i32),
    /// Mate in this number of moves. If it is negative, the side to move is mated. Never 0.
    Mate(i32),
}

/// An `info` line with a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Info {
    /// The number of the line among several, from 1.
    pub(crate) number: u16,
    pub(crate) claim: Claim,
    /// `true` if the score is a bound, not exact.
    pub(crate) is_bound: bool,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// The moves as the engine wrote them.
    pub(crate) moves: Vec<String>,
}

/// No engine reports a higher score, in hundredths of a pawn.
const MOST_CENTIPAWNS: i32 = 1_000_000;

/// No mate takes more moves.
const MOST_MOVES: i32 = 1000;

/// The most moves of a line to read.
const MOST_LINE: usize = 128;

impl Info {
    /// Parses the text after `info`. Returns `None` for a line without a score, or with an impossible number.
    pub(crate) fn read(text: &str) -> Option<Info> {
        let mut words = text.split_ascii_whitespace();
        let (mut number, mut depth, mut nodes) = (1, 0, 0);
        let (mut claim, mut is_bound, mut moves) = (None, false, Vec::new());
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next()?.parse().ok()?,
                "nodes" => nodes = words.next()?.parse().ok()?,
                "multipv" => {
                    number = words.next()?.parse().ok().filter(|number| (1..=64).contains(number))?
                }
                "score" => {
                    claim = Some(match words.next()? {
                        "cp" => Claim::Centipawns(within(words.next()?, MOST_CENTIPAWNS)?),
                        "mate" => Claim::Mate(within(words.next()?, MOST_MOVES).filter(|&moves| moves != 0)?),
                        _ => return None,
                    });
                }
                "lowerbound" | "upperbound" => is_bound = true,
                "string" => break,
                "pv" => {
                    moves = words.by_ref().take(MOST_LINE).map(str::to_owned).collect();
                    break;
                }
                _ => {}
            }
        }
        Some(Info { number, claim: claim?, is_bound, depth, nodes, moves })
    }
}

/// Parses a number with an absolute value of at most `most`.
fn within(word: &str, most: i32) -> Option<i32> {
    word.parse().ok().filter(|number| (-most..=most).contains(number))
}

/// Returns the rest of a line that starts with a word.
pub(crate) fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

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
    fn a_common_line_is_parsed() {
        let info = Info::read(
            "depth 9 seldepth 12 multipv 2 score cp -55 nodes 188 nps 1418 tbhits 0 time 131 pv e2e4 N@f6",
        );
        let info = info.expect("it has a score");
        assert_eq!((info.number, info.claim, info.depth, info.nodes), (2, Claim::Centipawns(-55), 9, 188));
        assert_eq!(info.moves, ["e2e4", "N@f6"]);
        assert!(!info.is_bound);
        assert!(Info::read("score mate -3 upperbound").is_some_and(|info| info.is_bound));
    }

    #[test]
    fn impossible_numbers_are_not_scores() {
        for line in [
            "depth 3 pv e2e4",
            "score",
            "score cp",
            "score cp x",
            "score cp 99999999999999999999",
            "score cp 1000001",
            "score mate 0",
            "score mate -2147483648",
            "score mate 1001",
            "depth -1 score cp 3",
            "nodes 18446744073709551616 score cp 3",
            "multipv 0 score cp 3",
            "multipv 65536 score cp 3",
            "string score cp 3",
            "score wdl 1 2 3",
        ] {
            assert_eq!(Info::read(line), None, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn scores_stay_within_bounds(
            words in proptest::collection::vec(
                proptest::prop_oneof!["[a-z]{1,10}", "-?[0-9]{1,22}", "score (cp|mate) -?[0-9]{1,12}", ".{0,9}"],
                0..12,
            ),
        ) {
            let line = words.join(" ");
            if let Some(info) = Info::read(&line) {
                match info.claim {
                    Claim::Centipawns(value) => assert!(value.abs() <= MOST_CENTIPAWNS),
                    Claim::Mate(moves) => assert!(moves != 0 && moves.abs() <= MOST_MOVES),
                }
                assert!((1..=64).contains(&info.number) && info.moves.len() <= MOST_LINE);
            }
        }
    }

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
