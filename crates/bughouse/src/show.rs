//! `show`: draws one board or two, with reserves.

use std::io::{self, Write};

use bughouse_chess::Material;
use bughouse_files::whole_file::WholeFile;
use bughouse_review::ShownBoard;
use bughouse_review::position::{ReadBoards, read as read_position};
use bughouse_review::svg;
use bughouse_review::two_boards::{Arrangement, DrawnBoards};

use crate::cli::ShowArgs;
use crate::color;
use crate::draw::{self, DrawStyle};
use crate::json;
use crate::position::{self, note_verdict};
use crate::report::{self, Verdict};

/// Draws a position, in the terminal or as an image.
pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let parsing = (&args.reading, Material::TwoSets);
    let Some(position) = position::read_only(&args.position, args.json, out, parsing, read_position)? else {
        return Ok(Verdict::Wrong);
    };
    let verdict = position.found.verdict();
    if args.json {
        json::write(
            out,
            &json::OfPosition::new(&position, verdict.as_ref(), |_, read| ShownBoard::new(read)),
        )?;
        return Ok(Verdict::Fine);
    }
    if let Some(verdict) = &verdict {
        note_verdict(verdict);
    }
    let image = || match &position.found {
        ReadBoards::One(read) => svg::board(read),
        ReadBoards::Two(sides) => svg::two_boards(&DrawnBoards(sides), Arrangement::default()),
    };
    match &args.svg {
        None => {
            let style = DrawStyle { unicode: args.unicode, color: wants_color() };
            let drawn = match &position.found {
                ReadBoards::One(read) => draw::board(read, style),
                ReadBoards::Two(sides) => draw::two_boards(&DrawnBoards(sides), style),
            };
            out.write_all(drawn.as_bytes())?;
        }
        Some(path) if path.as_os_str() == "-" => out.write_all(image().as_bytes())?,
        Some(path) => {
            let written = WholeFile::create(path, args.force).and_then(|mut file| {
                let done = file.write_all(image().as_bytes());
                file.finish(done)
            });
            if let Err(why) = written {
                report::error(why);
                return Ok(Verdict::Wrong);
            }
        }
    }
    Ok(Verdict::Fine)
}

/// Returns `true` if drawings are colored.
pub(crate) fn wants_color() -> bool {
    color::on_stdout()
}
