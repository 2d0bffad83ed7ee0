//! The clients of `soak`: what they request, and what the answers must be.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::served::{Answer, Client};
use crate::shell::Failure;

/// The file that never changes, and the number of games in the file that is replaced.
pub(crate) const STABLE: &str = "stable.bpgn";
pub(crate) const REPLACED_GAMES: usize = 200;

/// The time that a client that doesn't search waits between two requests, like a user.
const PAUSE: Duration = Duration::from_millis(100);

/// One in this many searches is abandoned.
const ABANDONED: u64 = 10;

/// The fewest lists, games and analyses of a run. A run of three minutes has hundreds of each.
const FEWEST_ANSWERS: usize = 100;

/// The most problems that are listed.
const MOST_PROBLEMS: usize = 20;

const QUERIES: [&str; 5] =
    ["mate", "drop:N@f7", "capture then mate", "end:checkmate drop:Q@h2", "not capture"];

const POSITIONS: [&str; 4] = [
    "start",
    "start | start",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR[] b KQkq - 0 1",
];

/// A kind of request. The last three search the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    List,
    Game,
    Analysis,
    Save,
    Replaced,
    Archived,
    Search,
    Explore,
    Player,
}

impl Kind {
    const READS: [Self; 6] =
        [Self::List, Self::Game, Self::Analysis, Self::Save, Self::Replaced, Self::Archived];
    /// Searches must not slow these down.
    const QUICK: [Self; 3] = [Self::List, Self::Game, Self::Analysis];
    const SEARCHES: [Self; 3] = [Self::Search, Self::Explore, Self::Player];

    fn name(self) -> &'static str {
        match self {
            Self::List => "list of games",
            Self::Game => "game",
            Self::Analysis => "analysis",
            Self::Save => "save",
            Self::Replaced => "list of a file that is replaced",
            Self::Archived => "game of the archive",
            Self::Search => "search",
            Self::Explore => "explore",
            Self::Player => "player",
        }
    }
}

/// What all clients share.
pub(crate) struct Shared {
    /// Targets of analysis: positions of games.
    analyses: Vec<String>,
    players: Vec<String>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// The time of each answer in microseconds, by kind.
    times: HashMap<Kind, Vec<u32>>,
    busy: u64,
    abandoned: u64,
    /// The number of server errors and of wrong answers, and the first of them.
    wrong: u64,
    problems: Vec<String>,
    /// The first answer of requests that always get the same one, as a hash.
    answers: HashMap<String, u64>,
    /// The highest number of games by target, in an archive to which games are only added.
    totals: HashMap<String, u64>,
}

impl Shared {
    /// Waits until the files are read, and asks for the positions and players that the clients use.
    pub(crate) fn prepare(address: &str) -> Result<Self, Failure> {
        let mut client = Client::new(address);
        let mut get = |target: &str| -> Result<Value, Failure> {
            let answer = client
                .send("GET", target, "")
                .map_err(|error| Failure::step(format!("{target}: {error}")))?;
            serde_json::from_slice(&answer.body)
                .map_err(|_| Failure::step(format!("{target}: {}", answer.status)))
        };
        while get("/api/files")?["files"]
            .as_array()
            .is_some_and(|files| files.iter().any(|file| file["state"] == "reading"))
        {
            thread::sleep(Duration::from_millis(50));
        }
        let mut analyses = Vec::new();
        for number in 1..=20 {
            let game = get(&format!("/api/files/{STABLE}/games/{number}"))?;
            let half_moves = game["main"]["half_moves"].as_array().cloned().unwrap_or_default();
            for half_move in half_moves.iter().step_by(9) {
                let [a, b] =
                    ["a", "b"].map(|id| escaped(half_move["boards"][id]["bfen"].as_str().unwrap_or("start")));
                analyses.push(format!("/api/analysis?a={a}&b={b}"));
            }
        }
        let listed = get("/api/archive/players?limit=50")?;
        let players = listed["players"].as_array().into_iter().flatten();
        let players: Vec<String> =
            players.filter_map(|player| player["name"].as_str()).map(escaped).collect();
        if analyses.is_empty() || players.is_empty() {
            return Err(Failure::step("the games have no half-moves or no players"));
        }
        Ok(Self { analyses, players, seen: Mutex::default() })
    }

