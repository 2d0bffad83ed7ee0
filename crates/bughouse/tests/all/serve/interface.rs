//! The document of the interface is that of the server.

use serde_json::Value;

use super::Server;
use crate::run::{folder, testdata};

#[test]
fn every_request_of_the_document_is_answered() {
    let server = Server::start(&folder("serve-openapi"), &[testdata("several.bpgn")]);
    let document = server.get("/api/openapi.json").json();
    let mut requests = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = path.replace("{key}", "several.bpgn").replace("{game}", "1");
        for method in methods.as_object().unwrap().keys() {
            let answer = server.send(&method.to_uppercase(), &path, &[], b"");
            assert!(answer.status != 404 && answer.status != 405, "{method} {path}: {answer:?}");
            requests += 1;
        }
    }
    assert_eq!(requests, 15);
    // No route is left out of it.
    let source = include_str!("../../../src/serve/routes.rs");
    let routes = source.matches(".route(\"/api/").count();
    assert_eq!(
        routes - 1,
        document["paths"].as_object().unwrap().len(),
        "all but the one for what is missing"
    );
}

/// Answers have the fields of the document, all of them and no others.
#[test]
fn answers_have_the_form_of_the_document() {
    let server = Server::start(&folder("serve-schemas"), &[testdata("several.bpgn")]);
    let document = server.get("/api/openapi.json").json();
    let fits = |name: &str, value: &Value| {
        let schema = &document["components"]["schemas"][name];
        assert!(schema.is_object(), "{name}");
        fit(&document, schema, value, name);
    };
    fits("Files", &server.get("/api/files").json());
    fits("Rows", &server.get("/api/games").json());
    for number in 1..=4 {
        fits("Game", &server.get(&format!("/api/files/several.bpgn/games/{number}")).json());
    }
    fits("Game", &server.get("/api/position?text=start").json());
    fits("Legal", &server.get("/api/legal?a=start&b=start").json());
    fits("Notations", &server.get("/api/notations?a=start&b=start").json());
    fits("Opened", &server.open("x", b"1A. e4 *").json());
    let body = serde_json::json!({ "text": "1A. e4 *", "edit":
        { "kind": "play", "line": "", "ply": 0, "board": "a", "uci": "d2d4" } });
    fits("EditRequest", &body);
    fits("Edited", &server.json("POST", "/api/edit", &body).json());
    let refused: Value = serde_json::from_slice(&server.get("/api/legal?a=8/8&b=start").body).unwrap();
    fits("Error", &refused);
}

/// Compares a value with a schema, as far as this document uses them.
#[track_caller]
fn fit(document: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.strip_prefix("#/components/schemas/").unwrap();
        return fit(document, &document["components"]["schemas"][name], value, at);
    }
    if let Some(all) = schema["allOf"].as_array() {
        return all.iter().for_each(|schema| fit(document, schema, value, at));
    }
    if let Some(one) = schema["oneOf"].as_array() {
        let kind = value["kind"].as_str();
        let chosen = one.iter().find(|schema| match kind {
            _ if value.is_null() => schema["type"] == "null",
            Some(kind) => {
                schema["$ref"].as_str().is_some_and(|name| name.to_lowercase().contains(&format!("/{kind}")))
            }
            None => schema["type"] != "null",
        });
        let chosen = chosen.unwrap_or_else(|| panic!("{at}: nothing fits {value}"));
        return fit(document, chosen, value, at);
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|allowed| allowed == kind),
        allowed => allowed == kind,
    };
    assert!(allowed, "{at}: {kind} is not {}: {value}", schema["type"]);
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{at}: {value} is none of {words:?}");
    }
    if let Value::Array(items) = value {
        for (number, item) in items.iter().enumerate() {
            fit(document, &schema["items"], item, &format!("{at}[{number}]"));
        }
    }
    if let Value::Object(fields) = value {
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(fields.contains_key(name.as_str().unwrap()), "{at}: {name} is missing");
        }
        for (name, value) in fields {
            let schema = match &schema["properties"][name] {
                Value::Null => &schema["additionalProperties"],
                schema => schema,
            };
            assert!(schema.is_object(), "{at}: {name} is not in the document");
            fit(document, schema, value, &format!("{at}.{name}"));
        }
    }
}
