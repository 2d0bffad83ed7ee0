//! `test`: the checks of the repository. By default those that need only Rust and Node; `--all` runs all of them.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use crate::shell::{self, Failure, Workspace};
use crate::steps::{self, Action, Part, Step};
use crate::tools::{self, Tool};

/// The options of `test`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    selection: Selection,
    /// How long each fuzz target runs; 0 skips them.
    fuzz_seconds: u32,
}

/// Which steps to run.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Selection {
    Default,
    /// What `--all` adds to the default run.
    Rest,
    All,
    Scopes(Vec<String>),
}

impl Options {
    /// Parses the arguments after `test`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self { selection: Selection::Default, fuzz_seconds: 10 };
        let mut selections = Vec::new();
        let mut scopes = Vec::new();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--all" => selections.push(Selection::All),
                "--rest" => selections.push(Selection::Rest),
                "--fuzz-seconds" => {
                    let seconds = args.next().and_then(|text| text.parse().ok());
                    options.fuzz_seconds =
                        seconds.ok_or_else(|| Failure::usage("`--fuzz-seconds` takes a number"))?;
                }
                flag if flag.starts_with('-') => {
                    return Err(Failure::usage(format!(
                        "`test` has no option `{flag}`; it takes `--all`, `--rest`, `--fuzz-seconds N` and scopes"
                    )));
                }
                scope if is_scope(scope) => scopes.push(scope.to_owned()),
                unknown => return Err(Failure::usage(unknown_scope(unknown))),
            }
        }
        if !scopes.is_empty() {
            selections.push(Selection::Scopes(scopes));
        }
        if selections.len() > 1 {
            return Err(Failure::usage("use only one of `--all`, `--rest` and scopes"));
        }
        options.selection = selections.pop().unwrap_or(Selection::Default);
        Ok(options)
    }
}

/// Lists the names of all crates that can be used as scopes.
fn crate_names() -> impl Iterator<Item = &'static str> {
    steps::CRATES.into_iter().chain(steps::EXTRA_CRATES)
}

fn is_scope(name: &str) -> bool {
    steps::SCOPES.iter().any(|(scope, _)| *scope == name) || crate_names().any(|other| other == name)
}

fn unknown_scope(name: &str) -> String {
    let mut text = format!("`{name}` is not a scope of `test`. The scopes are:\n");
    for (scope, about) in steps::SCOPES {
        text += &format!("  {scope:<9} {about}\n");
    }
    let crates: Vec<&str> = crate_names().collect();
    text + "and the names of crates: " + &crates.join(", ")
}

/// A step, or a part of one, that does not run.
struct Skipped {
    what: String,
    tool: Tool,
    scope: &'static str,
}

/// Runs the steps in order and stops at the first that fails.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let start = Instant::now();
    require_components(workspace)?;
    let steps = chosen(workspace, options);
    let mut used: Vec<Tool> = Vec::new();
    for &tool in steps.iter().flat_map(|step| step.needs.iter().chain(&step.uses)) {
        if !used.contains(&tool) {
            used.push(tool);
        }
    }
    let plan = without_missing(steps, &tools::missing(workspace, &used), &options.selection)?;

    let count = plan.steps.len();
    let mut times = Vec::with_capacity(count);
    for (index, mut step) in plan.steps.into_iter().enumerate() {
        let number = index + 1;
        let shown = step.shown().map_or_else(String::new, |line| format!(": {line}"));
        shell::heading(&format!("{number}/{count} {}{shown}", step.name));
        let begun = Instant::now();
        let ran = match &mut step.action {
            Action::Command(command) => shell::run(command),
            Action::Task(task) => task(workspace),
        };
        ran.map_err(|failure| {
            Failure::step(format!(
                "step {number} of {count}, {}, failed after {}: {failure}",
                step.name,
                minutes(start.elapsed())
            ))
        })?;
        times.push((step.name, begun.elapsed()));
    }

    print_times(times);
    print_skipped(workspace, options, &plan.skipped, &plan.partly_skipped);
    let mut summary = format!("{count} steps passed in {}", minutes(start.elapsed()));
    if !plan.skipped.is_empty() {
        let names: Vec<&str> = plan.skipped.iter().map(|skip| skip.what.as_str()).collect();
        summary += &format!(", {} skipped: {}", names.len(), names.join(", "));
    }
    shell::heading(&summary);
    Ok(())
}

/// Lists the steps that the options select.
fn chosen(workspace: &Workspace, options: &Options) -> Vec<Step> {
    let all = steps::all(workspace, options.fuzz_seconds);
    match &options.selection {
        Selection::All => all,
        Selection::Default => {
            all.into_iter().filter(|step| step.part != Part::Rest).map(Step::with_fewer_rounds).collect()
        }
        Selection::Rest => all.into_iter().filter(|step| step.part != Part::Default).collect(),
        Selection::Scopes(scopes) => {
            let has = |name: &&'static str| scopes.iter().any(|scope| scope == name);
            let mut steps: Vec<Step> = all.into_iter().filter(|step| step.scopes.iter().any(has)).collect();
            let crates: Vec<&str> = crate_names().filter(has).collect();
            if !crates.is_empty() {
                steps.extend(steps::of_crates(workspace, &crates));
            }
            steps
        }
    }
}

