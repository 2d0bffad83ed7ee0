//! The bodies of requests and answers.

use serde::Serialize;
use serde::de::DeserializeOwned;
#[cfg(feature = "schema")]
use serde_json::{Value, json};

use crate::api::rejection::Rejection;
#[cfg(feature = "schema")]
use crate::api::schema::Schemas;

/// The OpenAPI spec, generated from the types.
pub const OPENAPI: &str = include_str!("../../openapi.json");

#[cfg(feature = "schema")]
use schemars::JsonSchema as Described;

/// With the feature `schema`, a type that has a schema.
#[cfg(not(feature = "schema"))]
pub(crate) trait Described {}

#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// An answer to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The content type of the body; `None` if there is no body.
    pub content_type: Option<&'static str>,
    /// The allowed methods, such as `GET,HEAD`, if the request has another one.
    pub allow: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    fn new(status: u16, content_type: Option<&'static str>, body: Vec<u8>) -> Answer {
        Answer { status, content_type, allow: None, body }
    }

    fn json(status: u16, value: &impl Serialize) -> Answer {
        match serde_json::to_vec(value) {
            Ok(body) => Answer::new(status, Some("application/json"), body),
            // JSON can represent all our types, so this doesn't happen.
            Err(error) => Answer::new(500, Some("text/plain; charset=utf-8"), error.to_string().into_bytes()),
        }
    }
}

impl From<Rejection> for Answer {
    fn from(rejection: Rejection) -> Answer {
        let allow = rejection.allow().map(str::to_owned);
        Answer { allow, ..Answer::json(rejection.status(), &rejection.into_body()) }
    }
}

/// What an accepted request is answered with. Most answers are JSON.
pub(crate) trait Reply {
    /// Creates the answer.
    fn answer(self) -> Answer;

    /// Returns the status and the description in the OpenAPI spec.
    #[cfg(feature = "schema")]
    fn describe(schemas: &mut Schemas, about: &str) -> (&'static str, Value);
}

impl<T: Serialize + Described> Reply for T {
    fn answer(self) -> Answer {
        Answer::json(200, &self)
    }

    #[cfg(feature = "schema")]
    fn describe(schemas: &mut Schemas, about: &str) -> (&'static str, Value) {
        ("200", schemas.answer::<T>(about))
    }
}

/// Nothing to say.
pub(crate) struct NoContent;

impl Reply for NoContent {
    fn answer(self) -> Answer {
        Answer::new(204, None, Vec::new())
    }

    #[cfg(feature = "schema")]
    fn describe(_schemas: &mut Schemas, about: &str) -> (&'static str, Value) {
        ("204", json!({ "description": about }))
    }
}

/// An image.
pub(crate) struct Svg(pub(crate) String);

impl Reply for Svg {
    fn answer(self) -> Answer {
        Answer::new(200, Some("image/svg+xml"), self.0.into_bytes())
    }

    #[cfg(feature = "schema")]
    fn describe(_schemas: &mut Schemas, about: &str) -> (&'static str, Value) {
        let content = json!({ "image/svg+xml": { "schema": { "type": "string" } } });
        ("200", json!({ "description": about, "content": content }))
    }
}

/// The OpenAPI spec.
pub(crate) struct Spec;

impl Reply for Spec {
    fn answer(self) -> Answer {
        Answer::new(200, Some("application/json"), OPENAPI.as_bytes().to_vec())
    }

    #[cfg(feature = "schema")]
    fn describe(_schemas: &mut Schemas, about: &str) -> (&'static str, Value) {
        let content = json!({ "application/json": { "schema": { "type": "object" } } });
        ("200", json!({ "description": about, "content": content }))
    }
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

/// The body of a request. Most are JSON.
pub(crate) trait Body: Sized {
    /// Its kind.
    const KIND: BodyKind;

    /// Parses it.
    fn read(bytes: Vec<u8>) -> Result<Self, Rejection>;

    /// Describes it in the OpenAPI spec.
    #[cfg(feature = "schema")]
    fn describe(schemas: &mut Schemas) -> Value;
}

impl<T: DeserializeOwned + Described> Body for T {
    const KIND: BodyKind = BodyKind::Json;

    fn read(bytes: Vec<u8>) -> Result<T, Rejection> {
        serde_json::from_slice(&bytes)
            .map_err(|error| Rejection::bad_request(format!("invalid body: {error}")))
    }

    #[cfg(feature = "schema")]
    fn describe(schemas: &mut Schemas) -> Value {
        schemas.body::<T>()
    }
}

/// A text to open, which may be compressed.
pub(crate) struct Upload(pub(crate) Vec<u8>);

impl Body for Upload {
    const KIND: BodyKind = BodyKind::Text;

    fn read(bytes: Vec<u8>) -> Result<Upload, Rejection> {
        Ok(Upload(bytes))
    }

    #[cfg(feature = "schema")]
    fn describe(_schemas: &mut Schemas) -> Value {
        let schema = json!({ "type": "string", "format": "binary" });
        json!({ "required": true, "content": { "application/octet-stream": { "schema": schema } } })
    }
}
