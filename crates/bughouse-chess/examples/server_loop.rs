//! A small server: one match, four clocks. It reads one line for each action of a player and prints what
//! happens.
//!
//! A line is a time in milliseconds, a seat, and a move, `resign`, `draw` or `flag`:
//! ```text
//! 900 WhiteA e2e4
//! 1500 WhiteB N@f3
//! 181000 BlackA flag
//! ```
//! `cargo run -p bughouse-chess --example server_loop < moves.txt`

use std::io::{self, BufRead};

use bughouse_chess::{Match, Millis, Outcome, Rules, Seat, Team, TimeControl};

/// A match, and the seats that offer a draw.
struct Table {
    game: Match,
    offers: [Option<Seat>; 2],
}

impl Table {
    fn new(control: TimeControl) -> Table {
        let mut game = Match::new(Rules::fics(), control);
        game.start(Millis::ZERO);
        Table { game, offers: [None; 2] }
    }

    /// Handles one line, and returns the message for all four players.
    fn take(&mut self, line: &str) -> Result<String, String> {
        let mut words = line.split_whitespace();
        let (Some(now), Some(seat), Some(what), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err("expected a time, a seat, and a move, resign, draw or flag".to_owned());
        };
        let now = Millis(now.parse().map_err(|_| format!("expected milliseconds, found {now}"))?);
        let seat: Seat = seat.parse().map_err(|error| format!("{error}"))?;
        match what {
            "resign" => self.game.resign(seat, Some(now)).map_err(|error| error.to_string()).map(over),
            "flag" => self.claim_flag(now),
            "draw" => self.offer_draw(seat, now),
            mv => self.play(seat, mv, now),
        }
    }

    fn play(&mut self, seat: Seat, mv: &str, now: Millis) -> Result<String, String> {
        if self.game.to_move(seat.board) != seat {
            return Err(format!("it is not {seat}'s turn"));
        }
        let mv = self.game.read_uci(seat.board, mv).map_err(|error| error.to_string())?;
        let san = self.game.san(seat.board, mv).map_err(|error| error.to_string())?;
        let step = self.game.play_at(seat.board, mv, now).map_err(|error| error.to_string())?;
        let mut message = format!("{seat} {san}");
        if let Some((receiver, piece)) = step.transferred() {
            message += &format!(", {receiver} receives a {piece}");
        }
        // A move declines the draw offers of the other team.
        self.offers[seat.team().other().to_index()] = None;
        let clocks = Seat::ALL.map(|seat| format!("{seat} {}", self.game.clock(seat, now)));
        message += &format!(" | {}", clocks.join(", "));
        if let Some(outcome) = self.game.outcome() {
            message += &format!(" | {}", over(outcome));
        } else if let Some(frozen) = self.game.frozen(seat.board) {
            message += &format!(" | {} waits for a piece", frozen.seat);
        }
        Ok(message)
    }

    fn claim_flag(&mut self, now: Millis) -> Result<String, String> {
        let fallen = self.game.flagged(now).next().ok_or("all players have time left")?;
        self.game.claim_flag(fallen, now).map_err(|error| error.to_string()).map(over)
    }

    /// A draw needs the agreement of one player of each team.
    fn offer_draw(&mut self, seat: Seat, now: Millis) -> Result<String, String> {
        self.offers[seat.team().to_index()] = Some(seat);
        match self.offers {
            [Some(_), Some(_)] => {
                self.game.agree_draw(Some(now)).map_err(|error| error.to_string()).map(over)
            }
            _ => Ok(format!("{seat} offers a draw")),
        }
    }
}

fn over(outcome: Outcome) -> String {
    let winner = match outcome.winner {
        Some(Team::One) => "WhiteA and BlackB",
        Some(Team::Two) => "BlackA and WhiteB",
        None => "no winner",
    };
    format!("{} ({outcome}; {winner})", outcome.result())
}

fn main() -> io::Result<()> {
    let mut table = Table::new(TimeControl::new(180, 0));
    for line in io::stdin().lock().lines() {
        match table.take(&line?) {
            Ok(message) => println!("{message}"),
            Err(why) => println!("rejected: {why}"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Table;
    use bughouse_chess::TimeControl;

    fn messages(lines: &[&str]) -> Vec<String> {
        let mut table = Table::new(TimeControl::new(180, 0));
        lines.iter().map(|line| table.take(line).unwrap_or_else(|why| format!("rejected: {why}"))).collect()
    }

    #[test]
    fn moves_are_played_and_clocks_run() {
        let messages = messages(&["1000 WhiteA e2e4", "2500 BlackA d7d5", "3000 WhiteA e4d5"]);
        assert_eq!(messages[0], "WhiteA e4 | WhiteA 179, BlackA 180, WhiteB 179, BlackB 180");
        assert!(
            messages[2].starts_with("WhiteA exd5, BlackB receives a pawn | WhiteA 178.5, BlackA 178.5"),
            "{messages:?}"
        );
    }

    #[test]
    fn invalid_lines_are_rejected() {
        let messages = messages(&[
            "1000 BlackA e7e5",
            "1000 WhiteA e2e5",
            "soon WhiteA e2e4",
            "1000 Anna e2e4",
            "1000 WhiteA",
        ]);
        assert_eq!(messages[0], "rejected: it is not BlackA's turn");
        assert!(messages.iter().all(|message| message.starts_with("rejected: ")), "{messages:?}");
    }

    #[test]
    fn a_match_ends_by_flag_resignation_or_agreement() {
        let flag = messages(&["1000 WhiteA flag", "181000 WhiteB e2e4", "181000 WhiteA flag"]);
        assert_eq!(flag[0], "rejected: all players have time left");
        assert!(flag[2].starts_with("1/2-1/2 (both teams ran out of time"), "{flag:?}");
        let resigned = messages(&["10 BlackA resign", "20 WhiteA e2e4"]);
        assert!(resigned[0].starts_with("1-0 (BlackA resigned"), "{resigned:?}");
        assert!(resigned[1].starts_with("rejected: the match is over"), "{resigned:?}");
        let drawn = messages(&["10 WhiteA draw", "20 BlackB draw", "30 BlackA draw"]);
        assert_eq!(drawn[1], "BlackB offers a draw");
        assert!(drawn[2].starts_with("1/2-1/2"), "{drawn:?}");
    }
}
