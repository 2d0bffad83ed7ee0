//! Rejects requests to other hosts and from other web sites, and sets security headers.
//!
//! Other web sites can send requests to this server, because the browser runs on the same machine. They must not read
//! or change anything: DNS rebinding is detected by the `Host` header, and requests from other sites by their
//! `Origin`.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bughouse_review::Rejection;

use crate::rejected::Rejected;

/// The content security policy of the web UI, which only loads files from this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ";

/// The headers that decide whether a request is accepted. Each may be given once.
const ONCE: [&str; 5] = ["host", "origin", "sec-fetch-site", "sec-fetch-mode", "content-type"];

/// The hosts that this server accepts.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Whether only this machine can reach the server.
    loopback: bool,
    port: u16,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr) -> Guard {
        Guard { loopback: address.ip().is_loopback(), port: address.port() }
    }

    /// Returns `true` if a `Host` is accepted: `localhost` or an IP address, which DNS rebinding can't use.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let inner = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_named = match inner.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || !self.loopback,
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        };
        is_named && port == Some(self.port)
    }

    /// Returns why a request is rejected; `None` if it is accepted.
    fn rejects(&self, request: &Request) -> Option<Rejection> {
        let headers = request.headers();
        // Of two values, a proxy or a browser may have checked the other one.
        if let Some(name) = ONCE.into_iter().find(|&name| headers.get_all(name).iter().count() > 1) {
            return Some(Rejection::bad_request(format!("expected one header {name}, found several")));
        }
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text("host").unwrap_or_default();
        // A host in the request target takes precedence.
        let target_is_own = request.uri().authority().is_none_or(|target| self.is_own(target.as_str()));
        if !self.is_own(host) || !target_is_own {
            return Some(Rejection::new(
                421,
                format!("expected a request to 127.0.0.1:{} or localhost:{}", self.port, self.port),
            ));
        }
        let own = format!("http://{host}");
        let is_foreign = headers.contains_key("origin") && text("origin") != Some(&own);
        let site = text("sec-fetch-site");
        let mode = text("sec-fetch-mode");
        // Other web sites can link here, but nothing else.
        let is_link = mode == Some("navigate") && matches!(*request.method(), Method::GET | Method::HEAD);
        let is_from_elsewhere = !matches!(site, None | Some("same-origin" | "none")) && !is_link;
        (is_foreign || is_from_elsewhere)
            .then(|| Rejection::forbidden("requests from other web sites are rejected"))
    }
}

/// Rejects requests to other hosts and from other web sites, and sets security headers.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_embedded = path.starts_with("/embed/");
    let is_asset = path.starts_with("/assets/");
    let mut response = match guard.rejects(&request) {
        Some(rejection) => Rejected(rejection).into_response(),
        None => next.run(request).await,
    };
    let policy = if is_embedded { format!("{POLICY}*") } else { format!("{POLICY}'none'") };
    let lasting = is_asset && response.status().is_success();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(policy);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let cross = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(cross, HeaderValue::from_static("same-origin"));
    // The names of assets change with their content.
    let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-store" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::header::HOST;

    use super::*;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().unwrap())
    }

    #[test]
    fn only_own_hosts_are_answered() {
        let guard = guard("127.0.0.1:4242");
        for host in ["127.0.0.1:4242", "localhost:4242", "LOCALHOST:4242", "[::1]:4242", "127.0.0.2:4242"] {
            assert!(guard.is_own(host), "{host}");
        }
        for host in [
            "",
            "evil.example:4242",
            "localhost",
            "localhost:80",
            "127.0.0.1:4243",
            "192.168.1.2:4242",
            "localhost.evil.example:4242",
            "127.0.0.1.evil.example:4242",
            "[::1]",
            "localhost:4242:4242",
            "a@localhost:4242",
        ] {
            assert!(!guard.is_own(host), "{host}");
        }
    }

    #[test]
    fn on_a_network_addresses_are_answered_and_names_are_not() {
        let guard = guard("0.0.0.0:4242");
        assert!(guard.is_own("192.168.1.2:4242"));
        assert!(!guard.is_own("evil.example:4242"));
    }

    #[test]
    fn other_sites_are_rejected() {
        let guard = guard("127.0.0.1:4242");
        let asks = |method: Method, target: &str, headers: &[(&'static str, &'static str)]| {
            let mut request = Request::new(Body::empty());
            *request.method_mut() = method;
            *request.uri_mut() = target.parse().unwrap();
            let map = request.headers_mut();
            map.insert(HOST, HeaderValue::from_static("127.0.0.1:4242"));
            for &(name, value) in headers {
                map.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
            }
            guard.rejects(&request).is_some()
        };
        let link = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert!(asks(Method::POST, "/", &link));
        assert!(asks(Method::GET, "http://evil.example/", &[]));
        assert!(!asks(Method::GET, "http://127.0.0.1:4242/", &[]));
        let rejects = |headers: &[(&'static str, &'static str)]| asks(Method::GET, "/", headers);
        assert!(!rejects(&[]));
        assert!(!rejects(&[("origin", "http://127.0.0.1:4242"), ("sec-fetch-site", "same-origin")]));
        assert!(!rejects(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
        assert!(rejects(&[("origin", "http://evil.example")]));
        assert!(rejects(&[("origin", "null")]));
        assert!(rejects(&[("origin", "http://127.0.0.1:4243")]));
        assert!(rejects(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]));
        assert!(rejects(&[("sec-fetch-site", "same-site"), ("sec-fetch-mode", "cors")]));
    }
}
