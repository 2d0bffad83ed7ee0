//! Documents rule presets, from [`Rules`].

use std::fmt::Write as _;

use bughouse_chess::Rules;
use serde_json::Value;

use super::markdown::{doc, heading, table};
use super::source::{function, members};

const PACKAGE: &str = "bughouse-chess";

/// The enums of settings.
const ENUMS: [(&str, &str); 4] = [
    ("stalemate", "enum Stalemate"),
    ("promotion", "enum Promotion"),
    ("drops", "enum DropAggression"),
    ("both_flags", "enum BothFlags"),
];

pub(crate) fn page() -> String {
    let mut out = String::from(
        "Servers play bughouse by slightly different rules. A preset is the set of rules of one server or event: pass its name to `--rules`, to \
         `new Match({ rules: 'fics' })` in JavaScript, to `bughouse.Match(rules=\"fics\")` in Python, or call `Rules::fics()` in \
         Rust.\n\n",
    );
    let values: Vec<Value> =
        Rules::PRESETS.iter().map(|(_, rules)| serde_json::to_value(rules).unwrap()).collect();
    let settings = members(PACKAGE, "struct Rules");
    let heads: Vec<&str> =
        ["setting"].into_iter().chain(Rules::PRESETS.iter().map(|&(name, _)| name)).collect();
    let rows: Vec<Vec<String>> = settings
        .iter()
        .map(|(setting, _)| {
            let own =
                values.iter().map(|preset| match (shown(&preset[setting]), shown(&values[0][setting])) {
                    (value, standard) if value != standard => format!("**{value}**"),
                    (value, _) => value,
                });
            [format!("[`{setting}`](#{})", setting.replace('_', "-"))].into_iter().chain(own).collect()
        })
        .collect();
    out.push_str(&table(&heads, &rows));
    out.push_str("\nValues that differ from `standard` are in bold.\n\n## Presets\n\n");
    for (name, _) in Rules::PRESETS {
        out.push_str(&heading(3, &format!("`{name}`"), &name.replace(['.', '_'], "-")));
        let about = doc(&function(PACKAGE, "struct Rules", &name.replace('.', "_")));
        let about = about.strip_prefix("Returns the ").unwrap_or(&about);
        let _ = writeln!(out, "The {about}\n");
    }
    out.push_str("## Settings\n\n");
    for (setting, about) in &settings {
        out.push_str(&heading(3, &format!("`{setting}`"), &setting.replace('_', "-")));
        let _ = writeln!(out, "{}\n", doc(about));
        if let Some((_, declaration)) = ENUMS.iter().find(|(name, _)| name == setting) {
            let rows: Vec<Vec<String>> = members(PACKAGE, declaration)
                .into_iter()
                .map(|(variant, about)| vec![format!("`{}`", kebab(&variant)), doc(&about)])
                .collect();
            out.push_str(&table(&["value", "meaning"], &rows));
            out.push('\n');
        }
        if setting == "repetition" {
            let rows: Vec<Vec<String>> = members(PACKAGE, "struct Repetition")
                .into_iter()
                .map(|(field, about)| vec![format!("`{field}`"), doc(&about)])
                .collect();
            out.push_str(&table(&["field", "meaning"], &rows));
            out.push('\n');
        }
    }
    out
}

/// Returns a value for people.
fn shown(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => format!("`{text}`"),
        Value::Object(fields) => {
            let set: Vec<String> =
                fields.iter().map(|(name, value)| format!("{name}: {}", shown(value))).collect();
            set.join(", ")
        }
        other => other.to_string(),
    }
}

fn kebab(variant: &str) -> String {
    let mut out = String::new();
    for char in variant.chars() {
        if char.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(char.to_ascii_lowercase());
    }
    out
}
