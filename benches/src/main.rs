//! Compares our libraries with others: the same work in one process, in turn, measured in CPU time.
//!
//! `cargo xtask bench` builds this program for any x86-64 and for this machine, and runs both.

mod bpgn;
mod feen;
mod game;
mod games;
mod harness;
mod perft;
mod san;
mod text;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use harness::{Outcome, Row};

/// Compare our libraries with others
#[derive(Parser)]
struct Options {
    /// How this benchmark was compiled, for the report
    #[arg(long, value_name = "NAME", default_value = "plain")]
    build: String,
    /// Print one JSON object per row
    #[arg(long)]
    json: bool,
    /// Fail below a threshold
    #[arg(long)]
    check: bool,
    /// Run only the rows whose name contains this
    #[arg(default_value = "")]
    filter: String,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options) {
        Ok(below) if options.check && !below.is_empty() => {
            for line in below {
                eprintln!("below its threshold: {line}");
            }
            ExitCode::FAILURE
        }
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the rows, prints each when it is done, and returns those below their threshold.
fn run(options: &Options) -> io::Result<Vec<String>> {
    let wanted = |work: &str| work.contains(&options.filter);
    let mut rows: Vec<Row> =
        [perft::rows(), text::rows(), san::rows(), game::rows(), feen::rows(), bpgn::rows(wanted)]
            .into_iter()
            .flatten()
            .collect();
    rows.retain(|row| wanted(&row.work));
    if rows.is_empty() {
        return Err(io::Error::other(format!("no work is named like `{}`", options.filter)));
    }

    let mut out = io::stdout().lock();
    if !options.json {
        writeln!(
            out,
            "{:<38} {:>12} {:>12}  {:<20} {:>6} {:>6}",
            format!("work ({})", options.build),
            "ours",
            "baseline",
            "baseline name",
            "ratio",
            "threshold",
        )?;
    }
    let mut below = Vec::new();
    for mut row in rows {
        let outcome = row.measure().map_err(|mismatch| io::Error::other(mismatch.to_string()))?;
        if options.json {
            writeln!(out, "{}", json_line(&row, &outcome, &options.build))?;
        } else {
            writeln!(out, "{}", table_line(&row, &outcome))?;
        }
        out.flush()?;
        if outcome.ratio < row.threshold {
            below.push(format!(
                "{} ({}), {:.3} of {} x {}",
                row.work, options.build, outcome.ratio, row.threshold, outcome.baseline_name
            ));
        }
    }
    Ok(below)
}

fn table_line(row: &Row, outcome: &Outcome) -> String {
    format!(
        "{:<38} {:>12} {:>12}  {:<20} {:>6.2} {:>6.2}  {}",
        row.work,
        per_second(outcome.ours),
        per_second(outcome.baseline),
        outcome.baseline_name,
        outcome.ratio,
        row.threshold,
        if outcome.ratio < row.threshold { "BELOW" } else { "ok" },
    )
}

/// Formats a row as JSON. The names are ASCII without control characters, so Rust's escapes are valid JSON.
fn json_line(row: &Row, outcome: &Outcome, build: &str) -> String {
    format!(
        r#"{{"work":{:?},"ours":{:.0},"baseline":{:.0},"baseline_name":{:?},"ratio":{:.3},"threshold":{},"build":{:?}}}"#,
        row.work, outcome.ours, outcome.baseline, outcome.baseline_name, outcome.ratio, row.threshold, build,
    )
}

fn per_second(rate: f64) -> String {
    match rate {
        1e8.. => format!("{:.0} M/s", rate / 1e6),
        1e5.. => format!("{:.2} M/s", rate / 1e6),
        _ => format!("{:.2} k/s", rate / 1e3),
    }
}
