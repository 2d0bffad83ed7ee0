//! The server matches the OpenAPI spec.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bughouse_archive::{ImportOptions, Importer, Input};
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::folders::{folder, testdata};
use crate::server::Server;

#[test]
fn every_request_of_the_spec_is_answered() {
    let server = with_archive("serve-openapi");
    let document = server.get("/api/openapi.json").json();
    let mut requests = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = path.replace("{key}", "several.bpgn").replace("{game}", "1").replace("{name}", "anna");
        requests
            .extend(methods.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone())));
    }
    // Files are closed last.
    requests.sort_by_key(|(method, _)| method == "DELETE");
    for (method, path) in &requests {
        let answer = server.send(method, path, &[], b"");
        assert!(answer.status != 404 && answer.status != 405, "{method} {path}: {answer:?}");
    }
    assert_eq!(requests.len(), 25);
}

/// Starts a server with a file, and an archive of the games of that file.
fn with_archive(name: &str) -> Server {
    let (folder, file) = (folder(name), testdata("several.bpgn"));
    let archive = folder.join("archive");
    let mut importer = Importer::open(&archive, ImportOptions::default()).unwrap();
    importer.add(vec![Input::file(&file)], &mut |_| true).unwrap();
    drop(importer);
    Server::start(&folder, &[file, archive.to_str().unwrap().to_owned()])
}

/// The answers of all tests are validated against the spec. This test covers every schema.
#[test]
fn answers_match_the_spec() {
    let server = with_archive("serve-schemas");
    for number in 1..=4 {
        server.get(&format!("/api/files/several.bpgn/games/{number}")).json();
    }
    for path in [
        "files",
        "games",
        "position?text=start",
        "legal?a=start&b=start",
        "notations?a=start&b=start",
        "analysis?a=start&b=start",
        "evaluation?a=start&b=start",
        "explore?position=start",
        "explore?position=start+%7C+start&games=1",
        "explore/years?position=start&seat=WhiteA",
        "search?q=capture",
        "search?offset=1&limit=2",
        "archive/players?prefix=a",
        "archive/players/ANNA",
        "archive/games/0",
    ] {
        server.get(&format!("/api/{path}")).json();
    }
    server.open("x", b"1A. e4 *").json();
    let body = json!({ "text": "1A. e4 *", "edit":
        { "kind": "play", "line": "", "ply": 0, "board": "a", "uci": "d2d4" } });
    assert_eq!(wrong("EditRequest", &body), None);
    server.json("POST", "/api/edit", &body).json();
    server.get("/api/legal?a=8/8&b=start").rejected(400);
    server.get("/api/engine?a=start&b=start").rejected(404);
    let found = server.json("POST", "/api/mistakes", &json!({ "text": "1A. e4 *" })).json();
    assert_eq!(found["mistakes"], json!([]));
    // The validation can fail.
    let unknown = json!({ "text": "", "edit": { "kind": "burn", "line": "", "ply": 0 } });
    assert!(wrong("EditRequest", &unknown).is_some());
    assert!(wrong("Rows", &json!({ "total": 1, "matched": 1, "reading": false, "offset": 0 })).is_some());
    let more =
        json!({ "error": { "message": "", "line": null, "column": null, "excerpt": null, "more": 1 } });
    assert!(wrong("Error", &more).is_some());
}

/// The OpenAPI spec.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(bughouse_review::OPENAPI).unwrap());

/// All schemas of the spec.
static SCHEMAS: LazyLock<BTreeMap<String, Validator>> = LazyLock::new(|| {
    let schema = |name: &String| {
        let reference = format!("#/components/schemas/{name}");
        let schema = json!({ "$ref": reference, "components": DOCUMENT["components"] });
        (name.clone(), jsonschema::validator_for(&schema).unwrap())
    };
    DOCUMENT["components"]["schemas"].as_object().unwrap().keys().map(schema).collect()
});

/// Returns how a value differs from a schema; `None` if it is valid.
fn wrong(schema: &str, value: &Value) -> Option<String> {
    SCHEMAS[schema].validate(value).err().map(|error| format!("{}: {error}", error.instance_path()))
}

/// Asserts that an answer matches the spec.
#[track_caller]
pub(crate) fn validate(method: &str, target: &str, answer: &Answer) {
    if method == "HEAD" {
        return assert!(answer.body.is_empty(), "{target}: {}", answer.text());
    }
    let Some(path) = target.split('?').next().filter(|path| path.starts_with("/api/")) else { return };
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |known: &str| {
        let known: Vec<&str> = known.split('/').collect();
        known.len() == parts.len()
            && known.iter().zip(&parts).all(|(known, part)| known.starts_with('{') || known == part)
    };
    let (_, operations) = match DOCUMENT["paths"].as_object().unwrap().iter().find(|(known, _)| fits(known)) {
        Some(found) => found,
        None if answer.status >= 400 => return is_rejection(answer, target),
        // The spec has no escapes.
        None => return assert!(path.contains('%'), "{target}"),
    };
    let responses = &operations[method.to_lowercase()]["responses"];
    let described = match &responses[answer.status.to_string()] {
        Value::Null if answer.status >= 400 => return is_rejection(answer, target),
        described => described,
    };
    assert!(described.is_object(), "{target}: the spec has no {}", answer.status);
    let Some((kind, content)) = described["content"].as_object().and_then(|content| content.iter().next())
    else {
        return assert!(answer.body.is_empty(), "{target}: {}", answer.text());
    };
    assert_eq!(answer.header("content-type"), Some(kind.as_str()), "{target}");
    if let Some(schema) = content["schema"]["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(wrong(schema, &value), None, "{target}");
    }
}

fn is_rejection(answer: &Answer, target: &str) {
    let value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(wrong("Error", &value), None, "{target}");
}
