//! Games that were cut off at the end of a file, and that the complete game replaced when the file had grown.
//!
//! Files of an archive never change, so the rows of such a game stay until the archive is compacted. Until then they
//! are left out of every answer.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use bpgn::{Checker, Limits, ReadOptions, Reader};
use bughouse_chess::{Board, BoardId, Key, Position, Rules};

use crate::archive::Archive;
use crate::attributes::{PLAYERS, RATINGS, by_seat, ints, rating_of};
use crate::collect::{Collector, PAIR_PLIES};
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::games::ArchivedGame;
use crate::hot::seat_of;
use crate::manifest::{Continuation, Manifest};
use crate::move_columns::MoveColumns;
use crate::pack::unpack_move;
use crate::schema::{GAMES, MOVES, REFUSED};
use crate::search::{Node, Term};
use crate::table::Found;

/// Two files of which one extends the other, whose last game is cut off.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Grown {
    /// The name of the file that was added earlier.
    pub source_name: String,
    /// Whether the file that was added earlier is the complete one.
    pub is_older: bool,
    /// The id of the game that was cut off.
    pub cut: i32,
    /// The id of the complete game, which replaces it.
    pub whole: i32,
}

/// A part of a source: a game or a skipped part.
struct Piece {
    source: i32,
    byte: i64,
    /// The game, or the one that it duplicates.
    game: Option<i32>,
    /// Whether the game was added from here.
    is_own: bool,
}

/// The first and the last part of a source: the offset, and the game.
struct Ends {
    /// With its game, or the game that it duplicates.
    first: (i64, Option<i32>),
    /// With its game, if it isn't a duplicate.
    last: (i64, Option<i32>),
}

/// What a part that was cut off has in common with the complete game: its place in the source, the players, their
/// ratings and the day.
type Alike = (i64, [i32; 4], [i16; 4], i32);

/// The same for a part without half-moves.
const fn any_alike(byte: i64) -> Alike {
    (byte, [UNKNOWN; 4], [-1; 4], UNKNOWN)
}

/// What is compared of a game, at any place.
struct Look {
    players: [i32; 4],
    ratings: [i16; 4],
    day: i32,
    half_moves: i32,
}

impl Look {
    const fn at(&self, byte: i64) -> Alike {
        (byte, self.players, self.ratings, self.day)
    }
}

/// The most games with the same place, players, ratings and day that are compared with each other.
const MOST_ALIKE: usize = 256;

/// A game with fewer half-moves, at the start of a file, may be another game with the same first half-moves,
/// unless it has this many bytes of text.
const CERTAIN: i32 = 8;
const CERTAIN_TEXT: usize = 200;
/// The same without clocks, where only half-moves are compared.
const CERTAIN_WITHOUT_CLOCKS: i32 = 24;

/// The last games of sources that other sources may have whole.
pub(crate) struct CutGames {
    ends: BTreeMap<i32, Ends>,
    alike: BTreeMap<i32, Others>,
}

/// Other games that are similar to the last game of a source.
struct Others {
    /// The source.
    source: i32,
    /// The sources with such a game at the same place, and that game.
    games: Vec<(i32, i32)>,
}

/// A game that was cut off, and the complete one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FoundCut {
    pub(crate) cut: i32,
    /// The source with the cut game.
    pub(crate) cut_source: i32,
    pub(crate) whole: i32,
    /// The source that has the complete game at the same place.
    pub(crate) source: i32,
    /// If that source starts there, it continues the one with the cut game.
    pub(crate) continuation: Option<Continuation>,
}

impl CutGames {
    /// Returns the game that the first part of a source continues: it and the complete one, if the source continues
    /// another one.
    fn linked(&self, source: i32, continues: Continuation) -> Option<(i32, i32)> {
        let (end, cut) = self.ends.get(&i32::try_from(continues.source).ok()?)?.last;
        let (start, whole) = self.ends.get(&source)?.first;
        cut.zip(whole).filter(|(cut, whole)| end == start && cut != whole)
    }

    /// Lists the games that were continued according to the sources.
    fn all_linked(&self, manifest: &Manifest) -> BTreeSet<(i32, i32)> {
        let sources = (0..).zip(&manifest.sources);
        sources.filter_map(|(number, source)| self.linked(number, source.continues?)).collect()
    }

