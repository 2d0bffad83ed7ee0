//! The OpenAPI spec of the HTTP API, generated from the types.

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::ser::PrettyFormatter;
use serde_json::{Map, Value, json};

use crate::api::files::{File, Files, Opened};
use crate::api::rejection::RejectionBody;
use crate::api::requests::{ReplaceRequest, SaveRequest, Saved, TextRequest};
use crate::position::queries::{Legal, Notations};
use crate::shapes::analysis::Analysis;
use crate::shapes::archive_player::{ArchivePlayer, ArchivePlayers};
use crate::shapes::evaluated::Evaluated;
use crate::shapes::explored::{Explored, FoundGames};
use crate::shapes::explored_years::ExploredYears;
use crate::shapes::game::Game;
use crate::shapes::mistakes::GameMistakes;
use crate::shapes::row::Rows;
use crate::texts::edit::{EditRequest, Edited};

/// The path of the schemas in the spec.
const SCHEMAS: &str = "/components/schemas";

/// Returns the OpenAPI spec.
pub fn openapi() -> String {
    let mut schemas = Schemas::new();
    let paths = paths(&mut schemas);
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "bughouse serve",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Browse, replay, edit and analyze bughouse games.",
            "description":
                "The HTTP API of `bughouse serve`, which the web UI uses. Requests from other origins are rejected.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "http://127.0.0.1:4242" }],
        "paths": paths,
        "components": { "schemas": schemas.finish() },
    });
    let mut text = Vec::new();
    let mut serializer =
        serde_json::Serializer::with_formatter(&mut text, PrettyFormatter::with_indent(b" "));
    // Only strings and numbers: writing them can't fail.
    let _ = serde::Serialize::serialize(&tidy(document), &mut serializer);
    text.push(b'\n');
    String::from_utf8_lossy(&text).into_owned()
}

/// The schemas of request and response bodies.
struct Schemas {
    answers: SchemaGenerator,
    requests: SchemaGenerator,
}

