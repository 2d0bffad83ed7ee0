//! The requests of the HTTP API. This table is the only list of them: parsing, answers and the OpenAPI spec come from
//! it.

use bughouse_chess::Position;
use bughouse_mate::Solver;
#[cfg(feature = "schema")]
use serde_json::{Value, json};

use crate::api::answer::{Answer, Body, BodyKind, NoContent, Reply, Spec, Svg, Upload};
use crate::api::archive_requests::{ExploreRequest, PlayersRequest, SearchRequest};
use crate::api::boards::{BothBoards, GivenArrangement, GivenClocks, GivenNames, GivenPosition};
use crate::api::files::{File, Files, Opened};
use crate::api::params::{Params, read_target};
use crate::api::path::Segment;
use crate::api::query::{Query, TEXT, query};
use crate::api::rejection::Rejection;
#[cfg(feature = "schema")]
use crate::api::rejection::RejectionBody;
use crate::api::requests::{ReplaceRequest, SaveRequest, Saved, TextRequest};
#[cfg(feature = "schema")]
use crate::api::schema::{Operation, Schemas};
use crate::api::store::Store;
use crate::draw::svg;
use crate::position::queries::{Legal, Notations};
use crate::position::two_boards::{Arrangement, DrawnBoards};
use crate::shapes::analysis::Analysis;
use crate::shapes::archive_player::{ArchivePlayer, ArchivePlayers};
use crate::shapes::evaluated::Evaluated;
use crate::shapes::explored::{Explored, FoundGames};
use crate::shapes::explored_years::ExploredYears;
use crate::shapes::game::Game;
use crate::shapes::mistakes::GameMistakes;
use crate::shapes::row::Rows;
use crate::texts::edit::{EditRequest, Edited, replay_text};
use crate::texts::open;
use crate::texts::search::{Page, SearchQuery};

/// A method and a path.
struct Route {
    method: &'static str,
    /// The path; parameters are in braces.
    path: &'static str,
    /// Parses the parameters in the path and in the query string.
    parse: fn(&[&str], &Params) -> Result<Request, Rejection>,
}

