//! `docs --test`: runs every example of the documentation, each page in an empty folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::docs_page::{self, Action, Language, Output, Step, matches};
use crate::packages;
use crate::python;
use crate::shell::{self, Failure, Workspace};
use crate::steps;
use crate::tools::{self, Tool};
use crate::wasm;

/// The longest that one example may take.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The kinds of examples that `--only` accepts.
const KINDS: [&str; 7] = ["console", "rust", "python", "js", "ts", "sql", "browser"];

/// The options of `docs --test`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// The kinds of examples to run; all if it is empty.
    pub(crate) only: Vec<String>,
    /// Whether to use the last build of the Python and npm packages, and of the CLI unless there are Rust examples.
    pub(crate) no_build: bool,
    /// The pages, by their path in the repository; all if it is empty.
    pub(crate) pages: Vec<String>,
}

impl Options {
    /// Parses the list of `--only`.
    pub(crate) fn kinds(list: &str) -> Result<Vec<String>, Failure> {
        let kinds: Vec<String> = list.split(',').map(str::to_owned).collect();
        match kinds.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
            Some(kind) => Err(Failure::usage(format!("`--only` takes {}, not `{kind}`", KINDS.join(",")))),
            None => Ok(kinds),
        }
    }

    fn has(&self, kind: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == kind)
    }
}

/// The programs that run examples.
struct Tools {
    root: PathBuf,
    /// The folder with `bughouse` and `docs-examples`.
    debug: PathBuf,
    /// The Python that has the package.
    python: PathBuf,
    chromium: Option<String>,
    bless: bool,
}

/// A page to test.
struct Listed {
    /// Its path in the repository.
    path: String,
    page: docs_page::Page,
}

impl Listed {
    /// Returns `true` if a command of the page calls Vite, which the packages of the web UI include.
    fn uses_vite(&self) -> bool {
        self.page.steps.iter().any(|step| match &step.action {
            Action::Console { commands, .. } => {
                step.skip.is_none() && commands.iter().any(|command| command.call.starts_with("npx vite"))
            }
            _ => false,
        })
    }
}

/// The results of the examples of one page.
#[derive(Default)]
struct Outcome {
    run: usize,
    /// The number of skipped examples by reason.
    skipped: BTreeMap<String, usize>,
    failures: Vec<String>,
    /// The lines of the page with outdated output, and the new lines.
    corrections: Vec<(std::ops::Range<usize>, String)>,
}

/// Runs the examples.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    if !cfg!(unix) {
        return Err(Failure::step("the examples need a Unix shell"));
    }
    let (pages, wrong) = pages(workspace, options)?;
    let tools = prepare(workspace, options, &pages)?;
    let scratch = workspace.target_dir().join("docs-examples");
    let _ = fs::remove_dir_all(&scratch);
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(wrong.len());
    let totals = Mutex::new(BTreeMap::<String, usize>::new());
    let count = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        for _ in 0..workers.min(pages.len()) {
            scope.spawn(|| {
                while let Some(listed) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let start = Instant::now();
                    let outcome = run_page(&tools, options, listed, &scratch);
                    count.fetch_add(outcome.run, Ordering::Relaxed);
                    report(listed, &outcome, start.elapsed());
                    if let Ok(mut failed) = failed.lock() {
                        *failed += outcome.failures.len();
                    }
                    if let Ok(mut totals) = totals.lock() {
                        for (reason, number) in outcome.skipped {
                            *totals.entry(reason).or_default() += number;
                        }
                    }
                }
            });
        }
    });
    for line in &wrong {
        println!("{line}");
    }
    for (reason, number) in totals.into_inner().unwrap_or_default() {
        println!("{number} not run: {reason}");
    }
    let count = count.into_inner();
    match failed.into_inner().unwrap_or_default() {
        0 if count == 0 => Err(Failure::step("no example was run")),
        0 => {
            shell::heading(&format!("{count} examples of {} pages work", pages.len()));
            Ok(())
        }
        failed => Err(Failure::step(format!(
            "{failed} problems in {count} examples; BLESS=1 writes what they print into the pages"
        ))),
    }
}

