//! The HTTP API without a server, over texts in memory.

use bughouse_review::Texts;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::RawError;

/// A session with open texts, which answers requests of the HTTP API.
#[wasm_bindgen]
#[derive(Default, Debug)]
pub struct Session {
    texts: Texts,
}

/// An answer to a request.
#[wasm_bindgen]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawAnswer {
    status: u16,
    content_type: &'static str,
    body: Vec<u8>,
}

#[wasm_bindgen]
impl Session {
    /// Creates a session without texts.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Session {
        Session::default()
    }

    /// Answers a request, given its method, its path with the query string, and its body.
    pub fn answer(&self, method: &str, target: &str, body: Vec<u8>) -> RawAnswer {
        let answer = self.texts.answer(method, target, body);
        RawAnswer {
            status: answer.status,
            content_type: answer.content_type.unwrap_or_default(),
            body: answer.body,
        }
    }

    /// Opens a text again under the key it had before.
    ///
    /// # Errors
    /// Fails if the text has no game, the memory limit is reached, or another text has the key.
    pub fn restore(&self, key: &str, name: &str, text: Vec<u8>) -> Result<(), RawError> {
        let opened = self.texts.restore(key, name, text);
        opened.map(|_| ()).map_err(|rejection| RawError::plain("rejected", rejection.message()))
    }
}

#[wasm_bindgen]
impl RawAnswer {
    /// Returns the HTTP status.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns the content type of the body; empty if there is no body.
    #[wasm_bindgen(getter, js_name = contentType)]
    pub fn content_type(&self) -> String {
        self.content_type.to_owned()
    }

    /// Moves the body out. The second call returns nothing.
    #[wasm_bindgen(js_name = takeBody)]
    pub fn take_body(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.body)
    }
}