impl Schemas {
    fn new() -> Schemas {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = SCHEMAS.into();
                settings.meta_schema = None;
            })
        };
        Schemas {
            answers: settings().for_serialize().into_generator(),
            requests: settings().for_deserialize().into_generator(),
        }
    }

    /// Returns a response with a JSON body.
    fn answer<T: JsonSchema>(&mut self, description: &str) -> Value {
        let schema = self.answers.subschema_for::<T>();
        json!({ "description": description, "content": { "application/json": { "schema": schema } } })
    }

    /// Returns a JSON request body.
    fn body<T: JsonSchema>(&mut self) -> Value {
        let schema = self.requests.subschema_for::<T>();
        json!({ "required": true, "content": { "application/json": { "schema": schema } } })
    }

    /// Returns an operation.
    fn operation(
        &mut self,
        id: &str,
        summary: &str,
        parameters: Vec<Value>,
        status: &str,
        answer: Value,
    ) -> Value {
        let rejected = self.answer::<RejectionBody>("The request was rejected.");
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

/// Returns a path or query parameter.
fn value(place: &str, name: &str, description: &str, schema: &Value) -> Value {
    json!({
        "name": name,
        "in": place,
        "required": place == "path",
        "description": description,
        "schema": schema,
    })
}

/// Returns a required query parameter in a format.
fn needed(name: &str, description: &str, format: &str) -> Value {
    let mut value = value("query", name, description, &text_in(format));
    value["required"] = true.into();
    value
}

fn text() -> Value {
    json!({ "type": "string" })
}

/// Returns a text that must be in a format of its own. These formats are:
///
/// - `board`: a board in any notation
/// - `position`: a board, or two boards separated by ` | `
/// - `bpgn`: a game
/// - `query`: a query in the language of `bughouse search`
/// - `day`: YYYY, YYYY-MM or YYYY-MM-DD
/// - `time-control`: such as `180+0`
/// - `end-reason`: one of the `end_reasons` of `GET /api/files`
fn text_in(format: &str) -> Value {
    json!({ "type": "string", "format": format })
}

fn key() -> Value {
    value("path", "key", "The key of the file, as listed by `GET /api/files`.", &text())
}

fn game_number() -> Value {
    let number = json!({ "type": "integer", "minimum": 1, "maximum": u64::MAX });
    value("path", "game", "The number of the game, counted from 1.", &number)
}

fn both_boards() -> Vec<Value> {
    vec![needed("a", "Board A in any notation.", "board"), needed("b", "Board B in any notation.", "board")]
}

/// Returns the parameters for both boards and for the tags that select the rules.
fn in_game() -> Vec<Value> {
    let mut all = both_boards();
    for &name in bpgn::replay::RULE_TAGS {
        let about = format!("The value of the tag `{name}` of the game, which selects the rules.");
        let schema = match name {
            "Promotion" => json!({ "type": "string", "enum": ["Upgrade", "Steal", "Discard"] }),
            "DropAggression" => {
                let values = ["Mate allowed", "No bughouse mate", "No chess mate", "No check"];
                json!({ "type": "string", "enum": values })
            }
            "PawnDropRanks" => json!({ "type": "string", "pattern": "^[1-8]-[1-8]$" }),
            _ => text(),
        };
        all.push(value("query", name, &about, &schema));
    }
    all
}

/// Returns a query parameter that may be empty, which is the same as leaving it out.
fn maybe_empty(name: &str, description: &str, schema: &Value) -> Value {
    let mut value = value("query", name, description, schema);
    value["allowEmptyValue"] = true.into();
    value
}

/// Returns the parameters of a list of games.
fn search() -> Vec<Value> {
    let query = |name: &str, description: &str, schema: Value| maybe_empty(name, description, &schema);
    let rating = || json!({ "type": "integer", "minimum": 0, "maximum": 9999 });
    vec![
        query("file", "The key of a file to search in. By default, all files.", text()),
        query(
            "offset",
            "The number of games to skip.",
            json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX, "default": 0 }),
        ),
        query(
            "limit",
            "The maximum number of games to return.",
            json!({ "type": "integer", "minimum": 1, "maximum": 500, "default": 100 }),
        ),
        query("player", "Part of a player's name, ignoring case. In quotes, the whole name.", text()),
        query(
            "partner",
            "Part of the partner's name. With `player`, the two must be partners; otherwise any player matches.",
            text(),
        ),
        query(
            "min_rating",
            "The minimum rating: of `player` if it is given, otherwise the mean of the known ratings in the game.",
            rating(),
        ),
        query("max_rating", "The maximum rating, as in `min_rating`.", rating()),
        query("from", "The first day: YYYY, YYYY-MM or YYYY-MM-DD, separated by `-` or `.`.", text_in("day")),
        query("to", "The last day, in the same formats.", text_in("day")),
        query(
            "result",
            "Who won, like the field `winner`: `1-0` the team of WhiteA, `0-1` the team of BlackA, `1/2-1/2` a draw, \
             `*` unknown. `won` and `lost` are from the view of `player`.",
            json!({ "type": "string", "enum": ["1-0", "0-1", "1/2-1/2", "*", "won", "lost"] }),
        ),
        query(
            "end",
            "Why the game ended, as one of the `end_reasons` of `GET /api/files`. It is taken from a mate on the \
             boards, the end reason after the moves, or the `Termination` tag, in this order. `other` if unknown.",
            text_in("end-reason"),
        ),
        query(
            "sort",
            "The sort order; with a `-` before it, the greatest first. `rating` is the mean of the known ratings, \
             `player` the name of WhiteA, then of BlackB. Games without the value come last. By default, games are in \
             file order.",
            json!({
                "type": "string",
                "enum": ["date", "-date", "rating", "-rating", "player", "-player", "plies", "-plies"],
            }),
        ),
    ]
}

