//! Interned names of players.

use std::collections::HashMap;

/// The id of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct NameId(u32);

/// All names of a file. The first one is empty.
#[derive(Debug)]
pub(crate) struct Names {
    ids: HashMap<String, NameId>,
    /// The names in lower case by id, for searching.
    lower: Vec<String>,
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names { ids: HashMap::new(), lower: Vec::new() };
        names.add("");
        names
    }
}

impl Names {
    /// Returns the id of a name, adding it if needed.
    pub(crate) fn add(&mut self, name: &str) -> NameId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = NameId(self.lower.len() as u32);
        self.ids.insert(name.to_owned(), id);
        self.lower.push(name.to_lowercase());
        id
    }

    /// Iterates over the names in lower case, by id.
    pub(crate) fn lower(&self) -> impl Iterator<Item = &str> {
        self.lower.iter().map(String::as_str)
    }

    /// Returns about how many bytes of memory the names take.
    pub(crate) fn memory(&self) -> usize {
        self.lower.iter().map(|name| 2 * (name.len() + size_of::<String>()) + 16).sum()
    }

    /// Adds other names. Returns their ids here by their ids there.
    pub(crate) fn merge(&mut self, others: &Names) -> Vec<NameId> {
        let mut moved = vec![NameId(0); others.lower.len()];
        for (name, id) in &others.ids {
            moved[id.to_index()] = self.add(name);
        }
        moved
    }

    /// Returns for each name whether it contains a text, ignoring case. In quotes, the whole name must match.
    pub(crate) fn matching(&self, wanted: &str) -> Vec<bool> {
        let wanted = wanted.trim().to_lowercase();
        let whole = wanted.strip_prefix('"').and_then(|wanted| wanted.strip_suffix('"'));
        let fits = |name: &String| match whole {
            Some(whole) => name == whole,
            None => name.contains(&wanted),
        };
        self.lower.iter().map(fits).collect()
    }
}

impl NameId {
    pub(crate) fn to_index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_once_and_found_by_parts() {
        let mut names = Names::default();
        let raven = names.add("Raven");
        assert_eq!(names.add("Raven"), raven);
        let mut others = Names::default();
        let there = [others.add("ravenous"), others.add("Raven"), others.add("Zoë")];
        let moved = names.merge(&others);
        assert_eq!(moved[there[1].to_index()], raven);
        let here = there.map(|id| moved[id.to_index()].to_index());
        let found = |wanted: &str| {
            let fits = names.matching(wanted);
            here.map(|id| fits[id])
        };
        assert_eq!(found("RAVEN"), [true, true, false]);
        assert_eq!(found("\"raven\""), [false, true, false]);
        assert_eq!(found("zoË "), [false, false, true]);
    }
}
