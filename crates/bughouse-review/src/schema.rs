//! The document of the interface, `openapi.json`, made of the shapes.

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::ser::PrettyFormatter;
use serde_json::{Map, Value, json};

use crate::analysis::Analysis;
use crate::archive_player::{ArchivePlayer, ArchivePlayers};
use crate::edit::{EditRequest, Edited};
use crate::evaluated::Evaluated;
use crate::explored::{Explored, FoundGames};
use crate::explored_years::ExploredYears;
use crate::files::{File, Files, Opened};
use crate::game::Game;
use crate::mistakes::GameMistakes;
use crate::queries::{Legal, Notations};
use crate::rejection::RejectionBody;
use crate::requests::{ReplaceRequest, SaveRequest, Saved, TextRequest};
use crate::row::Rows;

/// Where the shapes are in the document.
const SCHEMAS: &str = "/components/schemas";

/// Writes the document of the interface.
pub fn openapi() -> String {
    let mut shapes = Shapes::new();
    let paths = paths(&mut shapes);
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "bughouse serve",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Bughouse games, replayed on two boards.",
            "description":
                "What the review page asks the program `bughouse serve`. Requests from other origins are rejected.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "http://127.0.0.1:4242" }],
        "paths": paths,
        "components": { "schemas": shapes.finish() },
    });
    let mut text = Vec::new();
    let mut serializer =
        serde_json::Serializer::with_formatter(&mut text, PrettyFormatter::with_indent(b" "));
    // Strings and numbers alone: nothing that JSON cannot hold.
    let _ = serde::Serialize::serialize(&tidy(document), &mut serializer);
    text.push(b'\n');
    String::from_utf8_lossy(&text).into_owned()
}

/// The shapes that requests and answers have.
struct Shapes {
    answers: SchemaGenerator,
    requests: SchemaGenerator,
}

impl Shapes {
    fn new() -> Shapes {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = SCHEMAS.into();
                settings.meta_schema = None;
            })
        };
        Shapes {
            answers: settings().for_serialize().into_generator(),
            requests: settings().for_deserialize().into_generator(),
        }
    }

    /// An answer with JSON of a shape.
    fn answer<T: JsonSchema>(&mut self, description: &str) -> Value {
        let schema = self.answers.subschema_for::<T>();
        json!({ "description": description, "content": { "application/json": { "schema": schema } } })
    }

    /// A body with JSON of a shape.
    fn body<T: JsonSchema>(&mut self) -> Value {
        let schema = self.requests.subschema_for::<T>();
        json!({ "required": true, "content": { "application/json": { "schema": schema } } })
    }

    /// Makes a request of its parts: what it does, what it needs, and what comes of it.
    fn operation(
        &mut self,
        id: &str,
        summary: &str,
        parameters: Vec<Value>,
        status: &str,
        answer: Value,
    ) -> Value {
        let rejected = self.answer::<RejectionBody>("Rejected, with the reason.");
        let mut operation = json!({
            "operationId": id,
            "summary": summary,
            "responses": { status: answer, "default": rejected },
        });
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        operation
    }

    fn finish(mut self) -> Value {
        let mut all = self.answers.take_definitions(true);
        all.extend(self.requests.take_definitions(true));
        all.into()
    }
}

/// A value in an address.
fn value(place: &str, name: &str, description: &str, schema: &Value) -> Value {
    json!({
        "name": name,
        "in": place,
        "required": place == "path",
        "description": description,
        "schema": schema,
    })
}

