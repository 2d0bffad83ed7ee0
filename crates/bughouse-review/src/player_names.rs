//! Names of players, each kept once.

use std::collections::HashMap;

/// The number of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct NameId(u32);

/// All names of a file. The empty one is the first.
#[derive(Debug)]
pub(crate) struct Names {
    ids: HashMap<String, NameId>,
    /// By number, in lower case, for search.
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
    /// Returns the number of a name, which is new if need be.
    pub(crate) fn add(&mut self, name: &str) -> NameId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = NameId(self.lower.len() as u32);
        self.ids.insert(name.to_owned(), id);
        self.lower.push(name.to_lowercase());
        id
    }

    /// Lists them by number, in lower case.
    pub(crate) fn lower(&self) -> impl Iterator<Item = &str> {
        self.lower.iter().map(String::as_str)
    }

    /// Returns how many bytes of memory they take, about.
    pub(crate) fn memory(&self) -> usize {
        self.lower.iter().map(|name| 2 * (name.len() + size_of::<String>()) + 16).sum()
    }

    /// Takes the names of others in, and returns their numbers here by their numbers there.
    pub(crate) fn merge(&mut self, others: &Names) -> Vec<NameId> {
        let mut moved = vec![NameId(0); others.lower.len()];
        for (name, id) in &others.ids {
            moved[id.to_index()] = self.add(name);
        }
        moved
    }

    /// Tells for each name whether it fits: whether the wanted text is a part of it, or in quotes all of it.
    /// Capitals do not matter.
    pub(crate) fn fitting(&self, wanted: &str) -> Vec<bool> {
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
            let fits = names.fitting(wanted);
            here.map(|id| fits[id])
        };
        assert_eq!(found("RAVEN"), [true, true, false]);
        assert_eq!(found("\"raven\""), [false, true, false]);
        assert_eq!(found("zoË "), [false, false, true]);
    }
}
