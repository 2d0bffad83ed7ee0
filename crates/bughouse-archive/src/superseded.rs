//! Games that were cut off at the end of a file, and that the complete game replaced when the file had grown.
//!
//! Files of an archive never change, so the rows of such a game stay until the archive is compacted. Until then they
//! are left out of every answer.

use std::collections::HashSet;
use std::sync::Arc;

use bughouse_chess::{Board, BoardId, Key, Position, Rules};

use crate::archive::Archive;
use crate::collect::PAIR_PLIES;
use crate::error::ArchiveError;
use crate::hot::seat_of;
use crate::move_columns::MoveColumns;
use crate::pack::unpack_move;
use crate::schema::MOVES;
use crate::search::{Node, Term};

/// A file that extends one added earlier, whose last game was cut off.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Grown {
    /// The name of the file that was added earlier.
    pub source_name: String,
    /// The id of the game that was cut off.
    pub cut: i32,
    /// The id of the complete game, which replaces it.
    pub whole: i32,
}

impl Archive {
    /// Returns `true` if a game was superseded.
    pub(crate) fn is_superseded(&self, game: i32) -> bool {
        self.manifest().superseded.binary_search_by_key(&game, |superseded| superseded.game).is_ok()
    }

    /// Returns a query that leaves out superseded games.
    pub(crate) fn without_superseded(&self, node: &Node) -> Node {
        let superseded = &self.manifest().superseded;
        if superseded.is_empty() {
            return node.clone();
        }
        let ids: Arc<[i32]> = superseded.iter().map(|superseded| superseded.game).collect();
        let mut nodes = match node {
            Node::All(nodes) => nodes.clone(),
            node => vec![node.clone()],
        };
        nodes.push(Node::Term(Term::Except(ids)));
        Node::All(nodes)
    }

    /// Replays the superseded games that still have rows, and returns the keys of their positions; `None` if one has
    /// moves of unusual rules.
    pub(crate) fn load_superseded_keys(&self) -> Result<Option<HashSet<i64>>, ArchiveError> {
        let mut keys = HashSet::new();
        let left = self.manifest().superseded.iter().filter(|superseded| !superseded.removed);
        for superseded in left {
            let Some(game) = self.game(superseded.game)? else { continue };
            let first = game.first_move.max(0) as u64;
            let rows = first..first + game.half_moves.max(0) as u64;
            let mut columns = MoveColumns::new(self);
            let seats = columns.all(MOVES.column("seat"), rows.clone())?;
            let moves = columns.all(MOVES.column("move"), rows)?;
            let attributes = self.attributes()?;
            let mut position = attributes.starts.get(&superseded.game).copied().unwrap_or_default();
            add_keys(&position, 0, &mut keys);
            for (ply, (seat, mv)) in (1..).zip(seats.into_iter().zip(moves)) {
                let played = seat_of(seat).zip(i16::try_from(mv).ok()).and_then(|(seat, mv)| {
                    let mv = unpack_move(mv, seat.color)?;
                    position.play(seat.board, mv, &Rules::fics()).ok()
                });
                if played.is_none() {
                    return Ok(None);
                }
                add_keys(&position, ply, &mut keys);
            }
        }
        Ok(Some(keys))
    }
}

/// Adds the keys of both boards, and of both together if the table of pairs has them.
fn add_keys(position: &Position, ply: usize, keys: &mut HashSet<i64>) {
    let [a, b] = position.boards().each_ref().map(Board::key);
    keys.extend(BoardId::ALL.map(|id| position.board(id).key().bits() as i64));
    if ply < PAIR_PLIES {
        keys.insert(Key::of_both(a, b).bits() as i64);
    }
}
