//! Repairs games: inserts, replaces and deletes half-moves of the main line, sets tags, and rewrites moves in standard
//! form.
//!
//! If the labels of later half-moves no longer match, they are renumbered, including those in variations.

use bughouse_chess::{BoardId, Color, Seat};

use crate::edit::error::EditError;
use crate::edit::{Cursor, Edited, Editor, read_move};
use crate::replay::options::ReadOptions;
use crate::replay::replay::Replay;
use crate::replay::start::Start;
use crate::replay::timeline::Timeline;
use crate::tree::{Game, HalfMove, Line};
use crate::types::label::Label;
use crate::types::tags::{Date, GameResult, Rating, TimeControlTag, read_time_control};

impl Editor {
    /// Inserts a half-move into the main line, after half-move `ply`. `mv` is UCI or SAN.
    ///
    /// # Errors
    /// Returns an error if the replay stops before, or if the move is illegal there.
    pub fn insert(&mut self, ply: usize, board: BoardId, mv: &str) -> Result<Edited, EditError> {
        let new = self.half_move_after(ply, board, mv)?;
        self.game_mut().main.half_moves.insert(ply, new);
        self.renumber(ply + 1, board);
        Ok(in_main(ply + 1))
    }

    /// Replaces the move of a half-move of the main line, counted from 1. Its clock, comments, NAGs and variations
    /// stay.
    ///
    /// # Errors
    /// Returns an error if there is no such half-move, if the replay stops before it, or if the move is illegal there.
    pub fn replace(&mut self, ply: usize, board: BoardId, mv: &str) -> Result<Edited, EditError> {
        let index = self.index_of(ply)?;
        let new = self.half_move_after(index, board, mv)?;
        let old = &mut self.game_mut().main.half_moves[index];
        let was = old.label.seat.board;
        old.label = new.label;
        old.san = new.san;
        for board in [was, board] {
            self.renumber(ply, board);
        }
        Ok(in_main(ply))
    }

    /// Deletes a half-move of the main line with its annotations and variations. Everything after it stays.
    ///
    /// # Errors
    /// Returns an error if there is no such half-move.
    pub fn remove(&mut self, ply: usize) -> Result<Edited, EditError> {
        let index = self.index_of(ply)?;
        let removed = self.game_mut().main.half_moves.remove(index);
        self.renumber(index, removed.label.seat.board);
        Ok(in_main(index))
    }

    /// Sets or deletes a tag. An existing tag keeps its place. Setting `Result` also sets the result after the moves.
    ///
    /// # Errors
    /// Returns an error if the name or the value is not valid.
    pub fn set_tag(&mut self, at: &Cursor, name: &str, value: Option<&str>) -> Result<Edited, EditError> {
        let game = self.game_mut();
        let changed = match value {
            None => game.tags.remove(name) > 0,
            Some(value) => {
                let value = value.trim();
                if let Some(expected) = expected_of(name, value) {
                    return Err(EditError::TagValue { name: name.to_owned(), expected });
                }
                let before = game.tags.get(name).map(str::to_owned);
                game.tags.set(name, value)?;
                if name == "Result"
                    && let Ok(result) = GameResult::read(value.as_bytes())
                {
                    game.result = Some(result);
                }
                before.as_deref() != Some(value)
            }
        };
        Ok(Edited { at: at.clone(), changed })
    }

    /// Returns the index of a half-move of the main line.
    fn index_of(&self, ply: usize) -> Result<usize, EditError> {
        let index = ply.checked_sub(1).ok_or(EditError::AtStart)?;
        let there = index < self.game().main.half_moves.len();
        there.then_some(index).ok_or(EditError::NoHalfMove { line: None, ply })
    }

    /// Creates a half-move from a move that is played after half-move `ply` of the main line.
    fn half_move_after(&self, ply: usize, board: BoardId, text: &str) -> Result<HalfMove, EditError> {
        let timeline =
            Timeline::of_line(self.game(), &[], &ReadOptions::for_files()).ok_or(EditError::NoLine)?;
        let (Some(position), Some(label)) = (timeline.position(ply), timeline.next_label(ply, board)) else {
            return Err(EditError::NotReplayed);
        };
        let illegal = |why| EditError::Illegal { text: text.to_owned(), board, why };
        let mv = read_move(position, board, text).map_err(illegal)?;
        let san = position.san(board, mv).map_err(|why| illegal(why.into()))?;
        Ok(HalfMove::new(label, san.to_string()))
    }

