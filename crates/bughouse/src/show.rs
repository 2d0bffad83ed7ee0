//! `show`: draws one board or two, with reserves.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;

use bughouse_chess::Material;

use crate::cli::ShowArgs;
use crate::draw::{self, Look};
use crate::json;
use crate::position::{self, Boards};
use crate::report::{self, Verdict};
use crate::svg;
use crate::two_boards::TwoBoards;

/// Draws a position, in the terminal or as an image.
pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let options = args.reading.options(Material::TwoSets);
    let read = |text: &[u8]| position::read(text, &options);
    let Some(position) = position::read_only(&args.position, args.json, out, read)? else {
        return Ok(Verdict::Wrong);
    };
    let verdict = position.found.verdict();
    if args.json {
        json::write(
            out,
            &json::OfPosition::new(&position, verdict.as_ref(), |_, read| json::Shown::new(read)),
        )?;
        return Ok(Verdict::Fine);
    }
    if let Some(verdict) = &verdict {
        verdict.note();
    }
    let image = || match &position.found {
        Boards::One(read) => svg::board(read),
        Boards::Two(sides) => svg::two_boards(&TwoBoards(sides)),
    };
    match &args.svg {
        None => {
            let look = Look { unicode: args.unicode, color: wants_color() };
            let drawn = match &position.found {
                Boards::One(read) => draw::board(read, look),
                Boards::Two(sides) => draw::two_boards(&TwoBoards(sides), look),
            };
            out.write_all(drawn.as_bytes())?;
        }
        Some(path) if path.as_os_str() == "-" => out.write_all(image().as_bytes())?,
        Some(path) => {
            if let Err(why) = write_file(path, &image(), args.force) {
                report::error(why);
                return Ok(Verdict::Wrong);
            }
        }
    }
    Ok(Verdict::Fine)
}

/// Tells whether colours would be seen, and are not declined by NO_COLOR (<https://no-color.org>).
fn wants_color() -> bool {
    let declined = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
    io::stdout().is_terminal() && !declined && !dumb
}

/// Writes a file in one step: its whole text appears, or nothing does.
fn write_file(path: &Path, text: &str, force: bool) -> Result<(), String> {
    let name = path.display();
    // A device or a pipe must not be replaced by a file.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(format!("cannot write {name}: it is not a file"));
    }
    if !force && fs::symlink_metadata(path).is_ok() {
        return Err(format!("{name} exists; --force overwrites it"));
    }
    // A link keeps its place: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(&path);
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&temporary)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, &path));
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        format!("cannot write {name}: {error}")
    })
}

/// Returns a name for a temporary file in the same folder.
fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", process::id()));
    path.with_file_name(name)
}
