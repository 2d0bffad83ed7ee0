//! Parses a query: words, parentheses and operators.

use super::error::{QueryError, QueryErrorKind};
use super::read_term::read_term;
use super::term::Node;

/// The maximum length of a query in bytes, and the maximum nesting depth.
const MOST_BYTES: usize = 4096;
const MOST_DEPTH: usize = 32;

/// A word of a query, and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Parses a query.
pub(super) fn parse(text: &str) -> Result<Node, QueryError> {
    if text.len() > MOST_BYTES {
        return Err(QueryError::new(QueryErrorKind::TooMuch, 0, text.len()));
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, end: text.len() };
    if tokens.is_empty() {
        return Err(QueryError::new(QueryErrorKind::Empty, 0, text.len()));
    }
    let node = parser.any(0)?;
    match parser.peek() {
        None => Ok(node),
        Some(token) if token.text == ")" => {
            Err(QueryError::new(QueryErrorKind::Unopened, token.start, token.end))
        }
        Some(token) if !token.text.eq_ignore_ascii_case("within") => {
            let expected = "`or`, `then` or the end after `within` and its number";
            Err(QueryError::new(QueryErrorKind::Unexpected { expected }, token.start, token.end))
        }
        Some(token) => {
            let kind = QueryErrorKind::Unexpected { expected: "`then` before `within`" };
            Err(QueryError::new(kind, token.start, token.end))
        }
    }
}

/// Splits a line into words. A parenthesis directly after a name belongs to it, and quotes can contain spaces.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, QueryError> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'(' | b')' => at += 1,
            _ => {
                let mut depth = 0;
                while at < bytes.len() {
                    match bytes[at] {
                        b'"' => {
                            let Some(length) = text[at + 1..].find('"') else {
                                return Err(QueryError::new(QueryErrorKind::Unclosed, at, bytes.len()));
                            };
                            at += length + 1;
                        }
                        // Operators are not names: `not(drop)`.
                        b'(' if is_operator(&text[start..at]) => break,
                        b'(' => depth += 1,
                        b')' if depth == 0 => break,
                        b')' => depth -= 1,
                        byte if byte.is_ascii_whitespace() && depth == 0 => break,
                        _ => {}
                    }
                    at += 1;
                }
                if depth > 0 {
                    return Err(QueryError::new(QueryErrorKind::Unclosed, start, bytes.len()));
                }
            }
        }
        found.push(Token { text: &text[start..at], start, end: at });
    }
    Ok(found)
}

