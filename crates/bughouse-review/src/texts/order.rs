//! The sort order of games in a list: by date, rating, player or length.

use bughouse_chess::Seat;

use serde_json::json;

use crate::api::query::Kind;
use crate::texts::index::{Entry, Index};
use crate::texts::search::{Page, SearchQuery, mean};

/// A sort order of games. Games without the value come last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sort {
    by: SortBy,
    /// Whether the greatest comes first.
    descends: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SortBy {
    Date,
    /// The mean of the known ratings.
    Rating,
    /// The names of WhiteA, BlackB, BlackA and WhiteB, ignoring case.
    Player,
    /// The number of half-moves.
    Plies,
}

/// A sort key: whether the value is missing, then numbers in order of importance.
type Key = (bool, [u32; 4]);

/// The seats in the order of a list: one team, then the other.
const SEATS: [Seat; 4] = [Seat::WHITE_A, Seat::BLACK_B, Seat::BLACK_A, Seat::WHITE_B];

impl Sort {
    /// Returns the sort key of a game. `ranks` has the ranks of the names of its index among all names.
    fn key(self, entry: &Entry, ranks: &[u32]) -> Key {
        let numbers = match self.by {
            SortBy::Date => [entry.date, 0, 0, 0],
            SortBy::Rating => [mean(entry), 0, 0, 0],
            SortBy::Plies => [entry.plies, 0, 0, 0],
            SortBy::Player => SEATS.map(|seat| ranks[entry.players[seat.to_index()].to_index()]),
        };
        (numbers[0] == 0, if self.descends { numbers.map(|number| u32::MAX - number) } else { numbers })
    }
}

/// A sort order such as `date` or `-rating`; empty is the same as missing.
pub(crate) const SORT: Kind<Option<Sort>> = Kind {
    read: |param| {
        let param = param.trimmed();
        let text = param.text();
        let by = match text.trim_start_matches('-') {
            "" if text.is_empty() => return Ok(None),
            "date" => SortBy::Date,
            "rating" => SortBy::Rating,
            "player" => SortBy::Player,
            "plies" => SortBy::Plies,
            _ => {
                let orders = "date, rating, player or plies, optionally with a `-` before it";
                return Err(param.expected(orders));
            }
        };
        match text.matches('-').count() {
            dashes @ (0 | 1) => Ok(Some(Sort { by, descends: dashes == 1 })),
            _ => Err(param.expected("at most one `-`")),
        }
    },
    values: || {
        let orders = ["date", "-date", "rating", "-rating", "player", "-player", "plies", "-plies"];
        json!({ "schema": { "type": "string", "enum": orders }, "allowEmptyValue": true })
    },
};

/// Returns for each index the ranks of its names, by name id, among the names of all indexes; 0 for unknown players.
fn ranks(indexes: &[&Index]) -> Vec<Vec<u32>> {
    let is_known = |name: &str| name.bytes().any(|byte| byte != b'?');
    let mut all: Vec<&str> = indexes.iter().flat_map(|index| index.names.lower()).collect();
    all.retain(|name| is_known(name));
    all.sort_unstable();
    all.dedup();
    let rank = |name: &str| all.binary_search(&name).map_or(0, |place| place as u32 + 1);
    indexes.iter().map(|index| index.names.lower().map(rank).collect()).collect()
}

/// A page of sorted games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct SortedPage {
    /// The number of games.
    pub total: usize,
    /// The number of games that match the query.
    pub matched: usize,
    /// The games: the position of their index, and their number in it, counted from 1.
    pub games: Vec<(usize, u64)>,
}

impl SortedPage {
    /// Returns a page of the games of all indexes. Games with equal keys stay in file order.
    pub fn of(indexes: &[&Index], page: &Page, query: &SearchQuery, sort: Sort) -> SortedPage {
        let ranks = if sort.by == SortBy::Player { ranks(indexes) } else { vec![Vec::new(); indexes.len()] };
        let mut found: Vec<(Key, usize, u32)> = Vec::new();
        for (at, (index, ranks)) in indexes.iter().zip(&ranks).enumerate() {
            let key = |number: u32| sort.key(&index.entries[number as usize], ranks);
            found.extend(query.find(index).into_iter().map(|number| (key(number), at, number)));
        }
        found.sort_unstable();
        let games = found.iter().skip(page.offset).take(page.limit);
        SortedPage {
            total: indexes.iter().map(|index| index.len()).sum(),
            matched: found.len(),
            games: games.map(|&(_, at, number)| (at, u64::from(number) + 1)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::params::Params;
    use crate::api::query::Query;

    const FIRST: &[u8] = b"[WhiteA \"Zoe\"][BlackB \"Ann\"]\n\n1A. e4 1a. e5 2A. d4 *\n\n\
        [WhiteA \"bob\"][BlackB \"Zed\"]\n\n1A. e4 *\n\n[WhiteA \"?\"]\n\n*\n";
    const SECOND: &[u8] =
        b"[WhiteA \"BOB\"][BlackB \"Amy\"]\n\n1A. e4 1a. e5 *\n\n[WhiteA \"Ann\"]\n\n1A. d4 *\n";

    fn order(sort: &str) -> Vec<(usize, u64)> {
        let indexes = [Index::of(FIRST), Index::of(SECOND)];
        let params = Params::read(&format!("sort={sort}"));
        let (page, query) = (Page::read(&params).unwrap(), SearchQuery::read(&params).unwrap());
        let sorted = SortedPage::of(&indexes.each_ref(), &page, &query, query.sort.unwrap());
        assert_eq!((sorted.total, sorted.matched), (5, 5));
        sorted.games
    }

    #[test]
    fn players_are_sorted_by_name_then_partner_and_unknown_last() {
        assert_eq!(order("player"), [(1, 2), (1, 1), (0, 2), (0, 1), (0, 3)]);
        assert_eq!(order("-player"), [(0, 1), (0, 2), (1, 1), (1, 2), (0, 3)]);
    }

    #[test]
    fn lengths_are_sorted_and_games_without_half_moves_come_last() {
        assert_eq!(order("plies"), [(0, 2), (1, 2), (1, 1), (0, 1), (0, 3)]);
        assert_eq!(order("-plies"), [(0, 1), (1, 1), (0, 2), (1, 2), (0, 3)]);
    }

    #[test]
    fn invalid_sort_orders_are_rejected() {
        let read = |text: &str| (SORT.read)(Params::read(&format!("sort={text}")).get("sort"));
        for text in ["length", "--date", "-", "player-"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(read("+"), Ok(None));
    }
}
