//! Reads request bodies within limits of time and memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use bughouse_review::Rejection;
use http_body_util::BodyExt;

/// The maximum time to receive a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum size of a JSON body in bytes.
const MOST_JSON: usize = 8 << 20;

/// The maximum size of all pending bodies in bytes.
const MOST_PENDING: usize = 256 << 20;

/// The size of all bodies that are being received or processed.
static PENDING: AtomicUsize = AtomicUsize::new(0);

/// A body. Its bytes count as pending until it is dropped.
pub(crate) struct Body {
    pub(crate) bytes: Vec<u8>,
    counted: usize,
}

impl Body {
    fn push(&mut self, part: &[u8]) -> Result<(), Rejection> {
        self.counted += part.len();
        if PENDING.fetch_add(part.len(), Ordering::Relaxed) + part.len() > MOST_PENDING {
            return Err(Rejection::new(
                503,
                "the server is receiving too much data at the same time: try again later",
            ));
        }
        self.bytes.extend_from_slice(part);
        Ok(())
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        PENDING.fetch_sub(self.counted, Ordering::Relaxed);
    }
}

/// Reads the body of a request, at most `most` bytes.
///
/// # Errors
/// Fails with `too_large` if there are more, or if the client is too slow.
pub(crate) async fn read(
    request: Request,
    most: usize,
    too_large: impl Fn() -> Rejection,
) -> Result<Body, Rejection> {
    // A body that is too large by its header isn't read.
    let declared =
        request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if declared.is_some_and(|length: usize| length > most) {
        return Err(too_large());
    }
    let mut source = request.into_body();
    let mut body = Body { bytes: Vec::new(), counted: 0 };
    let all = async {
        while let Some(frame) = source.frame().await {
            let frame =
                frame.map_err(|error| Rejection::bad_request(format!("the body is incomplete: {error}")))?;
            let Ok(part) = frame.into_data() else { continue };
            if body.bytes.len() + part.len() > most {
                return Err(too_large());
            }
            body.push(&part)?;
        }
        Ok(())
    };
    match tokio::time::timeout(BODY_TIMEOUT, all).await {
        Ok(read) => read.map(|()| body),
        Err(_) => Err(Rejection::new(
            408,
            format!("receiving the request took more than {} s", BODY_TIMEOUT.as_secs()),
        )),
    }
}

/// Reads the body of a request with the content type JSON.
pub(crate) async fn json(request: Request) -> Result<Body, Rejection> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // A form on another web site can't send this content type.
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Rejection::new(415, "expected the content type application/json"));
    }
    let too_large = || {
        Rejection::too_large(format!("the request is larger than {} MB, the limit for JSON", MOST_JSON >> 20))
    };
    read(request, MOST_JSON, too_large).await
}
