//! Importers: any bytes are refused, or become a record that is written, read and played the same.

use bpgn::import::{Import, chesscom, uci};
use bpgn::{ReadOptions, Timeline};
use bughouse_chess::{BOTH_BOARDS, Match};

/// Checks that a game from elsewhere is a record like any other.
fn check_import(import: &Import, text: &str) {
    let written = import.game.to_string();
    let mut read: bpgn::Game = written.parse().unwrap_or_else(|error| panic!("{error}: {written} of {text}"));
    read.encoding = import.game.encoding;
    assert_eq!(read.to_string(), written);
    assert_eq!(read.main, import.game.main, "{written}");
    let timeline = Timeline::new(&read, &ReadOptions::strict());
    assert_eq!(timeline.stopped, None, "{written}");
    let last = timeline.boards(timeline.len()).expect("the last is there");
    for id in BOTH_BOARDS {
        assert_eq!(last[id.to_index()].get_hash(), import.played.board(id).get_hash(), "{written}");
    }
}

/// Reads any bytes with each importer.
pub fn check_bytes(text: &[u8]) {
    if let Ok(import) = uci::read(text) {
        check_import(&import, "a list of half-moves");
    }
    let (one, other) = text.split_at(text.len() / 2);
    let _ = chesscom::read(one, other);
    let _ = chesscom::read(text, text);
}

/// Reads a list of half-moves that the bytes choose, most of them legal.
pub fn check_uci(choices: &[u8]) {
    let mut game = Match::default();
    let mut text = String::new();
    for choice in choices.chunks(2) {
        let id = BOTH_BOARDS[usize::from(choice[0] % 2)];
        let moves = game.legal_moves(id);
        let nth = usize::from(choice[0] >> 1) << 3 | usize::from(choice.get(1).copied().unwrap_or(0));
        let count = moves.len() + usize::from(choice[0] == 255);
        let Some(&mv) = nth.checked_rem(count).and_then(|nth| moves.get(nth)) else {
            text.push_str(" 1e2e4");
            continue;
        };
        text.push_str(&format!(" {}{mv}", id.to_index() + 1));
        if game.play(id, mv).is_err() {
            break;
        }
    }
    match uci::read(text.as_bytes()) {
        Ok(import) => check_import(&import, &text),
        Err(error) => {
            assert!(error.span().end <= text.len() && error.span().start < error.span().end, "{text}")
        }
    }
}

/// Reads two documents whose half-moves, times and names the bytes choose.
pub fn check_chesscom(choices: &[u8]) {
    const CODES: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?&-*+={~}(^)[_]@#$";
    const NAMES: [&str; 6] = ["raven", "owl", "", "}", "a\\\"b", "\\n[x \\\"y\\\"]"];
    const STARTS: [&str; 4] =
        ["", "4k3/8/8/8/8/8/8/4K3[QRBNP] w - - 0 1", "8/8", "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1"];
    let (names, rest) = choices.split_at(choices.len().min(8));
    let name = |at: usize| NAMES[usize::from(names.get(at).copied().unwrap_or(0)) % NAMES.len()];
    let start = |at: usize| STARTS[usize::from(names.get(at).copied().unwrap_or(0)) % STARTS.len()];
    // The usual first half-moves come first, or few would go beyond the first.
    const OPENING: &[&str] = &["mC", "0K", "gv", "5Q", "lB", "ZR", "fA", "92", "bs", "!T"];
    let document = |id: u32, partner: u32, bytes: &[u8], at: usize| {
        let played = usize::from(bytes.first().copied().unwrap_or(0)) % (OPENING.len() + 1);
        let mut moves: String = OPENING[..played].concat();
        let mut times = Vec::new();
        moves.extend(bytes.iter().map(|&byte| char::from(CODES[usize::from(byte) % CODES.len()])));
        if moves.len() % 2 == 1 && bytes.len() % 3 > 0 {
            moves.pop();
        }
        for (i, byte) in (0..moves.len() / 2).zip(bytes.iter().cycle()) {
            times.push((1800 - 10 * i as i64 - i64::from(byte % 8)).to_string());
        }
        let moves = moves.replace('\\', "\\\\").replace('"', "\\\"");
        format!(
            r#"{{"game":{{"id":{id},"partnerGameId":{partner},"type":"bughouse","moveList":"{moves}",
            "moveTimestamps":"{}","initialSetup":"{}","colorOfWinner":"white","gameEndReason":"{}",
            "resultMessage":"{} won by checkmate","baseTime1":1800,"pgnHeaders":{{"White":"{}","Result":"1-0"}}}},
            "players":{{"top":{{"username":"{}","color":"black","rating":7}},"bottom":{{"username":"{}","color":"white"}}}}}}"#,
            times.join(","),
            start(at),
            name(at),
            name(at + 1),
            name(at + 2),
            name(at + 1),
            name(at + 2),
        )
    };
    let (one, other) = rest.split_at(rest.len() / 2);
    let documents = [document(1, 2, one, 0), document(2, 1, other, 3)];
    match chesscom::read(documents[0].as_bytes(), documents[1].as_bytes()) {
        Ok(import) => check_import(&import, &documents.concat()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
