//! The examples of the README files.

/// Runs each `$ ...` line of the `console` blocks and compares what follows it with what is printed.
#[cfg(unix)]
fn run_examples(readme: &str) -> usize {
    use std::path::Path;
    use std::process::Command;
    use std::{env, fs};

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(readme);
    let readme = fs::read_to_string(path).unwrap();
    let before = env::var_os("PATH").unwrap();
    let folder = Path::new(env!("CARGO_BIN_EXE_bughouse")).parent().unwrap().to_owned();
    let path = env::join_paths([folder].into_iter().chain(env::split_paths(&before))).unwrap();
    let mut found = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (call, expected) = example.split_once('\n').unwrap();
            let output = Command::new("sh")
                .args(["-c", &format!("( {call} ) 2>&1")])
                .env("PATH", &path)
                .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
                .output()
                .unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{call}");
            found += 1;
        }
    }
    found
}

#[cfg(unix)]
#[test]
fn examples_of_the_program_are_true() {
    assert!(run_examples("README.md") >= 5);
}

#[cfg(unix)]
#[test]
fn examples_of_the_front_page_are_true() {
    assert!(run_examples("../../README.md") >= 3);
}
