//! What `check` counts: games, half-moves, and games per kind of problem.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bpgn::{Diagnostic, Report, Severity, Spelling, State, SyntaxErrorKind};
use bughouse_chess::Leniency;
use bughouse_review::words;
use serde::Serialize;

/// The counts.
#[derive(Default)]
pub(crate) struct Totals {
    pub(crate) games: u64,
    half_moves: u64,
    pub(crate) states: [u64; 3],
    /// The number of texts between games.
    stray: u64,
    /// The number of files that couldn't be read to their end or have no game.
    pub(crate) failed_files: u64,
    /// How many games are broken or repaired, by the first reason.
    broken: BTreeMap<&'static str, u64>,
    repaired: BTreeMap<&'static str, u64>,
    /// How many games have each kind of conflict or note.
    conflicts: BTreeMap<&'static str, u64>,
    deviations: BTreeMap<&'static str, u64>,
}

impl Totals {
    /// Counts a game or a stray text.
    pub(crate) fn add(&mut self, report: &Report<'_>) {
        if !report.is_game {
            self.stray += 1;
            return;
        }
        self.games += 1;
        self.half_moves += report.half_moves as u64;
        self.states[report.state as usize] += 1;
        let of = |severity| move |diagnostic: &&Diagnostic| diagnostic.kind.severity() == severity;
        let first =
            |severity| report.diagnostics.iter().find(of(severity)).map(|diagnostic| diagnostic.kind.name());
        let count = |counts: &mut BTreeMap<&'static str, u64>, name| *counts.entry(name).or_default() += 1;
        // The reason why a game is broken isn't counted again as a note.
        let mut broken_by = None;
        match report.state {
            State::Ok => {}
            State::Repaired => {
                first(Severity::Repair).into_iter().for_each(|name| count(&mut self.repaired, name));
            }
            State::Broken => {
                let reason = report.stopped.map(|stopped| stopped.kind.name());
                let reason = reason.or_else(|| first(Severity::Error)).or_else(|| first(Severity::Note));
                let reason = reason.unwrap_or("repeated-half-move");
                count(&mut self.broken, reason);
                broken_by = Some(reason);
            }
        }
        for (severity, counts) in
            [(Severity::Conflict, &mut self.conflicts), (Severity::Note, &mut self.deviations)]
        {
            let mut names: Vec<_> =
                report.diagnostics.iter().filter(of(severity)).map(|note| note.kind.name()).collect();
            names.sort_unstable();
            names.dedup();
            names.retain(|name| severity != Severity::Note || broken_by != Some(*name));
            names.into_iter().for_each(|name| count(counts, name));
        }
    }

    /// Adds other counts.
    pub(crate) fn merge(&mut self, other: Totals) {
        self.games += other.games;
        self.half_moves += other.half_moves;
        self.stray += other.stray;
        self.failed_files += other.failed_files;
        for (sum, more) in self.states.iter_mut().zip(other.states) {
            *sum += more;
        }
        for (counts, more) in [
            (&mut self.broken, other.broken),
            (&mut self.repaired, other.repaired),
            (&mut self.conflicts, other.conflicts),
            (&mut self.deviations, other.deviations),
        ] {
            more.into_iter().for_each(|(name, count)| *counts.entry(name).or_default() += count);
        }
    }

    /// Returns `true` if there are notes about moves that `fmt --san` rewrites.
    pub(crate) fn has_non_standard_moves(&self) -> bool {
        let spellings = Spelling::ALL.iter().map(|spelling| spelling.name());
        let mut names = Leniency::ALL.iter().map(|leniency| leniency.name()).chain(spellings);
        names.any(|name| self.deviations.contains_key(name))
    }

    /// Returns `true` if no game has a half-move, and move numbers have no letters, as in chess.
    pub(crate) fn is_chess_pgn(&self) -> bool {
        self.half_moves == 0 && self.broken.contains_key(SyntaxErrorKind::NoLetter.name())
    }

    /// Returns the totals as text.
    pub(crate) fn words(&self, files: usize) -> String {
        let [ok, repaired, broken] = self.states;
        let mut text = format!(
            "{}, {}, {}: {ok} ok, {repaired} repaired, {broken} broken",
            words::count(files, "file"),
            words::count(self.games as usize, "game"),
            words::count(self.half_moves as usize, "half-move"),
        );
        if self.stray > 0 {
            let _ = write!(text, ", {} outside of games", words::count(self.stray as usize, "stray text"));
        }
        if self.failed_files > 0 {
            let failed = words::count(self.failed_files as usize, "file");
            let _ = write!(text, ", {failed} unreadable or without a game");
        }
        for (title, counts) in [
            ("broken", &self.broken),
            ("repaired", &self.repaired),
            ("conflicts", &self.conflicts),
            ("notes", &self.deviations),
        ] {
            if !counts.is_empty() {
                let counts: Vec<String> =
                    counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
                let _ = write!(text, "\n  {title}: {}", counts.join(", "));
            }
        }
        text
    }

    /// Returns the totals as an object.
    pub(crate) fn object(&self, files: usize) -> TotalsObject<'_> {
        let [ok, repaired, broken] = self.states;
        TotalsObject {
            r#type: "totals",
            files,
            failed_files: self.failed_files,
            games: self.games,
            half_moves: self.half_moves,
            ok,
            repaired,
            broken,
            stray: self.stray,
            kinds: Kinds {
                broken: &self.broken,
                repaired: &self.repaired,
                conflicts: &self.conflicts,
                notes: &self.deviations,
            },
        }
    }
}

/// The last line of `check --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TotalsObject<'a> {
    /// Always `totals`.
    r#type: &'static str,
    /// How many files were read.
    files: usize,
    /// How many of them could not be read to the end.
    failed_files: u64,
    /// How many games they have.
    games: u64,
    /// How many half-moves were played.
    half_moves: u64,
    /// How many games are ok.
    ok: u64,
    /// How many games are repaired.
    repaired: u64,
    /// How many games are broken.
    broken: u64,
    /// The number of texts between games.
    stray: u64,
    /// How many games have each kind of diagnostic.
    kinds: Kinds<'a>,
}

/// The number of games by kind of error, repair, conflict and note.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "KindCounts"))]
struct Kinds<'a> {
    /// Errors, by kind.
    broken: &'a BTreeMap<&'static str, u64>,
    /// Repairs, by kind.
    repaired: &'a BTreeMap<&'static str, u64>,
    /// Conflicts, by kind.
    conflicts: &'a BTreeMap<&'static str, u64>,
    /// Notes, by kind.
    notes: &'a BTreeMap<&'static str, u64>,
}
