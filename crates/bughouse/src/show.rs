//! `show`: draws a board with both reserves.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;

use bughouse_chess::Material;

use crate::cli::ShowArgs;
use crate::draw::{self, Look};
use crate::json;
use crate::position;
use crate::report::{self, Verdict};
use crate::svg;

/// Draws a position, in the terminal or as an image.
pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let options = args.reading.options(Material::TwoSets);
    let Some(position) = position::read_only(&args.position, &options, args.json, out)? else {
        return Ok(Verdict::Wrong);
    };
    if args.json {
        json::write(out, &json::Show::new(&position))?;
        return Ok(Verdict::Fine);
    }
    match &args.svg {
        None => {
            let look = Look { unicode: args.unicode, color: wants_color() };
            out.write_all(draw::board(&position.board, look).as_bytes())?;
        }
        Some(path) if path.as_os_str() == "-" => out.write_all(svg::board(&position.board).as_bytes())?,
        Some(path) => {
            if let Err(why) = write_file(path, &svg::board(&position.board), args.force) {
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
