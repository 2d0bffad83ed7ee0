//! Ctrl-C and SIGTERM, sent to a process that runs one test of this binary.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bughouse_files::signals;

/// The longest that a process waits for a signal.
const TIMEOUT: Duration = Duration::from_secs(60);

#[test]
#[ignore = "waits for signals that another test sends"]
fn waits() {
    let (flag, start) = (signals::flag(), Instant::now());
    println!("\nready");
    while !flag.load(Ordering::Relaxed) && start.elapsed() < TIMEOUT {
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("\nstopping");
    std::thread::sleep(TIMEOUT);
}

#[test]
fn the_first_signal_sets_the_flag_and_the_second_ends_the_process_with_its_code() {
    for (first, second, code) in [("-TERM", "-INT", 130), ("-INT", "-TERM", 143)] {
        let mut program = Command::new(std::env::current_exe().unwrap());
        program.args(["--exact", "signals::waits", "--ignored", "--nocapture"]);
        let mut child = program.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let id = child.id().to_string();
        let send = |signal: &str| {
            assert!(Command::new("kill").args([signal, id.as_str()]).status().unwrap().success());
        };
        assert!(lines.any(|line| line == "ready"));
        send(first);
        assert!(lines.any(|line| line == "stopping"));
        send(second);
        assert_eq!(child.wait().unwrap().code(), Some(code), "{first} {second}");
    }
}