/// Declares all requests. Each has a summary, a method, a name, a path, parameters in the path, parameters in the
/// query string after `?`, and a body; after the arrow, the type of its answer, a description, and how it is answered.
/// `[long]` are those that may take long.
macro_rules! routes {
    ($store:ident; $(
        $(#[doc = $summary:literal])+
        $method:ident $([$long:ident])? $name:ident $path:literal
        $(($($part:ident: $part_type:ty),+))?
        $(?($($param:ident: $param_type:ty),+))?
        $(body($body:ident: $body_type:ty))?
        -> $reply:ty: $about:literal $(or $status:literal: $why:literal)?, $answer:expr;
    )+) => {
        /// A request of the HTTP API, parsed except for its body.
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum Request {
            $($(#[doc = $summary])+ $name($($($part_type,)+)? $($($param_type,)+)?),)+
        }

        const ROUTES: &[Route] = &[$(Route {
            method: stringify!($method),
            path: $path,
            parse: |parts, params| {
                let names: Vec<&str> = [Vec::new(), $($(<$param_type as Query>::names(),)+)?].concat();
                params.require_only(&names)?;
                let [$($($part),+)?] = parts else { return Err(Rejection::no_such_request()) };
                Ok(Request::$name(
                    $($(<$part_type as Segment>::read($part)?,)+)?
                    $($(<$param_type as Query>::read(params)?,)+)?
                ))
            },
        },)+];

        impl Request {
            /// Returns what kind of body the request has.
            #[must_use]
            pub fn body_kind(&self) -> BodyKind {
                match self {
                    $(Request::$name(..) => [$(<$body_type as Body>::KIND,)? BodyKind::Nothing][0],)+
                }
            }

            /// Returns `true` if the request may take long: a query of an archive, or the mistakes of a game. A server
            /// can use it to queue them. A single game of an archive doesn't take long.
            #[must_use]
            pub fn is_long(&self) -> bool {
                match self {
                    $(Request::$name(..) => [$(stringify!($long) == "long",)? false][0],)+
                }
            }

            fn reply(self, $store: &impl Store, sent: Vec<u8>) -> Result<Answer, Rejection> {
                match self {$(
                    Request::$name($($($part,)+)? $($($param,)+)?) => {
                        $(let $body = <$body_type as Body>::read(sent)?;)?
                        let reply: Result<$reply, Rejection> = $answer;
                        reply.map(Reply::answer)
                    }
                )+}
            }
        }

        /// Describes all requests in the OpenAPI spec.
        #[cfg(feature = "schema")]
        pub(crate) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
            vec![$(Operation {
                method: stringify!($method),
                path: $path,
                name: stringify!($name),
                summary: concat!($($summary),+),
                parameters: [
                    vec![$($(parameter::<$part_type>(stringify!($part)),)+)?],
                    $($(<$param_type as Query>::describe(),)+)?
                ].concat(),
                body: [$(<$body_type as Body>::describe(schemas),)?].into_iter().next(),
                answers: vec![
                    <$reply as Reply>::describe(schemas, $about),
                    $(($status, schemas.answer::<RejectionBody>($why)),)?
                ],
            },)+]
        }
    };
}

routes! { store;
    /// List the open files.
    GET ListFiles "/api/files"
    -> Files: "The open files and what the server supports.", Ok(store.files());

    /// Open a text: BPGN (plain or compressed), a position of one or two boards in any notation, or the two boards of a
    /// chess.com game as JSON, one after the other.
    POST OpenText "/api/files" ?(name: UploadName) body(text: Upload)
    -> Opened: "The text is open.", store.open(name.name.as_deref().unwrap_or_default(), text.0);

    /// Close a file. On disk, it stays unchanged.
    DELETE CloseUpload "/api/files/{key}" (key: String)
    -> NoContent: "The file is closed.", store.close(&key).map(|()| NoContent);

    /// Reload a file from disk.
    POST ReloadFile "/api/files/{key}/reload" (key: String)
    -> File: "The file is being read.", store.reload(&key);

    /// List the games that match all parameters.
    GET ListGames "/api/games" ?(page: Page, query: SearchQuery)
    -> Rows: "The games of this page.", query.require_player().and_then(|()| store.games(&page, &query));

    /// Return a game of an open file, replayed.
    GET OpenGame "/api/files/{key}/games/{game}" (key: String, game: u64)
    -> Game: "The replayed game.", store.game(&key, game);

    /// Replace a game in its file on disk.
    PUT ReplaceGame "/api/files/{key}/games/{game}" (key: String, game: u64) body(request: ReplaceRequest)
    -> Saved: "The game is saved.", store.replace(&key, game, &request);

    /// Replay a game given as BPGN.
    POST ReplayText "/api/game" body(request: TextRequest)
    -> Game: "The replayed game.", replay_text(&request.text);

    /// Edit a game given as BPGN: play a move, set a comment, NAGs or a tag, promote or delete a variation, or repair
    /// the main line. Nothing is stored on the server.
    POST EditText "/api/edit" body(request: EditRequest)
    -> Edited: "The edited game.", request.apply();

    /// Return a position of one or two boards in any notation as a game without moves.
    GET OpenPosition "/api/position" ?(position: GivenPosition)
    -> Game: "The replayed game.", open_position(&position.text);

    /// List the legal moves and drops on both boards.
    GET LegalMoves "/api/legal" ?(position: Position)
    -> Legal: "The legal moves and drops.", Ok(Legal::of(&position));

    /// Convert a position to all notations.
    GET Notations "/api/notations" ?(boards: BothBoards, clocks: GivenClocks)
    -> Notations: "The position in all notations.", Ok(Notations::of_read(boards.with_clocks(clocks)));

    /// Find mates by checks, and what one more piece would change for each seat.
    GET AnalyzeBoards "/api/analysis" ?(position: Position)
    -> Analysis: "The mates and needs of each seat.", Ok(Analysis::of(&position, &mut Solver::new()));

    /// Evaluate both boards with the built-in search.
    GET EvaluateBoards "/api/evaluation" ?(position: Position)
    -> Evaluated: "The evaluation of both boards.", Evaluated::built_in(&position);

    /// Evaluate both boards with the engine of `bughouse serve --engine`. A later request cancels this one.
    GET AskEngine "/api/engine" ?(position: Position)
    -> Evaluated: "The evaluation of both boards.", store.engine(&position);

    /// Find missed mates and moves into a mate in the main line of a game given as BPGN.
    POST [long] FindMistakes "/api/mistakes" body(request: TextRequest)
    -> GameMistakes: "The mistakes.", GameMistakes::answer(&request.text);

    /// Draw both boards with their reserves.
    GET DrawSvg "/api/svg"
    ?(boards: BothBoards, arrangement: GivenArrangement, clocks: GivenClocks, names: GivenNames)
    -> Svg: "The image.", Ok(draw(boards, arrangement, clocks, names));

    /// Save a game to a new file in the folder of the server.
    POST SaveText "/api/save" body(request: SaveRequest)
    -> Saved: "The game is saved." or "409": "A file of that name exists and `overwrite` is false.",
    store.save(&request);

    /// List the moves played from a position in the open archive.
    GET [long] Explore "/api/explore" ?(request: ExploreRequest)
    -> Explored: "The moves played from the position.", store.explore(&request);

    /// List the moves played from a position in the open archive, by year. `games` is ignored.
    GET [long] ExploreYears "/api/explore/years" ?(request: ExploreRequest)
    -> ExploredYears: "The moves played from the position, by year.", store.explore_years(&request);

    /// Search the games of the open archive.
    GET [long] SearchArchive "/api/search" ?(request: SearchRequest)
    -> FoundGames: "The games of this page.", store.search(&request);

    /// Return a game of the open archive, replayed.
    GET OpenArchived "/api/archive/games/{game}" (game: i32)
    -> Game: "The replayed game.", store.archived(game);

    /// List the players of the open archive, those with the most games first.
    GET [long] ArchivePlayers "/api/archive/players" ?(request: PlayersRequest)
    -> ArchivePlayers: "The players.", store.players(&request);

    /// Return the statistics of a player in the open archive.
    GET [long] ArchivePlayer "/api/archive/players/{name}" (name: String)
    -> ArchivePlayer: "The statistics of the player.", store.player(&name);

    /// Return this OpenAPI spec.
    GET Openapi "/api/openapi.json"
    -> Spec: "The OpenAPI spec.", Ok(Spec);
}

query! {
    /// The name of a text to open.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct UploadName {
        /// The display name.
        "name" pub name: Option<String> = TEXT,
    }
}

impl Request {
    /// Parses a request. The target is the path and the query string, as in an HTTP request. `HEAD` is the same as
    /// `GET`.
    ///
    /// # Errors
    /// Fails if there is no such path, it doesn't support the method, or a parameter is invalid.
    pub fn parse(method: &str, target: &str) -> Result<Request, Rejection> {
        let (path, params) = read_target(target);
        let wanted = if method == "HEAD" { "GET" } else { method };
        let mut methods = Vec::new();
        for route in ROUTES {
            let Some(parts) = parts(route.path, &path) else { continue };
            if route.method == wanted {
                return (route.parse)(&parts, &params);
            }
            methods.push(if route.method == "GET" { "GET,HEAD" } else { route.method });
        }
        Err(match methods.is_empty() {
            true => Rejection::no_such_request(),
            false => Rejection::method_not_allowed(&methods.join(",")),
        })
    }

    /// Answers the request, given its body. A store without a disk rejects requests that save games.
    pub fn answer(self, store: &impl Store, body: Vec<u8>) -> Answer {
        self.reply(store, body).unwrap_or_else(Answer::from)
    }
}

/// Returns the parameters in a path; `None` if it isn't the path of this route.
fn parts<'a>(route: &str, path: &'a [String]) -> Option<Vec<&'a str>> {
    let mut parts = Vec::new();
    let mut names = route.split('/').skip(1);
    for part in path {
        match names.next()? {
            name if name.starts_with('{') && !part.is_empty() => parts.push(part.as_str()),
            name if name == part => {}
            _ => return None,
        }
    }
    names.next().is_none().then_some(parts)
}

