//! Browsers cannot set headers on WebSockets and event streams, so the hub's path also accepts the access
//! token as a query parameter. It is moved to the `Authorization` header before any other layer sees the
//! request.

use axum::extract::Request;
use http::uri::PathAndQuery;
use http::{HeaderValue, Uri, header};

const NAME: &str = "access_token";

pub async fn token_from_query(mut request: Request) -> Request {
    let path = request.uri().path();
    let is_hub = path
        .strip_prefix("/api")
        .and_then(|path| path.strip_prefix(shared::hub::PATH))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let Some(query) = request
        .uri()
        .query()
        .filter(|query| is_hub && query.contains(NAME))
    else {
        return request;
    };
    let is_token = |pair: &&str| pair.split('=').next() == Some(NAME);
    let token = query
        .split('&')
        .find(is_token)
        .and_then(|pair| pair.split_once('='));
    let authorization = token.and_then(|(_, token)| {
        // Tokens contain no characters that need URL escapes.
        let mut value = HeaderValue::from_str(&format!("Bearer {token}")).ok()?;
        value.set_sensitive(true);
        Some(value)
    });
    let rest: Vec<&str> = query.split('&').filter(|pair| !is_token(pair)).collect();
    let stripped = format!("{path}?{}", rest.join("&"));
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = PathAndQuery::try_from(stripped).ok();
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
    }
    if let Some(authorization) = authorization {
        request
            .headers_mut()
            .entry(header::AUTHORIZATION)
            .or_insert(authorization);
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    async fn moved(uri: &str) -> (String, Option<String>) {
        let request = Request::builder().uri(uri).body(Body::empty()).unwrap();
        let request = token_from_query(request).await;
        let header = request.headers().get(header::AUTHORIZATION);
        (
            request.uri().to_string(),
            header.map(|value| value.to_str().unwrap().to_owned()),
        )
    }

    #[tokio::test]
    async fn moves_token_from_hub_query_to_header() {
        let bearer = Some("Bearer a.b-c_d".to_owned());
        for (uri, stripped) in [
            ("/api/notify?access_token=a.b-c_d", "/api/notify?"),
            (
                "/api/notify/?id=1&access_token=a.b-c_d&x=2",
                "/api/notify/?id=1&x=2",
            ),
            (
                "/api/notify/negotiate?access_token=a.b-c_d",
                "/api/notify/negotiate?",
            ),
        ] {
            assert_eq!(moved(uri).await, (stripped.to_owned(), bearer.clone()));
        }
    }

    #[tokio::test]
    async fn ignores_token_in_query_of_other_paths() {
        for uri in [
            "/api/User/details?access_token=a",
            "/api/notifyx?access_token=a",
            "/api/notify?id=1",
        ] {
            assert_eq!(moved(uri).await, (uri.to_owned(), None));
        }
    }
}
