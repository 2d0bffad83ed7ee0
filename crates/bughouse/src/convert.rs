//! `convert`: converts positions to another notation.

use std::io::{self, Write};

use bughouse_chess::{Material, ReadOptions};
use bughouse_review::PositionErrorKind;
use bughouse_review::format::Format;
use bughouse_review::position::{self, MAX_TEXT};
use clap::error::ErrorKind;

use crate::batch::{Answer, Batch};
use crate::cli::{self, ConvertArgs};
use crate::games;
use crate::json;
use crate::position::Origin;
use crate::report::{self, Verdict};
use crate::written::Written;

/// Converts each argument, or each line of stdin.
pub(crate) fn run(args: &ConvertArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let formats = match args.formats() {
        Ok(Some(formats)) => formats,
        Ok(None) => return games::run(args, out),
        Err(why) => cli::usage_error(&["convert"], ErrorKind::ArgumentConflict, why.to_owned()),
    };
    let converter = Converter {
        formats: &formats,
        options: args.reading.options(Material::TwoSets),
        args,
        json: args.json,
    };
    let batch = Batch {
        arguments: &args.position,
        max_text: MAX_TEXT,
        json: args.json,
        failed: "couldn't be converted",
        parsing: Some((&args.reading, Material::TwoSets)),
    };
    batch.run(out, |origin, text, out| converter.one(origin, text, out))
}

struct Converter<'a> {
    formats: &'a [Format],
    options: ReadOptions,
    args: &'a ConvertArgs,
    json: bool,
}

impl Converter<'_> {
    /// Converts one position.
    fn one(&self, origin: Origin<'_>, text: &[u8], out: &mut impl Write) -> Answer<PositionErrorKind> {
        let (boards, used) = match position::read(text, &self.options) {
            Ok(read) => read,
            Err(errors) => return Ok(Err(errors)),
        };
        let style = self.args.reading.readable(self.args.style.style(), &boards);
        let written = Written::new(self.formats, &boards, &style);
        if self.json {
            let mut notes = json::notes(used);
            notes.extend(written.json_notes());
            let (line, input) = (json::line(origin), position::visible(text));
            json::write(out, &json::Converted { line, input, to: written.by_name(), notes })?;
        } else {
            used.iter().for_each(|leniency| report::note(format_args!("{origin}{leniency}")));
            written.notes.iter().for_each(|(_, _, text)| report::note(format_args!("{origin}{text}")));
            writeln!(out, "{}", written.line())?;
        }
        Ok(Ok(()))
    }
}
