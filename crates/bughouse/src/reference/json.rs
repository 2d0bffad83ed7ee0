//! Documents what `--json` prints, from the types that are printed.

use std::collections::BTreeSet;

use bughouse_review::{CheckedGame, Explored, FoundGame};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

use super::markdown::heading;
use super::schema::Types;
use crate::json::{Converted, FailedFile, Feen, OfPosition, Perft, Played, Row, Rows, StrayText, Wrong};
use crate::{analyze, analyze_types, archive, check_totals, mate};

/// The OpenAPI spec, whose types many commands share.
pub(crate) fn openapi() -> Value {
    serde_json::from_str(&bughouse_review::schema::openapi()).expect("it is JSON")
}

/// The fields of [`feen::NestedPosition`].
#[derive(JsonSchema)]
#[allow(dead_code)]
pub(crate) struct NestedPosition {
    /// The board as nested lists, one level for each dimension; an empty square is `""`.
    piece_placement: Vec<Value>,
    /// All pieces in hand.
    pieces_in_hand: Vec<String>,
    /// Both styles, that of the player to move first.
    style_turn: [String; 2],
}

/// The fields of [`bughouse_archive::Source`].
#[derive(JsonSchema)]
#[schemars(rename = "ArchiveSource")]
#[allow(dead_code)]
/// A file that was added to an archive.
pub(crate) struct Source {
    /// Its name as it was passed.
    name: String,
    /// Its size.
    bytes: u64,
    /// XXH3-128 of its bytes, in 32 hexadecimal digits.
    checksum: String,
    /// Whether all of it was added.
    complete: bool,
    /// How many bytes of it were added, decompressed.
    done_bytes: u64,
    /// How many lines of it were added.
    done_lines: u64,
    /// How many of its games were seen.
    done_games: u64,
    /// How many of its games were `ok`, `duplicate` and so on.
    counts: std::collections::BTreeMap<String, u64>,
    /// If it starts with the text of an earlier source: that source, and where the new text starts.
    continues: Option<Continuation>,
    /// The last part of its text, if it isn't a game with a result.
    open_end: Option<OpenEnd>,
}

/// The fields of [`bughouse_archive::Continuation`].
#[derive(JsonSchema)]
#[allow(dead_code)]
/// The part of a source that an earlier source has.
pub(crate) struct Continuation {
    /// The number of the earlier source.
    source: u32,
    /// The offset in the decompressed text where the new text starts.
    byte: u64,
}

/// The fields of [`bughouse_archive::OpenEnd`].
#[derive(JsonSchema)]
#[allow(dead_code)]
/// The last part of a source's text, which may have been cut off.
pub(crate) struct OpenEnd {
    /// The offset of its first byte in the decompressed text.
    byte: u64,
    /// How many lines come before it.
    lines: u64,
    /// How many games come before it.
    games: u64,
    /// The id of the game, if it was added.
    game: Option<i32>,
}

