//! Error messages as users see them, stored in `testdata/errors/`.
//!
//! `BLESS=1 cargo test` regenerates the messages. Read the diff as a user would before you commit it.

use bughouse_chess::{Board, LastFields, Leniencies, Leniency, ReadOptions, San, TwoBoards};

use crate::support::{board, read_testdata, testdata};

/// One case of a file: its name, its lines `key: value`, and the message that follows.
struct Case {
    name: String,
    inputs: Vec<(String, String)>,
    message: String,
}

impl Case {
    fn input(&self, key: &str) -> Option<&str> {
        self.inputs.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    fn write(&self, message: &str) -> String {
        let inputs: String = self.inputs.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
        format!("== {}\n{inputs}{message}\n", self.name)
    }
}

/// Reads a file of cases: the header before the first one, and the cases.
fn read_cases(file: &str) -> (String, Vec<Case>) {
    let text = read_testdata(file);
    let mut head = String::new();
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            cases.push(Case { name: name.to_owned(), inputs: Vec::new(), message: String::new() });
            continue;
        }
        match (cases.last_mut(), line.split_once(": ")) {
            (None, _) => head += &format!("{line}\n"),
            (Some(case), Some((key, value))) if case.message.is_empty() && KEYS.contains(&key) => {
                case.inputs.push((key.to_owned(), value.to_owned()));
            }
            (Some(case), _) => case.message += &format!("{line}\n"),
        }
    }
    for case in &mut cases {
        // An empty line separates two cases. A message never ends with one.
        case.message.truncate(case.message.trim_end_matches('\n').len());
    }
    (head, cases)
}

const KEYS: [&str; 6] = ["read", "options", "board", "san", "uci", "two boards"];

/// Replaces `\n`, `\t`, `\\`, `\s` (a space) and `\xNN` with the bytes they represent.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let (byte, length) = match after.as_bytes() {
            [b'n', ..] => (b'\n', 1),
            [b't', ..] => (b'\t', 1),
            [b's', ..] => (b' ', 1),
            [b'\\', ..] => (b'\\', 1),
            [b'x', _, _, ..] => (u8::from_str_radix(&after[1..3], 16).unwrap(), 3),
            _ => panic!("unknown escape in {text}"),
        };
        bytes.push(byte);
        rest = &after[length..];
    }
    bytes.extend(rest.as_bytes());
    bytes
}

/// Compares the message of every case, or writes them all if `BLESS` is set.
#[track_caller]
fn check(file: &str, at_least: usize, message_of: impl Fn(&Case) -> String) {
    let (head, cases) = read_cases(file);
    assert!(cases.len() >= at_least, "{file} has {} cases", cases.len());
    let messages: Vec<String> = cases.iter().map(message_of).collect();
    if std::env::var_os("BLESS").is_some() {
        let blocks: Vec<String> =
            cases.iter().zip(&messages).map(|(case, message)| case.write(message)).collect();
        std::fs::write(testdata(file), head + &blocks.join("\n")).unwrap();
        return;
    }
    let wrong: Vec<String> = cases
        .iter()
        .zip(&messages)
        .filter(|(case, message)| case.message != **message)
        .map(|(case, message)| format!("{}expected:\n{}\n", case.write(message), case.message))
        .collect();
    assert!(
        wrong.is_empty(),
        "{file}: {} messages differ (BLESS=1 takes them over)\n\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Reads options by their names, such as `missing-counters extra-spaces`.
fn options(names: &str) -> ReadOptions {
    let mut options = ReadOptions::default();
    for name in names.split_whitespace() {
        options = match (name, Leniency::from_name(name)) {
            (_, Some(leniency)) => options.accept(options.accept.with(leniency)),
            ("one-set", None) => options.material(bughouse_chess::Material::OneSet),
            _ => panic!("unknown option {name}"),
        };
    }
    options
}

#[test]
fn positions() {
    check("errors/positions.txt", 60, |case| {
        let text = unescape(case.input("read").unwrap());
        let options = options(case.input("options").unwrap_or(""));
        match Board::read(&text, &options) {
            Err(error) => error.render(&text),
            Ok((board, _)) => panic!("{}: was read as {board}", case.name),
        }
    });
}

#[cfg(feature = "feen")]
#[test]
fn boards_in_feen() {
    check("errors/board-feen.txt", 60, |case| {
        let text = unescape(case.input("read").unwrap());
        let options = options(case.input("options").unwrap_or(""));
        match Board::read_feen(&text, &options) {
            Err(error) => error.render(&text),
            Ok((board, _)) => panic!("{}: was read as {board}", case.name),
        }
    });
}

#[test]
fn two_boards() {
    check("errors/two-boards.txt", 30, |case| {
        let text = unescape(case.input("two boards").unwrap());
        let options = match case.input("options") {
            None => ReadOptions::default(),
            Some("counters") => ReadOptions::default().last_fields(LastFields::Counters),
            Some(unknown) => panic!("unknown option {unknown}"),
        };
        match TwoBoards::read(&text, &options) {
            Err(error) => error.render(&text),
            Ok((both, _)) => panic!("{}: was read as {both:?}", case.name),
        }
    });
}

#[test]
fn moves() {
    check("errors/moves.txt", 50, |case| {
        let board: Board = case.input("board").map(board).unwrap_or_default();
        match (case.input("san"), case.input("uci")) {
            (Some(text), None) => san_message(&case.name, &unescape(text), &board),
            (None, Some(text)) => {
                let text = unescape(text);
                match board.read_uci(&text) {
                    Err(error) => error.render(&text),
                    Ok(mv) => panic!("{}: was read as {mv}", case.name),
                }
            }
            _ => panic!("{}: expected either san or uci", case.name),
        }
    });
}

/// Parses standard SAN, then looks the move up.
fn san_message(name: &str, text: &[u8], board: &Board) -> String {
    let Ok(utf8) = std::str::from_utf8(text) else {
        return San::read(text, Leniencies::ALL)
            .map(|(san, _)| panic!("{name}: was read as {san}"))
            .unwrap_err()
            .render(text);
    };
    match utf8.parse::<San>() {
        Err(error) => error.render(text),
        Ok(san) => match san.resolve(board) {
            Err(mismatch) => mismatch.to_string(),
            Ok(mv) => panic!("{name}: was read as {mv}"),
        },
    }
}
