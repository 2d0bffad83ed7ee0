//! A game as BPGN, laid out as in a server's archive: CRLF, Latin-1, tags in a fixed order.

use bughouse_chess::{BoardId, Color, Seat};

use crate::game::{GeneratedGame, HalfMove, Layout};
use crate::text::{LINE_END, push_clock, push_latin1, push_number, push_san, push_tag, push_tag_line};

pub(crate) const EVENT: &str = "FICS rated bughouse game";
pub(crate) const SITE: &str = "FICS - freechess.org";
/// The longest line of a wrapped text, without its end.
const WIDTH: usize = 80;

impl GeneratedGame {
    /// Appends the game as BPGN, in Latin-1 with CRLF, and an empty line.
    pub fn write_bpgn(&self, out: &mut Vec<u8>) {
        self.push_tags(out);
        out.extend_from_slice(LINE_END);
        self.push_first_comment(out);
        out.extend_from_slice(LINE_END);
        if !self.half_moves.is_empty() {
            match self.layout {
                Layout::OneLine => self.push_one_line(out),
                Layout::Wrapped => self.push_wrapped(out),
            }
            out.extend_from_slice(LINE_END);
        }
        out.push(b'{');
        self.ending.push_reason(out, self.named());
        out.extend_from_slice(b"} ");
        push_latin1(out, self.ending.result());
        out.extend_from_slice(LINE_END);
        out.extend_from_slice(LINE_END);
    }

    fn push_tags(&self, out: &mut Vec<u8>) {
        push_tag_line(out, "Event", |out| push_latin1(out, EVENT));
        push_tag_line(out, "Site", |out| push_latin1(out, SITE));
        push_tag_line(out, "Date", |out| self.moment.push_date(out));
        push_tag_line(out, "Time", |out| self.moment.push_time(out));
        push_tag_line(out, "BughouseDBGameNo", |out| push_number(out, self.number));
        for seat in Seat::ALL {
            push_tag(out, seat.name(), |out| push_latin1(out, &self.player(seat).name));
            push_tag(out, ELO_TAGS[seat.to_index()], |out| push_number(out, self.player(seat).elo.into()));
            out.extend_from_slice(LINE_END);
        }
        push_tag_line(out, "TimeControl", |out| self.push_time_control(out));
        if self.tells_lag {
            push_tag_line(out, "Lag", |out| self.push_lag(out));
        }
        push_tag_line(out, "Result", |out| push_latin1(out, self.ending.result()));
    }

    pub(crate) fn push_time_control(&self, out: &mut Vec<u8>) {
        push_number(out, self.seconds.into());
        out.extend_from_slice(b"+0");
    }

    fn push_lag(&self, out: &mut Vec<u8>) {
        for (i, half_move) in self.half_moves.iter().enumerate() {
            if i > 0 {
                out.push(b' ');
            }
            push_number(out, half_move.lag.into());
        }
    }

    /// Writes the comment before the first move.
    pub(crate) fn push_first_comment(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{C:This is game number ");
        push_number(out, self.number);
        out.extend_from_slice(b" at https://bughouse.example}");
    }

    fn push_one_line(&self, out: &mut Vec<u8>) {
        push_line(out, &self.half_moves);
    }

    fn push_wrapped(&self, out: &mut Vec<u8>) {
        let line_start = out.len();
        Wrapped { out, line_start, unit: Vec::new() }.push_line(&self.half_moves, b"", b"");
    }
}

/// Writes half-moves on one line, with their variations in parentheses.
fn push_line(out: &mut Vec<u8>, half_moves: &[HalfMove]) {
    for (i, half_move) in half_moves.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        push_half_move(out, half_move);
        out.push(b'{');
        push_clock(out, half_move.clock);
        out.push(b'}');
        push_comment(out, half_move);
        for variation in &half_move.variations {
            out.extend_from_slice(b" (");
            push_line(out, variation);
            out.push(b')');
        }
    }
}

/// A text in lines of at most [`WIDTH`] bytes.
struct Wrapped<'o> {
    out: &'o mut Vec<u8>,
    line_start: usize,
    unit: Vec<u8>,
}

impl Wrapped<'_> {
    /// Writes half-moves between two texts. Half-moves stay whole; comments are broken where the line is full, be
    /// it within a word.
    fn push_line(&mut self, half_moves: &[HalfMove], open: &[u8], close: &[u8]) {
        for (i, half_move) in half_moves.iter().enumerate() {
            self.unit.clear();
            self.unit.extend_from_slice(if i == 0 { open } else { b"" });
            push_half_move(&mut self.unit, half_move);
            self.unit.extend_from_slice(b" {");
            push_number(&mut self.unit, half_move.clock.0.unsigned_abs() / 1_000);
            self.unit.push(b'}');
            self.push_whole();
            self.unit.clear();
            push_comment(&mut self.unit, half_move);
            self.push_broken();
            for variation in &half_move.variations {
                self.push_line(variation, b"(", b")");
            }
        }
        self.unit.clear();
        self.unit.extend_from_slice(close);
        self.push_broken();
    }

    /// Writes the unit after a space, or on the next line if this one has no room.
    fn push_whole(&mut self) {
        let used = self.out.len() - self.line_start;
        if used > 0 && used + 1 + self.unit.len() > WIDTH {
            self.break_line();
        } else if used > 0 {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(&self.unit);
    }

    /// Writes the unit to the end of the line, and what has no room there on the next.
    fn push_broken(&mut self) {
        for i in 0..self.unit.len() {
            if self.out.len() - self.line_start == WIDTH {
                self.break_line();
            }
            self.out.push(self.unit[i]);
        }
    }

    fn break_line(&mut self) {
        self.out.extend_from_slice(LINE_END);
        self.line_start = self.out.len();
    }
}

const ELO_TAGS: [&str; 4] = ["WhiteAElo", "BlackAElo", "WhiteBElo", "BlackBElo"];

/// Writes `12a. Nf3`, with its NAG: `12a. Nf3!`, `12a. Nf3 $14`.
fn push_half_move(out: &mut Vec<u8>, half_move: &HalfMove) {
    push_number(out, half_move.number.into());
    out.extend_from_slice(&[label(half_move.seat), b'.', b' ']);
    push_san(out, &half_move.san);
    if let Some(nag) = half_move.nag {
        out.extend_from_slice(if nag.starts_with('$') { b" " } else { b"" });
        push_latin1(out, nag);
    }
}

/// Returns the letter of a seat: upper case for White.
fn label(seat: Seat) -> u8 {
    match (seat.board, seat.color) {
        (BoardId::A, Color::White) => b'A',
        (BoardId::A, Color::Black) => b'a',
        (BoardId::B, Color::White) => b'B',
        (BoardId::B, Color::Black) => b'b',
    }
}

/// Writes what was said at a half-move.
pub(crate) fn push_comment(out: &mut Vec<u8>, half_move: &HalfMove) {
    if let Some(comment) = &half_move.comment {
        out.extend_from_slice(b"{C:");
        push_latin1(out, comment);
        out.push(b'}');
    }
}
