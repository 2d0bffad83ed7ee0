//! `generate`: writes synthetic games, for tests and benchmarks.

use std::path::PathBuf;

use crate::shell::{self, Failure, Workspace};

/// The options of `generate`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// `--games` or `--megabytes`, with its number.
    amount: Option<(&'static str, u64)>,
    seed: Option<u64>,
    annotated: bool,
    like_a_server: bool,
    file: Option<PathBuf>,
}

impl Options {
    /// Parses the arguments after `generate`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if arg == "--annotated" || arg == "--like-a-server" {
                options.annotated |= arg == "--annotated";
                options.like_a_server |= arg == "--like-a-server";
                continue;
            }
            let value = args.next();
            let number = || {
                value
                    .and_then(|value| value.parse().ok())
                    .ok_or_else(|| Failure::usage(format!("`{arg}` takes a number")))
            };
            match arg.as_str() {
                "--games" | "--megabytes" if options.amount.is_some() => {
                    return Err(Failure::usage("use only one of `--games` and `--megabytes`"));
                }
                "--games" => options.amount = Some(("--games", number()?)),
                "--megabytes" => options.amount = Some(("--megabytes", number()?)),
                "--seed" => options.seed = Some(number()?),
                "-o" => match value {
                    Some(file) => options.file = Some(PathBuf::from(file)),
                    None => return Err(Failure::usage("`-o` takes a file")),
                },
                _ => return Err(Failure::usage(format!("`generate` has no option `{arg}`"))),
            }
        }
        if options.like_a_server && matches!(options.amount, Some(("--megabytes", _))) {
            return Err(Failure::usage(
                "`--like-a-server` needs `--games`, which it spreads over twenty years",
            ));
        }
        Ok(options)
    }
}

/// Runs a release build of the generator, which is many times faster.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let mut command = workspace.cargo();
    command.args(["run", "--quiet", "--release", "--locked", "--package", "bughouse-generator", "--"]);
    if let Some((name, number)) = options.amount {
        command.args([name, &number.to_string()]);
    }
    if let Some(seed) = options.seed {
        command.args(["--seed", &seed.to_string()]);
    }
    command.args(options.annotated.then_some("--annotated"));
    command.args(options.like_a_server.then_some("--like-a-server"));
    if let Some(file) = &options.file {
        // The child starts in the root, where a relative path would be wrong.
        let file = std::path::absolute(file)
            .map_err(|error| Failure::step(format!("{} cannot be used: {error}", file.display())))?;
        command.arg("-o").arg(file);
    }
    shell::run(&mut command)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Options;

    fn parse(line: &str) -> Option<Options> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args).ok()
    }

    #[test]
    fn options_are_parsed() {
        let file = Some(PathBuf::from("games.bpgn"));
        let amount = Some(("--games", 5));
        let expected = Options { amount, seed: Some(7), annotated: true, like_a_server: true, file };
        assert_eq!(parse("--games 5 --seed 7 --annotated --like-a-server -o games.bpgn"), Some(expected));
        let expected = Options { amount: Some(("--megabytes", 200)), ..Options::default() };
        assert_eq!(parse("--megabytes 200"), Some(expected));
        assert_eq!(parse(""), Some(Options::default()));
    }

    #[test]
    fn invalid_options_are_rejected() {
        for line in [
            "--games",
            "--games many",
            "--games 1 --megabytes 1",
            "--seed -1",
            "-o",
            "games.bpgn",
            "--megabytes 1 --like-a-server",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
