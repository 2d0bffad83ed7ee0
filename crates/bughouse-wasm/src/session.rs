//! Requests and their answers, as the server has them, over texts in memory.

use bughouse_review::Texts;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::RawError;

/// Texts that are open, and answers about them.
#[wasm_bindgen]
#[derive(Default, Debug)]
pub struct Session {
    texts: Texts,
}

/// What is answered.
#[wasm_bindgen]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawAnswer {
    status: u16,
    content_type: &'static str,
    body: Vec<u8>,
}

#[wasm_bindgen]
impl Session {
    /// Makes a session without a text.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Session {
        Session::default()
    }

    /// Answers a request: the method, the path with what stands after the `?`, and what it carries.
    pub fn answer(&self, method: &str, target: &str, body: Vec<u8>) -> RawAnswer {
        let answer = self.texts.answer(method, target, body);
        RawAnswer {
            status: answer.status,
            content_type: answer.content_type.unwrap_or_default(),
            body: answer.body,
        }
    }

    /// Opens a text again under the key that it had.
    ///
    /// # Errors
    /// Rejected if it holds no game, there is no room for it, or another text has the key.
    pub fn restore(&self, key: &str, name: &str, text: Vec<u8>) -> Result<(), RawError> {
        let opened = self.texts.restore(key, name, text);
        opened.map(|_| ()).map_err(|rejection| RawError::plain("rejected", rejection.message()))
    }
}

#[wasm_bindgen]
impl RawAnswer {
    /// Returns the status of HTTP.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns what the body is; empty if there is none.
    #[wasm_bindgen(getter, js_name = contentType)]
    pub fn content_type(&self) -> String {
        self.content_type.to_owned()
    }

    /// Hands the bytes over, once.
    #[wasm_bindgen(js_name = takeBody)]
    pub fn take_body(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.body)
    }
}
