//! `convert --to bpgn`: writes games that are recorded in other ways as BPGN.
//!
//! A file is told by its content: JSON of chess.com, half-moves as a board digit and UCI, or BPGN of any dialect.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use bpgn::import::{chesscom, uci};
use bpgn::{Game, Reader, WriteOptions, Writer};
use bughouse_chess::Span;
use serde_json::Value;

use crate::cli::ConvertArgs;
use crate::place::Text;
use crate::report::{self, Verdict};
use crate::sources;
use crate::spot::InFile;
use crate::whole_file::WholeFile;

/// The most bytes of a file that is not BPGN.
const MOST_BYTES: u64 = 256 << 20;

/// Converts all files.
pub(crate) fn run(args: &ConvertArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let files: Vec<PathBuf> = match &args.position[..] {
        [] => vec![PathBuf::from("-")],
        files => files.iter().map(PathBuf::from).collect(),
    };
    let Some(path) = &args.output else {
        return convert_all(&files, out);
    };
    let written = WholeFile::create(path, args.force).and_then(|mut file| {
        let verdict = convert_all(&files, &mut file);
        let kept = verdict.as_ref().map_or(Verdict::Wrong, |verdict| *verdict);
        file.finish(verdict.map(|_| ())).map(|()| kept)
    });
    Ok(written.unwrap_or_else(|why| {
        report::error(why);
        Verdict::Wrong
    }))
}

fn convert_all(files: &[PathBuf], out: &mut impl Write) -> io::Result<Verdict> {
    let mut converter = Converter {
        writer: Writer::new(out, WriteOptions::default()),
        documents: Vec::new(),
        verdict: Verdict::Fine,
    };
    for path in files {
        converter.file(path)?;
    }
    converter.pairs()?;
    converter.writer.flush()?;
    Ok(converter.verdict)
}

struct Converter<W> {
    writer: Writer<W>,
    /// The boards of chess.com, whose partners may be in any file.
    documents: Vec<chesscom::Document>,
    verdict: Verdict,
}

impl<W: Write> Converter<W> {
    fn wrong(&mut self, why: impl std::fmt::Display) {
        report::error(why);
        self.verdict = Verdict::Wrong;
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        let name = sources::name(path);
        let mut source = match sources::open(path) {
            Ok(source) => source,
            Err(error) => {
                self.wrong(format_args!("cannot read {name}: {error}"));
                return Ok(());
            }
        };
        let mut start = Vec::new();
        if let Err(error) = source.by_ref().take(4096).read_to_end(&mut start) {
            self.wrong(format_args!("cannot read {name}: {error}"));
            return Ok(());
        }
        let kind = Kind::of(&start);
        let whole = io::Cursor::new(start).chain(source);
        if kind == Kind::Bpgn {
            return self.bpgn(&name, whole);
        }
        let mut text = Vec::new();
        match whole.take(MOST_BYTES + 1).read_to_end(&mut text) {
            Ok(_) if text.len() as u64 > MOST_BYTES => {
                self.wrong(format_args!("{name}: longer than {MOST_BYTES} bytes"));
            }
            Ok(_) if kind == Kind::Json => self.json(&name, &text),
            Ok(_) => self.uci(&name, &text)?,
            Err(error) => self.wrong(format_args!("cannot read {name}: {error}")),
        }
        Ok(())
    }

    /// Writes the games of a BPGN file in canonical form.
    fn bpgn(&mut self, name: &str, source: impl Read) -> io::Result<()> {
        let mut reader = Reader::new(source);
        // Text before the first game is written only if a game follows.
        let mut held = Vec::new();
        loop {
            match reader.read_record() {
                Ok(None) => break,
                Ok(Some(record)) => {
                    held.push(record);
                    if reader.games() == 0 {
                        continue;
                    }
                    for record in held.drain(..) {
                        let file = InFile { file: name, place: record.place, bytes: &record.bytes };
                        for fault in &record.faults {
                            file.error(fault.kind(), fault.span());
                            self.verdict = Verdict::Wrong;
                        }
                        self.writer.write_record(&record)?;
                    }
                }
                Err(error) => {
                    self.wrong(format_args!("cannot read {name}: {error}"));
                    break;
                }
            }
        }
        if reader.games() == 0 {
            self.wrong(format_args!(
                "{name}: no game found, expected chess.com JSON, half-moves such as 1e2e4, or BPGN"
            ));
        }
        Ok(())
    }

    /// Reads documents of chess.com: one, several one after the other, or lists of them.
    fn json(&mut self, name: &str, text: &[u8]) {
        let (documents, wrong) = documents(text);
        self.documents.extend(documents);
        wrong.iter().for_each(|why| self.wrong(format_args!("{name}: {why}")));
    }

