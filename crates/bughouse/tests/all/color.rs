//! `--color`, and what is colored.

use crate::run::{START, bughouse, command, with_stdin};

const BROKEN: &[u8] = b"[Event \"x\"]\n1A. e5 *\n";

#[test]
fn severities_are_colored_on_request() {
    let plain = with_stdin(["check", "-"], BROKEN).stdout;
    assert_eq!(with_stdin(["check", "--color", "never", "-"], BROKEN).stdout, plain);
    let colored = with_stdin(["check", "--color", "always", "-"], BROKEN).stdout;
    assert!(colored.contains("stdin:2:5: \u{1b}[1;31merror\u{1b}[0m: "), "{colored}");
    assert!(colored.contains(": \u{1b}[1;36mnote\u{1b}[0m: "), "{colored}");
    assert_eq!(colored.matches('\u{1b}').count(), 4);
    let messages = bughouse(["--color", "always", "replay", "no-such-file"]).rejected();
    assert!(messages.starts_with("\u{1b}[1;31merror\u{1b}[0m: cannot read"), "{messages}");
    assert!(bughouse(["show", START, "--color", "always"]).fine().contains('\u{1b}'));
}

#[test]
fn the_color_option_overrides_no_color() {
    let run = |when: &str| {
        let mut show = command();
        show.args(["show", START, "--color", when]).env("NO_COLOR", "1");
        String::from_utf8(show.output().unwrap().stdout).unwrap()
    };
    assert!(run("always").contains('\u{1b}'));
    assert!(!run("auto").contains('\u{1b}'));
}
