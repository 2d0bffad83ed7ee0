//! How much may be looked at.

/// How much a search may look at, in nodes, so that the answer is the same on every machine.
///
/// A node is a board that is put together. A line that is found is worked out with up to as many again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Limit {
    /// The most boards that are put together.
    pub nodes: u32,
}

impl Limit {
    /// Makes a limit of some nodes.
    #[must_use]
    pub const fn nodes(nodes: u32) -> Limit {
        Limit { nodes }
    }
}

/// 50,000 nodes: some hundredths of a second.
impl Default for Limit {
    fn default() -> Limit {
        Limit::nodes(50_000)
    }
}

/// Nodes that are left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(u32);

/// The search has looked at all that it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exhausted;

impl Budget {
    pub(crate) fn new(limit: Limit) -> Budget {
        Budget(limit.nodes)
    }

    /// Takes one node.
    #[inline]
    pub(crate) fn take(&mut self) -> Result<(), Exhausted> {
        self.0 = self.0.checked_sub(1).ok_or(Exhausted)?;
        Ok(())
    }
}
