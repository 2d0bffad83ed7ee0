//! What to do if an argument isn't what a command expects.

use std::path::Path;

use bughouse_server::{folder, sources};

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
        format!("`{shown}` is a game file, not a position: use `bughouse replay {name}`")
    } else if argument.is_file() {
        format!(
            "`{shown}` is a file, not a position: use `bughouse replay {name}` for a game, or `-` to read a position from stdin"
        )
    } else {
        return None;
    })
}

/// Returns an error message for an argument that is plainly not a file: a folder, an archive or a URL.
pub(crate) fn for_file(argument: &Path) -> Option<String> {
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
fn for_url(argument: &Path) -> Option<String> {
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

/// Returns a name as a shell needs it.
fn quoted(path: &Path) -> String {
    let name = sources::name(path);
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./~+:,@%".contains(letter);
    match name.chars().all(is_plain) && !name.is_empty() {
        true => name,
        false => format!("'{}'", name.replace('\'', "'\\''")),
    }
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
