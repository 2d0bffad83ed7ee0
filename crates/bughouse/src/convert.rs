//! `convert`: writes positions in another notation.

use std::collections::BTreeMap;
use std::io::{self, Write};

use bughouse_chess::{FenOptions, FenStyle, Material};

use crate::cli::ConvertArgs;
use crate::format::Format;
use crate::json;
use crate::lines::Lines;
use crate::position::{self, Fault, Origin};
use crate::report::{self, Verdict};
use crate::words;

/// Converts each argument, or each line of stdin.
pub(crate) fn run(args: &ConvertArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let mut converter = Converter {
        formats: &args.to,
        options: args.reading.options(Material::TwoSets),
        style: args.style(),
        json: args.json,
        verdict: Verdict::Fine,
    };
    if args.position.is_empty() {
        converter.stdin(out)?;
    }
    for (i, argument) in args.position.iter().enumerate() {
        if argument == "-" {
            converter.stdin(out)?;
        } else {
            let origin = if args.position.len() == 1 { Origin::Only } else { Origin::Argument(i + 1) };
            converter.argument(origin, argument.as_encoded_bytes(), out)?;
        }
    }
    Ok(converter.verdict)
}

struct Converter<'a> {
    formats: &'a [Format],
    options: FenOptions,
    style: FenStyle,
    json: bool,
    verdict: Verdict,
}

impl Converter<'_> {
    /// Converts one argument. What is wrong with it goes to stderr, so that stdout holds results alone.
    fn argument(&mut self, origin: Origin<'_>, text: &[u8], out: &mut impl Write) -> io::Result<()> {
        if let Err(faults) = self.one(origin, text, out)? {
            report::faults(origin, text, &faults);
        }
        Ok(())
    }

    /// Converts stdin line by line. A line that is wrong gives a line too, so that both sides stay in step.
    fn stdin(&mut self, out: &mut impl Write) -> io::Result<()> {
        let mut lines = Lines::new(io::stdin().lock());
        let (mut wrong, mut total) = (0, 0);
        loop {
            if lines.must_wait() {
                out.flush()?;
            }
            let (number, text) = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    report::error(format_args!("cannot read stdin: {error}"));
                    self.verdict = Verdict::Wrong;
                    break;
                }
            };
            total += 1;
            if let Err(faults) = self.one(Origin::Line(number), text, out)? {
                wrong += 1;
                writeln!(out, "error: {}", report::one_line(&faults))?;
            }
        }
        if wrong > 0 {
            out.flush()?;
            report::error(format_args!("{wrong} of {} could not be converted", words::count(total, "line")));
        }
        Ok(())
    }

    /// Converts one text. What is wrong with it is returned, unless JSON has told it already.
    fn one(
        &mut self,
        origin: Origin<'_>,
        text: &[u8],
        out: &mut impl Write,
    ) -> io::Result<Result<(), Vec<Fault>>> {
        let (board, used) = match position::read(text, &self.options) {
            Ok(read) => read,
            Err(faults) => {
                self.verdict = Verdict::Wrong;
                if self.json {
                    json::write(out, &json::Wrong::new(origin, text, &faults))?;
                    return Ok(Ok(()));
                }
                return Ok(Err(faults));
            }
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