/// Lists the fields that the schema of a type has.
fn fields_of<T: JsonSchema>() -> BTreeSet<String> {
    let schema = T::json_schema(&mut Roots::new().generator).to_value();
    schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

#[test]
fn types_of_other_crates_have_the_fields_that_are_described() {
    let keys = |value: Value| -> BTreeSet<String> {
        value.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
    };
    let position: feen::Position = "k/K P/ GAME/game".parse().unwrap();
    assert_eq!(
        keys(serde_json::to_value(position.to_nested().unwrap()).unwrap()),
        fields_of::<NestedPosition>()
    );
    let source = serde_json::json!({
        "name": "", "bytes": 0, "checksum": "", "complete": true, "done_bytes": 0, "done_lines": 0, "done_games": 0, "counts": {},
        "continues": { "source": 0, "byte": 0 }, "open_end": { "byte": 0, "lines": 0, "games": 0, "game": null },
    });
    let source: bughouse_archive::Source = serde_json::from_value(source).unwrap();
    assert_eq!(keys(serde_json::to_value(source).unwrap()), fields_of::<Source>());
}

/// Returns all types that the reference refers to. `page` is the file that describes them.
pub(crate) fn types(page: &'static str) -> (Types, Roots) {
    let mut roots = Roots::new();
    let sections = sections(&mut roots);
    roots.sections = sections;
    let mut types = Types::new(&Map::new(), page);
    types.add(openapi()["components"]["schemas"].as_object().expect("it has types"));
    types.add(&roots.generator.take_definitions(true));
    (types, roots)
}

/// An object that a command prints.
struct Object {
    /// When it is printed.
    title: &'static str,
    schema: Value,
}

/// A command and the objects that it prints.
struct Section {
    command: &'static str,
    about: &'static str,
    objects: Vec<Object>,
}

pub(crate) struct Roots {
    generator: SchemaGenerator,
    sections: Vec<Section>,
}

impl Roots {
    fn new() -> Roots {
        let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        Roots { generator: settings.into_generator(), sections: Vec::new() }
    }

    fn object<T: JsonSchema>(&mut self, title: &'static str) -> Object {
        Object { title, schema: T::json_schema(&mut self.generator).to_value() }
    }
}

const BOARDS: &str = "With one board, its fields are in the object itself. With two boards, they are in `boards.a` and `boards.b`.";

fn sections(roots: &mut Roots) -> Vec<Section> {
    vec![
        Section {
            command: "show",
            about: BOARDS,
            objects: vec![
                roots.object::<OfPosition<'_, ()>>("The object"),
                roots.object::<bughouse_review::ShownBoard>("Each board"),
            ],
        },
        Section {
            command: "moves",
            about: BOARDS,
            objects: vec![
                roots.object::<OfPosition<'_, ()>>("The object"),
                roots.object::<bughouse_review::ListedBoard>("Each board"),
            ],
        },
        Section {
            command: "play",
            about: "One object for each half-move. A half-move that can't be played gives [an error](#errors) with its number as `ply`.",
            objects: vec![roots.object::<Played<'_>>("The object")],
        },
        Section {
            command: "mate",
            about: BOARDS,
            objects: vec![
                roots.object::<mate::Described>("The object"),
                roots.object::<mate::Found>("Each board"),
            ],
        },
        Section {
            command: "analyze",
            about: BOARDS,
            objects: vec![
                roots.object::<analyze::Analyzed>("The object"),
                roots.object::<analyze_types::AnalyzedBoard>("Each board"),
            ],
        },
        Section {
            command: "perft",
            about: "With `--check`, one object for each row, then one for the totals.",
            objects: vec![
                roots.object::<Perft<'_>>("The object"),
                roots.object::<Row<'_>>("A row of `--check`"),
                roots.object::<Rows<'_>>("The totals of `--check`"),
            ],
        },
        Section {
            command: "convert",
            about: "One object for each position.",
            objects: vec![roots.object::<Converted<'_>>("The object")],
        },
        Section {
            command: "feen",
            about: "One object for each position.",
            objects: vec![roots.object::<Feen<'_>>("The object")],
        },
        Section {
            command: "check",
            about: "One object for each game, and the totals on the last line. What isn't a game has a `type`. With `--quiet`, only \
                    totals and errors are printed.",
            objects: vec![
                roots.object::<CheckedGame>("A game"),
                roots.object::<StrayText<'_>>("Text between games"),
                roots.object::<FailedFile<'_>>("A file that can't be read to its end, or holds no game"),
                roots.object::<check_totals::TotalsObject<'_>>("The totals"),
            ],
        },
        Section {
            command: "replay",
            about: "One object for the start, one for each half-move that was played, and one for the end. `type` is `\"game\"`, \
                    `\"half-move\"` or `\"end\"`. Times are in milliseconds, and null where the file doesn't have them.",
            objects: vec![
                roots.object::<bughouse_review::ReplayStart>("The start"),
                roots.object::<bughouse_review::HalfMove>("A half-move"),
                roots.object::<bughouse_review::ReplayEnd>("The end"),
            ],
        },
        Section {
            command: "archive add",
            about: "One object for each file.",
            objects: vec![roots.object::<archive::AddedFile<'_>>("The object")],
        },
        Section {
            command: "archive info",
            about: "One object.",
            objects: vec![roots.object::<archive::Info<'_>>("The object")],
        },
        Section {
            command: "archive skipped",
            about: "One object for each game that is missing from the archive or only partly in it.",
            objects: vec![roots.object::<archive::SkippedLine<'_>>("The object")],
        },
        Section {
            command: "explore",
            about: "One object.",
            objects: vec![roots.object::<Explored>("The object")],
        },
        Section {
            command: "search",
            about: "One object for each game that matches.",
            objects: vec![roots.object::<FoundGame>("The object")],
        },
    ]
}

pub(crate) fn page() -> String {
    let error = {
        let mut roots = Roots::new();
        let object = roots.object::<Wrong<'_>>("");
        (object.schema, roots.generator.take_definitions(true))
    };
    let (mut types, roots) = types("");
    types.add(&error.1);
    let mut out = String::from(
        "With `--json`, a command prints one JSON object per line to stdout. Warnings about the input are in the object instead of on \
         stderr. Later versions may add fields; these keep their names and meanings.\n\n\
         Squares are `\"a1\"` to `\"h8\"`, colors `\"white\"` and `\"black\"`, pieces `\"king\"`, `\"queen\"`, `\"rook\"`, `\"bishop\"`, \
         `\"knight\"` and `\"pawn\"`. Times are in milliseconds. A *map of X* is an object with any names, each with an X.\n\n",
    );
    out.push_str(&heading(2, "Errors", "errors"));
    out.push_str("A position or move that can't be read gives this object instead of a result. The exit code is 1.\n\n");
    out.push_str(&types.fields(&error.0));
    for Section { command, about, objects } in &roots.sections {
        let id = format!("bughouse-{}", command.replace(' ', "-"));
        out.push_str(&heading(2, &format!("`{command}`"), &id));
        out.push_str(&format!("{about} See [`bughouse {command}`](cli.md#{id}).\n\n"));
        for Object { title, schema } in objects {
            out.push_str(&format!("**{title}**\n\n{}", types.fields(schema)));
        }
    }
    out.push_str("## Types\n\n");
    out.push_str(&types.describe(3, &BTreeSet::new()));
    out
}
