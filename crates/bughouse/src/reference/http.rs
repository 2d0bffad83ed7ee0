//! Documents the HTTP API, from its OpenAPI spec.

use serde_json::Value;

use super::json;
use super::markdown::{doc, heading, prose, table};

pub(crate) fn page() -> String {
    let api = json::openapi();
    let (types, _) = json::types("json.md");
    let mut out = String::from(
        "[`bughouse serve`](cli.md#bughouse-serve) answers these requests on `http://127.0.0.1:4242`. The web UI uses them; you can use \
         them as well. Requests from other origins are rejected.\n\n\
         The same description as OpenAPI 3.1 is at `/api/openapi.json` of a running server. If a request fails, the response is an \
         [`Error`](json.md#type-error) with the reason.\n\n",
    );
    let requests: Vec<(&str, &str, &Value)> = api["paths"]
        .as_object()
        .into_iter()
        .flatten()
        .flat_map(|(path, methods)| {
            methods
                .as_object()
                .into_iter()
                .flatten()
                .map(move |(method, request)| (path.as_str(), method.as_str(), request))
        })
        .collect();
    let rows: Vec<Vec<String>> = requests
        .iter()
        .map(|(path, method, request)| {
            vec![
                format!("[`{} {path}`](#{})", method.to_uppercase(), id(request)),
                prose(text(&request["summary"])),
            ]
        })
        .collect();
    out.push_str(&table(&["request", "what it does"], &rows));
    out.push('\n');
    for (path, method, request) in requests {
        out.push_str(&heading(2, &format!("`{} {path}`", method.to_uppercase()), &id(request)));
        out.push_str(&format!("{}\n\n", doc(text(&request["summary"]))));
        if let Some(about) = request["description"].as_str() {
            out.push_str(&format!("{}\n\n", doc(about)));
        }
        let rows: Vec<Vec<String>> = request["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|parameter| {
                let mut about = doc(text(&parameter["description"]));
                if parameter["required"] == true && parameter["in"] == "query" {
                    about.push_str(" Required.");
                }
                if let Some(default) = parameter["schema"].get("default") {
                    about.push_str(&format!(" Default: `{default}`."));
                }
                vec![
                    format!("`{}`", text(&parameter["name"])),
                    text(&parameter["in"]).to_owned(),
                    types.name(&parameter["schema"]),
                    about,
                ]
            })
            .collect();
        if !rows.is_empty() {
            out.push_str(&format!("{}\n", table(&["parameter", "in", "type", "meaning"], &rows)));
        }
        for (kind, body) in request["requestBody"]["content"].as_object().into_iter().flatten() {
            out.push_str(&format!("Body: `{kind}`, {}.\n\n", types.name(&body["schema"])));
        }
        for (status, answer) in request["responses"].as_object().into_iter().flatten() {
            if status == "default" {
                continue;
            }
            let mut line = format!("Response {status}: {}", doc(text(&answer["description"])));
            for (kind, body) in answer["content"].as_object().into_iter().flatten() {
                line.push_str(&format!(" `{kind}`, {}.", types.name(&body["schema"])));
            }
            out.push_str(&format!("{line}\n\n"));
        }
    }
    out
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn id(request: &Value) -> String {
    text(&request["operationId"]).to_lowercase()
}
