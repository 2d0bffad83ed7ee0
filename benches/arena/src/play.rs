//! One match: both boards in turn, half-move by half-move.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bughouse_chess::{BoardId, BughouseMove, Match, Rules, Team, TimeControl};
use bughouse_search::{Limits, Search};
use cpu_time::ThreadTime;

use crate::openings::Opening;
use crate::opponent::{Budget, Opponent};

/// A match without a winner after this many half-moves of both boards is drawn.
const LONGEST: usize = 300;
const MEGABYTES: usize = 16;

/// How a match went for the built-in engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Result {
    Won,
    Drawn,
    Lost,
}

/// A match that was played.
pub(crate) struct Played {
    pub(crate) result: Result,
    pub(crate) half_moves: usize,
    pub(crate) why: String,
}

/// What one side used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Used {
    pub(crate) time: Duration,
    pub(crate) moves: u32,
    pub(crate) nodes: u64,
    pub(crate) depth: u64,
}

impl Used {
    pub(crate) fn add(&mut self, other: Used) {
        self.time += other.time;
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depth += other.depth;
    }

    /// Returns the time of a move on average.
    pub(crate) fn mean(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time / self.moves)
    }
}

/// Two teams: each has a player for each board.
pub(crate) struct Table {
    ours: [Search; 2],
    theirs: [Opponent; 2],
    rules: Rules,
    budget: Budget,
    pub(crate) used: [Used; 2],
}

impl Table {
    pub(crate) fn new(engine: &Path, budget: Budget) -> io::Result<Table> {
        let rules = Rules::documents();
        let search = || Search::new(MEGABYTES).with_rules(rules);
        Ok(Table {
            ours: [search(), search()],
            theirs: [Opponent::start(engine)?, Opponent::start(engine)?],
            rules,
            budget,
            used: [Used::default(); 2],
        })
    }

    /// Plays a match from an opening.
    pub(crate) fn play(&mut self, opening: &Opening, our_team: Team) -> io::Result<Played> {
        self.ours.iter_mut().for_each(Search::clear);
        for engine in &mut self.theirs {
            engine.new_game()?;
        }
        let mut game = Match::new(self.rules, TimeControl::new(300, 0));
        for &(id, mv) in &opening.half_moves {
            game.play(id, mv).map_err(|error| io::Error::other(format!("{}: {error}", opening.name)))?;
        }
        let mut id = BoardId::A;
        while game.outcome().is_none() {
            let half_moves = game.steps().len();
            let drawn = |why: &str| Played { result: Result::Drawn, half_moves, why: why.to_owned() };
            if half_moves >= LONGEST {
                return Ok(drawn("too long"));
            }
            let can_move = |id: BoardId| game.position().has_legal_move(id, &self.rules);
            if !can_move(id) {
                // Whoever has nothing to play waits for the partner.
                id = id.other();
                if !can_move(id) {
                    return Ok(drawn("both boards wait"));
                }
            }
            let is_ours = game.to_move(id).team() == our_team;
            let chosen = if is_ours { self.our_move(&game, id) } else { self.their_move(&game, id) };
            let loser = if is_ours { Result::Lost } else { Result::Won };
            let who = if is_ours { "built-in" } else { "opponent" };
            let fault = |what: String| Played { result: loser, half_moves, why: format!("{who}: {what}") };
            match chosen {
                Err(error) => {
                    // Another one for the next match.
                    return Ok(fault(error.to_string()));
                }
                Ok(mv) => {
                    let before = *game.board(id);
                    if let Err(error) = game.play(id, mv) {
                        return Ok(fault(format!("{mv} on {before}: {error}")));
                    }
                }
            }
            id = id.other();
        }
        let Some(outcome) = game.outcome() else { return Err(io::Error::other("a match without an end")) };
        let result = match outcome.winner {
            None => Result::Drawn,
            Some(team) if team == our_team => Result::Won,
            Some(_) => Result::Lost,
        };
        Ok(Played { result, half_moves: game.steps().len(), why: outcome.to_string() })
    }

    /// Chooses a move of ours, within what the opponent took on average.
    fn our_move(&mut self, game: &Match, id: BoardId) -> io::Result<BughouseMove> {
        let start = ThreadTime::now();
        let stop = AtomicBool::new(false);
        let search = &mut self.ours[id.to_index()];
        let found = match self.budget {
            Budget::Time(time) => {
                let time = self.used[1].mean().unwrap_or(time);
                let is_over = || start.elapsed() >= time;
                search.go(game.position(), id, &Limits::new().until(&is_over), &stop, |_| {})
            }
            Budget::Nodes(nodes) => {
                search.go(game.position(), id, &Limits::new().nodes(nodes), &stop, |_| {})
            }
        };
        let depth = u64::from(found.depth);
        self.used[0].add(Used { time: start.elapsed(), moves: 1, nodes: found.nodes, depth });
        found.best().ok_or_else(|| io::Error::other("it has no move"))
    }

    fn their_move(&mut self, game: &Match, id: BoardId) -> io::Result<BughouseMove> {
        let (mv, time) = self.theirs[id.to_index()].choose(game.board(id), self.budget)?;
        self.used[1].add(Used { time, moves: 1, nodes: 0, depth: 0 });
        Ok(mv)
    }
}
