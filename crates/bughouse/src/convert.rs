//! `convert`: writes positions in another notation.

use std::collections::BTreeMap;
use std::io::{self, Write};

use bughouse_chess::{FenOptions, FenStyle, Material};

use crate::batch::{Answer, Batch};
use crate::cli::ConvertArgs;
use crate::format::Format;
use crate::json;
use crate::position::{self, FaultKind, MAX_TEXT, Origin};
use crate::report::{self, Verdict};

/// Converts each argument, or each line of stdin.
pub(crate) fn run(args: &ConvertArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let converter = Converter {
        formats: &args.to,
        options: args.reading.options(Material::TwoSets),
        style: args.style(),
        json: args.json,
    };
    let batch = Batch {
        arguments: &args.position,
        max_text: MAX_TEXT,
        json: args.json,
        failed: "could not be converted",
    };
    batch.run(out, |origin, text, out| converter.one(origin, text, out))
}

struct Converter<'a> {
    formats: &'a [Format],
    options: FenOptions,
    style: FenStyle,
    json: bool,
}

impl Converter<'_> {
    /// Converts one text.
    fn one(&self, origin: Origin<'_>, text: &[u8], out: &mut impl Write) -> Answer<FaultKind> {
        let (board, used) = match position::read(text, &self.options) {
            Ok(read) => read,
            Err(faults) => return Ok(Err(faults)),
        };
        let lost = self.formats.iter().filter_map(|&format| Some((format, format.lost(&board)?)));
        let texts = self.formats.iter().map(|format| format.write(&board, &self.style));
        if self.json {
            let mut notes = json::notes(used);
            notes.extend(lost.map(|(format, text)| json::Note::lost(format, text)));
            let to: BTreeMap<&str, String> =
                self.formats.iter().map(|format| format.name()).zip(texts).collect();
            json::write(
                out,
                &json::Converted { line: json::line(origin), input: position::visible(text), to, notes },
            )?;
        } else {
            used.iter().for_each(|leniency| report::note(format_args!("{origin}{leniency}")));
            lost.for_each(|(_, lost)| report::note(format_args!("{origin}{lost}")));
            writeln!(out, "{}", texts.collect::<Vec<_>>().join("\t"))?;
        }
        Ok(Ok(()))
    }
}
