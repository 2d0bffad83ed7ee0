//! What a request carries: read in time, and within what all requests together may take.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use bughouse_review::Rejection;
use http_body_util::BodyExt;

/// How long a body may take to come in.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The most bytes of JSON.
const MOST_JSON: usize = 8 << 20;

/// The most bytes that are kept of all bodies that are coming in.
const MOST_PENDING: usize = 256 << 20;

/// The bytes of bodies that are coming in, or are being worked on.
static PENDING: AtomicUsize = AtomicUsize::new(0);

/// A body, whose bytes count as long as it is there.
pub(crate) struct Body {
    pub(crate) bytes: Vec<u8>,
    counted: usize,
}

impl Body {
    fn push(&mut self, part: &[u8]) -> Result<(), Rejection> {
        self.counted += part.len();
        if PENDING.fetch_add(part.len(), Ordering::Relaxed) + part.len() > MOST_PENDING {
            return Err(Rejection::new(503, "too much is being sent at the same time, try again later"));
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

/// Reads the body of a request, of which `most` bytes are taken.
///
/// # Errors
/// `too_large` says what to do if there are more.
pub(crate) async fn read(
    request: Request,
    most: usize,
    too_large: impl Fn() -> Rejection,
) -> Result<Body, Rejection> {
    // What says that it is too large need not be read.
    let said = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if said.is_some_and(|length: usize| length > most) {
        return Err(too_large());
    }
    let mut source = request.into_body();
    let mut body = Body { bytes: Vec::new(), counted: 0 };
    let all = async {
        while let Some(frame) = source.frame().await {
            let frame =
                frame.map_err(|error| Rejection::bad_request(format!("the body broke off: {error}")))?;
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
            format!("the request took more than {} s to come in", BODY_TIMEOUT.as_secs()),
        )),
    }
}

/// Reads the bytes of a request that says it carries JSON.
pub(crate) async fn json(request: Request) -> Result<Body, Rejection> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // A form of another site can send anything but this.
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Rejection::new(415, "expected a body with the content type application/json"));
    }
    let too_large = || {
        Rejection::too_large(format!("the request has more than {} MB, which is the most", MOST_JSON >> 20))
    };
    read(request, MOST_JSON, too_large).await
}
