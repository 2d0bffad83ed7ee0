//! Imports files in a separate process, to measure the time and memory of the import only.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use bughouse_archive::{ImportOptions, Importer, Input};
use serde_json::{Value, json};

use crate::cost::{Cost, bytes_read, memory, time};

/// The command that starts this program as the importing process.
pub(crate) const COMMAND: &str = "import-files";

/// The result of importing some files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Imported {
    pub(crate) games: u64,
    pub(crate) cost: Cost,
    /// The number of bytes that the process has read so far; NaN if the system doesn't report it.
    pub(crate) read: f64,
    /// The peak memory so far, in bytes.
    pub(crate) memory: u64,
}

/// Imports the files that each line of stdin lists, and answers with a line.
pub(crate) fn serve(folder: &Path, texts: bool) -> io::Result<()> {
    let options = ImportOptions::default().texts(texts);
    let mut importer = Importer::open(folder, options).map_err(io::Error::other)?;
    for line in io::stdin().lock().lines() {
        let files: Vec<String> = serde_json::from_str(&line?)?;
        let inputs = files.into_iter().map(Input::file).collect();
        let (cost, report) = time(|| importer.add(inputs, &mut |_| true));
        let report = report.map_err(io::Error::other)?;
        if let Some(error) = report.inputs.iter().find_map(|input| input.error.as_deref()) {
            return Err(io::Error::other(error.to_owned()));
        }
        let answer = json!({
            "games": report.added(), "cpu": cost.cpu, "wall": cost.wall, "memory": memory("VmHWM"),
            "read": bytes_read(),
        });
        let mut out = io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// A process that imports files.
pub(crate) struct ImportProcess {
    child: Child,
    files: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl ImportProcess {
    /// Starts the process, for one archive.
    pub(crate) fn start(folder: &Path, texts: bool) -> io::Result<ImportProcess> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(COMMAND)
            .arg(folder)
            .args((!texts).then_some("--no-text"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("the process has no pipes");
        let files = child.stdin.take().ok_or_else(missing)?;
        let answers = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(ImportProcess { child, files, answers })
    }

    /// Imports files.
    pub(crate) fn add(&mut self, files: &[&Path]) -> io::Result<Imported> {
        writeln!(self.files, "{}", json!(files))?;
        self.files.flush()?;
        let mut answer = String::new();
        if self.answers.read_line(&mut answer)? == 0 {
            return Err(io::Error::other("the import failed; see its message above"));
        }
        let answer: Value = serde_json::from_str(&answer)?;
        let seconds = |name: &str| answer[name].as_f64().unwrap_or(0.0);
        Ok(Imported {
            games: answer["games"].as_u64().unwrap_or(0),
            cost: Cost { cpu: seconds("cpu"), wall: seconds("wall") },
            memory: answer["memory"].as_u64().unwrap_or(0),
            read: answer["read"].as_f64().unwrap_or(f64::NAN),
        })
    }

    /// Waits until the process exits.
    pub(crate) fn finish(self) -> io::Result<()> {
        let ImportProcess { mut child, files, .. } = self;
        drop(files);
        let status = child.wait()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(format!("the import failed ({status})"))) }
    }
}