/// Lists the pages that have examples, and the errors of pages that can't be read.
fn pages(workspace: &Workspace, options: &Options) -> Result<(Vec<Listed>, Vec<String>), Failure> {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for path in docs_page::paths(workspace.root()) {
        if !options.pages.is_empty() && !options.pages.iter().any(|page| path.ends_with(page.as_str())) {
            continue;
        }
        let text = fs::read_to_string(workspace.root().join(&path))
            .map_err(|error| Failure::step(format!("{path} cannot be read: {error}")))?;
        let mut page = match docs_page::read(&text) {
            Ok(page) => page,
            Err((line, why)) => {
                wrong.push(format!("{path}:{line}: {why}"));
                continue;
            }
        };
        for name in &page.files {
            if !text.contains(&format!("examples/{name})")) {
                wrong.push(format!("{path}: the examples use {name}: link to examples/{name} for readers"));
            }
        }
        for word in ["testdata/", "mktemp"] {
            let calls = page.steps.iter().flat_map(|step| match &step.action {
                Action::Console { commands, .. } => commands.as_slice(),
                _ => &[],
            });
            wrong.extend(
                calls
                    .filter(|command| command.call.contains(word))
                    .map(|command| format!("{path}:{}: readers don't have {word}", command.line)),
            );
        }
        if !path.starts_with("docs/") {
            // Rust in READMEs runs as doc tests.
            page.steps.retain(|step| kind(step) != Some("rust"));
        }
        if !page.steps.is_empty() {
            found.push(Listed { path, page });
        }
    }
    Ok((found, wrong))
}

/// Builds what the examples need.
fn prepare(workspace: &Workspace, options: &Options, pages: &[Listed]) -> Result<Tools, Failure> {
    let kinds: Vec<&str> =
        pages.iter().flat_map(|listed| listed.page.steps.iter().filter_map(kind)).collect();
    let needs = |wanted: &[&str]| kinds.iter().any(|kind| wanted.contains(kind) && options.has(kind));
    let (needs_python, needs_node) = (needs(&["python", "sql"]), needs(&["js", "ts", "browser"]));
    let mut python = workspace.target_dir().join("python/bin/python");
    // Other builds of the workspace leave the Rust examples out.
    if !options.no_build || needs(&["rust"]) {
        let mut cargo = steps::with_docs_examples(workspace.cargo());
        // With all features of all members, as in other builds, so nothing is built twice.
        cargo.args("build --workspace --all-features --locked --bin bughouse --bin docs-examples".split(' '));
        cargo.args(steps::FEATURES_OF_TESTS.split(' '));
        shell::heading(&shell::shown(&cargo));
        shell::run(&mut cargo)?;
    }
    if !options.no_build {
        if needs_python {
            python = python::run(workspace, &[])?;
        }
        if needs_node {
            wasm::run(workspace, &[])?;
        }
    }
    if needs_python && !shell::works(workspace.program(&python).args(["-c", "import bughouse"])) {
        return Err(Failure::step("the Python package is not installed: run `cargo xtask python`"));
    }
    if needs_node && !workspace.root().join("npm/dist/index.js").exists() {
        return Err(Failure::step("the npm package is not built: run `cargo xtask wasm`"));
    }
    if needs_node {
        tools::require(workspace, &[Tool::Node])?;
        packages::install(workspace, "npm")?;
    }
    if needs_node && pages.iter().any(Listed::uses_vite) {
        packages::install(workspace, "web")?;
    }
    Ok(Tools {
        root: workspace.root().to_owned(),
        debug: workspace.target_dir().join("debug"),
        python,
        chromium: if needs(&["browser"]) { tools::chromium(workspace) } else { None },
        bless: std::env::var_os("BLESS").is_some(),
    })
}

