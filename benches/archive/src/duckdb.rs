//! DuckDB, in a Python process.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::cost::Cost;

/// A process that runs queries with DuckDB.
pub(crate) struct DuckDb {
    child: Child,
    queries: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl DuckDb {
    /// Starts DuckDB with the given number of threads.
    pub(crate) fn start(python: &Path, threads: usize) -> io::Result<DuckDb> {
        let script: PathBuf = [env!("CARGO_MANIFEST_DIR"), "ask.py"].iter().collect();
        let mut child = Command::new(python)
            .arg(script)
            .arg(threads.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (queries, answers) = (child.stdin.take(), child.stdout.take());
        let answers = answers.ok_or_else(|| io::Error::other("Python has no stdout"))?;
        Ok(DuckDb { child, queries, answers: BufReader::new(answers) })
    }

    /// Runs queries one after the other. Returns their total cost, and the rows of each.
    pub(crate) fn ask(&mut self, texts: &[String]) -> io::Result<(Cost, Vec<Value>)> {
        let (cost, rows) = self.send(texts, None)?;
        Ok((cost, rows.unwrap_or_default()))
    }

    /// Runs a query with a time limit in seconds. Returns its cost, and its rows unless it was stopped.
    pub(crate) fn ask_within(&mut self, text: &str, seconds: f64) -> io::Result<(Cost, Option<Value>)> {
        let (cost, rows) = self.send(&[text.to_owned()], Some(seconds))?;
        Ok((cost, rows.map(|mut rows| rows.pop().unwrap_or_default())))
    }

    fn send(&mut self, texts: &[String], seconds: Option<f64>) -> io::Result<(Cost, Option<Vec<Value>>)> {
        let queries = self.queries.as_mut().ok_or_else(|| io::Error::other("Python has no stdin"))?;
        writeln!(queries, "{}", json!({ "texts": texts, "seconds": seconds }))?;
        queries.flush()?;
        let mut answer = String::new();
        if self.answers.read_line(&mut answer)? == 0 {
            return Err(io::Error::other("DuckDB did not answer; see its message above"));
        }
        let answer: Value = serde_json::from_str(&answer)?;
        let seconds = |name: &str| answer[name].as_f64().unwrap_or(0.0);
        let cost = Cost { cpu: seconds("cpu"), wall: seconds("wall") };
        Ok((cost, answer["rows"].as_array().cloned()))
    }
}

impl Drop for DuckDb {
    fn drop(&mut self) {
        // The script exits at the end of its stdin.
        self.queries = None;
        let _ = self.child.wait();
    }
}