fn is_operator(word: &str) -> bool {
    ["not", "or", "and", "then"].into_iter().any(|operator| operator.eq_ignore_ascii_case(word))
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    end: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    fn eat(&mut self, word: &str) -> Option<Token<'a>> {
        let token = self.peek().filter(|token| token.text.eq_ignore_ascii_case(word))?;
        self.at += 1;
        Some(token)
    }

    /// Parses terms separated by `or`.
    fn any(&mut self, depth: usize) -> Result<Node, QueryError> {
        let mut nodes = vec![self.then(depth, None)?];
        while let Some(token) = self.eat("or") {
            nodes.push(self.then(depth, Some(("or", token)))?);
        }
        Ok(one_of(nodes, Node::Any))
    }

    /// Parses terms separated by `then`.
    fn then(&mut self, depth: usize, after: Option<(&'static str, Token<'a>)>) -> Result<Node, QueryError> {
        let mut node = self.all(depth, after)?;
        while let Some(token) = self.eat("then") {
            let within = self.within()?;
            let second = self.all(depth, Some(("then", token)))?;
            // `within` may also follow the second term.
            let within = match self.within()? {
                None => within,
                after => after,
            };
            node = Node::Then { first: Box::new(node), second: Box::new(second), within };
        }
        Ok(node)
    }

    /// Parses `within` and a number of half-moves, if present.
    fn within(&mut self) -> Result<Option<i32>, QueryError> {
        let Some(word) = self.eat("within") else { return Ok(None) };
        let number = self.next();
        let value = number.and_then(|number| number.text.parse::<i32>().ok()).filter(|&n| n > 0);
        let place = number.unwrap_or(word);
        let kind =
            QueryErrorKind::BadValue { term: "within", expected: "a number of half-moves, as in within 3" };
        value.map(Some).ok_or_else(|| QueryError::new(kind, place.start, place.end))
    }

    /// Parses adjacent terms, optionally separated by `and`.
    fn all(&mut self, depth: usize, after: Option<(&'static str, Token<'a>)>) -> Result<Node, QueryError> {
        if depth > MOST_DEPTH {
            let place = self.peek().map_or(self.end, |token| token.start);
            return Err(QueryError::new(QueryErrorKind::TooMuch, place, self.end));
        }
        let mut nodes = Vec::new();
        while let Some(token) = self.peek() {
            let is_word = |word: &str| token.text.eq_ignore_ascii_case(word);
            if ["or", "then", "within"].into_iter().any(is_word) || token.text == ")" {
                break;
            }
            self.at += 1;
            if is_word("and") {
                // `and` needs a term on both sides.
                let is_open = self.peek().is_none_or(|next| {
                    let is_next = |word: &str| next.text.eq_ignore_ascii_case(word);
                    next.text == ")" || ["and", "or", "then", "within"].into_iter().any(is_next)
                });
                if nodes.is_empty() || is_open {
                    return Err(QueryError::new(
                        QueryErrorKind::Lacks { word: "and" },
                        token.start,
                        token.end,
                    ));
                }
                continue;
            }
            if is_word("not") {
                nodes.push(Node::Not(Box::new(self.one(depth, ("not", token))?)));
            } else {
                self.at -= 1;
                nodes.push(self.one(depth, ("and", token))?);
            }
        }
        if nodes.is_empty() {
            let (kind, start, end) = match (after, self.peek()) {
                (Some((word, token)), _) => (QueryErrorKind::Lacks { word }, token.start, token.end),
                (None, Some(token)) if token.text.eq_ignore_ascii_case("or") => {
                    (QueryErrorKind::Lacks { word: "or" }, token.start, token.end)
                }
                (None, Some(token)) if token.text == ")" => (QueryErrorKind::Empty, token.start, token.end),
                (None, Some(token)) => (QueryErrorKind::Lacks { word: "then" }, token.start, token.end),
                (None, None) => (QueryErrorKind::Empty, self.end, self.end),
            };
            return Err(QueryError::new(kind, start, end));
        }
        Ok(one_of(nodes, Node::All))
    }

    /// Parses a term, or terms in parentheses.
    fn one(&mut self, depth: usize, after: (&'static str, Token<'a>)) -> Result<Node, QueryError> {
        let Some(token) = self.next() else {
            return Err(QueryError::new(QueryErrorKind::Lacks { word: after.0 }, after.1.start, after.1.end));
        };
        match token.text {
            "(" => {
                let node = self.any(depth + 1)?;
                match self.eat(")") {
                    Some(_) => Ok(node),
                    None => Err(QueryError::new(QueryErrorKind::Unclosed, token.start, token.end)),
                }
            }
            text if text.eq_ignore_ascii_case("not") => {
                if depth >= MOST_DEPTH {
                    return Err(QueryError::new(QueryErrorKind::TooMuch, token.start, self.end));
                }
                Ok(Node::Not(Box::new(self.one(depth + 1, ("not", token))?)))
            }
            ")" | "or" | "then" => {
                Err(QueryError::new(QueryErrorKind::Lacks { word: after.0 }, after.1.start, after.1.end))
            }
            _ => read_term(token).map(Node::Term),
        }
    }
}

fn one_of(mut nodes: Vec<Node>, several: impl FnOnce(Vec<Node>) -> Node) -> Node {
    if nodes.len() == 1 { nodes.remove(0) } else { several(nodes) }
}