    /// Finds the complete game of one that may be cut off.
    fn find(&self, archive: &Archive, cut: i32, others: &Others) -> Result<Option<FoundCut>, ArchiveError> {
        let (cut_source, others) = (others.source, &others.games);
        // Prefer one that isn't cut off itself.
        let is_cut = |(_, whole): &&(i32, i32)| archive.is_superseded(*whole);
        for &(source, whole) in others.iter().filter(|one| !is_cut(one)).chain(others.iter().filter(is_cut)) {
            if !archive.is_cut_off(cut, whole)? {
                continue;
            }
            let continuation = self.ends.get(&source).and_then(|ends| {
                let (byte, game) = ends.first;
                let is_continuation = game == Some(whole) && byte > 0 && cut_source < source;
                let continuation =
                    Continuation { source: u32::try_from(cut_source).ok()?, byte: u64::try_from(byte).ok()? };
                is_continuation.then_some(continuation)
            });
            return Ok(Some(FoundCut { cut, cut_source, whole, source, continuation }));
        }
        Ok(None)
    }
}

impl Archive {
    /// Calls `each` with all parts of all sources.
    fn each_piece(&self, mut each: impl FnMut(Piece)) -> Result<(), ArchiveError> {
        for file in &self.games {
            for group in 0..file.groups() {
                let found = Found { group, rows: 0..file.group_rows(group) };
                let (mut games, mut sources, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
                file.ints(&found, GAMES.column("game"), &mut games)?;
                file.ints(&found, GAMES.column("source"), &mut sources)?;
                file.longs(&found, GAMES.column("byte"), &mut bytes)?;
                for ((game, source), byte) in games.into_iter().zip(sources).zip(bytes) {
                    each(Piece { source, byte, game: Some(game), is_own: true });
                }
            }
        }
        for file in &self.skipped {
            for group in 0..file.groups() {
                let found = Found { group, rows: 0..file.group_rows(group) };
                let (mut games, mut sources, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
                file.ints(&found, REFUSED.column("same_as"), &mut games)?;
                file.ints(&found, REFUSED.column("source"), &mut sources)?;
                file.longs(&found, REFUSED.column("byte"), &mut bytes)?;
                let mut rows = games.into_iter().zip(sources).zip(bytes);
                file.each_text(&found, REFUSED.column("reason"), |reason| {
                    let Some(((game, source), byte)) = rows.next() else { return };
                    let game = Some(game).filter(|game| *game != UNKNOWN);
                    // A game that was kept in part is among the games.
                    if game.is_none() || reason == Some(b"duplicate") {
                        each(Piece { source, byte, game, is_own: false });
                    }
                })?;
            }
        }
        Ok(())
    }

    /// Reads what is compared of some games.
    fn looks(&self, games: &[i32]) -> Result<HashMap<i32, Look>, ArchiveError> {
        let mut looks = HashMap::new();
        self.near_games(games, |file, found, some| {
            let column = |name: &str| ints(file, found, name);
            let (players, ratings) = (by_seat(file, found, PLAYERS)?, by_seat(file, found, RATINGS)?);
            let (ids, days, half_moves) = (column("game")?, column("day")?, column("half_moves")?);
            looks.extend(some.iter().map(|&at| {
                let look = Look {
                    players: players.each_ref().map(|players| players[at]),
                    ratings: ratings.each_ref().map(|ratings| rating_of(ratings[at])),
                    day: days[at],
                    half_moves: half_moves[at],
                };
                (ids[at], look)
            }));
            Ok(())
        })?;
        Ok(looks)
    }

    /// Lists the last games of sources, and similar games at the same place of other sources.
    pub(crate) fn cut_games(&self) -> Result<CutGames, ArchiveError> {
        let mut ends: BTreeMap<i32, Ends> = BTreeMap::new();
        self.each_piece(|piece| {
            let own = piece.game.filter(|_| piece.is_own);
            let (first, last) = ((piece.byte, piece.game), (piece.byte, own));
            let ends = ends.entry(piece.source).or_insert(Ends { first, last });
            if first.0 < ends.first.0 {
                ends.first = first;
            }
            if last.0 > ends.last.0 {
                ends.last = last;
            }
        })?;
        // Few games are at the place of the last game of another source, so read only these.
        let mut places: HashMap<i64, Vec<i32>> = HashMap::new();
        for (&source, ends) in &ends {
            if ends.last.1.is_some() {
                places.entry(ends.last.0).or_default().push(source);
            }
        }
        let mut pieces: Vec<Piece> = Vec::new();
        self.each_piece(|piece| {
            let sources = places.get(&piece.byte).filter(|_| piece.game.is_some());
            if sources.is_some_and(|sources| *sources != [piece.source]) {
                pieces.push(piece);
            }
        })?;
        let at: HashSet<i64> = pieces.iter().map(|piece| piece.byte).collect();
        let last = ends.values().filter(|ends| at.contains(&ends.last.0)).filter_map(|ends| ends.last.1);
        let games: Vec<i32> = pieces.iter().filter_map(|piece| piece.game).chain(last).collect();
        let looks = self.looks(&games)?;
        let mut last_games: HashMap<Alike, Vec<(i32, i32)>> = HashMap::new();
        for (&source, Ends { last: (byte, game), .. }) in &ends {
            let Some((look, game)) = game.and_then(|game| Some((looks.get(&game)?, game))) else { continue };
            // If it is cut off in its tags, some of them are missing.
            let key = if look.half_moves == 0 { any_alike(*byte) } else { look.at(*byte) };
            let games = last_games.entry(key).or_default();
            if games.len() < MOST_ALIKE {
                games.push((source, game));
            }
        }
        let mut alike: BTreeMap<i32, Others> = BTreeMap::new();
        for piece in pieces {
            let Some((look, whole)) = piece.game.and_then(|game| Some((looks.get(&game)?, game))) else {
                continue;
            };
            let keys = [look.at(piece.byte), any_alike(piece.byte)];
            for &(source, cut) in keys.iter().filter_map(|key| last_games.get(key)).flatten() {
                let others = alike.entry(cut).or_insert_with(|| Others { source, games: Vec::new() });
                if source != piece.source && cut != whole && others.games.len() < MOST_ALIKE {
                    others.games.push((piece.source, whole));
                }
            }
        }
        // Of several versions of a file, each continues the one before.
        for Others { source: own, games } in alike.values_mut() {
            games.sort_unstable_by_key(|&(source, whole)| (source < *own, source, whole));
        }
        Ok(CutGames { ends, alike })
    }

    /// Finds the games that were cut off at the end of a source and that another source has whole, except those for
    /// which the manifest already names the complete game.
    pub(crate) fn find_cut_games(&self) -> Result<Vec<FoundCut>, ArchiveError> {
        self.find_among(&self.cut_games()?)
    }

    fn find_among(&self, cuts: &CutGames) -> Result<Vec<FoundCut>, ArchiveError> {
        let manifest = self.manifest();
        let mut found: BTreeMap<i32, FoundCut> = BTreeMap::new();
        for (source, continued) in (0..).zip(&manifest.sources) {
            let Some(from) = continued.continues else { continue };
            if let Some((cut, whole)) = cuts.linked(source, from) {
                let cut_source = from.source as i32;
                found.entry(cut).or_insert(FoundCut { cut, cut_source, whole, source, continuation: None });
            }
        }
        let is_known = |cut: i32| {
            let place = manifest.superseded.binary_search_by_key(&cut, |superseded| superseded.game);
            place.is_ok_and(|at| manifest.superseded[at].by.is_some())
        };
        found.retain(|cut, _| !is_known(*cut));
        for (&cut, others) in cuts.alike.iter().filter(|(cut, _)| !is_known(**cut)) {
            if !found.contains_key(&cut) {
                found.extend(cuts.find(self, cut, others)?.map(|one| (cut, one)));
            }
        }
        Ok(found.into_values().collect())
    }

    /// Checks that the list of superseded games is what the sources and the tables show.
    pub(crate) fn check_superseded(&self) -> Result<(), ArchiveError> {
        let (manifest, cuts) = (self.manifest(), self.cut_games()?);
        let linked = cuts.all_linked(manifest);
        let wrong = |game: i32| {
            let what = format!("game {game} is not one that was cut off, or another game replaces it");
            Err(ArchiveError::damaged(&self.folder().join("manifest.json"), what))
        };
        for superseded in &manifest.superseded {
            let Some(by) = superseded.by else { continue };
            let is_alike = || {
                let others = cuts.alike.get(&superseded.game);
                others.is_some_and(|others| others.games.iter().any(|(_, whole)| *whole == by))
            };
            let is_shown = linked.contains(&(superseded.game, by))
                || (is_alike() && self.is_cut_off(superseded.game, by)?);
            if !is_shown {
                return wrong(superseded.game);
            }
        }
        match self.find_among(&cuts)?.iter().find(|found| !self.is_superseded(found.cut)) {
            Some(FoundCut { cut, whole, .. }) => Err(ArchiveError::damaged(
                &self.folder().join("manifest.json"),
                format!("game {cut} was cut off and counts twice: game {whole} is the complete one"),
            )),
            None => Ok(()),
        }
    }

    /// Returns `true` if the last game of a source is certainly the start of a longer one at the same place of another
    /// source.
    fn is_cut_off(&self, cut: i32, whole: i32) -> Result<bool, ArchiveError> {
        let (Some(cut), Some(whole)) = (self.game(cut)?, self.game(whole)?) else { return Ok(false) };
        if let (Some(cut_text), Some(whole_text)) = (self.text(&cut)?, self.text(&whole)?) {
            let start = cut_text.trim_ascii_end();
            let is_certain = cut.byte > 0
                || cut.half_moves == 0
                || cut.half_moves >= CERTAIN
                || start.len() >= CERTAIN_TEXT;
            return Ok(is_certain
                && whole_text.trim_ascii_end().len() > start.len()
                && whole_text.starts_with(start)
                && !has_result(&cut_text));
        }
        // The last half-move may be cut off, too, or lack its clock.
        let kept = cut.half_moves.saturating_sub(1);
        let is_open = cut.end.is_none() && cut.loser.is_none();
        let is_same_result = cut.result.is_none() || cut.result == whole.result;
        if !is_open
            || !is_same_result
            || kept < CERTAIN
            || whole.half_moves < cut.half_moves
            || cut.date != whole.date
            || self.start_of(&cut)? != self.start_of(&whole)?
        {
            return Ok(false);
        }
        let (whole, cut) = (self.timed_moves(&whole)?, self.timed_moves(&cut)?);
        let cut = cut.get(..kept as usize).unwrap_or_default();
        let clocks = cut.iter().filter(|(.., clock)| *clock != UNKNOWN).count() as i32;
        Ok(whole.starts_with(cut) && (clocks >= CERTAIN || kept >= CERTAIN_WITHOUT_CLOCKS))
    }

    /// Returns the start position of a game that doesn't begin with the standard one.
    fn start_of(&self, game: &ArchivedGame) -> Result<Option<Vec<u8>>, ArchiveError> {
        let mut start = None;
        self.near_games(&[game.id], |file, found, _| {
            file.each_text(found, GAMES.column("start"), |text| start = text.map(<[u8]>::to_vec))
        })?;
        Ok(start)
    }

    /// Returns seat, move and clock of each half-move.
    fn timed_moves(&self, game: &ArchivedGame) -> Result<Vec<(i32, i32, i32)>, ArchiveError> {
        let first = game.first_move.max(0) as u64;
        let rows = first..first + game.half_moves.max(0) as u64;
        let mut columns = MoveColumns::new(self);
        let seats = columns.all(MOVES.column("seat"), rows.clone())?;
        let moves = columns.all(MOVES.column("move"), rows.clone())?;
        let clocks = columns.all(MOVES.column("clock_ms"), rows)?;
        Ok(seats.into_iter().zip(moves).zip(clocks).map(|((seat, mv), clock)| (seat, mv, clock)).collect())
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
            let start = attributes.starts.get(&superseded.game).copied().unwrap_or_default();
            // Archives store moves of these rules only.
            let mut position = start.with_rules(Rules::fics());
            add_keys(&position, 0, &mut keys);
            for (ply, (seat, mv)) in (1..).zip(seats.into_iter().zip(moves)) {
                let played = seat_of(seat).zip(i16::try_from(mv).ok()).and_then(|(seat, mv)| {
                    let mv = unpack_move(mv, seat.color)?;
                    position.play(seat.board, mv).ok()
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

/// Returns `true` if a result follows the moves of a game.
fn has_result(text: &[u8]) -> bool {
    let mut checker = Checker::with_observer(ReadOptions::lenient(), Collector::new(0).without_positions());
    // Reading from a slice cannot fail.
    let _ = Reader::with_limits(text, Limits::default()).read_all(&mut checker);
    checker.into_observer().into_collected().games.last().is_some_and(|game| game.has_result)
}

/// Adds the keys of both boards, and of both together if the table of pairs has them.
fn add_keys(position: &Position, ply: usize, keys: &mut HashSet<i64>) {
    let [a, b] = position.boards().each_ref().map(Board::key);
    keys.extend(BoardId::ALL.map(|id| position.board(id).key().bits() as i64));
    if ply < PAIR_PLIES {
        keys.insert(Key::of_both(a, b).bits() as i64);
    }
}
