//! The chat page: be one of the people, in a browser on this machine.
//!
//! The page is `index.html`, `page.css` and `page.js`; it talks to the small
//! JSON interface in `api`, whose messages `view` describes. Only requests
//! addressed to this machine by its own name are answered, so that no other
//! site can drive the rehearsal through a visitor's browser.

mod api;
mod view;

use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};

use super::server::Site;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route(
            "/",
            get(|| resource("text/html; charset=utf-8", include_str!("index.html"))),
        )
        .route(
            "/page.css",
            get(|| resource("text/css; charset=utf-8", include_str!("page.css"))),
        )
        .route(
            "/page.js",
            get(|| resource("text/javascript; charset=utf-8", include_str!("page.js"))),
        )
        .merge(api::routes())
        .layer(middleware::from_fn(local_only))
}

async fn resource(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, text).into_response()
}

/// Refuses requests that another site's page, or a name that was made to point
/// here, sends.
async fn local_only(request: Request, next: Next) -> Response {
    if !is_local(request.headers()) {
        return (StatusCode::FORBIDDEN, "only from this machine").into_response();
    }
    let mut response = next.run(request).await;
    response.headers_mut().insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}

fn is_local(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(header::HOST) else {
        return false;
    };
    let name = host
        .rsplit_once(':')
        .filter(|(_, port)| port.chars().all(|c| c.is_ascii_digit()))
        .map_or(host, |(name, _)| name);
    let own_name = ["localhost", "127.0.0.1", "[::1]"].contains(&name);
    let own_page = match text(header::ORIGIN) {
        Some(origin) => origin.strip_prefix("http://") == Some(host),
        None => true,
    };
    own_name && own_page
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_this_machines_own_pages_are_answered() {
        assert!(is_local(&headers("127.0.0.1:8080", None)));
        assert!(is_local(&headers("[::1]:80", Some("http://[::1]:80"))));
        assert!(is_local(&headers("localhost", Some("http://localhost"))));
        assert!(!is_local(&headers("example.org:8080", None)));
        assert!(!is_local(&headers(
            "127.0.0.1:80",
            Some("https://example.org")
        )));
        assert!(!is_local(&headers("127.0.0.1:80", Some("null"))));
        assert!(!is_local(&HeaderMap::new()));
    }
}