/// Describes a parameter in a path.
#[cfg(feature = "schema")]
fn parameter<T: Segment>(name: &str) -> Value {
    let (about, schema) = T::describe(name);
    json!({ "name": name, "in": "path", "required": true, "description": about, "schema": schema })
}

fn open_position(text: &str) -> Result<Game, Rejection> {
    let converted = open::from_position(text.trim().as_bytes())?;
    // Converted texts are UTF-8.
    replay_text(&String::from_utf8_lossy(&converted.text))
}

fn draw(boards: BothBoards, arrangement: GivenArrangement, clocks: GivenClocks, names: GivenNames) -> Svg {
    let GivenArrangement { flip, swap } = arrangement;
    let names = [names.white_a, names.black_a, names.white_b, names.black_b];
    Svg(svg::two_boards_of(&DrawnBoards(&boards.with_clocks(clocks)), Arrangement { flip, swap }, &names))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::api::answer::OPENAPI;

    #[test]
    fn parameters_in_paths_are_described() {
        let spec: Value = serde_json::from_str(OPENAPI).unwrap();
        let mut requests = 0;
        for (path, operations) in spec["paths"].as_object().unwrap() {
            let named: Vec<&str> =
                path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
            for (method, operation) in operations.as_object().unwrap() {
                let described = operation["parameters"].as_array().into_iter().flatten();
                let described = described.filter(|parameter| parameter["in"] == "path");
                let described: Vec<&Value> = described.map(|parameter| &parameter["name"]).collect();
                assert_eq!(described, named, "{method} {path}");
                requests += 1;
            }
        }
        assert_eq!(requests, ROUTES.len());
    }

    #[test]
    fn requests_are_parsed() {
        let request = Request::parse("HEAD", "/api/files/a%2Fb/games/12").unwrap();
        assert!(matches!(&request, Request::OpenGame(key, 12) if key == "a/b"));
        assert_eq!((request.body_kind(), request.is_long()), (BodyKind::Nothing, false));
        let request = Request::parse("POST", "/api/files?name=x").unwrap();
        assert!(matches!(&request, Request::OpenText(upload) if upload.name.as_deref() == Some("x")));
        assert_eq!(request.body_kind(), BodyKind::Text);
        let request = Request::parse("POST", "/api/mistakes").unwrap();
        assert_eq!((request.body_kind(), request.is_long()), (BodyKind::Json, true));
        let rejected = Request::parse("GET", "/api/files/x/games/01?more=1").unwrap_err();
        assert_eq!(rejected.message(), "unknown parameter more: this request has no parameters");
    }

    #[test]
    fn other_paths_and_methods_are_rejected() {
        for path in
            ["", "/", "/api", "/api/", "/api/nothing", "/api/files/", "/api/files//games/1", "/api/games/"]
        {
            let rejected = Request::parse("GET", path).unwrap_err();
            assert_eq!(rejected.status(), 404, "{path}");
        }
        let rejected = Request::parse("PATCH", "/api/files").unwrap_err();
        assert_eq!((rejected.status(), rejected.allow()), (405, Some("GET,HEAD,POST")));
        assert_eq!(Request::parse("get", "/api/games").unwrap_err().status(), 405);
    }
}
