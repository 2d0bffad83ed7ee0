//! The documentation of the format covers every column and flag.

use std::path::Path;

use bughouse_archive::flags::half_move;
use bughouse_archive::schema::TABLES;

#[test]
fn every_table_and_column_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/archive-format.md");
    let text = std::fs::read_to_string(path).expect("the documentation");
    for table in TABLES {
        let heading = format!("\n## {}, ", table.name);
        let section = text.split(&heading).nth(1).unwrap_or_else(|| panic!("no section of {}", table.name));
        let section = section.split("\n## ").next().unwrap_or_default();
        for column in table.columns {
            // For columns by seat or diagonal, only the first is named, followed by `...`.
            let first = column
                .name
                .replace("black_a", "white_a")
                .replace("white_b", "white_a")
                .replace("black_b", "white_a")
                .replace("diagonal_black", "diagonal_white");
            let word = |name: &str| {
                section
                    .split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
                    .any(|word| word == name)
            };
            let is_of_three = column.name.starts_with("best_") && word("best_1") && word("best_3_rating");
            let is_of_both =
                table.name == "pairs" && section.contains("The same with the key of both boards");
            assert!(
                word(column.name) || word(&first) || is_of_three || is_of_both,
                "{}.{} is not documented",
                table.name,
                column.name
            );
        }
        for (index, column) in table.columns.iter().take(table.sorted_by).enumerate() {
            let sorted = text.split(&heading).nth(1).and_then(|rest| rest.lines().next()).unwrap_or_default();
            assert!(sorted.contains(column.name), "{} is sorted by {} ({index})", table.name, column.name);
        }
    }
}

#[test]
fn every_flag_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/archive-format.md");
    let text = std::fs::read_to_string(path).expect("the documentation");
    let row =
        text.lines().find(|line| line.starts_with("| flags | INT16")).expect("the flags of a half-move");
    for (bit, name) in half_move::NAMES.iter().enumerate() {
        let word = if *name == "theft" { "a promotion that takes" } else { name };
        let entry = format!("{} {}", 1 << bit, word.replace('-', " "));
        assert!(row.contains(&entry), "{entry}");
    }
}
