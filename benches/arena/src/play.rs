//! One match: both boards in turn, half-move by half-move.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bughouse_chess::{BoardId, BughouseMove, Match, Rules, Team, TimeControl};
use bughouse_engines::{Engine, EngineError, EngineProcess, Limits, Program, Query, Search};
use cpu_time::ThreadTime;

use crate::openings::Opening;
use crate::used::{Used, taken};

/// A match without a winner after this many half-moves of both boards is drawn.
const LONGEST: usize = 300;
/// An engine that hasn't answered by then counts as hung.
const LONGEST_MOVE: Duration = Duration::from_secs(60);
/// The size of each player's hash table.
const MEGABYTES: u32 = 16;

/// The limit of each search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Budget {
    Time(Duration),
    Nodes(u64),
}

/// How a match ended for the built-in engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    Won,
    Drawn,
    Lost,
}

/// The result of a match.
pub(crate) struct Played {
    pub(crate) ending: Ending,
    pub(crate) half_moves: usize,
    pub(crate) why: String,
    /// Whether a player made an illegal move, crashed or hung.
    pub(crate) is_failure: bool,
}

/// The two teams, with a player for each board.
pub(crate) struct Players {
    ours: [Search; 2],
    theirs: [EngineProcess; 2],
    rules: Rules,
    budget: Budget,
    pub(crate) our_use: Used,
    pub(crate) their_use: Used,
}

impl Players {
    pub(crate) fn new(program: &Program, budget: Budget) -> Result<Players, EngineError> {
        let rules = Rules::standard();
        let search = || Search::new(MEGABYTES as usize);
        let program =
            program.clone().hash(MEGABYTES).threads(1).ready_within(LONGEST_MOVE).grace(LONGEST_MOVE);
        let process = || EngineProcess::start(program.clone());
        Ok(Players {
            ours: [search(), search()],
            theirs: [process()?, process()?],
            rules,
            budget,
            our_use: Used::default(),
            their_use: Used::default(),
        })
    }

    /// Returns the name that the other engine reports.
    pub(crate) fn name(&self) -> &str {
        self.theirs[0].name()
    }

    /// Plays a match from an opening.
    pub(crate) fn play(&mut self, opening: &Opening, our_team: Team) -> Played {
        self.ours.iter_mut().for_each(Search::clear);
        self.theirs.iter_mut().for_each(EngineProcess::new_game);
        let mut game = Match::new(self.rules, TimeControl::new(300, 0));
        for &(id, mv) in &opening.half_moves {
            // Under other rules, the opening ends before the first illegal half-move.
            if game.play(id, mv).is_err() {
                break;
            }
        }
        let mut id = BoardId::A;
        while game.outcome().is_none() {
            let half_moves = game.steps().len();
            let drawn = |why: &str| Played {
                ending: Ending::Drawn,
                half_moves,
                why: why.to_owned(),
                is_failure: false,
            };
            if half_moves >= LONGEST {
                return drawn("it took too long");
            }
            let can_move = |id: BoardId| game.position().moves(id).any();
            if !can_move(id) {
                // A player without a legal move waits for the partner.
                id = id.other();
                if !can_move(id) {
                    return drawn("both boards wait");
                }
            }
            let is_ours = game.to_move(id).team() == our_team;
            let chosen = if is_ours { self.our_move(&game, id) } else { self.their_move(&game, id) };
            let before = *game.board(id);
            let played = chosen.and_then(|mv| {
                game.play(id, mv).map(|_| ()).map_err(|error| format!("{mv} on {before}: {error}"))
            });
            if let Err(error) = played {
                let (ending, who) =
                    if is_ours { (Ending::Lost, "built-in") } else { (Ending::Won, "opponent") };
                return Played { ending, half_moves, why: format!("{who}: {error}"), is_failure: true };
            }
            id = id.other();
        }
        let ending = match game.outcome().and_then(|outcome| outcome.winner) {
            None => Ending::Drawn,
            Some(team) if team == our_team => Ending::Won,
            Some(_) => Ending::Lost,
        };
        let why = game.outcome().map_or_else(String::new, |outcome| outcome.to_string());
        Played { ending, half_moves: game.steps().len(), why, is_failure: false }
    }

    /// Chooses a move for the built-in engine. With a time limit, it gets the opponent's average time per move.
    fn our_move(&mut self, game: &Match, id: BoardId) -> Result<BughouseMove, String> {
        let start = ThreadTime::now();
        let search = &mut self.ours[id.to_index()];
        let found = match self.budget {
            Budget::Time(time) => {
                let time = self.their_use.mean().unwrap_or(time);
                let is_over = || start.elapsed() >= time;
                search.go(game.position(), id, &Limits::none(), &is_over, |_| {})
            }
            Budget::Nodes(nodes) => search.go(game.position(), id, &Limits::nodes(nodes), &|| false, |_| {}),
        };
        self.our_use.add(start.elapsed(), found.nodes, found.depth);
        found.best.ok_or_else(|| "it has no move".to_owned())
    }

    fn their_move(&mut self, game: &Match, id: BoardId) -> Result<BughouseMove, String> {
        let engine = &mut self.theirs[id.to_index()];
        // Other load on the machine would cut a wall-clock limit short. A number of nodes at the measured speed corresponds
        // to CPU time.
        let nodes = match self.budget {
            Budget::Time(time) => self.their_use.nodes_in(time),
            Budget::Nodes(nodes) => nodes,
        };
        let limits = Limits::nodes(nodes.max(1)).within(LONGEST_MOVE);
        let query = Query::new(game.position(), id);
        let before = taken(engine.id());
        let start = Instant::now();
        let answer = engine.evaluate(&query, &limits, &AtomicBool::new(false));
        let wall_clock = start.elapsed();
        let answer = answer.map_err(|error| error.to_string())?;
        let time = match (before, taken(engine.id())) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            // Wall-clock time where the system doesn't report CPU time.
            _ => wall_clock,
        };
        self.their_use.add(time, answer.nodes, answer.depth);
        answer.best.ok_or_else(|| "it has no move".to_owned())
    }
}
