//! Generates texts that look like games from any bytes: legal half-moves, tags, comments, damage.

use bpgn::Label;
use bughouse_chess::{BoardId, Match, Millis, ReadOptions, Rules, TwoBoards};

/// Start positions: near a mate, with promoted pieces and full reserves, in mid-game.
const STARTS: [&str; 4] = [
    "6rk/6pp/8/6N1/8/8/8/6K1[] w - - 0 1 | 4k3/P6P/8/8/8/8/p6p/4K3[] w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R[QRBNPqrbnp] w KQ - 0 1 | r3k2r/8/8/8/8/8/8/4K3[QPPPqppp] b kq - 0 1",
    "1Q~2k3/8/8/3pP3/8/8/8/4K2R[] w K d6 0 9 | rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 180 180 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 180 170",
];

/// Parts of games, valid and damaged.
const PARTS: [&str; 112] = [
    "[Event \"x\"]",
    "\n[Event \"x\"]\n",
    "\n\n[Event \"y\"]\n",
    "[Site \"a \\\"b\\\" \\\\ c\"]",
    "[Site \"a \"b\" c\"]",
    "[Site \"a\\\"]",
    "[ Site  \"a\" ]",
    "\n[Site \"z\"]\n",
    "[WhiteA \"raven\"]",
    "[BlackA \"crow\"]",
    "[WhiteB \"owl\"]",
    "[BlackB \"raven\"]",
    "[WhiteTeam \"birds\"]",
    "[WhiteAElo \"2165\"]",
    "[Date \"1996.08.07\"]",
    "[UTCDate \"2010-07-??\"]",
    "[TimeControl \"180+2\"]",
    "[TimeControl \"9223372036854775\"]",
    "[Termination \"raven resigns\"]",
    "[Round -1-]",
    "[Round -1- ",
    "[Result \"0-1\"]",
    "[Result \"1-0\"]",
    "[SetUp \"1\"]",
    "[Setup \"1\"]",
    "[FEN \"8/8 w\"]",
    "[FEN \"",
    "[Odd \"\"]",
    "[Odd \"\u{e4}\"]",
    "[Lag \"1 2 3\"]",
    "[Lag \"1 x\"]",
    "[",
    "]",
    "\"",
    "\\",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    "\u{b}",
    "\u{c}\n",
    "                                                  ",
    " ",
    "1A. e4",
    "\n1A. e4",
    "1a. e5",
    "\n1a. e5",
    "\n1B. d4",
    "1B. Nf3 {12}",
    "1b.d5",
    "2A. N@g5+",
    "2a. O-O",
    "2A. 0-0-0",
    "12b.",
    "1A.\nd4",
    "3A. e8=Q#",
    "3A. exd5",
    "@e4",
    "1A... e4",
    "1A",
    "999999999A. e4",
    "4294967295b. e4",
    "123A. Nb1c3{119.123456789012}",
    "e4",
    "{298}",
    "{298.50}",
    "{ 7 }",
    "{-0.576}",
    "{9223372036854775}",
    "{-9223372036854775.807}",
    "{[%clk 0:01:02.5]}",
    "{[ts=1.500]}",
    "{[ts=99999999999]}",
    "{L:100}",
    "{T: 1200}",
    "{C: words}",
    "{C: words that are a good deal longer than a line of text usually is, and (with) [all] kinds}",
    "{A:!}",
    "{D:}",
    "{R: raven requests to abort}",
    "{a\nb}",
    "{a\r\nb}",
    "{a\n[Event \"x\"]\n}",
    "{a\n[Event \"}",
    "{\u{e4}}",
    "{}",
    "{",
    "}",
    "(",
    ")",
    "(1A. d4 {5} 1a. d5)",
    "(1a. Nf6 (1a. d5 *) $3)",
    "()",
    "!",
    "?!",
    "$14",
    "$",
    "; rest",
    ";x\r\n",
    "\n%escape\n",
    "%",
    "raven resigns",
    "{raven resigns}",
    "{raven checkmated}",
    "{owl's partner won}",
    "{Game drawn by stalemate}",
    "1-0",
    "*",
    "\u{feff}",
    // Castling with a dropped rook, and a repeated half-move.
    "\n\n[FEN \"4k3/8/8/8/8/6n1/P7/4K2R[R] b K - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n\
     1a. Nxh1 2A. a3 2a. Ng3 3A. R@h1 3a. Nf5 4A. O-O ",
    "\n\n[Event \"t\"]\n\n1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7# 1B. P@e4 1B. e4 1B. e4",
];

