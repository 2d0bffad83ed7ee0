//! The queries that each trial asks, and how their answers are classified.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use bughouse_archive::{Archive, ArchiveError, Explore, Filter, SearchOptions};
use bughouse_chess::{Board, Position};

/// The queries of searches.
pub(crate) const SEARCHES: [&str; 3] = ["mate drop:N", "reserve>=3 clock<100", "capture then check within 3"];

/// The query whose answer names the sources. After an interrupted import or a repair, it differs.
pub(crate) const SOURCES: &str = "sources";
/// The query that reads every file. It must fail unless the archive is complete.
pub(crate) const VERIFY: &str = "info --verify";
/// The result of opening an archive that can't be opened.
pub(crate) const OPEN: &str = "open";
/// The result of code that panicked.
pub(crate) const PANIC: &str = "panicked";

/// The answers by query. An error is its message.
pub(crate) type Answers = BTreeMap<&'static str, Result<String, String>>;

/// How often each class occurred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) right: u64,
    pub(crate) errors: u64,
    pub(crate) wrong: u64,
    pub(crate) panics: u64,
    pub(crate) hangs: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.right += other.right;
        self.errors += other.errors;
        self.wrong += other.wrong;
        self.panics += other.panics;
        self.hangs += other.hangs;
    }

    /// Reads what `Display` writes.
    pub(crate) fn parse(text: &str) -> Option<Tally> {
        let mut numbers = text.split(' ').map(|word| word.parse().ok());
        let mut next = || numbers.next().flatten();
        Some(Tally { right: next()?, errors: next()?, wrong: next()?, panics: next()?, hangs: next()? })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {} {}", self.right, self.errors, self.wrong, self.panics, self.hangs)
    }
}

/// What a trial found.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) tally: Tally,
    /// What was done to the archive.
    pub(crate) attack: String,
    /// Descriptions of wrong answers, panics and hangs.
    pub(crate) failures: Vec<String>,
}

impl Outcome {
    pub(crate) fn right(&mut self) {
        self.tally.right += 1;
    }

    pub(crate) fn error(&mut self) {
        self.tally.errors += 1;
    }

    pub(crate) fn wrong(&mut self, what: impl Into<String>) {
        self.tally.wrong += 1;
        self.failures.push(format!("wrong: {}", what.into()));
    }

    pub(crate) fn panic(&mut self, what: impl Into<String>) {
        self.tally.panics += 1;
        self.failures.push(format!("panic: {}", what.into()));
    }

    pub(crate) fn hang(&mut self, what: impl Into<String>) {
        self.tally.hangs += 1;
        self.failures.push(format!("hang: {}", what.into()));
    }

    /// Counts a right answer, or a wrong one.
    pub(crate) fn check(&mut self, is_right: bool, what: impl FnOnce() -> String) {
        if is_right { self.right() } else { self.wrong(what()) }
    }

    /// Classifies answers of an archive that may be damaged: each is right for one of the states, or an error.
    pub(crate) fn compare(&mut self, found: &Answers, states: &[&Answers], when: &str) {
        for (query, answer) in found {
            match answer {
                Err(message) if message == PANIC => self.panic(format!("{when}: {query}")),
                Err(message) if is_right(states, query, answer) || !message.trim().is_empty() => self.error(),
                _ if is_right(states, query, answer) => self.right(),
                _ => self.wrong(format!("{when}: {query}: {}", difference(states, query, answer))),
            }
        }
    }

    /// Classifies answers of an archive that must not be damaged: all of them are those of one of the states.
    pub(crate) fn require(&mut self, found: &Answers, states: &[Answers], except: &[&str], when: &str) {
        let is = |state: &&Answers| {
            found.len() == state.len()
                && found
                    .iter()
                    .all(|(query, answer)| except.contains(query) || state.get(query) == Some(answer))
        };
        if states.iter().any(|state| is(&state)) {
            self.tally.right += found.len() as u64;
            return;
        }
        let last: Vec<&Answers> = states.last().into_iter().collect();
        let one_of =
            if states.len() > 1 { format!("in none of {} states: ", states.len()) } else { String::new() };
        let different =
            found.iter().filter(|(query, answer)| !except.contains(query) && !is_right(&last, query, answer));
        let texts: Vec<String> = different
            .map(|(query, answer)| format!("{query}: {}", difference(&last, query, answer)))
            .collect();
        if found.values().any(|answer| answer.as_ref().is_err_and(|message| message == PANIC)) {
            self.panic(format!("{when}: {}", texts.join("; ")));
        } else {
            self.wrong(format!("{when}: {one_of}{}", texts.join("; ")));
        }
    }
}

fn is_right(states: &[&Answers], query: &str, answer: &Result<String, String>) -> bool {
    states.iter().any(|state| state.get(query) == Some(answer))
}

/// Shows where an answer differs from the right one.
fn difference(states: &[&Answers], query: &str, answer: &Result<String, String>) -> String {
    let right = states.first().and_then(|state| state.get(query));
    let (Some(Ok(right)), Ok(found)) = (right, answer) else {
        return format!("{answer:.300?}, expected {right:.300?}");
    };
    let same = right.bytes().zip(found.bytes()).take_while(|(one, other)| one == other).count();
    let part = |text: &str| {
        let bytes = text.as_bytes();
        let from = same.saturating_sub(40).min(bytes.len());
        String::from_utf8_lossy(&bytes[from..(same + 80).min(bytes.len())]).into_owned()
    };
    format!("...{:?}, expected ...{:?} at byte {same}", part(found), part(right))
}

