//! Tables of fields, from JSON Schema.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::markdown::{doc, heading, table};

/// Named types, which other types refer to.
#[derive(Default)]
pub(crate) struct Types {
    all: BTreeMap<String, Value>,
    /// Where they are described, if it is in another file.
    page: &'static str,
}

impl Types {
    /// Takes the definitions of a schema.
    pub(crate) fn new(definitions: &Map<String, Value>, page: &'static str) -> Types {
        let all = definitions.iter().map(|(name, schema)| (name.clone(), schema.clone())).collect();
        Types { all, page }
    }

    /// Adds definitions. Definitions with the same name must be equal.
    pub(crate) fn add(&mut self, definitions: &Map<String, Value>) {
        for (name, schema) in definitions {
            if let Some(before) = self.all.insert(name.clone(), schema.clone()) {
                assert_eq!(fields(&before), fields(schema), "two types are called {name}");
            }
        }
    }

    /// Describes each type.
    pub(crate) fn describe(&self, level: usize, except: &BTreeSet<String>) -> String {
        let mut out = String::new();
        for (name, schema) in self.all.iter().filter(|(name, _)| !except.contains(*name)) {
            out.push_str(&heading(level, &format!("`{name}`"), &anchor(name)));
            out.push_str(&self.type_text(schema));
        }
        out
    }

    /// Describes a type: what it is, then its fields or values.
    pub(crate) fn type_text(&self, schema: &Value) -> String {
        let mut out = String::new();
        if let Some(about) = schema["description"].as_str() {
            out.push_str(&format!("{}\n\n", doc(about)));
        }
        if schema["properties"].is_object() {
            out.push_str(&self.fields(schema));
        }
        let choices = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
        match choices {
            Some(choices) if choices.iter().any(|choice| choice["properties"].is_object()) => {
                for choice in choices {
                    let kind = choice["properties"].as_object().and_then(|fields| {
                        let (name, value) = fields.iter().find(|(_, field)| field["const"].is_string())?;
                        Some(format!("**`{name}` is `{}`**: ", value["const"]))
                    });
                    let about = choice["description"].as_str().map(doc).unwrap_or_default();
                    out.push_str(&format!("{}{about}\n\n{}", kind.unwrap_or_default(), self.fields(choice)));
                }
            }
            _ if schema["properties"].is_object() => {}
            _ => out.push_str(&format!("Type: {}.\n\n", self.name(schema))),
        }
        out
    }

    /// Writes a table of the fields of an object. The fields of a nested object follow it.
    pub(crate) fn fields(&self, schema: &Value) -> String {
        let mut rows = Vec::new();
        self.rows(schema, "", &mut rows);
        match rows.is_empty() {
            true => String::new(),
            false => format!("{}\n", table(&["field", "type", "meaning"], &rows)),
        }
    }

    fn rows(&self, schema: &Value, before: &str, rows: &mut Vec<Vec<String>>) {
        let required: BTreeSet<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let mut about = field["description"].as_str().map(doc).unwrap_or_default();
            if !required.contains(name.as_str()) {
                about.push_str(" May be absent.");
            }
            let path = format!("{before}{name}");
            rows.push(vec![format!("`{path}`"), self.name(field), about.trim().to_owned()]);
            if field["properties"].is_object() {
                self.rows(field, &format!("{path}."), rows);
            } else if field["items"]["properties"].is_object() {
                self.rows(&field["items"], &format!("{path}[]."), rows);
            }
        }
    }

    /// Returns what a value can be, such as `string or null`.
    pub(crate) fn name(&self, schema: &Value) -> String {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            assert!(self.all.contains_key(name), "there is no type {name}");
            return format!("[`{name}`]({}#{})", self.page, anchor(name));
        }
        if let Some(value) = schema.get("const") {
            return format!("`{value}`");
        }
        if let Some(values) = schema["enum"].as_array() {
            return values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ");
        }
        let choices = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
        if let Some(choices) = choices {
            return choices.iter().map(|choice| self.name(choice)).collect::<Vec<_>>().join(" or ");
        }
        let one = |kind: &str| match kind {
            "array" if schema["items"].is_object() => format!("list of {}", self.name(&schema["items"])),
            "array" => "list".to_owned(),
            "object" if schema["additionalProperties"].is_object() => {
                format!("map of {}", self.name(&schema["additionalProperties"]))
            }
            other => other.to_owned(),
        };
        match &schema["type"] {
            Value::String(kind) => one(kind),
            Value::Array(kinds) => {
                kinds.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or ")
            }
            _ => "any".to_owned(),
        }
    }
}

/// Returns the names of all fields, to compare types.
fn fields(schema: &Value) -> Vec<String> {
    schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

fn anchor(name: &str) -> String {
    format!("type-{}", name.to_lowercase())
}
