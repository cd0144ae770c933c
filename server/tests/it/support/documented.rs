//! Checks that the API document lists the status of every response, because partners handle only those.

use http::{Method, StatusCode};
use serde_json::Value;
use std::sync::LazyLock;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(server::routes::document()).unwrap());

/// Panics if the path has a route whose documentation does not list the status. Ignores server errors (500) and paths
/// without a route.
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

/// Returns the documented operation for a request: the matching route with the fewest parameters.
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
