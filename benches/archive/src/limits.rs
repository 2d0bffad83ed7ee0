//! Figures with their thresholds, and the table of them.

use std::io::{self, Write};

/// A figure with a threshold that it must reach, and a goal.
pub(crate) struct Limit {
    what: String,
    figure: f64,
    unit: &'static str,
    /// Whether the figure must be at least the floor. Otherwise, at most.
    at_least: bool,
    floor: f64,
    goal: f64,
}

impl Limit {
    /// Creates a limit for a figure that must be at least the floor.
    pub(crate) fn at_least(
        what: impl Into<String>,
        figure: f64,
        unit: &'static str,
        floor: f64,
        goal: f64,
    ) -> Limit {
        Limit { what: what.into(), figure, unit, at_least: true, floor, goal }
    }

    /// Creates a limit for a figure that must be at most the floor.
    pub(crate) fn at_most(
        what: impl Into<String>,
        figure: f64,
        unit: &'static str,
        floor: f64,
        goal: f64,
    ) -> Limit {
        Limit { what: what.into(), figure, unit, at_least: false, floor, goal }
    }

    /// Returns the name of the figure.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    fn reaches(&self, limit: f64) -> bool {
        if self.at_least { self.figure >= limit } else { self.figure <= limit }
    }

    /// Returns `true` if the figure misses its threshold. NaN always does.
    pub(crate) fn is_missed(&self) -> bool {
        !self.reaches(self.floor)
    }

    /// Returns the row of the table.
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

/// Writes the figures as a table, with their thresholds if these are checked.
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

/// Formats a number with about three significant digits.
pub(crate) fn number(value: f64) -> String {
    match value.abs() {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