/// The steps that run, and everything that doesn't.
struct Plan {
    steps: Vec<Step>,
    skipped: Vec<Skipped>,
    /// Tests of the steps that skip themselves.
    partly_skipped: Vec<Skipped>,
}

/// Removes the steps that need a missing tool, if they may be skipped.
fn without_missing(steps: Vec<Step>, absent: &[Tool], selection: &Selection) -> Result<Plan, Failure> {
    // A missing tool is an error if the user selected a step that needs it.
    let may_skip = |tool: Tool| match tool {
        Tool::BareTarget | Tool::CargoDeny | Tool::UnixShell => true,
        Tool::Chromium => *selection == Selection::Default,
        _ => false,
    };
    let needed: Vec<Tool> = absent
        .iter()
        .copied()
        .filter(|&tool| !may_skip(tool) && steps.iter().any(|step| step.needs.contains(&tool)))
        .collect();
    if !needed.is_empty() {
        return Err(tools::needed(&needed));
    }
    let mut plan = Plan { steps: Vec::new(), skipped: Vec::new(), partly_skipped: Vec::new() };
    for step in steps {
        let scope = step.scopes.first().copied().unwrap_or_default();
        if let Some(&tool) = step.needs.iter().find(|tool| absent.contains(tool)) {
            plan.skipped.push(Skipped { what: step.name.to_owned(), tool, scope });
            continue;
        }
        for &tool in step.uses.iter().filter(|tool| absent.contains(tool)) {
            plan.partly_skipped.push(Skipped { what: format!("some of the {}", step.name), tool, scope });
        }
        plan.steps.push(step);
    }
    if plan.steps.is_empty() {
        let missing: Vec<Tool> = plan.skipped.iter().map(|skip| skip.tool).collect();
        return Err(tools::needed(&missing));
    }
    Ok(plan)
}

/// Prints how long each step took, longest first.
fn print_times(mut times: Vec<(&str, Duration)>) {
    times.sort_by_key(|&(_, time)| Reverse(time));
    shell::heading("time per step");
    for (name, time) in times {
        eprintln!("{:>6}  {name}", minutes(time));
    }
}

/// Prints everything that did not run, why, and how to run it.
fn print_skipped(workspace: &Workspace, options: &Options, skipped: &[Skipped], partly: &[Skipped]) {
    let mut lines: Vec<String> = Vec::new();
    for Skipped { what, tool, scope } in skipped.iter().chain(partly) {
        lines.push(format!(
            "{what}: {} not found; {}, then run `cargo xtask test {scope}`",
            tool.name(),
            tool.hint()
        ));
    }
    if options.selection == Selection::Default {
        let mut rest = steps::all(workspace, options.fuzz_seconds);
        rest.retain(|step| step.part == Part::Rest);
        let scopes = steps::SCOPES.iter().map(|(scope, _)| *scope);
        let scopes: Vec<&str> =
            scopes.filter(|scope| rest.iter().any(|step| step.scopes.contains(scope))).collect();
        lines.push(format!(
            "{} more steps of the scopes {}: they are not part of the default run. Run them with `cargo xtask test --all`, \
             or name scopes",
            rest.len(),
            scopes.join(", ")
        ));
    }
    if options.fuzz_seconds == 0 && options.selection != Selection::Default {
        lines.push("fuzz targets: `--fuzz-seconds 0` was given".to_owned());
    }
    if !lines.is_empty() {
        shell::heading("skipped");
        for line in lines {
            eprintln!("  {line}");
        }
    }
}

