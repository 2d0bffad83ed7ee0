//! A small reader for the texts that the generator writes, and for nothing else.

/// What the tests look at in a text.
pub(crate) struct Record {
    pub(crate) tags: Vec<(String, String)>,
    /// Label and move: `12a` and `Nf3+`.
    pub(crate) half_moves: Vec<(String, String)>,
    /// All comments but the last, without braces.
    pub(crate) comments: Vec<String>,
    /// The last comment: why the game ended.
    pub(crate) reason: String,
    pub(crate) result: String,
}

impl Record {
    pub(crate) fn tag(&self, name: &str) -> &str {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map_or_else(|| panic!("no tag {name}"), |(_, value)| value)
    }
}

/// Decodes Latin-1.
pub(crate) fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Reads one game.
pub(crate) fn read(text: &[u8]) -> Record {
    let text = decode(text);
    let (head, body) = text.split_once("\r\n\r\n").expect("an empty line after the tags");
    let tags = head
        .split(['[', ']'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(|tag| {
            let (name, value) = tag.split_once(" \"").expect("a name and a value");
            (name.to_owned(), value.strip_suffix('"').expect("a quote").to_owned())
        })
        .collect();

    let (mut comments, mut moves, mut rest) = (Vec::new(), String::new(), body);
    while let Some((before, after)) = rest.split_once('{') {
        let (comment, after) = after.split_once('}').expect("a comment that ends");
        moves.push_str(before);
        comments.push(comment.to_owned());
        rest = after;
    }
    let reason = comments.pop().expect("a reason");
    let words: Vec<&str> = moves.split_whitespace().collect();
    let half_moves = words
        .chunks(2)
        .map(|pair| (pair[0].strip_suffix('.').expect("a label").to_owned(), pair[1].to_owned()))
        .collect();
    Record { tags, half_moves, comments, reason, result: rest.trim().to_owned() }
}
