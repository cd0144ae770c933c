//! Every response of a route has a status that the API document names. Partners handle only those.

use http::{Method, StatusCode};
use serde_json::Value;
use std::sync::LazyLock;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(server::routes::document()).unwrap());

/// Panics if the route of this path exists, but does not document the status. Failures of the server (500) and paths
/// without a route are ignored.
#[track_caller]
pub fn assert_documented(method: &Method, path: &str, status: StatusCode) {
    if status == StatusCode::INTERNAL_SERVER_ERROR {
        return;
    }
    let Some((route, call)) = call(method, path) else {
        return;
    };
    assert!(
        call["responses"].get(status.as_str()).is_some(),
        "{method} {route} does not document {status}"
    );
}

/// The documented call of a request: the route with the most fixed segments.
fn call(method: &Method, path: &str) -> Option<(&'static str, &'static Value)> {
    let method = method.as_str().to_lowercase();
    let routes = DOCUMENT["paths"].as_object().unwrap();
    let (route, call) = routes
        .iter()
        .filter(|(route, _)| is_match(route, path))
        .filter_map(|(route, calls)| Some((route, calls.get(&method)?)))
        .min_by_key(|(route, _)| route.matches('{').count())?;
    Some((route, call))
}

fn is_match(route: &str, path: &str) -> bool {
    let mut given = path.split('/');
    route.split('/').all(|segment| {
        given
            .next()
            .is_some_and(|part| segment.starts_with('{') || segment == part)
    }) && given.next().is_none()
}