/// Returns the parameters of a query about a position in an archive.
fn explore() -> Vec<Value> {
    let query = |name: &str, description: &str, schema: Value| match schema["type"] == "string" {
        true => maybe_empty(name, description, &schema),
        false => value("query", name, description, &schema),
    };
    let rating = || json!({ "type": "integer", "minimum": 0, "maximum": 32767 });
    vec![
        needed(
            "position",
            "One board in any notation, or two boards separated by ` | `. `start` is the starting position.",
            "position",
        ),
        query(
            "reserves",
            "How reserves must match those of the position: not at all, at least as many pieces, or exactly.",
            json!({ "type": "string", "enum": ["any", "at-least", "exactly"], "default": "any" }),
        ),
        query(
            "games",
            "How many of the highest rated games to return, and how many of the newest.",
            json!({ "type": "integer", "minimum": 0, "maximum": 500, "default": 5 }),
        ),
        query("player", "The player who moved, ignoring case.", text()),
        query("partner", "The partner of the player who moved.", text()),
        query("against", "An opponent of the player who moved.", text()),
        query(
            "seat",
            "The seat that moved.",
            json!({ "type": "string", "enum": ["WhiteA", "BlackA", "WhiteB", "BlackB"] }),
        ),
        query("color", "The color that moved.", json!({ "type": "string", "enum": ["white", "black"] })),
        query("min_rating", "The minimum rating of the player who moved.", rating()),
        query("max_rating", "The maximum rating of the player who moved.", rating()),
        query("from", "The first day: YYYY, YYYY-MM or YYYY-MM-DD, separated by `-` or `.`.", text_in("day")),
        query("to", "The last day, in the same formats.", text_in("day")),
        query("time_control", "The time control, such as `180+0`.", text_in("time-control")),
        query(
            "result",
            "The result for the team of the player who moved.",
            json!({ "type": "string", "enum": ["won", "drawn", "lost"] }),
        ),
        query("end", "How the game ended, as a short name such as `checkmate`.", text()),
        query(
            "source",
            "The number of the source file.",
            json!({ "type": "integer", "minimum": 0, "maximum": i64::MAX }),
        ),
    ]
}

/// Returns the parameters of a search in an archive.
fn archive_search() -> Vec<Value> {
    vec![
        maybe_empty(
            "q",
            "The query in the language of `bughouse search`. Without one, all games match.",
            &text_in("query"),
        ),
        value(
            "query",
            "offset",
            "The number of games to skip.",
            &json!({ "type": "integer", "minimum": 0, "maximum": i64::MAX, "default": 0 }),
        ),
        value(
            "query",
            "limit",
            "The maximum number of games to return.",
            &json!({ "type": "integer", "minimum": 0, "maximum": 500, "default": 100 }),
        ),
    ]
}

/// Returns the parameters of a list of players.
fn archive_players() -> Vec<Value> {
    vec![
        value("query", "prefix", "The beginning of the name, ignoring case.", &text()),
        value(
            "query",
            "limit",
            "The maximum number of players to return.",
            &json!({ "type": "integer", "minimum": 0, "maximum": 500, "default": 10 }),
        ),
    ]
}

/// Returns the parameters for the names of players.
fn names() -> Vec<Value> {
    let name = |seat: &str| {
        value(
            "query",
            &format!("{seat}Name"),
            &format!("The name of the player in the seat {seat}."),
            &text(),
        )
    };
    ["WhiteA", "BlackA", "WhiteB", "BlackB"].map(name).into()
}

/// Returns the parameters of an image.
fn image() -> Vec<Value> {
    let mut all = both_boards();
    let flag = json!({ "type": "boolean" });
    all.push(maybe_empty("flip", "Flip both boards.", &flag));
    all.push(maybe_empty("swap", "Put board B on the left.", &flag));
    all.extend(clocks());
    all.extend(names());
    all
}