    /// Writes the games of chess.com, once all files are read.
    fn pairs(&mut self) -> io::Result<()> {
        let (games, wrong) = merged(std::mem::take(&mut self.documents));
        for game in games {
            self.writer.write(&game)?;
        }
        wrong.iter().for_each(|why| self.wrong(why));
        Ok(())
    }

    /// Writes games of half-moves with a board digit. A blank line ends a game.
    fn uci(&mut self, name: &str, text: &[u8]) -> io::Result<()> {
        for (start, game) in blocks(text) {
            match uci::read(game) {
                Ok(import) => self.writer.write(&Game { encoding: bpgn::Encoding::Utf8, ..import.game })?,
                Err(error) => {
                    let lines = Text {
                        bytes: text,
                        first_line: 1,
                        first_column: 1,
                        encoding: bpgn::Encoding::of(text),
                    };
                    let span: Span = error.span().shifted(start);
                    let place = lines.place(span.start);
                    self.wrong(format_args!(
                        "{name}:{}:{}: {}\n{}",
                        place.line,
                        place.column,
                        error.kind(),
                        lines.excerpt(span)
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Reads documents of chess.com: one, several one after the other, or lists of them. Also says what is wrong.
pub(crate) fn documents(text: &[u8]) -> (Vec<chesscom::Document>, Vec<String>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for value in serde_json::Deserializer::from_slice(text).into_iter::<Value>() {
        let values = match value {
            Ok(Value::Array(values)) => values,
            Ok(value) => vec![value],
            Err(error) => {
                wrong.push(format!("not JSON: {error}"));
                break;
            }
        };
        for value in values {
            match chesscom::Document::read(value.to_string().as_bytes()) {
                Ok(document) => found.push(document),
                Err(error) => wrong.push(error.to_string()),
            }
        }
    }
    (found, wrong)
}

/// Makes a game of each two boards of chess.com that belong together. Also says what is wrong.
pub(crate) fn merged(documents: Vec<chesscom::Document>) -> (Vec<Game>, Vec<String>) {
    let (pairs, alone) = chesscom::pairs(documents);
    let (mut games, mut wrong) = (Vec::new(), Vec::new());
    for (board_a, board_b) in pairs {
        match chesscom::merge(&board_a, &board_b) {
            Ok(import) => games.push(import.game),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    wrong.extend(alone.iter().map(|document| {
        let id = document.id().or_else(|| document.uuid()).unwrap_or_else(|| "without a number".to_owned());
        let partner = match document.partner() {
            Some(partner) => format!("its partner {partner} is not among the files"),
            None => "no other file names it as its partner".to_owned(),
        };
        format!("chess.com game {id}: {partner}")
    }));
    (games, wrong)
}

/// How the games of a file are recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Json,
    Uci,
    Bpgn,
}

impl Kind {
    /// Tells it by how the file begins.
    pub(crate) fn of(start: &[u8]) -> Kind {
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
        match start {
            [b'{', rest @ ..] if rest.trim_ascii_start().starts_with(b"\"") => Kind::Json,
            [b'[', rest @ ..] if rest.trim_ascii_start().starts_with(b"{") => Kind::Json,
            [b'1' | b'2', b'a'..=b'h', b'1'..=b'8', ..]
            | [b'1' | b'2', b'P' | b'N' | b'B' | b'R' | b'Q', b'@', ..] => Kind::Uci,
            _ => Kind::Bpgn,
        }
    }
}

/// Cuts a text at blank lines. Returns where each part begins, and the part.
pub(crate) fn blocks(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut found: Vec<(usize, &[u8])> = Vec::new();
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let end = at + line.len();
        match (line.trim_ascii().is_empty(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                found.push((from, &text[from..at]));
                start = None;
            }
            _ => {}
        }
        at = end;
    }
    found.extend(start.map(|from| (from, &text[from..])));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_by_its_start() {
        assert_eq!(Kind::of(b" {\n \"game\": {"), Kind::Json);
        assert_eq!(Kind::of(b"[ {\"game\": {"), Kind::Json);
        assert_eq!(Kind::of(b"\n1e2e4 2d2d4"), Kind::Uci);
        assert_eq!(Kind::of(b"2P@e4"), Kind::Uci);
        for bpgn in [&b"[Event \"x\"]"[..], b"1A. e4", b"1a. e5", b"{C: \"x\"}", b"{x resigns} 1-0", b""] {
            assert_eq!(Kind::of(bpgn), Kind::Bpgn, "{}", bpgn.escape_ascii());
        }
    }

    #[test]
    fn blank_lines_end_a_game() {
        let text = b"\n1e2e4\n1e7e5\n \r\n\n2d2d4";
        assert_eq!(blocks(text), [(1, &b"1e2e4\n1e7e5\n"[..]), (17, b"2d2d4")]);
        assert_eq!(blocks(b" \n"), []);
    }
}
