//! Importers: any bytes are rejected, or become a game that is written, read and played the same.

use bpgn::import::{Import, chesscom, uci};
use bpgn::{ReadOptions, Timeline};
use bughouse_chess::{BoardId, BughouseMove, Match, Piece, Rules, Square, TimeControl};

/// Checks that an imported game is written, read and played the same.
fn check_import(import: &Import, text: &str) {
    let written = import.game.to_string();
    let mut read: bpgn::Game = written.parse().unwrap_or_else(|error| panic!("{error}: {written} of {text}"));
    read.encoding = import.game.encoding;
    assert_eq!(read.to_string(), written);
    assert_eq!(read.main, import.game.main, "{written}");
    let timeline = Timeline::new(&read, &ReadOptions::strict());
    assert_eq!(timeline.stopped, None, "{written}");
    let last = timeline.position(timeline.len()).expect("the last is there");
    for id in BoardId::ALL {
        assert_eq!(last.board(id).hash(), import.played.board(id).hash(), "{written}");
    }
}

/// Checks any bytes with each importer.
pub fn check_bytes(text: &[u8]) {
    if let Ok(import) = uci::read(text) {
        check_import(&import, "a list of half-moves");
    }
    check_lines(text);
    let (one, other) = text.split_at(text.len() / 2);
    let _ = chesscom::read(one, other);
    let _ = chesscom::read(text, text);
}

/// Checks that a stream gives the same games as its lines read one by one.
pub fn check_lines(text: &[u8]) {
    let plain = text.strip_prefix(bpgn::detect::BYTE_ORDER_MARK).unwrap_or(text);
    let lines = (1..).zip(plain.split(|&byte| byte == b'\n'));
    let mut reader = uci::UciReader::new(text);
    for (number, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
        let found = reader.read_game().expect("bytes can be read").expect("each line is a game");
        assert_eq!((found.line, found.text, found.game), (number, line, uci::read(line)));
    }
    assert_eq!(reader.read_game().expect("bytes can be read"), None);
}

/// Checks a list of half-moves chosen by the bytes, most of them legal.
pub fn check_uci(choices: &[u8]) {
    let mut game = Match::default();
    let mut text = String::new();
    for choice in choices.chunks(2) {
        let id = BoardId::ALL[usize::from(choice[0] % 2)];
        let moves = game.legal_moves(id);
        let nth = usize::from(choice[0] >> 1) << 3 | usize::from(choice.get(1).copied().unwrap_or(0));
        let count = moves.len() + usize::from(choice[0] == 255);
        let Some(mv) = nth.checked_rem(count).and_then(|nth| moves.get(nth)) else {
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

/// Checks two documents whose half-moves, times and names are chosen by the bytes. Most half-moves are legal.
pub fn check_chesscom(choices: &[u8]) {
    const NAMES: [&str; 6] = ["raven", "owl", "", "}", "a\\\"b", "\\n[x \\\"y\\\"]"];
    const STARTS: [&str; 8] = [
        "",
        "",
        "",
        "",
        "",
        "4k3/8/8/8/8/8/8/4K3[QRBNP] w - - 0 1",
        "8/8",
        "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1",
    ];
    let (header, rest) = choices.split_at(choices.len().min(8));
    let chosen = |at: usize| usize::from(header.get(at).copied().unwrap_or(0));
    let boards = play(rest);
    let document = |board: usize| {
        let (moves, times) = &boards[board];
        let name = |at: usize| NAMES[chosen(4 * board + at) % NAMES.len()];
        format!(
            r#"{{"game":{{"id":{},"partnerGameId":{},"type":"bughouse","moveList":"{moves}",
            "moveTimestamps":"{}","initialSetup":"{}","colorOfWinner":"white","gameEndReason":"{}",
            "resultMessage":"{} won by checkmate","baseTime1":1800,"pgnHeaders":{{"White":"{}"}}}},
            "players":{{"top":{{"username":"{}","color":"black","rating":7}},
            "bottom":{{"username":"{}","color":"white"}}}}}}"#,
            board + 1,
            2 - board,
            times.join(","),
            STARTS[chosen(4 * board + 3) % STARTS.len()],
            name(0),
            name(1),
            name(2),
            name(1),
            name(2),
        )
    };
    let documents = [document(0), document(1)];
    match chesscom::read(documents[1].as_bytes(), documents[0].as_bytes()) {
        Ok(import) => check_import(&import, &documents.concat()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Plays half-moves, and returns by board their codes and the tenths of a second left after each.
fn play(choices: &[u8]) -> [(String, Vec<String>); 2] {
    let mut game = Match::new(Rules::standard(), TimeControl::default());
    let mut boards = [(String::new(), Vec::new()), (String::new(), Vec::new())];
    let mut now = 0;
    let (mut left, mut before) = ([1800; 4], [0; 2]);
    for choice in choices.chunks(2) {
        let [first, second] = [choice[0], choice.get(1).copied().unwrap_or(0)];
        let id = BoardId::ALL[usize::from(first % 2)];
        let index = id.to_index();
        now += i64::from(first >> 1) % 4;
        let seat = game.to_move(id).to_index();
        left[seat] -= now - std::mem::replace(&mut before[index], now);
        boards[index].1.push(left[seat].to_string());
        let moves = game.legal_moves(id);
        match moves.get(usize::from(second) % moves.len().max(1)) {
            Some(mv) if first < 250 => {
                boards[index].0.push_str(&code(mv));
                let _ = game.play(id, mv);
            }
            _ => boards[index]
                .0
                .extend([char::from(b'!' + first % 90), 'a'].iter().filter(|c| !"\"\\".contains(**c))),
        }
    }
    boards
}

/// Writes a move in two characters, as chess.com does.
fn code(mv: BughouseMove) -> String {
    const SQUARES: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?";
    let square = |square: Square| char::from(SQUARES[square.to_index()]);
    match mv {
        BughouseMove::Drop { piece, square: to } => {
            let piece = match piece {
                Piece::Queen => '&',
                Piece::Knight => '-',
                Piece::Rook => '*',
                Piece::Bishop => '+',
                _ => '=',
            };
            format!("{piece}{}", square(to))
        }
        BughouseMove::Regular(mv) => {
            let (from, to) = (mv.source(), mv.dest());
            let signs = match mv.promotion() {
                None => return format!("{}{}", square(from), square(to)),
                Some(Piece::Queen) => ['{', '~', '}'],
                Some(Piece::Knight) => ['(', '^', ')'],
                Some(Piece::Rook) => ['[', '_', ']'],
                Some(_) => ['@', '#', '$'],
            };
            let aside = 1 + to.file().to_index() - from.file().to_index();
            format!("{}{}", square(from), signs[aside])
        }
    }
}
