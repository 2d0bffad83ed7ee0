//! Pieces of Markdown.

/// Returns text for a paragraph: markup outside backticks is escaped, and options are code.
pub(crate) fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            out.push_str(&format!("`{part}`"));
            continue;
        }
        for (number, word) in part.split(' ').enumerate() {
            if number > 0 {
                out.push(' ');
            }
            let start = word.trim_start_matches('(');
            let option = start.trim_end_matches(|end: char| !end.is_ascii_alphanumeric());
            if option
                .strip_prefix("--")
                .is_some_and(|name| name.starts_with(|first: char| first.is_ascii_lowercase()))
            {
                let (before, after) = (&word[..word.len() - start.len()], &start[option.len()..]);
                out.push_str(&format!("{before}`{option}`{after}"));
                continue;
            }
            for char in word.chars() {
                match char {
                    '<' => out.push_str("&lt;"),
                    '*' | '_' | '[' | ']' | '{' | '}' => out.extend(['\\', char]),
                    _ => out.push(char),
                }
            }
        }
    }
    out
}

/// Returns text of documentation in Rust, whose Markdown is kept, without links to items.
pub(crate) fn doc(text: &str) -> String {
    let mut out = text.to_owned();
    // Links such as [`Rules::drops`](crate::X) and [`Rules::drops`] only work in rustdoc.
    while let Some(start) = out.find("[`") {
        let Some(end) = out[start..].find("`]").map(|end| start + end) else { break };
        let mut after = end + 2;
        if out[after..].starts_with('(')
            && let Some(close) = out[after..].find(')')
        {
            after += close + 1;
        }
        let name = out[start + 1..=end].to_owned();
        out.replace_range(start..after, &name);
    }
    out
}

/// Returns text for a cell of a table, on one line.
pub(crate) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Writes a table.
pub(crate) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = line(heads.iter().map(|head| (*head).to_owned()).collect());
    out.push_str(&format!("|{}\n", "---|".repeat(heads.len())));
    for row in rows {
        out.push_str(&line(row.iter().map(|text| cell(text)).collect()));
    }
    out
}

/// Writes a heading with an anchor of its own.
pub(crate) fn heading(level: usize, text: &str, anchor: &str) -> String {
    format!("{} {text} {{ #{anchor} }}\n\n", "#".repeat(level))
}

/// Returns a text with a capital letter and a full stop: `Sentence.` for `sentence`.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.trim_end_matches('.').chars();
    let first = chars.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    match first.is_empty() {
        true => first,
        false => format!("{first}{}.", chars.as_str()),
    }
}

#[test]
fn markup_is_escaped_outside_code() {
    assert_eq!(prose("`<FILE>` or <FILE>, *.bpgn"), "`<FILE>` or &lt;FILE>, \\*.bpgn");
    assert_eq!(prose("pass --bind, or (--all)."), "pass `--bind`, or (`--all`).");
    assert_eq!(doc("See [`Rules::drops`](crate::Rules::drops) and [`X`]."), "See `Rules::drops` and `X`.");
    assert_eq!(
        table(&["a", "b"], &[vec!["1|2".to_owned(), "x".to_owned()]]),
        "| a | b |\n|---|---|\n| 1\\|2 | x |\n"
    );
    assert_eq!((sentence("print it").as_str(), sentence("").as_str()), ("Print it.", ""));
}
