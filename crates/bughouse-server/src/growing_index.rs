//! An index that can be queried while it grows.

use std::io::{self, Read};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use bpgn::input::{Parallel, Part};
use bughouse_review::index::Index;

use crate::bytes::Bytes;

/// The games of a file found so far, and the text they are in.
#[derive(Default, Debug)]
pub(crate) struct Indexed {
    /// `None` before the file is opened.
    pub(crate) text: Option<Arc<Bytes>>,
    pub(crate) index: Index,
}

/// An index that can be queried while it grows.
#[derive(Default, Debug)]
pub(crate) struct GrowingIndex(RwLock<Indexed>);

impl GrowingIndex {
    /// Returns the current index.
    pub(crate) fn now(&self) -> RwLockReadGuard<'_, Indexed> {
        // Changes are complete even if a writer panics later.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Indexed> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes all games and starts with a text.
    pub(crate) fn begin(&self, text: Option<Arc<Bytes>>) {
        *self.change() = Indexed { text, index: Index::default() };
    }

    /// Updates the index after the bytes of a game, given by its number from 1, and the text were replaced.
    pub(crate) fn replace_game(&self, number: u64, before: &[u8], bytes: &[u8], text: Arc<Bytes>) {
        let mut now = self.change();
        now.text = Some(text);
        now.index.replace_game(number, before, bytes);
    }

    /// Reads a source on several threads while `continues` returns `true`.
    ///
    /// # Errors
    /// Returns errors of the source. The games before the error are in the index.
    pub(crate) fn fill(
        &self,
        open: impl Fn() -> io::Result<Box<dyn Read + Send>> + Sync,
        continues: impl Fn(usize) -> bool,
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
                continues(self.now().index.len())
            },
        );
        broken.map_or(Ok(()), Err)
    }
}