/// Returns the parameters for the four clocks.
fn clocks() -> impl Iterator<Item = Value> {
    bughouse_chess::Seat::ALL.into_iter().map(|seat| {
        let about = format!("The clock of {seat} in milliseconds.");
        let schema = json!({ "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX });
        value("query", seat.name(), &about, &schema)
    })
}

/// Returns all operations by path and method.
fn paths(schemas: &mut Schemas) -> Value {
    let sent = json!({
        "required": true,
        "content": { "application/octet-stream": { "schema": { "type": "string", "format": "binary" } } },
    });
    let bare = |description: &str| json!({ "description": description });
    let drawn = json!({ "description": "The image.", "content": { "image/svg+xml": { "schema": text() } } });
    let document = json!({
        "description": "The OpenAPI spec.",
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

    let files = schemas.answer::<Files>("The open files and what the server supports.");
    let summary = "List the open files.";
    add("/api/files", "get", schemas.operation("listFiles", summary, vec![], "200", files), None);

    let opened = schemas.answer::<Opened>("The text is open.");
    let summary = "Open a text: BPGN (plain or compressed), a position of one or two boards in any notation, or \
                   the two boards of a chess.com game as JSON, one after the other.";
    let name = value("query", "name", "The display name.", &text());
    add("/api/files", "post", schemas.operation("openText", summary, vec![name], "200", opened), Some(sent));

    let closed = bare("The file is closed.");
    let close = schemas.operation(
        "closeUpload",
        "Close a file. On disk, it stays unchanged.",
        vec![key()],
        "204",
        closed,
    );
    add("/api/files/{key}", "delete", close, None);

    let reading = schemas.answer::<File>("The file is being read.");
    let reload = schemas.operation("reloadFile", "Reload a file from disk.", vec![key()], "200", reading);
    add("/api/files/{key}/reload", "post", reload, None);

    let rows = schemas.answer::<Rows>("The games of this page.");
    let summary = "List the games that match all parameters.";
    add("/api/games", "get", schemas.operation("listGames", summary, search(), "200", rows), None);

    let replayed = schemas.answer::<Game>("The replayed game.");
    let place = || vec![key(), game_number()];
    let open = schemas.operation(
        "openGame",
        "Return a game of an open file, replayed.",
        place(),
        "200",
        replayed.clone(),
    );
    add("/api/files/{key}/games/{game}", "get", open, None);

    let written = schemas.answer::<Saved>("The game is saved.");
    let summary = "Replace a game in its file on disk.";
    let replace = schemas.operation("replaceGame", summary, place(), "200", written.clone());
    add("/api/files/{key}/games/{game}", "put", replace, Some(schemas.body::<ReplaceRequest>()));

    let replay =
        schemas.operation("replayText", "Replay a game given as BPGN.", vec![], "200", replayed.clone());
    add("/api/game", "post", replay, Some(schemas.body::<TextRequest>()));

    let edited = schemas.answer::<Edited>("The edited game.");
    let summary = "Edit a game given as BPGN: play a move, set a comment, NAGs or a tag, promote or delete a \
                   variation, or repair the main line. Nothing is stored on the server.";
    let edit = schemas.operation("editText", summary, vec![], "200", edited);
    add("/api/edit", "post", edit, Some(schemas.body::<EditRequest>()));

    let summary = "Return a position of one or two boards in any notation as a game without moves.";
    let position = needed("text", "The position, such as two boards in BFEN separated by ` | `.", "position");
    add(
        "/api/position",
        "get",
        schemas.operation("openPosition", summary, vec![position], "200", replayed),
        None,
    );

    let legal = schemas.answer::<Legal>("The legal moves and drops.");
    let summary = "List the legal moves and drops on both boards.";
    add("/api/legal", "get", schemas.operation("legalMoves", summary, in_game(), "200", legal), None);

    let notations = schemas.answer::<Notations>("The position in all notations.");
    let summary = "Convert a position to all notations.";
    add(
        "/api/notations",
        "get",
        schemas.operation(
            "notations",
            summary,
            both_boards().into_iter().chain(clocks()).collect(),
            "200",
            notations,
        ),
        None,
    );

    let analyzed = schemas.answer::<Analysis>("The mates and needs of each seat.");
    let summary = "Find mates by checks, and what one more piece would change for each seat.";
    let analyze = schemas.operation("analyzeBoards", summary, in_game(), "200", analyzed);
    add("/api/analysis", "get", analyze, None);

    let evaluated = schemas.answer::<Evaluated>("The evaluation of both boards.");
    let summary = "Evaluate both boards with the built-in search.";
    let evaluate = schemas.operation("evaluateBoards", summary, in_game(), "200", evaluated.clone());
    add("/api/evaluation", "get", evaluate, None);

    let summary = "Evaluate both boards with the engine of `bughouse serve --engine`. A later request cancels this one.";
    add("/api/engine", "get", schemas.operation("askEngine", summary, in_game(), "200", evaluated), None);

    let mistakes = schemas.answer::<GameMistakes>("The mistakes.");
    let summary = "Find missed mates and moves into a mate in the main line of a game given as BPGN.";
    let operation = schemas.operation("findMistakes", summary, vec![], "200", mistakes);
    add("/api/mistakes", "post", operation, Some(schemas.body::<TextRequest>()));

    let summary = "Draw both boards with their reserves.";
    add("/api/svg", "get", schemas.operation("drawSvg", summary, image(), "200", drawn), None);

    let summary = "Save a game to a new file in the folder of the server.";
    let mut save = schemas.operation("saveText", summary, vec![], "200", written);
    let exists = "A file of that name exists and `overwrite` is false.";
    save["responses"]["409"] = schemas.answer::<RejectionBody>(exists);
    add("/api/save", "post", save, Some(schemas.body::<SaveRequest>()));

    let explored = schemas.answer::<Explored>("The moves played from the position.");
    let summary = "List the moves played from a position in the open archive.";
    add("/api/explore", "get", schemas.operation("explore", summary, explore(), "200", explored), None);

    let years = schemas.answer::<ExploredYears>("The moves played from the position, by year.");
    let summary = "List the moves played from a position in the open archive, by year. `games` is ignored.";
    let operation = schemas.operation("exploreYears", summary, explore(), "200", years);
    add("/api/explore/years", "get", operation, None);

    let found = schemas.answer::<FoundGames>("The games of this page.");
    let summary = "Search the games of the open archive.";
    add(
        "/api/search",
        "get",
        schemas.operation("searchArchive", summary, archive_search(), "200", found),
        None,
    );

    let archived = schemas.answer::<Game>("The replayed game.");
    let summary = "Return a game of the open archive, replayed.";
    let id = json!({ "type": "integer", "minimum": 0, "maximum": i32::MAX });
    let id = value("path", "game", "The id of the game.", &id);
    let open = schemas.operation("openArchived", summary, vec![id], "200", archived);
    add("/api/archive/games/{game}", "get", open, None);

    let players = schemas.answer::<ArchivePlayers>("The players.");
    let summary = "List the players of the open archive, those with the most games first.";
    let operation = schemas.operation("archivePlayers", summary, archive_players(), "200", players);
    add("/api/archive/players", "get", operation, None);

    let player = schemas.answer::<ArchivePlayer>("The statistics of the player.");
    let summary = "Return the statistics of a player in the open archive.";
    let name = value("path", "name", "The name, ignoring case.", &text());
    let operation = schemas.operation("archivePlayer", summary, vec![name], "200", player);
    add("/api/archive/players/{name}", "get", operation, None);

    add(
        "/api/openapi.json",
        "get",
        schemas.operation("openapi", "Return this OpenAPI spec.", vec![], "200", document),
        None,
    );
    paths.into()
}

/// Sorts all names for a stable output, forbids additional properties, removes number formats, and joins the lines of
/// descriptions.
fn tidy(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(tidy).collect(),
        Value::Object(fields) => {
            let is_object = fields.contains_key("properties") && !fields.contains_key("additionalProperties");
            let is_number = fields
                .get("format")
                .and_then(Value::as_str)
                .is_some_and(|format| ["int", "uint"].iter().any(|start| format.starts_with(start)));
            let mut fields: Vec<(String, Value)> = fields.into_iter().collect();
            if is_object {
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
