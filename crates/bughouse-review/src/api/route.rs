//! Finds the request for a method and a path. `schema.rs` documents all requests.

use crate::api::archive_requests::{ExploreRequest, PlayersRequest, SearchRequest};
use crate::api::rejection::Rejection;
use crate::texts::search::Search;

/// A request of the HTTP API.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Route<'a> {
    ListFiles,
    OpenText,
    /// The key of the file.
    CloseUpload(&'a str),
    /// The key of the file.
    ReloadFile(&'a str),
    ListGames,
    /// The key of the file and the number of the game.
    OpenGame(&'a str, &'a str),
    /// The key of the file and the number of the game.
    ReplaceGame(&'a str, &'a str),
    ReplayText,
    EditText,
    OpenPosition,
    LegalMoves,
    Notations,
    AnalyzeBoards,
    EvaluateBoards,
    AskEngine,
    FindMistakes,
    DrawSvg,
    SaveText,
    Explore,
    ExploreYears,
    SearchArchive,
    /// The id of the game.
    OpenArchived(&'a str),
    ArchivePlayers,
    /// The name of the player.
    ArchivePlayer(&'a str),
    Openapi,
}

/// The kind of body that a request has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyKind {
    /// No body; it is ignored.
    Nothing,
    /// A text to open.
    Text,
    /// JSON.
    Json,
}

impl<'a> Route<'a> {
    /// Finds the request for a method and the decoded segments of a path. `HEAD` is the same as `GET`.
    ///
    /// # Errors
    /// Fails if there is no such path, or it doesn't support the method.
    pub(crate) fn find(method: &str, path: &'a [String]) -> Result<Route<'a>, Rejection> {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let routes = match path[..] {
            ["api", "files"] => vec![("GET", Route::ListFiles), ("POST", Route::OpenText)],
            // No file has an empty key, so there is no such path.
            ["api", "files", "", ..] => vec![],
            ["api", "files", key] => vec![("DELETE", Route::CloseUpload(key))],
            ["api", "files", key, "reload"] => vec![("POST", Route::ReloadFile(key))],
            ["api", "files", key, "games", game] if !game.is_empty() => {
                vec![("GET", Route::OpenGame(key, game)), ("PUT", Route::ReplaceGame(key, game))]
            }
            ["api", "games"] => vec![("GET", Route::ListGames)],
            ["api", "game"] => vec![("POST", Route::ReplayText)],
            ["api", "edit"] => vec![("POST", Route::EditText)],
            ["api", "position"] => vec![("GET", Route::OpenPosition)],
            ["api", "legal"] => vec![("GET", Route::LegalMoves)],
            ["api", "notations"] => vec![("GET", Route::Notations)],
            ["api", "analysis"] => vec![("GET", Route::AnalyzeBoards)],
            ["api", "evaluation"] => vec![("GET", Route::EvaluateBoards)],
            ["api", "engine"] => vec![("GET", Route::AskEngine)],
            ["api", "mistakes"] => vec![("POST", Route::FindMistakes)],
            ["api", "svg"] => vec![("GET", Route::DrawSvg)],
            ["api", "save"] => vec![("POST", Route::SaveText)],
            ["api", "explore"] => vec![("GET", Route::Explore)],
            ["api", "explore", "years"] => vec![("GET", Route::ExploreYears)],
            ["api", "search"] => vec![("GET", Route::SearchArchive)],
            ["api", "archive", "games", game] if !game.is_empty() => vec![("GET", Route::OpenArchived(game))],
            ["api", "archive", "players"] => vec![("GET", Route::ArchivePlayers)],
            ["api", "archive", "players", name] if !name.is_empty() => {
                vec![("GET", Route::ArchivePlayer(name))]
            }
            ["api", "openapi.json"] => vec![("GET", Route::Openapi)],
            _ => vec![],
        };
        if routes.is_empty() {
            return Err(Rejection::no_such_request());
        }
        let wanted = if method == "HEAD" { "GET" } else { method };
        let found = routes.iter().find(|(method, _)| *method == wanted);
        found.map(|&(_, route)| route).ok_or_else(|| {
            let methods = routes.iter().map(|&(method, _)| if method == "GET" { "GET,HEAD" } else { method });
            Rejection::method_not_allowed(&methods.collect::<Vec<_>>().join(","))
        })
    }

    /// Returns what kind of body it has.
    pub(crate) fn body_kind(self) -> BodyKind {
        match self {
            Route::OpenText => BodyKind::Text,
            Route::ReplaceGame(..)
            | Route::ReplayText
            | Route::EditText
            | Route::FindMistakes
            | Route::SaveText => BodyKind::Json,
            _ => BodyKind::Nothing,
        }
    }

    /// Returns `true` if it may take long. A single game of an archive doesn't.
    pub(crate) fn is_long(self) -> bool {
        matches!(
            self,
            Route::Explore
                | Route::ExploreYears
                | Route::SearchArchive
                | Route::ArchivePlayers
                | Route::ArchivePlayer(_)
                | Route::FindMistakes
        )
    }

    /// Returns the names of its query parameters.
    pub(crate) fn names(self) -> &'static [&'static str] {
        match self {
            Route::OpenText => &["name"],
            Route::ListGames => &Search::NAMES,
            Route::OpenPosition => &["text"],
            Route::Explore | Route::ExploreYears => &ExploreRequest::NAMES,
            Route::SearchArchive => &SearchRequest::NAMES,
            Route::ArchivePlayers => &PlayersRequest::NAMES,
            Route::LegalMoves | Route::AnalyzeBoards | Route::EvaluateBoards | Route::AskEngine => {
                &["a", "b", "Variant", "Promotion", "DropAggression", "PawnDropRanks"]
            }
            Route::Notations => &["a", "b", "WhiteA", "BlackA", "WhiteB", "BlackB"],
            Route::DrawSvg => &[
                "a",
                "b",
                "flip",
                "swap",
                "WhiteA",
                "BlackA",
                "WhiteB",
                "BlackB",
                "WhiteAName",
                "BlackAName",
                "WhiteBName",
                "BlackBName",
            ],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::api::answer::OPENAPI;

    fn parts(path: &str) -> Vec<String> {
        path.trim_start_matches('/').split('/').map(str::to_owned).collect()
    }

    #[test]
    fn the_spec_lists_exactly_these_requests() {
        let mut documented_requests = 0;
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        for (path, operations) in document["paths"].as_object().unwrap() {
            let path = parts(path);
            let documented = |method: &str| operations[method.to_lowercase()].as_object();
            for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
                let found = Route::find(method, &path);
                assert_eq!(found.is_ok(), documented(method).is_some(), "{method} {path:?}");
                let (Ok(route), Some(operation)) = (found, documented(method)) else { continue };
                documented_requests += 1;
                let names: Vec<&str> = operation
                    .get("parameters")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                    .filter(|parameter| parameter["in"] == "query")
                    .filter_map(|parameter| parameter["name"].as_str())
                    .collect();
                assert_eq!(route.names(), names, "{method} {path:?}");
                let kind = match route.body_kind() {
                    BodyKind::Nothing => None,
                    BodyKind::Text => Some("application/octet-stream"),
                    BodyKind::Json => Some("application/json"),
                };
                let content = operation.get("requestBody").and_then(|body| body["content"].as_object());
                assert_eq!(content.and_then(|content| content.keys().next()).map(String::as_str), kind);
            }
        }
        // The spec misses none of the list above.
        let listed = include_str!("route.rs").split("#[cfg(test)]").next().unwrap();
        assert_eq!(documented_requests, listed.matches("\", Route::").count());
    }

    #[test]
    fn other_paths_and_methods_are_rejected() {
        for path in
            ["", "/", "/api", "/api/", "/api/nothing", "/api/files/", "/api/files//games/1", "/api/games/"]
        {
            let rejected = Route::find("GET", &parts(path)).unwrap_err();
            assert_eq!(rejected.status(), 404, "{path}");
        }
        let rejected = Route::find("PATCH", &parts("/api/files")).unwrap_err();
        assert_eq!((rejected.status(), rejected.allow()), (405, Some("GET,HEAD,POST")));
        assert_eq!(Route::find("HEAD", &parts("/api/games")), Ok(Route::ListGames));
        assert!(Route::find("get", &parts("/api/games")).is_err());
    }
}
