//! The tags of a game.

use crate::tree::InvalidText;

/// The tags of a game, in order, including duplicates.
///
/// ```
/// let mut game: bpgn::Game = "[WhiteA \"anna\"][BlackA \"bert\"] 1A. e4 *".parse()?;
/// game.tags.set("WhiteA", "clara")?;
/// game.tags.remove("BlackA");
/// let tags: Vec<_> = game.tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
/// assert_eq!(tags, [("WhiteA", "clara")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<Tag>);

/// A tag: a name and a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tag {
    /// The name: a letter, then letters, digits and `_`.
    pub name: String,
    /// The value, which may contain quotes and backslashes.
    pub value: String,
}

impl Tag {
    /// Creates a tag.
    ///
    /// # Errors
    /// Returns an error if the name is not valid, or if the value has several lines.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Result<Tag, InvalidText> {
        let (name, value) = (name.into(), value.into());
        let mut bytes = name.bytes();
        if !bytes.next().is_some_and(|first| first.is_ascii_alphabetic())
            || !bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            return Err(InvalidText::NotATagName);
        }
        if value.contains(['\n', '\r']) {
            return Err(InvalidText::LineBreak);
        }
        Ok(Tag { name, value })
    }
}

impl Tags {
    /// Returns the value of the first tag with a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Lists the values of all tags with a name.
    pub fn get_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Lists all tags in order.
    pub fn iter(&self) -> core::slice::Iter<'_, Tag> {
        self.0.iter()
    }

    /// Returns the number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a tag, even if there is one with this name.
    pub fn push(&mut self, tag: Tag) {
        self.0.push(tag);
    }

    /// Sets the value of the first tag with a name, or adds it.
    ///
    /// # Errors
    /// Returns an error like [`Tag::new`].
    pub fn set(&mut self, name: &str, value: impl Into<String>) -> Result<(), InvalidText> {
        let new = Tag::new(name, value)?;
        match self.0.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = new.value,
            None => self.0.push(new),
        }
        Ok(())
    }

    /// Deletes all tags with a name, and returns how many there were.
    pub fn remove(&mut self, name: &str) -> usize {
        let before = self.0.len();
        self.0.retain(|tag| tag.name != name);
        before - self.0.len()
    }
}

impl<'a> IntoIterator for &'a Tags {
    type Item = &'a Tag;
    type IntoIter = core::slice::Iter<'a, Tag>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Extend<Tag> for Tags {
    fn extend<I: IntoIterator<Item = Tag>>(&mut self, tags: I) {
        self.0.extend(tags);
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Tags {
        Tags(tags.into_iter().collect())
    }
}