/// A value in an address that must be there.
fn needed(name: &str, description: &str) -> Value {
    let mut value = value("query", name, description, &text());
    value["required"] = true.into();
    value
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn key() -> Value {
    value("path", "key", "The key of a file.", &text())
}

fn game_number() -> Value {
    let number = json!({ "type": "integer", "minimum": 1 });
    value("path", "game", "The number of the game, from 1.", &number)
}

fn both_boards() -> Vec<Value> {
    vec![needed("a", "Board A in any notation."), needed("b", "Board B in any notation.")]
}

/// Both boards, and the tags of a record that choose the rules.
fn in_game() -> Vec<Value> {
    let mut all = both_boards();
    for name in bpgn::RULE_TAGS {
        let about = format!("The value of the tag {name} of the record, which chooses rules.");
        all.push(value("query", name, &about, &text()));
    }
    all
}

/// What a list of games can be asked for.
fn search() -> Vec<Value> {
    let query = |name: &str, description: &str, schema: Value| value("query", name, description, &schema);
    let rating = || json!({ "type": "integer", "minimum": 0, "maximum": 9999 });
    vec![
        query("file", "Only of the file of this key.", text()),
        query("offset", "How many to skip.", json!({ "type": "integer", "minimum": 0, "default": 0 })),
        query(
            "limit",
            "The most to list.",
            json!({ "type": "integer", "minimum": 1, "maximum": 500, "default": 100 }),
        ),
        query(
            "player",
            "Part of a player's name; capitals do not matter. In quotes, the whole name.",
            text(),
        ),
        query(
            "partner",
            "Part of the partner's name: with `player` the two are a team, alone any player.",
            text(),
        ),
        query(
            "min_rating",
            "The rating: of `player` if one is asked for, else the mean of the known ratings of the game.",
            rating(),
        ),
        query("max_rating", "As above.", rating()),
        query("from", "The first day: YYYY, YYYY-MM or YYYY-MM-DD, with - or `.`.", text()),
        query("to", "The last day, in the same forms.", text()),
        query(
            "result",
            "Who won, by all that the record says, as `winner` of a row tells it: `1-0` the team of WhiteA, `0-1` that \
             of BlackA, `1/2-1/2` a draw, `*` nobody known. `won` and `lost` are those of `player`.",
            json!({ "type": "string", "enum": ["1-0", "0-1", "1/2-1/2", "*", "won", "lost"] }),
        ),
        query(
            "end",
            "Why the game ended: by a king that is mated on the boards, else by the end reason after the moves, else \
             by the `Termination` tag. One of the words in `end_reasons` of `/api/files`; `other` if nothing tells it.",
            text(),
        ),
        query(
            "sort",
            "The order: with a `-` in front the greatest first; a rating is the mean of those known, a player is WhiteA, \
             then his partner. Games of which nothing is known come last. Without it games are in the order of their \
             files.",
            json!({
                "type": "string",
                "enum": ["date", "-date", "rating", "-rating", "player", "-player", "plies", "-plies"],
            }),
        ),
    ]
}

/// What an archive can be asked about a position.
fn explore() -> Vec<Value> {
    let query = |name: &str, description: &str, schema: Value| value("query", name, description, &schema);
    let rating = || json!({ "type": "integer", "minimum": 0, "maximum": 32767 });
    vec![
        needed(
            "position",
            "One board in any notation, or two with ` | ` between them; `start` for the starting position.",
        ),
        query(
            "reserves",
            "What the reserves must be as the position has them.",
            json!({ "type": "string", "enum": ["any", "at-least", "exactly"], "default": "any" }),
        ),
        query(
            "games",
            "The most games to list of the best rated, and of the newest.",
            json!({ "type": "integer", "minimum": 0, "maximum": 500, "default": 5 }),
        ),
        query("player", "Who played the move; capitals do not matter.", text()),
        query("partner", "The partner of who played it.", text()),
        query("against", "An opponent of who played it.", text()),
        query(
            "seat",
            "The seat that played it.",
            json!({ "type": "string", "enum": ["WhiteA", "BlackA", "WhiteB", "BlackB"] }),
        ),
        query("color", "The color that played it.", json!({ "type": "string", "enum": ["white", "black"] })),
        query("min_rating", "The least rating of who played it.", rating()),
        query("max_rating", "The most.", rating()),
        query("from", "The first day: YYYY, YYYY-MM or YYYY-MM-DD, with - or `.`.", text()),
        query("to", "The last day, in the same forms.", text()),
        query("time_control", "The time control: `180+0`.", text()),
        query(
            "result",
            "What came of it for the team of who played it.",
            json!({ "type": "string", "enum": ["won", "drawn", "lost"] }),
        ),
        query("end", "How the game ended, as a short name.", text()),
        query("source", "The number of the source.", json!({ "type": "integer", "minimum": 0 })),
    ]
}

/// What an archive can be asked for games.
fn archive_search() -> Vec<Value> {
    vec![
        value(
            "query",
            "q",
            "The query, in the language of `bughouse search`. Without one, all games are listed.",
            &text(),
        ),
        value(
            "query",
            "offset",
            "How many games to skip.",
            &json!({ "type": "integer", "minimum": 0, "default": 0 }),
        ),
        value(
            "query",
            "limit",
            "The most games to list.",
            &json!({ "type": "integer", "minimum": 0, "maximum": 500, "default": 100 }),
        ),
    ]
}

/// What an archive can be asked for players.
fn archive_players() -> Vec<Value> {
    vec![
        value("query", "prefix", "The first letters of the name; capitals do not matter.", &text()),
        value(
            "query",
            "limit",
            "The most players to list.",
            &json!({ "type": "integer", "minimum": 0, "maximum": 500, "default": 10 }),
        ),
    ]
}

/// What an image can be asked for.
/// What players are called.
fn names() -> Vec<Value> {
    let name = |seat: &str| value("query", &format!("{seat}Name"), "Who sits there.", &text());
    ["WhiteA", "BlackA", "WhiteB", "BlackB"].map(name).into()
}

fn image() -> Vec<Value> {
    let mut all = both_boards();
    let flag = json!({ "type": "boolean" });
    all.push(value("query", "flip", "Turns both boards around.", &flag));
    all.push(value("query", "swap", "Puts board B on the left.", &flag));
    all.extend(clocks());
    all.extend(names());
    all
}

/// The four clocks.
fn clocks() -> impl Iterator<Item = Value> {
    bughouse_chess::Seat::ALL.into_iter().map(|seat| {
        let about = format!("What the clock of {seat} shows, in milliseconds.");
        value("query", seat.name(), &about, &json!({ "type": "integer" }))
    })
}

/// All requests, by path and method.
fn paths(shapes: &mut Shapes) -> Value {
    let sent = json!({
        "required": true,
        "content": { "application/octet-stream": { "schema": { "type": "string", "format": "binary" } } },
    });
    let bare = |description: &str| json!({ "description": description });
    let drawn = json!({ "description": "The image.", "content": { "image/svg+xml": { "schema": text() } } });
    let document = json!({
        "description": "The document.",
        "content": { "application/json": { "schema": { "type": "object" } } },
    });
    let mut paths = Map::new();
    let mut add = |path: &str, method: &str, operation: Value, body: Option<Value>| {
        let operations = paths.entry(path).or_insert_with(|| json!({}));
        operations[method] = operation;
        if let Some(body) = body {
            operations[method]["requestBody"] = body;
        }
    };

    let files = shapes.answer::<Files>("The files.");
    let summary = "Lists the open files and how far they have been read.";
    add("/api/files", "get", shapes.operation("listFiles", summary, vec![], "200", files), None);

    let opened = shapes.answer::<Opened>("It is open.");
    let summary = "Opens a text: BPGN (plain or compressed), a position of one or two boards in any notation, or two \
                   chess.com boards as JSON, one after the other.";
    let name = value("query", "name", "A name for people.", &text());
    add("/api/files", "post", shapes.operation("openText", summary, vec![name], "200", opened), Some(sent));

    let closed = bare("It is closed.");
    let close = shapes.operation(
        "closeUpload",
        "Closes an upload, or a file; on disk it stays as it is.",
        vec![key()],
        "204",
        closed,
    );
    add("/api/files/{key}", "delete", close, None);

    let reading = shapes.answer::<File>("It is being read.");
    let reload = shapes.operation("reloadFile", "Reads a file on disk again.", vec![key()], "200", reading);
    add("/api/files/{key}/reload", "post", reload, None);

    let rows = shapes.answer::<Rows>("A page of the list.");
    let summary = "Lists games that fit all that is asked, in the order of files.";
    add("/api/games", "get", shapes.operation("listGames", summary, search(), "200", rows), None);

    let replayed = shapes.answer::<Game>("The game, replayed.");
    let place = || vec![key(), game_number()];
    let open = shapes.operation("openGame", "Opens a game by its number.", place(), "200", replayed.clone());
    add("/api/files/{key}/games/{game}", "get", open, None);

    let written = shapes.answer::<Saved>("It is written.");
    let summary = "Writes a record in the place of this one, into its file on disk.";
    let replace = shapes.operation("replaceGame", summary, place(), "200", written.clone());
    add("/api/files/{key}/games/{game}", "put", replace, Some(shapes.body::<ReplaceRequest>()));

    let replay =
        shapes.operation("replayText", "Replays a record of one game.", vec![], "200", replayed.clone());
    add("/api/game", "post", replay, Some(shapes.body::<TextRequest>()));

    let edited = shapes.answer::<Edited>("The record after the edit.");
    let summary = "Changes a record: plays a move, sets a comment or marks, promotes or deletes a variation. Nothing \
                   is kept on the server.";
    let edit = shapes.operation("editText", summary, vec![], "200", edited);
    add("/api/edit", "post", edit, Some(shapes.body::<EditRequest>()));

    let summary = "Makes a game without half-moves of a position of one or two boards, in any notation.";
    let position = needed("text", "The position, such as two BFEN with ` | ` between them.");
    add(
        "/api/position",
        "get",
        shapes.operation("openPosition", summary, vec![position], "200", replayed),
        None,
    );

    let legal = shapes.answer::<Legal>("Moves and drops.");
    let summary = "Lists what both boards allow.";
    add("/api/legal", "get", shapes.operation("legalMoves", summary, in_game(), "200", legal), None);

    let notations = shapes.answer::<Notations>("The texts.");
    let summary = "Writes a position in all notations.";
    add(
        "/api/notations",
        "get",
        shapes.operation(
            "notations",
            summary,
            both_boards().into_iter().chain(clocks()).collect(),
            "200",
            notations,
        ),
        None,
    );

    let analyzed = shapes.answer::<Analysis>("What each seat has and needs.");
    let summary = "Tells who mates by checks, and what one more piece would do for each seat.";
    let analyze = shapes.operation("analyzeBoards", summary, in_game(), "200", analyzed);
    add("/api/analysis", "get", analyze, None);

    let evaluated = shapes.answer::<Evaluated>("What the search says.");
    let summary = "Has the built-in search evaluate both boards.";
    let evaluate = shapes.operation("evaluateBoards", summary, in_game(), "200", evaluated.clone());
    add("/api/evaluation", "get", evaluate, None);

    let summary =
        "Has the engine evaluate both boards that `serve --engine` names. A later query ends this one.";
    add("/api/engine", "get", shapes.operation("askEngine", summary, in_game(), "200", evaluated), None);

    let mistakes = shapes.answer::<GameMistakes>("The mistakes.");
    let summary =
        "Looks through the main line of a record for mates that were missed, and moves into a mate.";
    let operation = shapes.operation("findMistakes", summary, vec![], "200", mistakes);
    add("/api/mistakes", "post", operation, Some(shapes.body::<TextRequest>()));

    let summary = "Draws both boards with their reserves.";
    add("/api/svg", "get", shapes.operation("drawSvg", summary, image(), "200", drawn), None);

    let summary = "Writes a record to a new file in the folder of the server.";
    let mut save = shapes.operation("saveText", summary, vec![], "200", written);
    let exists = "A file of that name exists, and `overwrite` is false.";
    save["responses"]["409"] = shapes.answer::<RejectionBody>(exists);
    add("/api/save", "post", save, Some(shapes.body::<SaveRequest>()));

    let explored = shapes.answer::<Explored>("What was played.");
    let summary = "Tells what was played from a position in the archive that is open.";
    add("/api/explore", "get", shapes.operation("explore", summary, explore(), "200", explored), None);

    let years = shapes.answer::<ExploredYears>("What was played, year by year.");
    let summary = "Tells what was played from a position in the archive that is open, year by year. `games` does not matter.";
    let operation = shapes.operation("exploreYears", summary, explore(), "200", years);
    add("/api/explore/years", "get", operation, None);

    let found = shapes.answer::<FoundGames>("The games.");
    let summary = "Finds games of the archive that is open.";
    add(
        "/api/search",
        "get",
        shapes.operation("searchArchive", summary, archive_search(), "200", found),
        None,
    );

    let archived = shapes.answer::<Game>("The game, replayed.");
    let summary = "Opens a game of the archive by its id.";
    let id = value("path", "game", "The id of the game.", &json!({ "type": "integer", "minimum": 0 }));
    let open = shapes.operation("openArchived", summary, vec![id], "200", archived);
    add("/api/archive/games/{game}", "get", open, None);

    let players = shapes.answer::<ArchivePlayers>("The players.");
    let summary = "Lists players of the archive that is open, those with the most games first.";
    let operation = shapes.operation("archivePlayers", summary, archive_players(), "200", players);
    add("/api/archive/players", "get", operation, None);

    let player = shapes.answer::<ArchivePlayer>("The player.");
    let summary = "Tells what the archive that is open knows of a player.";
    let name = value("path", "name", "The name; capitals do not matter.", &text());
    let operation = shapes.operation("archivePlayer", summary, vec![name], "200", player);
    add("/api/archive/players/{name}", "get", operation, None);

    add(
        "/api/openapi.json",
        "get",
        shapes.operation("openapi", "This document.", vec![], "200", document),
        None,
    );
    paths.into()
}

/// Sorts all names, so that the document does not depend on how maps are kept; says that shapes have no other fields;
/// leaves out how numbers are stored; joins the lines of descriptions.
fn tidy(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(tidy).collect(),
        Value::Object(fields) => {
            let is_shape = fields.contains_key("properties") && !fields.contains_key("additionalProperties");
            let is_number = fields
                .get("format")
                .and_then(Value::as_str)
                .is_some_and(|format| ["int", "uint"].iter().any(|start| format.starts_with(start)));
            let mut fields: Vec<(String, Value)> = fields.into_iter().collect();
            if is_shape {
                fields.push(("additionalProperties".to_owned(), false.into()));
            }
            fields.retain(|(name, _)| name != "format" || !is_number);
            fields.sort_by(|(one, _), (other, _)| one.cmp(other));
            let one_line = |(name, value): (String, Value)| match (name.as_str(), value) {
                ("description", Value::String(text)) => (name, text.replace('\n', " ").into()),
                (_, value) => (name, tidy(value)),
            };
            Value::Object(fields.into_iter().map(one_line).collect())
        }
        other => other,
    }
}
