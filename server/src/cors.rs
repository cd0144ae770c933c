//! Cross-origin access for widgets.
//!
//! Widget pages run in sandboxed frames, for which browsers send `Origin: null`. Only widget endpoints allow that
//! origin. They do not accept cookies, so other sandboxed frames cannot use them without an access token.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use shared::embed::Widget;

/// Answers preflight requests from widgets and lets widget pages read the responses.
pub async fn allow_widgets(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_preflight = request.method() == Method::OPTIONS;
    let method = if is_preflight {
        headers
            .get(header::ACCESS_CONTROL_REQUEST_METHOD)
            .and_then(|method| method.to_str().ok())
    } else {
        Some(request.method().as_str())
    };
    let path = request.uri().path().strip_prefix("/api");
    let is_sandboxed = headers.get(header::ORIGIN).is_some_and(|origin| origin == "null");
    let allowed = method
        .zip(path)
        .filter(|(method, path)| is_sandboxed && Widget::page_may_call(method, path))
        .and_then(|(method, _)| HeaderValue::from_str(method).ok());
    let Some(method) = allowed else {
        return next.run(request).await;
    };
    let mut response = if is_preflight {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    allow(response.headers_mut(), is_preflight.then_some(method));
    response
}

fn allow(headers: &mut HeaderMap, preflight: Option<HeaderValue>) {
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        HeaderValue::from_static("null"),
    );
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    if let Some(method) = preflight {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, method);
        // The hub client sends `x-requested-with`.
        let names = HeaderValue::from_static("authorization, content-type, x-requested-with");
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names);
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    }
}
