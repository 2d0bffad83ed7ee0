//! What to do if an argument isn't what a command expects.

use std::ffi::OsString;
use std::path::Path;

use bpgn::detect::TextKind;
use bpgn::{Record, SyntaxErrorKind};
use bughouse_files::sources::quoted;
use bughouse_files::{folder, sources};
use bughouse_review::files::other_format;

/// Returns an error message for an argument that is plainly not a position: a file, a folder, an archive or a URL.
pub(crate) fn for_position(argument: &Path) -> Option<String> {
    let (name, shown) = (quoted(argument), sources::name(argument));
    if let Some(step) = for_url(argument) {
        return Some(format!("this is a URL, not a position. {step}"));
    }
    Some(if is_archive(argument) {
        format!(
            "`{shown}` is an archive, not a position: use `bughouse explore {name} start` or `bughouse search {name} QUERY`"
        )
    } else if argument.is_dir() {
        format!(
            "`{shown}` is a folder, not a position: use `bughouse serve {name} --open` or `bughouse check {name}`"
        )
    } else if ends_in(argument, ".json") {
        format!("`{shown}` is a JSON file, not a position: use `bughouse convert --to bpgn {name}`")
    } else if folder::is_game_file(argument) {
        format!(
            "`{shown}` is a game file, not a position: use `bughouse replay {name}` to show it, or `bughouse replay {name} \
             --to fen` for its final position"
        )
    } else if argument.is_file() {
        format!(
            "`{shown}` is a file, not a position: use `bughouse replay {name}` for a game, or `- < {name}` for a position"
        )
    } else {
        return None;
    })
}

/// Returns an error message for an argument that is a word instead of a position, such as a misspelled file name.
pub(crate) fn for_word(argument: &Path) -> Option<String> {
    let text = argument.to_str()?;
    let is_word = !text.is_empty()
        && !text.contains([' ', '\t', '|'])
        && (!text.contains('/') || text.starts_with('/'))
        && TextKind::of(text.as_bytes()) != TextKind::Position;
    (is_word || text.starts_with('/')).then(|| {
        format!("`{}` is not a position: expected FEN, BFEN, FEEN or `start`", sources::name(argument))
    })
}

/// Returns an error message for a text that plainly isn't BPGN, given its first bytes.
pub(crate) fn for_text(path: &Path, start: &[u8]) -> Option<String> {
    let name = if path.as_os_str() == "-" { "-".to_owned() } else { quoted(path) };
    let convert = format!("`bughouse convert --to bpgn {name} -o games.bpgn`");
    Some(match other_format(start)? {
        TextKind::Json => format!("this is JSON, not BPGN: convert a chess.com game with {convert}"),
        TextKind::Uci => format!("this has UCI moves, not BPGN: convert it with {convert}"),
        TextKind::Position => format!("this is a position, not a game: use `bughouse analyze {name}`"),
        _ => return None,
    })
}

/// Returns a hint for a game that has move numbers without letters, as in chess.
pub(crate) fn for_chess_pgn(record: &Record) -> Option<&'static str> {
    let is_chess = record.game.main.half_moves.is_empty()
        && record.errors.iter().any(|error| *error.kind() == SyntaxErrorKind::NoLetter);
    is_chess.then_some(CHESS_PGN)
}

/// The hint for PGN of one board.
pub(crate) const CHESS_PGN: &str = concat!(
    "this looks like chess PGN, with one board. In BPGN, each move number has a letter for its player, as in \
     `1A. e4 1a. e5 1B. d4`; see ",
    env!("CARGO_PKG_HOMEPAGE"),
    "reference/bpgn.html"
);

/// Returns an error message for a position that isn't in quotes, so each of its fields is an argument.
pub(crate) fn for_unquoted_position(arguments: &[OsString]) -> Option<String> {
    let is_placement = |argument: &OsString| {
        let text = argument.as_encoded_bytes();
        text.iter().filter(|&&byte| byte == b'/').count() >= 7
            && !text.iter().any(u8::is_ascii_whitespace)
            && !Path::new(argument).exists()
    };
    let (at, _) = arguments
        .windows(2)
        .enumerate()
        .find(|(_, pair)| is_placement(&pair[0]) && (pair[1] == "w" || pair[1] == "b"))?;
    // A FEN string has six fields.
    let fields = arguments[at..].iter().take(6).map(|field| field.to_string_lossy());
    let fields: Vec<_> = fields.take_while(|field| !field.starts_with("--")).collect();
    Some(format!("put the position in quotes: '{}'", fields.join(" ")))
}