    /// Sends requests until `stop` is set. Clients that search make no pause.
    pub(crate) fn client(&self, number: u32, searches: bool, address: &str, stop: &AtomicBool) {
        let mut user = User {
            shared: self,
            client: Client::new(address),
            number,
            random: u64::from(number) + 1,
            saved: 0,
        };
        while !stop.load(Ordering::Relaxed) {
            if searches {
                let kind = Kind::SEARCHES[user.below(3)];
                user.search(kind);
            } else {
                let kind = Kind::READS[user.below(6)];
                user.read(kind);
                thread::sleep(PAUSE);
            }
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints the times of all kinds of requests. Returns the problems: wrong answers, and lists, games and analyses of
    /// which more than 1 % took longer than `most_ms`.
    pub(crate) fn report(&self, most_ms: u32) -> Vec<String> {
        let mut seen = self.seen();
        let mut slow = Vec::new();
        println!(
            "\n{:<32} {:>9} {:>9} {:>9} {:>9}",
            "request", "answers", "p50 (ms)", "p99 (ms)", "max (ms)"
        );
        for kind in Kind::READS.into_iter().chain(Kind::SEARCHES) {
            let times = seen.times.entry(kind).or_default();
            times.sort_unstable();
            let at = |percent: usize| f64::from(quantile(times, percent)) / 1000.0;
            println!(
                "{:<32} {:>9} {:>9.1} {:>9.1} {:>9.1}",
                kind.name(),
                times.len(),
                at(50),
                at(99),
                at(100)
            );
            slow.extend(too_slow(kind, times, most_ms));
        }
        println!(
            "{} searches abandoned by the client, {} rejected because the server was busy, {} errors",
            seen.abandoned, seen.busy, seen.wrong
        );
        let more = seen.wrong.saturating_sub(seen.problems.len() as u64);
        let mut problems = std::mem::take(&mut seen.problems);
        if more > 0 {
            problems.push(format!("{more} more"));
        }
        problems.extend(slow);
        problems
    }
}

/// Returns a problem if answers that must be quick took too long, or if there are too few to say so.
fn too_slow(kind: Kind, sorted: &[u32], most_ms: u32) -> Option<String> {
    if !Kind::QUICK.contains(&kind) {
        return None;
    }
    if sorted.len() < FEWEST_ANSWERS {
        return Some(format!("{}: only {} answers, expected {FEWEST_ANSWERS}", kind.name(), sorted.len()));
    }
    let p99 = f64::from(quantile(sorted, 99)) / 1000.0;
    let is_slow = p99 > f64::from(most_ms);
    is_slow.then(|| format!("{}: p99 is {p99:.1} ms, expected at most {most_ms} ms", kind.name()))
}

/// Returns a quantile of sorted values, in percent; 0 if there are none.
fn quantile(sorted: &[u32], percent: usize) -> u32 {
    sorted.get((sorted.len().saturating_sub(1)) * percent / 100).copied().unwrap_or(0)
}

/// A client, and what it did so far.
struct User<'a> {
    shared: &'a Shared,
    client: Client,
    number: u32,
    random: u64,
    saved: u64,
}

impl User<'_> {
    /// Returns a number below another one.
    fn below(&mut self, most: usize) -> usize {
        // SplitMix64.
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % most as u64) as usize
    }

    fn problem(&self, what: String) {
        let mut seen = self.shared.seen();
        seen.wrong += 1;
        if seen.problems.len() < MOST_PROBLEMS {
            seen.problems.push(what);
        }
    }

    /// Sends a request and measures it. Returns the JSON of the answer if its status is one of `expected`.
    fn ask(
        &mut self,
        kind: Kind,
        method: &str,
        target: &str,
        body: &str,
        expected: &[u16],
    ) -> Option<(u16, Value)> {
        let begun = Instant::now();
        let answer = self.client.send(method, target, body);
        let micros = u32::try_from(begun.elapsed().as_micros()).unwrap_or(u32::MAX);
        let problem = match &answer {
            Err(error) => format!("{method} {target}: {error}"),
            Ok(Answer { status, body }) if expected.contains(status) => {
                self.shared.seen().times.entry(kind).or_default().push(micros);
                match serde_json::from_slice(body) {
                    Ok(value) => return Some((*status, value)),
                    Err(error) => format!("{method} {target}: {error}"),
                }
            }
            Ok(Answer { status: 503, .. }) if Kind::SEARCHES.contains(&kind) => {
                self.shared.seen().busy += 1;
                thread::sleep(PAUSE);
                return None;
            }
            Ok(Answer { status, body }) => {
                format!("{method} {target}: {status} {}", String::from_utf8_lossy(body))
            }
        };
        self.problem(problem);
        None
    }

    /// Asks for something that never changes.
    fn ask_same(&mut self, kind: Kind, target: &str) -> Option<Value> {
        let (_, value) = self.ask(kind, "GET", target, "", &[200])?;
        let mut hasher = DefaultHasher::new();
        value.to_string().hash(&mut hasher);
        let hash = hasher.finish();
        let first = *self.shared.seen().answers.entry(target.to_owned()).or_insert(hash);
        if first != hash {
            self.problem(format!("GET {target}: the answer differs from an earlier one"));
        }
        Some(value)
    }

    fn read(&mut self, kind: Kind) {
        match kind {
            Kind::List => {
                let offset = self.below(400);
                let target = format!("/api/games?file={STABLE}&offset={offset}&limit=50&sort=-date");
                if self.ask_same(kind, &target).is_some_and(|rows| rows["total"] != 500) {
                    self.problem(format!("GET {target}: expected 500 games"));
                }
            }
            Kind::Game => {
                let number = self.below(500) + 1;
                let target = format!("/api/files/{STABLE}/games/{number}");
                if self.ask_same(kind, &target).is_some_and(|game| game["source"]["game"] != number) {
                    self.problem(format!("GET {target}: another game"));
                }
            }
            Kind::Analysis => {
                let at = self.below(self.shared.analyses.len());
                self.ask_same(kind, &self.shared.analyses[at]);
            }
            Kind::Archived => {
                let id = self.below(50_000);
                self.ask_same(kind, &format!("/api/archive/games/{id}"));
            }
            Kind::Replaced => {
                // It may have changed on disk, or be reloading.
                let target = "/api/games?file=replaced.bpgn&limit=500";
                let Some((200, rows)) = self.ask(kind, "GET", target, "", &[200, 409]) else { return };
                let games = rows["games"].as_array().cloned().unwrap_or_default();
                let is_mixed = games.iter().any(|row| row["event"] != games[0]["event"]);
                if is_mixed || games.len() > REPLACED_GAMES {
                    self.problem(format!("GET {target}: games of two versions"));
                }
            }
            _ => self.save(),
        }
    }

    /// Saves a game, reads it, replaces it in its file, and reads it again.
    fn save(&mut self) {
        let game = |saved: u64| format!("[Event \"save {saved}\"]\n\n1A. e4 1a. e5 *\n");
        let name = format!("saved-{}", self.number);
        self.saved += 1;
        let body = json!({ "text": game(self.saved), "name": name, "overwrite": true });
        let Some((_, saved)) = self.ask(Kind::Save, "POST", "/api/save", &body.to_string(), &[200]) else {
            return;
        };
        let target = format!("/api/files/{}/games/1", saved["key"].as_str().unwrap_or_default());
        self.expect_saved(&target);
        let body = json!({ "text": game(self.saved + 1), "original": game(self.saved), "overwrite": true });
        if self.ask(Kind::Save, "PUT", &target, &body.to_string(), &[200]).is_some() {
            self.saved += 1;
            self.expect_saved(&target);
        }
    }

    fn expect_saved(&mut self, target: &str) {
        let event = format!("save {}", self.saved);
        let answer = self.ask(Kind::Game, "GET", target, "", &[200]);
        if answer.is_some_and(|(_, game)| game["tags"][0]["value"] != event.as_str()) {
            self.problem(format!("GET {target}: expected {event}"));
        }
    }

    fn search(&mut self, kind: Kind) {
        let target = match kind {
            Kind::Search => format!("/api/search?limit=20&q={}", escaped(QUERIES[self.below(QUERIES.len())])),
            Kind::Explore => {
                let position = escaped(POSITIONS[self.below(POSITIONS.len())]);
                match self.below(3) {
                    0 => format!("/api/explore?position={position}"),
                    1 => format!("/api/explore?position={position}&min_rating=1800"),
                    _ => format!("/api/explore/years?position={position}"),
                }
            }
            _ => {
                let at = self.below(self.shared.players.len());
                format!("/api/archive/players/{}", self.shared.players[at])
            }
        };
        if self.below(ABANDONED as usize) == 0 {
            self.shared.seen().abandoned += 1;
            let _ = self.client.abandon("GET", &target);
            return;
        }
        let before = self.shared.seen().totals.get(&target).copied().unwrap_or(0);
        let Some((_, found)) = self.ask(kind, "GET", &target, "", &[200]) else { return };
        let total = match kind {
            Kind::Player => &found["score"]["games"],
            _ => &found["total"],
        };
        let years = found["games"].as_array().map(|games| games.iter().filter_map(Value::as_u64).sum());
        let total = total.as_u64().or(years).unwrap_or(0);
        if total < before {
            self.problem(format!("GET {target}: {total} games, {before} before"));
        }
        let mut seen = self.shared.seen();
        let highest = seen.totals.entry(target).or_default();
        *highest = total.max(*highest);
    }
}

/// Escapes a text for a URL.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "%{byte:02X}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::{Kind, escaped, quantile, too_slow};

    #[test]
    fn slow_answers_are_a_problem() {
        let times = |slow: usize| [vec![5_000; 1000 - slow], vec![90_000; slow]].concat();
        assert_eq!(too_slow(Kind::List, &times(5), 50), None);
        assert!(too_slow(Kind::List, &times(50), 50).is_some_and(|text| text.contains("90.0 ms")));
        assert_eq!(too_slow(Kind::List, &times(50), 250), None);
        assert_eq!(too_slow(Kind::Search, &times(50), 50), None);
        assert!(too_slow(Kind::Game, &[5_000; 99], 50).is_some());
    }

    #[test]
    fn quantiles_are_values_of_the_list() {
        let times: Vec<u32> = (1..=100).collect();
        assert_eq!([50, 99, 100].map(|percent| quantile(&times, percent)), [50, 99, 100]);
        assert_eq!((quantile(&[7], 99), quantile(&[], 50)), (7, 0));
    }

    #[test]
    fn addresses_are_escaped() {
        assert_eq!(escaped("a |"), "%61%20%7C");
    }
}
