//! The limit of a search.

/// The limit of a search in nodes, which gives the same result on every machine.
///
/// A node is a board that is created. Building the line of a mate can take up to the same number of nodes
/// again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Limit {
    /// The most boards to create.
    pub nodes: u32,
}

impl Limit {
    /// Creates a limit in nodes.
    #[must_use]
    pub const fn nodes(nodes: u32) -> Limit {
        Limit { nodes }
    }
}

/// 50,000 nodes: a few hundredths of a second.
impl Default for Limit {
    fn default() -> Limit {
        Limit::nodes(50_000)
    }
}

/// The remaining nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(u32);

/// The error for a search that has reached its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exhausted;

impl Budget {
    pub(crate) fn new(limit: Limit) -> Budget {
        Budget(limit.nodes)
    }

    /// Returns how many nodes of a limit were used.
    pub(crate) fn used(self, limit: Limit) -> u32 {
        limit.nodes - self.0
    }

    /// Uses one node.
    #[inline]
    pub(crate) fn take(&mut self) -> Result<(), Exhausted> {
        self.0 = self.0.checked_sub(1).ok_or(Exhausted)?;
        Ok(())
    }
}