/// Returns an error message for an argument that is plainly not a file: a folder, an archive, a URL or a position.
pub(crate) fn for_file(argument: &Path) -> Option<String> {
    if let Some(message) = for_file_or_position(argument) {
        return Some(message);
    }
    let text = argument.to_str()?;
    (!argument.exists() && TextKind::of(text.as_bytes()) == TextKind::Position).then(|| {
        let name = quoted(argument);
        format!("this is a position, not a file: use `bughouse show {name}` or `bughouse analyze {name}`")
    })
}

/// Returns an error message for an argument that is plainly neither a file nor a position: a folder, an archive or a URL.
pub(crate) fn for_file_or_position(argument: &Path) -> Option<String> {
    let name = quoted(argument);
    if let Some(step) = for_url(argument) {
        return Some(format!("this is a URL, not a file. {step}"));
    }
    if is_archive(argument) {
        return Some(format!(
            "this is an archive, not a file: use `bughouse search {name} QUERY`, or `bughouse archive export {name}` to \
             print its games"
        ));
    }
    argument.is_dir().then(|| {
        format!("this is a folder, not a file: use `bughouse replay {name} --all` or `bughouse serve {name} --open`")
    })
}

/// Returns an error message for an argument that isn't an archive.
pub(crate) fn for_archive(argument: &Path) -> String {
    let (name, shown) = (quoted(argument), sources::name(argument));
    if let Some(step) = for_url(argument) {
        return format!("this is a URL, not an archive. {step}");
    }
    if argument.is_file() {
        format!("`{shown}` is a file, not an archive. Create one with `bughouse archive add my-games {name}`")
    } else if argument.is_dir() {
        format!(
            "`{shown}` is not an archive: manifest.json not found. Create one with `bughouse archive add`"
        )
    } else {
        format!("`{shown}` doesn't exist. Create an archive with `bughouse archive add {name} FILE...`")
    }
}

/// The error for an archive without the text of its games.
pub(crate) const NO_TEXT: &str = "this archive has no game text, because it was created with --no-text. To print games, add the \
     files to a new archive without --no-text";

/// Returns a hint for an archive with a damaged manifest.
pub(crate) fn for_damaged_manifest(manifest: &Path) -> String {
    let folder = manifest.parent().unwrap_or(manifest);
    format!("rebuild it from the other files with `bughouse archive repair {}`", quoted(folder))
}

/// Returns a hint for an archive whose files can't be merged.
pub(crate) fn for_unmerged(archive: &Path) -> String {
    format!("check all of its files with `bughouse archive info {} --verify`", quoted(archive))
}

/// Returns an error message for an argument where no archive can be created.
pub(crate) fn for_new_archive(argument: &Path) -> String {
    let shown = sources::name(argument);
    match argument.is_file() {
        true => format!(
            "`{shown}` is a file, not an archive: pass a folder before the files, as in `bughouse archive add my-games {}`",
            quoted(argument)
        ),
        false => format!(
            "`{shown}` is not an archive: it has files but no manifest.json. Pass a new or empty folder"
        ),
    }
}

/// Explains how to get the file of a URL.
pub(crate) fn for_url(argument: &Path) -> Option<String> {
    let text = argument.to_str()?;
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let host = rest.split('/').next().unwrap_or_default();
    if host != "chess.com" && !host.ends_with(".chess.com") {
        return Some("`bughouse` doesn't use the network: download the file first".to_owned());
    }
    let mut numbers = rest.split(|letter: char| !letter.is_ascii_digit()).filter(|number| number.len() > 4);
    let number = numbers.next_back().unwrap_or("NUMBER");
    Some(format!(
        "Save https://www.chess.com/callback/live/game/{number} as {number}.json, do the same for the number after \
         \"partnerGameId\" in it, and run `bughouse convert --to bpgn` with both files. See {}howto/chess-com.html",
        env!("CARGO_PKG_HOMEPAGE")
    ))
}

/// Returns `true` if a folder has the manifest of an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    path.join("manifest.json").is_file()
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.to_str().is_some_and(|name| name.to_ascii_lowercase().ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_of_a_game_gives_the_address_of_its_json() {
        for url in
            ["https://www.chess.com/game/live/160842423883", "http://chess.com/live#g=160842423883?tab=1"]
        {
            let step = for_url(Path::new(url)).unwrap_or_default();
            assert!(step.contains("https://www.chess.com/callback/live/game/160842423883"), "{step}");
        }
        let other = for_url(Path::new("https://example.org/games.bpgn")).unwrap_or_default();
        assert!(other.contains("download the file first"), "{other}");
        assert_eq!(for_url(Path::new("games.bpgn")), None);
    }

    #[test]
    fn names_can_be_pasted() {
        assert_eq!(quoted(Path::new("a/b-1.bpgn")), "a/b-1.bpgn");
        assert_eq!(quoted(Path::new("my games/it's.bpgn")), "'my games/it'\\''s.bpgn'");
    }
}
