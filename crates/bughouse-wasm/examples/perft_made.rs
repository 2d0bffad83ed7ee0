//! Measures perft with all moves made in a native build, for `cargo xtask bench wasm`. `perft_made BFEN DEPTH` prints
//! nodes and milliseconds.

use std::process::ExitCode;
use std::time::Instant;

use bughouse_wasm::RawBoard;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [bfen, depth] = &args[..] else {
        eprintln!("usage: perft_made BFEN DEPTH");
        return ExitCode::from(2);
    };
    let (Ok(board), Ok(depth)) = (RawBoard::read(bfen, false), depth.parse()) else {
        eprintln!("expected a board in BFEN and a depth");
        return ExitCode::from(2);
    };
    // Once to warm up.
    let nodes = board.perft_made(depth);
    let start = Instant::now();
    assert_eq!(board.perft_made(depth), nodes);
    println!("{nodes} {}", start.elapsed().as_secs_f64() * 1000.0);
    ExitCode::SUCCESS
}
