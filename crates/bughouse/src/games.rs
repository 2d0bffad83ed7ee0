//! `convert --to bpgn`: converts games of other formats to BPGN.
//!
//! The format is detected: chess.com JSON, UCI moves with a board digit, or BPGN of any dialect.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use bpgn::detect::{BYTE_ORDER_MARK, TextKind};
use bpgn::import::chesscom;
use bpgn::import::uci::UciReader;
use bpgn::{Game, Reader, WriteOptions, Writer};
use bughouse_files::folder::Found;
use bughouse_files::sources;
use bughouse_files::whole_file::{self, WholeFile};
use bughouse_review::place::SourceText;

use crate::cli::ConvertArgs;
use crate::files;
use crate::report::{self, Verdict};
use crate::spot::InFile;

/// The maximum size of a JSON file.
const MOST_BYTES: u64 = 256 << 20;

/// Converts all files.
pub(crate) fn run(args: &ConvertArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let files: Vec<PathBuf> = match &args.position[..] {
        [] => vec![PathBuf::from("-")],
        files => files.iter().map(PathBuf::from).collect(),
    };
    let found = files::find(&files, &["json"]);
    let Some(path) = &args.output else {
        return convert_all(&found, out);
    };
    whole_file::tidy_on_signals();
    let written = WholeFile::create(path, args.force).and_then(|mut file| {
        let verdict = convert_all(&found, &mut file);
        let kept = verdict.as_ref().map_or(Verdict::Wrong, |verdict| *verdict);
        file.finish(verdict.map(|_| ())).map(|()| kept)
    });
    Ok(written.unwrap_or_else(|why| {
        report::error(why);
        Verdict::Wrong
    }))
}

fn convert_all(found: &Found, out: &mut impl Write) -> io::Result<Verdict> {
    let mut converter = Converter {
        writer: Writer::new(out, WriteOptions::default()),
        documents: Vec::new(),
        verdict: Verdict::Fine,
    };
    for (path, error) in &found.failed {
        converter.report_error(format_args!("cannot read {}: {error}", sources::name(path)));
    }
    for path in &found.files {
        converter.file(path)?;
    }
    converter.pairs()?;
    converter.writer.flush()?;
    Ok(converter.verdict)
}

struct Converter<W> {
    writer: Writer<W>,
    /// The boards of chess.com games. The partner board may be in any file.
    documents: Vec<chesscom::Document>,
    verdict: Verdict,
}

impl<W: Write> Converter<W> {
    fn report_error(&mut self, why: impl std::fmt::Display) {
        report::error(why);
        self.verdict = Verdict::Wrong;
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        let name = sources::name(path);
        let mut source = match files::open(path) {
            Ok(source) => source,
            Err(error) => {
                self.report_error(format_args!("cannot read {name}: {error}"));
                return Ok(());
            }
        };
        let mut start = Vec::new();
        if let Err(error) = source.by_ref().take(TextKind::START as u64).read_to_end(&mut start) {
            self.report_error(format_args!("cannot read {name}: {error}"));
            return Ok(());
        }
        let kind = TextKind::of(&start);
        let whole = io::Cursor::new(start).chain(source);
        // A file with a position has no game and gets the same error as any other text.
        match kind {
            TextKind::Json => {}
            TextKind::Uci => return self.uci(&name, whole),
            _ => return self.bpgn(&name, whole),
        }
        let mut text = Vec::new();
        match whole.take(MOST_BYTES + 1).read_to_end(&mut text) {
            Ok(_) if text.len() as u64 > MOST_BYTES => {
                self.report_error(format_args!("{name}: longer than {MOST_BYTES} bytes"));
            }
            Ok(_) => self.json(&name, text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text)),
            Err(error) => self.report_error(format_args!("cannot read {name}: {error}")),
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
                        let file = InFile::new(name, &record);
                        for error in &record.errors {
                            file.error(error.kind(), error.span());
                            self.verdict = Verdict::Wrong;
                        }
                        // The rest of a game over the size limit is unknown, so it isn't written.
                        if !record.is_cut() {
                            self.writer.write_record(&record)?;
                        }
                    }
                }
                Err(error) => {
                    self.report_error(format_args!("cannot read {name}: {error}"));
                    break;
                }
            }
        }
        if reader.games() == 0 {
            self.report_error(format_args!(
                "{name}: no game found; expected chess.com JSON, UCI moves such as 1e2e4, or BPGN"
            ));
        }
        Ok(())
    }

    /// Reads chess.com documents: one, several, or lists of them.
    fn json(&mut self, name: &str, text: &[u8]) {
        let (documents, errors) = chesscom::read_documents(text);
        self.documents.extend(documents);
        errors.iter().for_each(|why| self.report_error(format_args!("{name}: {why}")));
    }

    /// Writes the chess.com games after all files are read.
    fn pairs(&mut self) -> io::Result<()> {
        let (games, errors) = chesscom::merge_all(std::mem::take(&mut self.documents));
        for game in games {
            self.writer.write(&game)?;
        }
        errors.iter().for_each(|why| self.report_error(why));
        Ok(())
    }

    /// Writes games of UCI moves with a board digit, line by line.
    fn uci(&mut self, name: &str, source: impl Read) -> io::Result<()> {
        let mut reader = UciReader::new(source);
        loop {
            let read = match reader.read_game() {
                Ok(Some(read)) => read,
                Ok(None) => return Ok(()),
                Err(error) => {
                    self.report_error(format_args!("cannot read {name}: {error}"));
                    return Ok(());
                }
            };
            match read.game {
                Ok(import) => {
                    self.writer.write(&Game { encoding: bpgn::detect::Encoding::Utf8, ..import.game })?
                }
                Err(error) => {
                    let text = SourceText::new(read.text);
                    let (line, column) = (read.line, text.spot(error.span().start).column);
                    let (why, excerpt) = (error.kind(), text.excerpt(error.span()));
                    self.report_error(format_args!("{name}:{line}:{column}: {why}\n{excerpt}"));
                }
            }
        }
    }
}
