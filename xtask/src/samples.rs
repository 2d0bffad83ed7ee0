//! Sample games: the two of the BPGN standard, and a hundred synthetic ones with variations.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{self, Failure, Workspace};

/// The example games of the standard, in its order.
const STANDARD: [&str; 2] = ["standard-2.2.bpgn", "standard-3.3.bpgn"];
const ANNOTATED_GAMES: &str = "100";

/// Files with sample games.
pub(crate) struct Samples {
    pub(crate) standard: PathBuf,
    pub(crate) annotated: PathBuf,
}

/// Writes the samples into the target directory. `generator` is the path of the generator.
pub(crate) fn write(workspace: &Workspace, generator: &Path) -> Result<Samples, Failure> {
    let dir = workspace.target_dir().join("samples");
    let samples = Samples { standard: dir.join("standard.bpgn"), annotated: dir.join("annotated.bpgn") };
    let of_standard = || {
        let mut games = Vec::new();
        for name in STANDARD {
            games.extend(fs::read(workspace.root().join("testdata/bpgn").join(name))?);
            games.push(b'\n');
        }
        fs::create_dir_all(&dir)?;
        fs::write(&samples.standard, games)
    };
    of_standard().map_err(|error| Failure::step(format!("the samples cannot be written: {error}")))?;
    let mut generate = workspace.program(generator);
    generate.args(["--annotated", "--games", ANNOTATED_GAMES, "-o"]).arg(&samples.annotated);
    shell::run(&mut generate)?;
    Ok(samples)
}
