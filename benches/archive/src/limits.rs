//! Figures that are held to floors, and the table of them.

use std::io::{self, Write};

/// A figure that must not be missed.
pub(crate) struct Limit {
    what: String,
    figure: f64,
    unit: &'static str,
    /// The figure must be at least the floor; otherwise at most.
    at_least: bool,
    floor: f64,
    goal: f64,
}

impl Limit {
    /// Makes one that must be at least its floor.
    pub(crate) fn at_least(
        what: impl Into<String>,
        figure: f64,
        unit: &'static str,
        floor: f64,
        goal: f64,
    ) -> Limit {
        Limit { what: what.into(), figure, unit, at_least: true, floor, goal }
    }

    /// Makes one that must be at most its floor.
    pub(crate) fn at_most(
        what: impl Into<String>,
        figure: f64,
        unit: &'static str,
        floor: f64,
        goal: f64,
    ) -> Limit {
        Limit { what: what.into(), figure, unit, at_least: false, floor, goal }
    }

    /// Returns what it is about.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    fn reaches(&self, limit: f64) -> bool {
        if self.at_least { self.figure >= limit } else { self.figure <= limit }
    }

    /// Returns `true` if the threshold is missed. A figure that is not a number misses it.
    pub(crate) fn is_missed(&self) -> bool {
        !self.reaches(self.floor)
    }

    /// Returns the line of the table.
    pub(crate) fn line(&self) -> String {
        let verdict = match (self.is_missed(), self.reaches(self.goal)) {
            (true, _) => "MISSED",
            (false, true) => "goal",
            (false, false) => "ok",
        };
        let sign = if self.at_least { ">=" } else { "<=" };
        format!(
            "{:<56} {:>10} {:<13} {sign} {:>8} {:>8}  {verdict}",
            self.what,
            number(self.figure),
            self.unit,
            number(self.floor),
            number(self.goal)
        )
    }
}

/// Writes the figures as a table; with their thresholds only if these are checked.
pub(crate) fn write(out: &mut impl Write, limits: &[Limit], is_checked: bool) -> io::Result<()> {
    if !is_checked {
        writeln!(out, "\nfigure")?;
        return limits.iter().try_for_each(|limit| {
            writeln!(out, "{:<56} {:>10} {}", limit.what, number(limit.figure), limit.unit)
        });
    }
    writeln!(out, "\n{:<56} {:>10} {:<13} {:>11} {:>8}", "limit", "figure", "", "floor", "goal")?;
    limits.iter().try_for_each(|limit| writeln!(out, "{}", limit.line()))
}

/// Writes a number with about three digits that count.
pub(crate) fn number(value: f64) -> String {
    match value.abs() {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