/// Runs code of the library. A panic is an error with the message [`PANIC`].
pub(crate) fn caught<T>(run: impl FnOnce() -> Result<T, ArchiveError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err(PANIC.to_owned()),
    }
}

/// Returns the answers without the number and the list of duplicates. After a repair, files are read again from their
/// start, and their games are duplicates.
pub(crate) fn without_duplicates(answers: &Answers) -> Answers {
    let mut answers = answers.clone();
    for (query, answer) in &mut answers {
        let Ok(text) = answer else { continue };
        if *query == "skipped" {
            let lines = text.lines().filter(|line| !line.contains("reason: \"duplicate\""));
            *text = lines.collect::<Vec<_>>().join("\n");
        } else if *query == VERIFY {
            let parts = text.split(", ").filter(|part| !part.contains("\"duplicate\": "));
            *text = parts.collect::<Vec<_>>().join(", ");
        }
    }
    answers
}

/// Opens an archive and asks all queries.
pub(crate) fn answers(folder: &Path) -> Answers {
    let archive = match caught(|| Archive::open(folder)) {
        Ok(archive) => archive,
        Err(error) => return BTreeMap::from([(OPEN, Err(error))]),
    };
    let mut answers = Answers::new();
    let mut ask = |query: &'static str, run: &dyn Fn() -> Result<String, ArchiveError>| {
        answers.insert(query, caught(run));
    };
    let start = Board::default();
    let explore = |query: &Explore| archive.explore(query).map(|answer| format!("{answer:?}"));
    ask("explore", &|| explore(&Explore::board(&start)));
    let filter = Filter::default().rating(1000..=1900);
    ask("explore with a filter", &|| explore(&Explore::board(&start).filter(filter.clone())));
    ask("explore both boards", &|| explore(&Explore::both(&Position::default())));
    for text in SEARCHES {
        let options = SearchOptions::default().threads(1);
        ask(text, &|| match text.parse() {
            Ok(query) => archive.search(&query, &options).map(|found| format!("{:?}", found.hits)),
            Err(error) => Ok(format!("{error:?}")),
        });
    }
    ask("export", &|| {
        let mut text = Vec::new();
        archive.export(None, &mut text).map(|_| String::from_utf8_lossy(&text).into_owned())
    });
    // A manifest without a checksum doesn't say in which order these files were written.
    ask("skipped", &|| {
        let rows = archive.skipped().map(|row| row.map(|row| format!("{row:?}")));
        let mut rows = rows.collect::<Result<Vec<_>, _>>()?;
        rows.sort_unstable();
        Ok(rows.join("\n"))
    });
    ask("games", &|| Ok(format!("{:?}", archive.games().collect::<Result<Vec<_>, _>>()?)));
    ask("texts of games", &|| {
        let mut texts = String::new();
        for id in [0, archive.len() / 2, archive.len().saturating_sub(1)] {
            if let Some(game) = archive.game(id as i32)? {
                texts += &format!("{game:?} {:?}\n", archive.text(&game)?);
            }
        }
        Ok(texts)
    });
    ask("players", &|| Ok(format!("{:?}", archive.players("", 1000)?)));
    let manifest = archive.manifest();
    ask(SOURCES, &|| Ok(format!("{:?}", manifest.sources)));
    ask(VERIFY, &|| {
        archive.verify()?;
        let (games, players) = (manifest.game_count(), manifest.players);
        Ok(format!("{games} games, {players} players, {:?}", manifest.counts))
    });
    answers
}

/// Opens an archive and asks queries whose answers don't depend on the ids of games.
pub(crate) fn answers_without_ids(folder: &Path) -> Answers {
    let archive = match caught(|| Archive::open(folder)) {
        Ok(archive) => archive,
        Err(error) => return BTreeMap::from([(OPEN, Err(error))]),
    };
    let mut answers = Answers::new();
    let mut ask = |query: &'static str, run: &dyn Fn() -> Result<String, ArchiveError>| {
        answers.insert(query, caught(run));
    };
    let explore = |query: Explore| {
        let mut answer = archive.explore(&query)?;
        answer.best.clear();
        answer.newest.clear();
        Ok(format!("{answer:?}"))
    };
    ask("explore", &|| explore(Explore::board(&Board::default())));
    let filter = Filter::default().rating(1000..=1900);
    ask("explore with a filter", &|| explore(Explore::board(&Board::default()).filter(filter.clone())));
    ask("explore both boards", &|| explore(Explore::both(&Position::default())));
    for text in SEARCHES.into_iter().chain(["length>=0", "state:broken"]) {
        let options = SearchOptions::default().threads(1);
        ask(text, &|| match text.parse() {
            Ok(query) => archive.search(&query, &options).map(|found| {
                let mut plies: Vec<_> = found.hits.iter().map(|hit| hit.ply).collect();
                plies.sort_unstable();
                format!("{} games, {plies:?}", found.games)
            }),
            Err(error) => Ok(format!("{error:?}")),
        });
    }
    ask("players", &|| Ok(format!("{:?}", archive.players("", 1000)?)));
    ask("texts of games", &|| texts_of(&archive).map(|texts| texts.join("\n")));
    ask(VERIFY, &|| {
        archive.verify()?;
        Ok(archive.manifest().game_count().to_string())
    });
    answers
}

/// Returns the texts of all games, sorted.
pub(crate) fn texts_of(archive: &Archive) -> Result<Vec<String>, ArchiveError> {
    let mut texts = Vec::new();
    for game in archive.games() {
        let text = archive.text(&game?)?.unwrap_or_default();
        texts.push(String::from_utf8_lossy(&text).trim().to_owned());
    }
    texts.sort_unstable();
    Ok(texts)
}
