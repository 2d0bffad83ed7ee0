//! Games that were cut off at the end of a file, and that the complete game replaced when the file had grown.
//!
//! Files of an archive never change, so the rows of such a game stay until the archive is compacted. Until then they
//! are left out of every answer.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use bughouse_chess::{Board, BoardId, Key, Position, Rules};

use crate::archive::Archive;
use crate::collect::PAIR_PLIES;
use crate::error::ArchiveError;
use crate::games::ArchivedGame;
use crate::hot::seat_of;
use crate::manifest::Continuation;
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

/// A game that was cut off, as the tables show it.
pub(crate) struct FoundSuperseded {
    pub(crate) cut: i32,
    pub(crate) whole: i32,
    /// The source that continues the one with the cut game.
    pub(crate) later_source: i32,
    pub(crate) continuation: Continuation,
}

/// Where a game or a skipped part is in its source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    byte: i64,
    line: i64,
    number: i32,
}

/// The first and the last part of a source.
struct Ends {
    /// With its game, or the game that it duplicates.
    first: (Place, Option<i32>),
    /// With its game, if it isn't a duplicate.
    last: (Place, Option<i32>),
}

impl Archive {
    /// Finds the games that were superseded without the help of a manifest: such a game is the last part of its source,
    /// a later source starts at the same place, and the game there starts with it.
    pub(crate) fn find_superseded(&self) -> Result<Vec<FoundSuperseded>, ArchiveError> {
        let mut ends: BTreeMap<i32, Ends> = BTreeMap::new();
        // A game that was kept in part is also among the skipped ones, which come second.
        let mut add = |source: i32, place: Place, game: Option<i32>, own: Option<i32>| {
            let ends = ends.entry(source).or_insert(Ends { first: (place, game), last: (place, own) });
            if place < ends.first.0 {
                ends.first = (place, game);
            }
            if place > ends.last.0 {
                ends.last = (place, own);
            }
        };
        for game in self.games() {
            let game = game?;
            let place = Place { byte: game.byte, line: game.line, number: game.number };
            add(game.source, place, Some(game.id), Some(game.id));
        }
        for skipped in self.skipped() {
            let skipped = skipped?;
            let place = Place { byte: skipped.byte, line: skipped.line, number: skipped.number };
            add(skipped.source, place, skipped.game, None);
        }
        let mut found: Vec<FoundSuperseded> = Vec::new();
        for (&source, Ends { first: (place, whole), .. }) in &ends {
            let Some(whole) = *whole else { continue };
            // Of several versions of a file, each continues the one before.
            for (&earlier, Ends { last: (end, cut), .. }) in ends.range(..source).rev() {
                let Some(cut) = cut.filter(|cut| end == place && *cut != whole) else { continue };
                if found.iter().all(|other| other.cut != cut) && self.starts_with(whole, cut)? {
                    let byte = u64::try_from(place.byte).unwrap_or_default();
                    let continuation = Continuation { source: earlier.max(0) as u32, byte };
                    found.push(FoundSuperseded { cut, whole, later_source: source, continuation });
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Returns `true` if a game starts with another one: with its text, or, if texts aren't stored, with its moves.
    fn starts_with(&self, whole: i32, cut: i32) -> Result<bool, ArchiveError> {
        let (Some(whole), Some(cut)) = (self.game(whole)?, self.game(cut)?) else { return Ok(false) };
        match (self.text(&whole)?, self.text(&cut)?) {
            (Some(whole), Some(cut)) => Ok(whole.starts_with(cut.trim_ascii_end())),
            _ => {
                // The last move may be cut off, too.
                let kept = cut.half_moves.saturating_sub(1).max(0) as usize;
                let (whole, cut) = (self.moves_of(&whole)?, self.moves_of(&cut)?);
                Ok(whole.starts_with(&cut[..kept.min(cut.len())]))
            }
        }
    }

    fn moves_of(&self, game: &ArchivedGame) -> Result<Vec<(i32, i32)>, ArchiveError> {
        let first = game.first_move.max(0) as u64;
        let rows = first..first + game.half_moves.max(0) as u64;
        let mut columns = MoveColumns::new(self);
        let seats = columns.all(MOVES.column("seat"), rows.clone())?;
        Ok(seats.into_iter().zip(columns.all(MOVES.column("move"), rows)?).collect())
    }

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
