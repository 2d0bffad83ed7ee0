//! Converts answers and rejections to HTTP responses.

use axum::body::Body;
use axum::http::header::{ALLOW, CONTENT_SECURITY_POLICY, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bughouse_review::{Answer, Rejection};

/// The content security policy of images, which have no scripts.
const IMAGE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// The number of seconds after which a client may try again if the server is busy.
const RETRY_SECONDS: &str = "5";

/// A rejection as an HTTP response.
#[derive(Debug)]
pub(crate) struct Rejected(pub(crate) Rejection);

impl From<Rejection> for Rejected {
    fn from(rejection: Rejection) -> Rejected {
        Rejected(rejection)
    }
}

impl IntoResponse for Rejected {
    fn into_response(self) -> Response {
        respond(Answer::from(self.0))
    }
}

/// Converts an answer to an HTTP response.
pub(crate) fn respond(answer: Answer) -> Response {
    let mut response = Response::new(Body::from(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if let Some(kind) = answer.content_type {
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        if kind == "image/svg+xml" {
            headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(IMAGE_POLICY));
        }
    }
    if answer.status == 503 {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(RETRY_SECONDS));
    }
    if let Some(Ok(methods)) = answer.allow.map(HeaderValue::try_from) {
        response.headers_mut().insert(ALLOW, methods);
    }
    response
}
