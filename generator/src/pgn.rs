//! The boards of a game as two PGN games, for programs that know one board.

use bughouse_chess::notation::san::SanAction;
use bughouse_chess::{BoardId, Color, Piece, Seat};

use crate::bpgn::{EVENT, SITE, push_comment};
use crate::game::GeneratedGame;
use crate::text::{LINE_END, push_clock, push_latin1, push_number, push_san, push_tag_line};

impl GeneratedGame {
    /// Appends each board as a PGN game of Crazyhouse, with the same moves and comments.
    ///
    /// The start position holds in reserve all that is dropped in the course of the game, since captured pieces come
    /// from the other board. The comment before the first move is written only for board A.
    pub fn write_pgn_of_both_boards(&self, out: &mut Vec<u8>) {
        for board in BoardId::ALL {
            self.write_pgn(board, out);
        }
    }

    fn write_pgn(&self, board: BoardId, out: &mut Vec<u8>) {
        let [white, black] = Color::ALL.map(|color| self.player(Seat { board, color }));
        push_tag_line(out, "Event", |out| push_latin1(out, EVENT));
        push_tag_line(out, "Site", |out| push_latin1(out, SITE));
        push_tag_line(out, "Date", |out| self.moment.push_date(out));
        push_tag_line(out, "Round", |out| out.push(b'-'));
        push_tag_line(out, "White", |out| push_latin1(out, &white.name));
        push_tag_line(out, "Black", |out| push_latin1(out, &black.name));
        push_tag_line(out, "Result", |out| push_latin1(out, self.ending.result_on(board)));
        push_tag_line(out, "WhiteElo", |out| push_number(out, white.elo.into()));
        push_tag_line(out, "BlackElo", |out| push_number(out, black.elo.into()));
        push_tag_line(out, "TimeControl", |out| self.push_time_control(out));
        push_tag_line(out, "Variant", |out| push_latin1(out, "Crazyhouse"));
        push_tag_line(out, "SetUp", |out| out.push(b'1'));
        push_tag_line(out, "FEN", |out| self.push_start(board, out));
        out.extend_from_slice(LINE_END);
        if board == BoardId::A {
            self.push_first_comment(out);
            out.push(b' ');
        }
        for half_move in self.half_moves.iter().filter(|half_move| half_move.seat.board == board) {
            if half_move.seat.color == Color::White {
                push_number(out, half_move.number.into());
                out.extend_from_slice(b". ");
            }
            push_san(out, &half_move.san);
            out.extend_from_slice(b" {");
            push_clock(out, half_move.clock);
            out.extend_from_slice(b"} ");
            if half_move.comment.is_some() {
                push_comment(out, half_move);
                out.push(b' ');
            }
        }
        push_latin1(out, self.ending.result_on(board));
        out.extend_from_slice(LINE_END);
        out.extend_from_slice(LINE_END);
    }

    /// Writes the starting position with a reserve of all pieces that are dropped on a board.
    fn push_start(&self, board: BoardId, out: &mut Vec<u8>) {
        out.extend_from_slice(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[");
        for color in Color::ALL {
            let seat = Seat { board, color };
            for kind in Piece::IN_RESERVE {
                let drops = self.half_moves.iter().filter(|half_move| {
                    half_move.seat == seat
                        && matches!(half_move.san.action, SanAction::Drop { piece, .. } if piece == kind)
                });
                out.extend(drops.map(|_| kind.to_colored_char(color) as u8));
            }
        }
        out.extend_from_slice(b"] w KQkq - 0 1");
    }
}
