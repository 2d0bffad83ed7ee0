//! The players of an archive, by name.

use std::collections::HashMap;
use std::sync::Arc;

use crate::archive::Archive;
use crate::error::ArchiveError;
use crate::fingerprint::folded;

/// A player of an archive.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct KnownPlayer {
    /// The name in its most frequent spelling.
    pub name: String,
    /// The number of seats the player took: one per game, or more if the name appears in several seats of a game.
    pub seats: u64,
}

/// A player, with the ids of all spellings of the name.
#[derive(Debug)]
pub(crate) struct Known {
    /// The folded name.
    pub(crate) folded: String,
    pub(crate) player: KnownPlayer,
    /// One id per spelling.
    pub(crate) ids: Vec<i32>,
}

impl Archive {
    /// Returns players whose names start with `prefix`, ignoring case, most games first. An empty prefix matches all.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn players(&self, prefix: &str, limit: usize) -> Result<Vec<KnownPlayer>, ArchiveError> {
        let all = self.known_players()?;
        // Keep trailing spaces: the user may be typing a name with a space in it.
        let prefix = prefix.trim_start().to_lowercase();
        let start = all.partition_point(|known| known.folded < prefix);
        let found = all[start..].iter().take_while(|known| known.folded.starts_with(&prefix));
        let mut found: Vec<&Known> = found.collect();
        // The sort is stable: ties stay in alphabetical order.
        found.sort_by_key(|known| std::cmp::Reverse(known.player.seats));
        Ok(found.into_iter().take(limit).map(|known| known.player.clone()).collect())
    }

    /// Returns all players, sorted by folded name.
    pub(crate) fn known_players(&self) -> Result<Arc<Vec<Known>>, ArchiveError> {
        self.known_players.get(|| {
            let (names, games) = (self.names()?, self.attributes()?);
            let mut seats = vec![0_u64; names.all().len()];
            let seated = games.players.iter().flat_map(|players| (0..).zip(players));
            for (_, id) in seated.filter(|(game, _)| !self.is_superseded(*game)) {
                if let Some(seats) = usize::try_from(*id).ok().and_then(|id| seats.get_mut(id)) {
                    *seats += 1;
                }
            }
            let mut by_name: HashMap<String, (Known, u64)> = HashMap::new();
            for ((id, name), seats) in (0..).zip(names.all().iter()).zip(seats) {
                let folded = folded(name);
                if folded.is_empty() {
                    continue;
                }
                let (known, most) = by_name.entry(folded.clone()).or_insert_with(|| {
                    let player = KnownPlayer { name: name.clone(), seats: 0 };
                    (Known { folded, player, ids: Vec::new() }, 0)
                });
                known.ids.push(id);
                known.player.seats += seats;
                if seats > *most {
                    *most = seats;
                    known.player.name.clone_from(name);
                }
            }
            let mut all: Vec<Known> = by_name.into_values().map(|(known, _)| known).collect();
            // A name may occur only in a superseded game, where it was cut off.
            all.retain(|known| known.player.seats > 0);
            all.sort_unstable_by(|one, other| one.folded.cmp(&other.folded));
            Ok(all)
        })
    }
}