    /// Renumbers the half-moves of a board from an index on, if they don't follow those before.
    fn renumber(&mut self, index: usize, board: BoardId) {
        let half_moves = &mut self.game_mut().main.half_moves;
        let Some((before, after)) = half_moves.split_at_mut_checked(index) else { return };
        let on_board = |half_move: &&HalfMove| half_move.label.seat.board == board;
        let last = before.iter().rev().find(on_board).map(|half_move| number_of(half_move.label));
        let first = after.iter().find(on_board).map(|half_move| number_of(half_move.label));
        if let Some((last, first)) = last.zip(first)
            && last + 1 != first
        {
            shift(after, board, last + 1 - first);
        }
    }
}

/// Returns the number of half-moves on a board up to a label.
fn number_of(Label { number, seat }: Label) -> i64 {
    2 * i64::from(number) + i64::from(seat.color == Color::Black)
}

/// Shifts the labels of a board by a number of half-moves, including those in variations.
fn shift(half_moves: &mut [HalfMove], board: BoardId, by: i64) {
    for half_move in half_moves {
        if half_move.label.seat.board == board {
            let number = (number_of(half_move.label) + by).max(2);
            let color = if number % 2 == 0 { Color::White } else { Color::Black };
            half_move.label =
                Label { number: u32::try_from(number / 2).unwrap_or(u32::MAX), seat: Seat { board, color } };
        }
        for Line { half_moves, .. } in &mut half_move.variations {
            shift(half_moves, board, by);
        }
    }
}

fn in_main(ply: usize) -> Edited {
    Edited { at: Cursor { line: None, ply }, changed: true }
}

/// Returns what a tag is expected to be, if a value is not valid.
fn expected_of(name: &str, value: &str) -> Option<&'static str> {
    let bytes = value.as_bytes();
    let (says, expected) = match name {
        "Result" => (GameResult::read(bytes).is_ok(), "1-0, 0-1, 1/2-1/2 or *"),
        "Date" | "UTCDate" => (
            Date::read(bytes).is_ok() && !value.contains('-'),
            "a date such as 1996.08.07, with ?? for unknown parts",
        ),
        "TimeControl" => {
            (read_time_control(bytes) != TimeControlTag::Other, "seconds and increment, such as 180+0, or -")
        }
        "WhiteAElo" | "BlackAElo" | "WhiteBElo" | "BlackBElo" => {
            (Rating::read(bytes) != Rating::Other, "a rating, such as 1850, or -")
        }
        "FEN" => {
            let start = Start::of_tags(|tag| (tag == "FEN").then_some(bytes), &ReadOptions::lenient());
            (start.error.is_none(), "two boards in BFEN, separated by |")
        }
        _ => (true, ""),
    };
    (!says).then_some(expected)
}

impl Game {
    /// Rewrites each legal move in standard SAN with the correct check sign, and gives its label the color of the
    /// player who moved. Returns how many half-moves changed, in all lines.
    ///
    /// A line stays unchanged from its first illegal half-move on.
    ///
    /// ```
    /// let mut game: bpgn::Game = "1A. e2e4 1A. d5 2A. xd5 1B. Nf3 1b. @e4 *".parse()?;
    /// assert_eq!(game.standardize_moves(), 4);
    /// assert_eq!(game.to_string(), "1A. e4 1a. d5 2A. exd5 1B. Nf3 1b. P@e4 *\n");
    /// # Ok::<(), bpgn::ReadGameError>(())
    /// ```
    pub fn standardize_moves(&mut self) -> usize {
        self.standardize_moves_with(ReadOptions::for_files())
    }

    /// Rewrites moves like [`Game::standardize_moves`], with other options.
    pub fn standardize_moves_with(&mut self, options: ReadOptions) -> usize {
        let start = Start::of_tags(|name| self.tags.get(name).map(str::as_bytes), &options);
        let mut replay = Replay::new(options);
        replay.restart(&start);
        let mut changed = 0;
        rewrite(&mut self.main, &mut replay, &mut changed);
        changed
    }
}

/// Rewrites the current line of a replay.
fn rewrite(line: &mut Line, replay: &mut Replay, changed: &mut usize) {
    for half_move in &mut line.half_moves {
        let mut written = None;
        let continues = match replay.half_move(half_move.label, half_move.san.as_bytes()) {
            Ok(step) => {
                let (seat, mv) = (step.played.seat, step.played.mv);
                written = step
                    .before
                    .san(seat.board, mv)
                    .ok()
                    .map(|san| (san.to_string(), Label { seat, ..half_move.label }));
                true
            }
            Err(_) => false,
        };
        // Variations are replayed with the original labels.
        for variation in &mut half_move.variations {
            replay.begin_variation();
            rewrite(variation, replay, changed);
            replay.end_variation();
        }
        if let Some((san, label)) = written
            && (half_move.san != san || half_move.label != label)
        {
            *changed += 1;
            (half_move.san, half_move.label) = (san, label);
        }
        if !continues {
            return;
        }
    }
}
