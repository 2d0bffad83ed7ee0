//! The examples of the README files.

/// Runs each `$ ...` line of the `console` blocks in a folder with the sample games, and compares the output.
#[cfg(unix)]
fn run_examples(readme: &str) -> usize {
    use std::path::Path;
    use std::process::Command;
    use std::{env, fs};

    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = crate::folders::folder(&format!("readme-{}", readme.replace(['/', '.'], "-")));
    for sample in fs::read_dir(root.join("../../docs/examples")).unwrap() {
        let sample = sample.unwrap().path();
        fs::copy(&sample, folder.join(sample.file_name().unwrap())).unwrap();
    }
    let readme = fs::read_to_string(root.join(readme)).unwrap();
    for word in ["testdata", "mktemp"] {
        assert!(!readme.contains(word), "readers don't have {word}");
    }
    let before = env::var_os("PATH").unwrap();
    let own = Path::new(env!("CARGO_BIN_EXE_bughouse")).parent().unwrap().to_owned();
    let path = env::join_paths([own].into_iter().chain(env::split_paths(&before))).unwrap();
    let mut found = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (call, expected) = example.split_once('\n').unwrap();
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("( {call} ) 2>&1")]).env("PATH", &path).current_dir(&folder);
            let output = shell.output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{call}");
            found += 1;
        }
    }
    found
}

#[cfg(unix)]
#[test]
fn examples_of_this_package() {
    assert!(run_examples("README.md") >= 9);
}

#[cfg(unix)]
#[test]
fn examples_of_the_repository() {
    assert!(run_examples("../../README.md") >= 1);
}