/// Returns the kind of a step for `--only`. Files have none, because they are always saved.
fn kind(step: &Step) -> Option<&'static str> {
    Some(match &step.action {
        Action::Console { .. } => "console",
        Action::Browser { .. } => "browser",
        Action::Save { .. } => return None,
        Action::Program { .. } => "rust",
        Action::Code { language, .. } => match language {
            Language::Rust => "rust",
            Language::Python => "python",
            Language::JavaScript => "js",
            Language::TypeScript => "ts",
            Language::Sql => "sql",
        },
    })
}

fn report(listed: &Listed, outcome: &Outcome, time: Duration) {
    let mut text = format!("{:7.1} s  {} ({} examples)\n", time.as_secs_f64(), listed.path, outcome.run);
    for failure in &outcome.failures {
        text.push_str(failure);
        text.push('\n');
    }
    print!("{text}");
}

/// Runs the examples of a page, in a folder with its files.
fn run_page(tools: &Tools, options: &Options, listed: &Listed, scratch: &Path) -> Outcome {
    let mut outcome = Outcome::default();
    let mut runner = match PageRunner::new(tools, listed, scratch) {
        Ok(runner) => runner,
        Err(why) => {
            outcome.failures.push(format!("{}: {why}", listed.path));
            return outcome;
        }
    };
    for step in &listed.page.steps {
        let name = format!("{}:{}", listed.path, step.line);
        let kind = kind(step);
        let reason = match (&step.skip, kind, &step.action) {
            (Some(reason), ..) => Some(reason.clone()),
            (None, Some(kind), _) if !options.has(kind) => Some(format!("{kind}, which `--only` left out")),
            (None, Some("console"), _) if listed.uses_vite() && !options.has("js") => {
                Some("js, which `--only` left out".to_owned())
            }
            (None, _, Action::Browser { .. }) if tools.chromium.is_none() => {
                Some("no Chromium is installed".to_owned())
            }
            _ => None,
        };
        if let Some(reason) = reason {
            *outcome.skipped.entry(reason).or_default() += 1;
            continue;
        }
        outcome.run += usize::from(kind.is_some());
        let failures = outcome.failures.len();
        runner.step(&name, step, options, &mut outcome);
        // Later examples may depend on it, so stop here.
        if outcome.failures.len() > failures && !tools.bless {
            break;
        }
    }
    drop(runner);
    if tools.bless {
        correct(&tools.root.join(&listed.path), &mut outcome);
    }
    outcome
}

/// Writes the actual output into a page.
fn correct(path: &Path, outcome: &mut Outcome) {
    let Ok(text) = fs::read_to_string(path) else { return };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (range, new) in outcome.corrections.iter().rev() {
        lines.splice(range.clone(), new.lines().map(str::to_owned));
    }
    if !outcome.corrections.is_empty()
        && let Err(error) = fs::write(path, lines.join("\n") + "\n")
    {
        outcome.failures.push(format!("{} cannot be written: {error}", path.display()));
    }
}

/// Runs the examples of one page.
struct PageRunner<'a> {
    tools: &'a Tools,
    /// The folder that examples run in.
    folder: PathBuf,
    /// The folder of the runner's own files.
    own: PathBuf,
    session: Option<Session>,
    /// The JavaScript or TypeScript that the next block continues.
    script: String,
    background: Vec<Child>,
    /// The kind of a command that `--only` left out.
    left_out: Option<&'static str>,
}

