//! A game as BPGN, laid out as in a server's archive: CRLF, Latin-1, tags in a fixed order.

use bughouse_chess::{ALL_SEATS, BoardId, Color, Seat};

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
        for seat in ALL_SEATS {
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
        for (i, half_move) in self.half_moves.iter().enumerate() {
            if i > 0 {
                out.push(b' ');
            }
            push_half_move(out, half_move);
            out.push(b'{');
            push_clock(out, half_move.clock);
            out.push(b'}');
            push_comment(out, half_move);
        }
    }

    /// Half-moves stay whole; comments are broken where the line is full, be it within a word.
    fn push_wrapped(&self, out: &mut Vec<u8>) {
        let mut line_start = out.len();
        let mut comment = Vec::new();
        for half_move in &self.half_moves {
            let start = out.len();
            out.push(b' ');
            push_half_move(out, half_move);
            out.extend_from_slice(b" {");
            push_number(out, half_move.clock.0.unsigned_abs() / 1_000);
            out.push(b'}');
            if start == line_start {
                out.remove(start);
            } else if out.len() - line_start > WIDTH {
                out.splice(start..=start, LINE_END.iter().copied());
                line_start = start + LINE_END.len();
            }
            comment.clear();
            push_comment(&mut comment, half_move);
            for &byte in &comment {
                if out.len() - line_start == WIDTH {
                    out.extend_from_slice(LINE_END);
                    line_start = out.len();
                }
                out.push(byte);
            }
        }
    }
}

const ELO_TAGS: [&str; 4] = ["WhiteAElo", "BlackAElo", "WhiteBElo", "BlackBElo"];

/// Writes `12a. Nf3`.
fn push_half_move(out: &mut Vec<u8>, half_move: &HalfMove) {
    push_number(out, half_move.number.into());
    out.extend_from_slice(&[label(half_move.seat), b'.', b' ']);
    push_san(out, &half_move.san);
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
