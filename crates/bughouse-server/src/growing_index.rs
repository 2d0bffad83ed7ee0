//! An index that grows while it is asked.

use std::io::{self, Read};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use bpgn::{Parallel, Part};
use bughouse_review::index::Index;

use crate::bytes::Bytes;

/// The games of a file, as far as it was read, and the text in which they are.
#[derive(Default, Debug)]
pub(crate) struct Indexed {
    /// `None` before the file is opened.
    pub(crate) text: Option<Arc<Bytes>>,
    pub(crate) index: Index,
}

/// An index that grows while it is asked.
#[derive(Default, Debug)]
pub(crate) struct GrowingIndex(RwLock<Indexed>);

impl GrowingIndex {
    /// Returns what is there by now.
    pub(crate) fn now(&self) -> RwLockReadGuard<'_, Indexed> {
        // Whoever wrote has left nothing half done.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Indexed> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets all games, and begins with a text.
    pub(crate) fn begin(&self, text: Option<Arc<Bytes>>) {
        *self.change() = Indexed { text, index: Index::default() };
    }

    /// Takes note that a game, by its number from 1, has other bytes now, and that the text is another one.
    pub(crate) fn replace_game(&self, number: u64, before: &[u8], bytes: &[u8], text: Arc<Bytes>) {
        let mut now = self.change();
        now.text = Some(text);
        now.index.replace_game(number, before, bytes);
    }

    /// Reads a source to its end on several threads. Stops early if `goes_on` says so.
    ///
    /// # Errors
    /// Passes on what is wrong with the source. What came before it is in the index.
    pub(crate) fn fill(
        &self,
        open: impl Fn() -> io::Result<Box<dyn Read + Send>> + Sync,
        goes_on: impl Fn(usize) -> bool,
    ) -> io::Result<()> {
        let mut broken = None;
        Parallel::default().run(
            vec![()],
            |()| open(),
            |_, chunk| Index::of_chunk(chunk),
            |_, part| {
                match part {
                    Part::Done(found) => self.change().index.append(found),
                    Part::Broken(error) => broken = Some(error),
                    Part::End => {}
                }
                goes_on(self.now().index.len())
            },
        );
        broken.map_or(Ok(()), Err)
    }
}