impl<'a> PageRunner<'a> {
    fn new(tools: &'a Tools, listed: &Listed, scratch: &Path) -> Result<Self, String> {
        let base = scratch.join(listed.path.replace('/', "-"));
        let (folder, own) = (base.join("page"), base.join("own"));
        let failed = |error: std::io::Error| error.to_string();
        fs::create_dir_all(&folder).map_err(failed)?;
        fs::create_dir_all(own.join("bin")).map_err(failed)?;
        for name in &listed.page.files {
            let from = tools.root.join("docs/examples").join(name);
            fs::copy(&from, folder.join(name)).map_err(|error| format!("docs/examples/{name}: {error}"))?;
        }
        let uses_npm = |step: &Step| matches!(kind(step), Some("js" | "ts" | "browser"));
        #[cfg(unix)]
        if listed.page.steps.iter().any(uses_npm) {
            let modules = folder.join("node_modules");
            fs::create_dir(&modules).map_err(failed)?;
            let link = std::os::unix::fs::symlink::<PathBuf, PathBuf>;
            link(tools.root.join("npm"), modules.join("bughouse-chess")).map_err(failed)?;
            if listed.uses_vite() {
                fs::create_dir(modules.join(".bin")).map_err(failed)?;
                link(tools.root.join("web/node_modules/vite"), modules.join("vite")).map_err(failed)?;
                link("../vite/bin/vite.js".into(), modules.join(".bin/vite")).map_err(failed)?;
            }
        }
        // A `cargo` whose `run` runs the last Rust program of the page.
        let cargo = "#!/bin/sh\n[ \"$1\" = run ] || { echo \"only cargo run works here\" >&2; exit 101; }\n\
                     while [ $# -gt 0 ] && [ \"$1\" != -- ]; do shift; done\n[ $# -gt 0 ] && shift\n\
                     exec docs-examples \"$(cat \"$DOCS_OWN/program\")\" \"$@\"\n";
        let path = own.join("bin/cargo");
        fs::write(&path, cargo).map_err(failed)?;
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).map_err(failed)?;
        fs::write(own.join("cwd"), folder.to_string_lossy().as_bytes()).map_err(failed)?;
        Ok(Self {
            tools,
            folder,
            own,
            session: None,
            script: String::new(),
            background: Vec::new(),
            left_out: None,
        })
    }

    fn step(&mut self, name: &str, step: &Step, options: &Options, outcome: &mut Outcome) {
        match &step.action {
            Action::Save { name: file, content } => {
                let path = self.folder.join(file);
                let made = path.parent().map_or(Ok(()), fs::create_dir_all);
                if let Err(error) = made.and_then(|()| fs::write(&path, content)) {
                    outcome.failures.push(format!("{name}: {file} cannot be written: {error}"));
                }
            }
            // The program was compiled with the other Rust examples.
            Action::Program { .. } => {
                let named = fs::write(self.own.join("program"), name).map_err(|error| error.to_string());
                compare(name, None, named.map(|()| String::new()), outcome);
            }
            Action::Console { commands, background } => {
                for command in commands {
                    // Also skip later commands, which may need its output.
                    self.left_out = self
                        .left_out
                        .or_else(|| needed_kind(&command.call).filter(|kind| !options.has(kind)));
                    if let Some(kind) = self.left_out {
                        let reason = format!("commands that need {kind}, which `--only` left out");
                        *outcome.skipped.entry(reason).or_default() += 1;
                        continue;
                    }
                    let name = name.rsplit_once(':').map_or(name, |(path, _)| path);
                    let name = format!("{name}:{}: $ {}", command.line, command.call);
                    let printed = match background {
                        true => self.start(&command.call, &command.output),
                        false => self.shell(&command.call),
                    };
                    compare(&name, Some(&command.output), printed, outcome);
                }
            }
            Action::Code { language, code, output } => {
                let printed = match language {
                    Language::Rust => printed(self.program("docs-examples").arg(name)),
                    Language::Python => self.run_in_session(name, "python", code),
                    Language::Sql => self.run_in_session(name, "sql", code),
                    Language::JavaScript => self.script(name, code, "mjs"),
                    Language::TypeScript => self.script(name, code, "mts"),
                };
                compare(name, output.as_ref(), printed, outcome);
            }
            Action::Browser { file, text } => {
                let mut node = Command::new("node");
                node.arg(self.tools.root.join("npm/test/open.mjs")).arg(&self.folder).args([file, text]);
                node.env("CHROMIUM", self.tools.chromium.as_deref().unwrap_or_default());
                compare(name, None, printed(&mut node), outcome);
            }
        }
    }

    /// Prepares a program that finds the CLI, Python and Cargo as a reader's shell does.
    fn program(&self, name: impl AsRef<std::ffi::OsStr>) -> Command {
        let before = std::env::var_os("PATH").unwrap_or_default();
        let python = self.tools.python.parent().unwrap_or(&self.tools.python);
        let own = [self.own.join("bin"), self.tools.debug.clone(), python.to_owned()];
        let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&before)));
        let mut command = Command::new(name);
        command.current_dir(&self.folder).env("PATH", path.unwrap_or(before)).env("DOCS_OWN", &self.own);
        command
            .env("TZ", "UTC")
            .env("NO_COLOR", "1")
            .env("MPLBACKEND", "Agg")
            .env("PYTHONDONTWRITEBYTECODE", "1");
        command.env_remove("BLESS").env_remove("COLUMNS").env_remove("CLICOLOR_FORCE");
        command
    }

    /// Runs a command in the folder and environment that earlier commands have set.
    fn shell(&self, call: &str) -> Result<String, String> {
        let mut sh = self.program("sh");
        let script = format!("cd \"$(cat \"$DOCS_OWN/cwd\")\"\n{call}\npwd > \"$DOCS_OWN/cwd\"\n");
        // Both streams in one, in the order of a terminal.
        sh.arg("-c").arg(format!("{{\n{script}}} 2>&1"));
        let (output, _) = finish(&mut sh)?;
        Ok(output)
    }

    /// Starts a command that keeps running, and waits until it has printed what the page shows.
    fn start(&mut self, call: &str, expected: &Output) -> Result<String, String> {
        let log = self.own.join(format!("background-{}", self.background.len()));
        let file = fs::File::create(&log).map_err(|error| error.to_string())?;
        let copy = file.try_clone().map_err(|error| error.to_string())?;
        let mut sh = self.program("sh");
        sh.arg("-c").arg(format!("exec {call}")).stdin(Stdio::null()).stdout(file).stderr(copy);
        self.background.push(sh.spawn().map_err(|error| error.to_string())?);
        let start = Instant::now();
        loop {
            let printed = fs::read_to_string(&log).unwrap_or_default();
            if matches(&expected.text, &printed) || start.elapsed() > Duration::from_secs(20) {
                return Ok(printed);
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Runs Python or SQL in the session of the page.
    fn run_in_session(&mut self, name: &str, language: &str, code: &str) -> Result<String, String> {
        if self.session.is_none() {
            let mut python = self.program(&self.tools.python);
            python.args(["-c", include_str!("docs_session.py")]);
            self.session = Some(Session::start(&mut python)?);
        }
        let request = json!({ "language": language, "name": name, "code": code });
        let session = self.session.as_mut().ok_or("no session")?;
        session.send(&request)
    }

    /// Runs JavaScript or TypeScript. A block that imports nothing continues the program before it.
    fn script(&mut self, name: &str, code: &str, extension: &str) -> Result<String, String> {
        const MARK: &str = "--- the next block ---";
        let starts = code.lines().any(|line| line.starts_with("import "));
        if starts {
            self.script.clear();
        }
        if !self.script.is_empty() {
            self.script.push_str(&format!("console.log('{MARK}');\n"));
        }
        self.script.push_str(code);
        let file = format!("example-{}.{extension}", name.rsplit(':').next().unwrap_or_default());
        let path = self.folder.join(&file);
        fs::write(&path, &self.script).map_err(|error| error.to_string())?;
        let done = self.run_script(&path, extension);
        let _ = fs::remove_file(&path);
        let output = done?;
        Ok(output.rsplit_once(&format!("{MARK}\n")).map_or(output.clone(), |(_, last)| last.to_owned()))
    }

    fn run_script(&self, path: &Path, extension: &str) -> Result<String, String> {
        if extension == "mjs" {
            return printed(self.program("node").arg(path));
        }
        let npm = self.tools.root.join("npm/node_modules");
        let mut tsc = self.program("node");
        tsc.arg(npm.join("typescript/bin/tsc"));
        tsc.args(
            "--strict --target es2022 --module nodenext --moduleResolution nodenext --types node".split(' '),
        );
        tsc.arg("--typeRoots").arg(npm.join("@types")).arg(path);
        printed(&mut tsc)?;
        let compiled = path.with_extension("mjs");
        let done = printed(self.program("node").arg(&compiled));
        let _ = fs::remove_file(compiled);
        done
    }
}

impl Drop for PageRunner<'_> {
    fn drop(&mut self) {
        for child in &mut self.background {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns the kind of examples that a command depends on, if it runs more than the CLI.
fn needed_kind(call: &str) -> Option<&'static str> {
    call.split_whitespace().find_map(|word| match word {
        "cargo" => Some("rust"),
        "python" | "python3" | "pip" => Some("python"),
        "node" | "npm" | "npx" => Some("js"),
        _ => None,
    })
}

/// Compares the output of an example with that on the page.
fn compare(name: &str, expected: Option<&Output>, printed: Result<String, String>, outcome: &mut Outcome) {
    match (printed, expected) {
        (Err(why), _) => outcome.failures.push(format!("{name}: {why}")),
        (Ok(printed), Some(expected)) if !matches(&expected.text, &printed) => {
            let lines = |text: &str| -> String { text.lines().map(|line| format!("    {line}\n")).collect() };
            let (shown, now) = (lines(&expected.text), lines(&printed));
            outcome.failures.push(format!("{name}\n  the page shows:\n{shown}  but it prints:\n{now}"));
            // Output with `…` was abbreviated by hand, and has to be updated by hand.
            if !expected.text.contains('…') {
                let indent = &expected.indent;
                let new = printed.trim_end().lines().map(|line| match line.trim_end() {
                    "" => "\n".to_owned(),
                    line => format!("{indent}{line}\n"),
                });
                outcome.corrections.push((expected.lines.clone(), new.collect()));
            }
        }
        _ => {}
    }
}

/// Returns the stdout of a program. Fails with its stderr unless it exits with 0.
fn printed(command: &mut Command) -> Result<String, String> {
    let (output, errors) = finish(command)?;
    match errors {
        None => Ok(output),
        Some(errors) => Err(format!("it failed:\n{output}{errors}")),
    }
}

/// Waits for a program. Returns its stdout, and its stderr if it fails.
fn finish(command: &mut Command) -> Result<(String, Option<String>), String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("`{}` cannot be started: {error}", shell::shown(command)))?;
    let read = |pipe: Option<Box<dyn std::io::Read + Send>>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = read(child.stdout.take().map(|pipe| Box::new(pipe) as _));
    let stderr = read(child.stderr.take().map(|pipe| Box::new(pipe) as _));
    let start = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if start.elapsed() > TIMEOUT => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it took longer than {} s", TIMEOUT.as_secs()));
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let output = stdout.join().unwrap_or_default();
    let errors = stderr.join().unwrap_or_default();
    Ok((output, (!status.success()).then_some(errors)))
}

/// A Python process that runs the examples of a page in one session.
struct Session {
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Session {
    fn start(python: &mut Command) -> Result<Self, String> {
        let mut child = python
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Python cannot be started: {error}"))?;
        let requests = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { child, requests, answers })
    }

    fn send(&mut self, request: &Value) -> Result<String, String> {
        let requests = self.requests.as_mut().ok_or("no input")?;
        writeln!(requests, "{request}").and_then(|()| requests.flush()).map_err(|error| error.to_string())?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|error| error.to_string())?;
        let answer: Value =
            serde_json::from_str(&line).map_err(|error| format!("Python has exited: {error}"))?;
        match answer["error"].as_str() {
            Some(error) => Err(format!("it failed:\n{error}")),
            None => Ok(answer["output"].as_str().unwrap_or_default().to_owned()),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It exits at the end of its stdin.
        self.requests = None;
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::needed_kind;

    #[test]
    fn commands_depend_on_the_programs_they_run() {
        assert_eq!(needed_kind("bughouse check games.bpgn"), None);
        assert_eq!(needed_kind("printf 'ubi\\n' | cargo run --quiet"), Some("rust"));
        assert_eq!(needed_kind("python plot.py"), Some("python"));
        assert_eq!(needed_kind("node board.js"), Some("js"));
    }
}
