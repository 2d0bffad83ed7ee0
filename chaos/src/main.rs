//! Attacks archives and game files, and checks that no answer is wrong. `cargo xtask chaos` runs it.

#[cfg(unix)]
mod answers;
#[cfg(unix)]
mod attack;
#[cfg(unix)]
mod compressed;
#[cfg(unix)]
mod details;
#[cfg(unix)]
mod driver;
#[cfg(unix)]
mod fixture;
#[cfg(unix)]
mod growing;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod special;
#[cfg(unix)]
mod trial;

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> ExitCode {
    match driver::run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("error: this needs Unix: it makes pipes and limits processes");
    ExitCode::from(2)
}
