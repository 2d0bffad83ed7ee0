//! Error messages as users see them, stored in `testdata/errors/feen.txt`.
//!
//! `BLESS=1 cargo test` regenerates the messages. Read the diff as a user would before you commit it.

use feen::{HandOrder, Limits, Options, parse_with};

use crate::support::{read_testdata, testdata, unescape};

const FILE: &str = "errors/feen.txt";

/// One case of the file: its name, the string to parse, options by name, and the message that follows.
struct Case {
    name: String,
    read: String,
    options: String,
    message: String,
}

impl Case {
    fn write(&self, message: &str) -> String {
        let options =
            if self.options.is_empty() { String::new() } else { format!("options: {}\n", self.options) };
        let read = if self.read.is_empty() { String::new() } else { format!(" {}", self.read) };
        format!("== {}\nread:{read}\n{options}{message}\n", self.name)
    }
}

/// Reads the header before the first case, and the cases.
fn read_cases() -> (String, Vec<Case>) {
    let mut head = String::new();
    let mut cases: Vec<Case> = Vec::new();
    for line in read_testdata(FILE).lines() {
        if let Some(name) = line.strip_prefix("== ") {
            let [read, options, message] = Default::default();
            cases.push(Case { name: name.to_owned(), read, options, message });
            continue;
        }
        let Some(case) = cases.last_mut() else {
            head += &format!("{line}\n");
            continue;
        };
        match line.split_once(": ") {
            _ if line == "read:" => {}
            Some(("read", text)) if case.message.is_empty() => case.read = text.to_owned(),
            Some(("options", names)) if case.message.is_empty() => case.options = names.to_owned(),
            _ => case.message += &format!("{line}\n"),
        }
    }
    for case in &mut cases {
        // An empty line separates two cases. A message never ends with one.
        case.message.truncate(case.message.trim_end_matches('\n').len());
    }
    (head, cases)
}

fn options(names: &str) -> Options {
    let mut options = Options::default();
    for name in names.split_whitespace() {
        match name {
            "letter_order" => options.order = HandOrder::Letter,
            "canonical_only" => options.canonical_only = true,
            "base_form_only" => options.base_form_only = true,
            "regular_only" => options.regular_only = true,
            "small" => {
                options.limits = Limits::default().text_length(40).squares(64).dimensions(3).hand_count(18);
            }
            _ => panic!("unknown option {name}"),
        }
    }
    options
}

fn message_of(case: &Case) -> String {
    let text = unescape(&case.read);
    match parse_with(&text, &options(&case.options)) {
        Err(error) => error.render(&text),
        Ok(position) => panic!("{}: was read as {position}", case.name),
    }
}

#[test]
fn messages() {
    let (head, cases) = read_cases();
    assert!(cases.len() >= 50, "{FILE} has {} cases", cases.len());
    let messages: Vec<String> = cases.iter().map(message_of).collect();
    if std::env::var_os("BLESS").is_some() {
        let blocks: Vec<String> =
            cases.iter().zip(&messages).map(|(case, message)| case.write(message)).collect();
        std::fs::write(testdata(FILE), head + &blocks.join("\n")).unwrap();
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
        "{} messages differ (BLESS=1 takes them over)\n\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