const SPACES: [&str; 4] = [" ", "\n", "", " "];

/// Generates a text. The same bytes always give the same text.
pub fn make(choices: &[u8]) -> Vec<u8> {
    let mut maker = Maker { choices, text: Vec::new(), game: Match::default(), latin: false };
    maker.latin = maker.byte() % 4 == 3;
    while !maker.choices.is_empty() {
        maker.part();
    }
    maker.text
}

struct Maker<'a> {
    choices: &'a [u8],
    text: Vec<u8>,
    game: Match,
    /// Whether characters are written as Latin-1.
    latin: bool,
}

impl Maker<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.choices.split_first() else { return 0 };
        self.choices = rest;
        first
    }

    fn push(&mut self, text: &str) {
        match self.latin {
            true => self.text.extend(text.chars().map(|character| u8::try_from(character).unwrap_or(b'?'))),
            false => self.text.extend(text.as_bytes()),
        }
    }

    fn part(&mut self) {
        let choice = self.byte();
        match choice {
            0..=119 => self.half_move(choice),
            120..=231 => self.push(PARTS[usize::from(choice - 120)]),
            232..=234 => {
                self.game = Match::default();
                self.push("\n\n[Event \"z\"]\n[WhiteA \"raven\"][BlackA \"crow\"]\n\n");
            }
            235..=237 => self.start(),
            238..=243 => self.take_back(choice),
            244..=246 => self.push(")"),
            247..=252 => self.damage(),
            _ => {
                let byte = self.byte();
                self.text.push(byte);
            }
        }
        self.push(SPACES[usize::from(choice % 4)]);
    }

    /// Plays and writes a legal half-move.
    fn half_move(&mut self, choice: u8) {
        let id = BoardId::ALL[usize::from(choice % 2)];
        let mut moves: Vec<_> = self.game.legal_moves(id).into_iter().collect();
        if choice % 8 > 4 {
            // Prefer captures, promotions, drops and checks.
            let board = *self.game.board(id);
            let quiet = moves.clone();
            moves.retain(|&mv| board.san(mv).is_ok_and(|san| san.to_string().contains(['x', '=', '@', '+'])));
            if moves.is_empty() {
                moves = quiet;
            }
        }
        if moves.is_empty() {
            return self.push("1/2-1/2");
        }
        let mv = moves[usize::from(self.byte()) % moves.len()];
        let board = *self.game.board(id);
        let label = Label { number: board.fullmove_number(), seat: self.game.to_move(id) };
        let Ok(san) = board.san(mv) else { return };
        if self.game.play(id, mv).is_err() {
            return self.push("0-1");
        }
        let dot = [". ", ".", ".\n", "... "][usize::from(choice >> 3) % 4];
        self.push(&format!("{label}{dot}{san}"));
        match choice >> 5 {
            0 => self.push("{119.5}"),
            1 => self.push(" {119}"),
            2 => self.push(" {C: a longer comment, which is not a clock}"),
            _ => {}
        }
    }

    /// Begins from a position.
    fn start(&mut self) {
        let start = STARTS[usize::from(self.byte()) % STARTS.len()];
        self.push(&format!("\n\n[Event \"s\"]\n[Setup \"1\"]\n[FEN \"{start}\"]\n\n"));
        if let Ok((boards, _)) = TwoBoards::read(start.as_bytes(), &ReadOptions::default())
            && let Ok(game) = boards.to_match(Rules::default(), Millis::ZERO)
        {
            self.game = game;
        }
    }

    /// Begins a variation: an earlier half-move is replaced.
    fn take_back(&mut self, choice: u8) {
        self.push("(");
        for _ in 0..choice % 4 {
            self.game.undo();
        }
    }

    fn damage(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let at = usize::from(self.byte()) % self.text.len();
        let at = self.text.len() - 1 - at;
        match self.byte() {
            0..=63 => drop(self.text.remove(at)),
            byte @ 64..=159 => self.text.insert(at, byte),
            byte => self.text[at] = byte,
        }
    }
}