/// Writes a time as minutes and seconds: `2:05`.
fn minutes(time: Duration) -> String {
    let seconds = (time.as_millis() + 500) / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Checks that rustfmt and clippy are installed. Adds them if rustup can download them.
fn require_components(workspace: &Workspace) -> Result<(), Failure> {
    let present =
        || ["fmt", "clippy"].iter().all(|tool| shell::works(workspace.cargo().args([tool, "--version"])));
    if present() {
        return Ok(());
    }
    shell::heading("rustfmt or clippy is missing: rustup component add clippy rustfmt");
    let added = shell::run(workspace.program("rustup").args(["component", "add", "clippy", "rustfmt"]));
    if added.is_ok() && present() {
        return Ok(());
    }
    Err(Failure::step(
        "rustfmt and clippy are needed: run `rustup component add clippy rustfmt`, or install the packages with these \
         names if your Rust doesn't come from rustup",
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    fn parse(line: &str) -> Option<Options> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args).ok()
    }

    fn workspace() -> Workspace {
        Workspace::find().expect("the tests run in the workspace")
    }

    fn names(line: &str) -> Vec<&'static str> {
        let options = parse(line).expect("valid options");
        chosen(&workspace(), &options).into_iter().map(|step| step.name).collect()
    }

    #[test]
    fn options_are_parsed() {
        let expected = |selection, fuzz_seconds| Some(Options { selection, fuzz_seconds });
        assert_eq!(parse(""), expected(Selection::Default, 10));
        assert_eq!(parse("--all --fuzz-seconds 0"), expected(Selection::All, 0));
        assert_eq!(parse("--rest"), expected(Selection::Rest, 10));
        let scopes = ["web", "bpgn"].map(str::to_owned).to_vec();
        assert_eq!(parse("web bpgn --fuzz-seconds 5"), expected(Selection::Scopes(scopes), 5));
    }

    #[test]
    fn invalid_options_are_rejected() {
        for line in [
            "--fast",
            "--quick",
            "--all web",
            "--all --rest",
            "--fuzz-seconds",
            "--fuzz-seconds x",
            "nothing",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn an_unknown_scope_lists_the_scopes() {
        let Err(Failure::Usage(text)) = Options::parse(&["pyton".to_owned()]) else { panic!("accepted") };
        for part in ["`pyton`", "python ", "spark", "bughouse-cli", "xtask"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn every_step_has_a_name_and_a_known_scope_and_every_scope_has_a_step() {
        let steps = steps::all(&workspace(), 10);
        let mut used = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for step in &steps {
            assert!(seen.insert(step.name), "{} is there twice", step.name);
            assert!(!step.scopes.is_empty(), "{}", step.name);
            used.extend(step.scopes);
        }
        assert_eq!(used, steps::SCOPES.iter().map(|(scope, _)| *scope).collect::<BTreeSet<_>>());
    }

    #[test]
    fn the_default_run_and_the_rest_make_up_all_steps() {
        let (default, rest, all) = (names(""), names("--rest"), names("--all"));
        let union: BTreeSet<&str> = default.iter().chain(&rest).copied().collect();
        assert_eq!(union, all.iter().copied().collect::<BTreeSet<_>>());
        let both: Vec<&str> = default.iter().copied().filter(|name| rest.contains(name)).collect();
        assert_eq!(both, ["web packages", "web build", "CLI for the browser tests"]);
        assert!(!names("--all --fuzz-seconds 0").contains(&"fuzz targets"));
    }

    #[test]
    fn the_default_run_needs_only_rust_and_node() {
        let steps = chosen(&workspace(), &parse("").expect("no options"));
        let needs: Vec<Tool> = steps.iter().flat_map(|step| step.needs.clone()).collect();
        assert!(
            needs.iter().all(|tool| [Tool::Node, Tool::Chromium, Tool::UnixShell].contains(tool)),
            "{needs:?}"
        );
        let plan = without_missing(steps, &[Tool::Chromium, Tool::FairyStockfish], &Selection::Default)
            .unwrap_or_else(|failure| panic!("{failure}"));
        assert!(plan.steps.iter().all(|step| !step.needs.contains(&Tool::Chromium)));
        let names = |list: &[Skipped]| list.iter().map(|skip| skip.what.clone()).collect::<Vec<_>>();
        assert_eq!(names(&plan.skipped), ["browser tests"]);
        assert_eq!(names(&plan.partly_skipped), ["some of the Rust tests"]);
    }

    #[test]
    fn selected_steps_are_not_skipped() {
        let missing = |line: &str, tool: Tool| {
            let options = parse(line).expect("valid options");
            without_missing(chosen(&workspace(), &options), &[tool], &options.selection).is_err()
        };
        assert!(missing("", Tool::Node) && missing("web", Tool::Chromium) && missing("--all", Tool::Java));
        assert!(missing("licenses", Tool::CargoDeny) && missing("api", Tool::Python));
        assert!(!missing("--all", Tool::CargoDeny) && !missing("rust", Tool::BareTarget));
    }

    #[test]
    fn a_scope_prepares_what_its_tests_need() {
        let web = names("web");
        let place = |name| web.iter().position(|other| *other == name);
        assert!(place("web packages") < place("web build") && place("web packages").is_some());
        assert!(place("web build") < place("CLI for the browser tests"));
        assert!(place("CLI for the browser tests") < place("browser tests"));
        assert_eq!(names("bpgn"), ["Rust format", "Rust lints", "Rust tests"]);
        assert!(names("spark").starts_with(&["Python packages", "Python package"]));
    }

    /// A crate that is missing from the lists would never be linted and tested.
    #[test]
    fn the_lists_contain_every_member_of_the_workspace() {
        let workspace = workspace();
        let read =
            |path: &str| fs::read_to_string(workspace.root().join(path)).expect("the manifest is there");
        let manifest = read("Cargo.toml");
        let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).expect("members");
        let found: BTreeSet<String> = members
            .split('"')
            .skip(1)
            .step_by(2)
            .map(|folder| {
                let manifest = read(&format!("{folder}/Cargo.toml"));
                let name =
                    manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
                name.expect("a name").to_owned()
            })
            .collect();
        assert_eq!(found, crate_names().map(str::to_owned).collect());
    }

    #[test]
    fn times_have_minutes() {
        assert_eq!(minutes(Duration::from_millis(125_400)), "2:05");
        assert_eq!(minutes(Duration::from_millis(59_600)), "1:00");
    }
}
