//! A plain client that sends exactly what a test wants.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A client of a server.
pub(crate) struct Client {
    /// `127.0.0.1:PORT`
    pub(crate) host: String,
    /// Called with the method, the path and the answer of each request.
    pub(crate) validate: fn(&str, &str, &Answer),
}

/// An answer of a server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Client {
    /// Waits until all files are read.
    pub(crate) fn wait_until_read(&self) {
        let start = Instant::now();
        while self.get("/api/files").json()["files"]
            .as_array()
            .unwrap()
            .iter()
            .any(|file| file["state"] == "reading")
        {
            assert!(start.elapsed() < Duration::from_secs(60), "files are not read to their end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    /// Sends JSON.
    pub(crate) fn json(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(method, path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    /// Opens a text like the web UI.
    pub(crate) fn open(&self, name: &str, text: &[u8]) -> Answer {
        self.send(
            "POST",
            &format!("/api/files?name={name}"),
            &[("Content-Type", "application/octet-stream")],
            text,
        )
    }

    /// Sends a request with the right host, unless the headers name one.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            let _ = write!(head, "Host: {}\r\n", self.host);
        }
        for (name, value) in headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if !body.is_empty() {
            let _ = write!(head, "Content-Length: {}\r\n", body.len());
        }
        head.push_str("\r\n");
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).unwrap();
        // The server may close the connection early.
        let _ = stream.write_all(body);
        let answer = Answer::read(stream);
        (self.validate)(method, path, &answer);
        answer
    }
}

impl Answer {
    /// Reads an answer until the server closes the connection.
    pub(crate) fn read(mut stream: TcpStream) -> Answer {
        let mut bytes = Vec::new();
        // The server may close the connection early.
        let read = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no answer: {}, {read:?}", bytes.escape_ascii()));
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, body: bytes[end + 4..].to_vec(), head: head.to_lowercase() }
    }

    /// Asserts success and returns the JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Asserts a status and returns the error.
    #[track_caller]
    pub(crate) fn rejected(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        let body: Value = serde_json::from_slice(&self.body).unwrap();
        assert!(body["error"]["message"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
        body["error"].clone()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns a header by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// Escapes a text for a URL.
pub(crate) fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "%{byte:02X}");
        out
    })
}
