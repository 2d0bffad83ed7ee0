//! The OpenAPI spec of the HTTP API, generated from the types.

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::ser::PrettyFormatter;
use serde_json::{Value, json};

use crate::api::rejection::RejectionBody;
use crate::api::routes;

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
pub(crate) struct Schemas {
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
    pub(crate) fn answer<T: JsonSchema>(&mut self, description: &str) -> Value {
        let schema = self.answers.subschema_for::<T>();
        json!({ "description": description, "content": { "application/json": { "schema": schema } } })
    }

    /// Returns a JSON request body.
    pub(crate) fn body<T: JsonSchema>(&mut self) -> Value {
        let schema = self.requests.subschema_for::<T>();
        json!({ "required": true, "content": { "application/json": { "schema": schema } } })
    }

    fn finish(mut self) -> Value {
        let mut all = self.answers.take_definitions(true);
        all.extend(self.requests.take_definitions(true));
        all.into()
    }
}

/// A request as the table of requests describes it.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) parameters: Vec<Value>,
    pub(crate) body: Option<Value>,
    /// The answers by status.
    pub(crate) answers: Vec<(&'static str, Value)>,
}

/// Returns all operations by path and method.
fn paths(schemas: &mut Schemas) -> Value {
    let rejected = schemas.answer::<RejectionBody>("The request was rejected.");
    let mut paths = json!({});
    for operation in routes::operations(schemas) {
        let mut id = operation.name.to_owned();
        id[..1].make_ascii_lowercase();
        let mut described = json!({
            "operationId": id,
            "summary": operation.summary.trim(),
            "responses": { "default": rejected },
        });
        for (status, answer) in operation.answers {
            described["responses"][status] = answer;
        }
        if !operation.parameters.is_empty() {
            described["parameters"] = operation.parameters.into();
        }
        if let Some(body) = operation.body {
            described["requestBody"] = body;
        }
        paths[operation.path][operation.method.to_lowercase()] = described;
    }
    paths
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
