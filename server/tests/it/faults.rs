//! Malformed and hostile requests are rejected with the usual errors, and the server keeps working.

use crate::support::{Client, FIRM, Reply, TestApp};
use axum::body::Body;
use http::{Method, Request, header};
use serde_json::{Value, json};
use shared::contact::ContactKind;

async fn raw(client: &Client, method: Method, path: &str, body: impl Into<Body>) -> Reply {
    client.send(method, path, Some(body.into())).await
}

/// Checks that the agent list still returns its one agent.
async fn assert_still_working(client: &Client) {
    let page = client
        .post("/FirmAgent/search", json!({ "selectColumns": ["name"] }))
        .await
        .ok();
    assert_eq!(
        (&page["totalRecords"], &page["items"][0]["name"]),
        (&json!(1), &json!("Lee, Ada"))
    );
}

#[tokio::test]
async fn rejects_malformed_json_and_wrong_types() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").insert().await;
    let deep = |open: &str, close: &str| {
        format!(
            "{{\"filter\":[{}1{}]}}",
            open.repeat(10_000),
            close.repeat(10_000)
        )
    };
    let mut cases: Vec<(String, &str)> = [
        "",
        " ",
        "{",
        "{\"searchText\":",
        "{\"searchText\":\"a",
        "nul",
        "{}{}",
        "{} x",
        "{\"searchText\":\"\\ud800\"}",
        "{\"searchText\":\"\\udc00\\ud800\"}",
        "{\"searchText\":\"\u{1}\"}",
        "{'searchText':1}",
        "{\"limit\":{\"rowCount\":1e400}}",
        "{\"filter\":[{\"column\":\"deathBenefit\",\"op\":\"eq\",\"value\":1e400}]}",
        "{\"limit\":{\"rowCount\":NaN}}",
        "[,]",
        "{\"limit\":{\"rowCount\":0x10}}",
        "\u{feff}{}",
    ]
    .into_iter()
    .map(|text| (text.to_owned(), "not_json"))
    .collect();
    cases.push((deep("[", "]"), "not_json"));
    cases.push((deep("{\"any\":[", "]}"), "not_json"));
    for text in [
        "[]",
        "null",
        "7",
        "\"{}\"",
        "{\"searchText\":{}}",
        "{\"limit\":{\"offset\":\"0\"}}",
        "{\"sort\":{}}",
        "{\"limit\":{},\"limit\":{}}",
        "{\"unknown\":1}",
        "{\"selectColumns\":[null]}",
        "{\"filter\":\"x\"}",
        "{\"limit\":{\"rowCount\":99999999999999999999}}",
        "{\"uuid\":\"not-a-uuid\"}",
        "{\"customLabels\":[]}",
    ] {
        cases.push((text.to_owned(), "invalid"));
    }
    for (text, code) in &cases {
        for path in [
            "/FirmAgent/search",
            "/FirmAgent/totals",
            "/FirmAgent/export",
            "/allpolicy/search",
        ] {
            raw(&admin, Method::POST, path, text.clone())
                .await
                .refused(400, code);
        }
    }
    for bytes in [
        &b"\xff\xfe{}"[..],
        b"{\"searchText\":\"\xc3\x28\"}",
        b"\x00",
        b"\x1f\x8b\x08",
    ] {
        raw(&admin, Method::POST, "/FirmAgent/search", bytes.to_vec())
            .await
            .refused(400, "not_json");
    }
    let refusal = raw(
        &admin,
        Method::POST,
        "/FirmAgent/search",
        format!("{{\"uuid\":\"{}\"}}", "x".repeat(100_000)),
    )
    .await;
    assert!(
        refusal.refused(400, "invalid").to_string().len() < 2_000,
        "the error does not echo long input"
    );
    assert_still_working(&admin).await;
}

#[tokio::test]
async fn rejects_large_bodies_and_other_content_types() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").insert().await;
    let ten_megabytes = format!("{{\"searchText\":\"{}\"}}", "x".repeat(10 << 20));
    for path in [
        "/FirmAgent/search",
        "/FirmAgent/export",
        &format!("/FirmAgent/{FIRM}"),
    ] {
        raw(&admin, Method::POST, path, ten_megabytes.clone())
            .await
            .refused(413, "too_large");
    }
    raw(&admin, Method::PUT, "/TableState/agents", ten_megabytes.clone())
        .await
        .refused(413, "too_large");
    let chunks = (0..2_000).map(|_| Ok::<_, std::io::Error>(vec![b' '; 1024]));
    let endless = Body::from_stream(futures_util::stream::iter(chunks));
    raw(&admin, Method::POST, "/FirmAgent/search", endless)
        .await
        .refused(413, "too_large");
    let search = json!({ "searchText": "x".repeat(1_000_000) });
    admin
        .post("/FirmAgent/search", search)
        .await
        .invalid("searchText", "length");
    let broken = futures_util::stream::iter([
        Ok(b"{".to_vec()),
        Err(std::io::Error::other("the client went away")),
    ]);
    raw(
        &admin,
        Method::POST,
        "/FirmAgent/search",
        Body::from_stream(broken),
    )
    .await
    .refused(400, "body_unreadable");

    for content_type in [
        None,
        Some("text/plain"),
        Some("multipart/form-data; boundary=x"),
        Some("application/x-www-form-urlencoded"),
    ] {
        let mut request = admin.request(Method::POST, "/FirmAgent/search", Some("{}".into()));
        request.headers_mut().remove(header::CONTENT_TYPE);
        if let Some(content_type) = content_type {
            request
                .headers_mut()
                .insert(header::CONTENT_TYPE, content_type.parse().unwrap());
        }
        admin.run(request).await.refused(400, "not_json");
    }
    let mut request = admin.request(Method::POST, "/FirmAgent/search", Some("{}".into()));
    request.headers_mut().insert(
        header::CONTENT_TYPE,
        "application/json; charset=utf-8".parse().unwrap(),
    );
    assert_eq!(admin.run(request).await.status, 200);
    assert_still_working(&admin).await;
}

/// Any text is either stored in normalized form or rejected with a field error.
#[tokio::test]
async fn normalizes_or_rejects_unusual_text() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (typed, stored) in [
        ("A\0da", "Ada"),
        ("\u{1f469}\u{200d}\u{1f467} Ada", "\u{1f469}\u{200d}\u{1f467} Ada"),
        ("\u{202e}adA\u{202c}", "adA"),
        ("שרה", "שרה"),
        ("  A\u{3000}d\u{a0}a ", "A d a"),
        ("Jose\u{301}", "José"),
        ("'; DROP TABLE contact; --", "'; DROP TABLE contact; --"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("{{7*7}} ${x} %s %n", "{{7*7}} ${x} %s %n"),
        ("\u{10ffff}\u{fffe}A", "\u{10ffff}\u{fffe}A"),
    ] {
        let body = json!({ "person": { "firstName": typed, "lastName": "Lee", "notes": typed, "externalId": typed } });
        let added = admin.post(format!("/FirmAgent/{FIRM}"), body).await.ok();
        assert_eq!(added["person"]["firstName"], stored);
        let read = admin
            .get(format!("/FirmAgent/agent/{}", added["uuid"].as_str().unwrap()))
            .await
            .ok();
        assert_eq!(read["person"], added["person"]);
        let question = json!({ "filter": [{ "column": "firstName", "op": "eq", "value": typed }], "selectColumns": ["firstName"] });
        let page = admin.post("/FirmAgent/search", question).await.ok();
        let is_found = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["firstName"] == stored);
        assert!(is_found, "{typed:?}: {page}");
    }
    let hostile = json!({ "person": { "firstName": "\u{202e}\u{0}", "lastName": "Lee" } });
    admin
        .post(format!("/FirmAgent/{FIRM}"), hostile)
        .await
        .invalid("person.firstName", "required");
}

#[tokio::test]
async fn rejects_unknown_paths_and_methods_with_a_json_error() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for client in [&admin, &app.anonymous()] {
        for path in [
            "/nowhere",
            "/FirmAgent/a/b/c/d/e/f/g",
            "/",
            "/FirmAgents",
            "/firmagent/search",
            "/FirmAgent/%00",
            "//",
        ] {
            let reply = raw(client, Method::GET, path, Body::empty()).await;
            assert!(
                matches!(reply.status.as_u16(), 401 | 404 | 405),
                "{path}: {}",
                reply.status
            );
            assert!(reply.json()["traceId"].is_string(), "{path}");
        }
    }
    admin.get("/nowhere").await.refused(404, "not_found");
    for (method, path) in [
        (Method::GET, "/FirmAgent/search"),
        (Method::DELETE, "/FirmAgent/search"),
        (Method::PATCH, "/FirmAgent/1"),
        (Method::PUT, "/User/details"),
        (Method::OPTIONS, "/User/details"),
        (Method::TRACE, "/User/details"),
    ] {
        let reply = raw(&admin, method.clone(), path, Body::empty()).await;
        reply.refused(405, "method_not_allowed");
        assert!(!reply.header("allow").is_empty(), "{method} {path}");
    }
    for path in [
        "/FirmAgent?rowCount=1&rowCount=2",
        "/FirmAgent?firmId=1e9",
        "/FirmAgent?firmId=%ff",
        "/FirmAgent?searchText=%ff",
    ] {
        let reply = admin.get(path).await;
        assert!(
            matches!(reply.status.as_u16(), 200 | 400),
            "{path}: {}",
            reply.status
        );
    }
    for firm in ["99999999999", "-1", "1.5", "x", "%31%00"] {
        let reply = admin.post(format!("/FirmAgent/{firm}"), json!({})).await;
        assert!(
            matches!(reply.status.as_u16(), 400 | 404),
            "{firm}: {}",
            reply.status
        );
    }
}

/// An alternative spelling of a path must not bypass a guard, a limit or a proxy's rule.
#[tokio::test]
async fn path_with_an_empty_segment_is_unknown() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let token = format!("Bearer {}", admin.token.clone().unwrap());
    for path in [
        "//",
        "//api/User/details",
        "/api//User/details",
        "/api/User//details",
        "/api/User/details//",
        "/api//FirmAgent/search",
        "/api//notify/negotiate",
        "///api/Session/me",
        "//healthz",
        "//config.json",
        "/assets//app.js",
        "//unsubscribe/x",
        "/docs//api",
    ] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            for token in [None, Some(&token)] {
                let mut request = Request::builder().method(&method).uri(path);
                if let Some(token) = token {
                    request = request.header(header::AUTHORIZATION, token);
                }
                let request = request.body(Body::empty()).unwrap();
                admin.run(request).await.refused(404, "not_found");
            }
        }
    }
    admin.get("/User/details").await.ok();
}

/// Sends every kind of invalid input to every route.
#[tokio::test]
async fn no_route_returns_a_server_error_for_invalid_input() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").insert().await;
    let bodies = [
        "",
        "{}",
        "[]",
        "null",
        "{\"person\":null}",
        "{\"person\":{\"dob\":\"9999-99-99\"},\"version\":-1}",
        "{\"uuid\":\"\\u0000\"}",
        "{\"columns\":[{\"key\":\"\\u0000\",\"width\":0,\"label\":\"\\u0000\"}]}",
        "{\"person\":{\"firstName\":\"\\u0000\",\"lastName\":\"\\u0000\"},\"version\":2147483647}",
    ];
    for route in server::routes::table() {
        // Uses a separate session per route, because one of the routes ends the session.
        let admin = app.in_another_session(&admin, &route.path);
        for value in [
            "0",
            "-1",
            "x",
            "\u{1f4a5}",
            "%00",
            "00000000-0000-0000-0000-000000000000",
            "99999999999999999999",
        ] {
            let mut path = route.path.clone();
            while let (Some(start), Some(end)) = (path.find('{'), path.find('}')) {
                path.replace_range(start..=end, &value.replace('\u{1f4a5}', "%F0%9F%92%A5"));
            }
            for body in bodies {
                let reply = raw(&admin, route.method.clone(), &path, body).await;
                assert!(
                    reply.status.as_u16() < 500,
                    "{} {path} {body}: {}",
                    route.method,
                    reply.text()
                );
                assert!(reply.status != 401 || reply.json()["code"] == "session_ended");
            }
            if !route.path.contains('{') {
                break;
            }
        }
    }
    assert_still_working(&admin).await;
}

#[tokio::test]
async fn errors_reveal_neither_database_details_nor_tax_numbers() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in ContactKind::ALL {
        let resource = crate::contacts::resource(kind);
        let body = json!({ "person": { "firstName": "Ada", "lastName": "Lee", "taxId": "523-86-0000", "ownerType": 1 } });
        let reply = admin.post(format!("/{resource}/{FIRM}"), body).await;
        assert_eq!(reply.status, 400);
        assert!(!reply.text().contains("523-86") && !reply.text().contains("523860000"));
    }
    app.execute("ALTER TABLE contact RENAME COLUMN city TO town")
        .await;
    let broken = admin
        .post("/FirmAgent/search", json!({ "selectColumns": ["city"] }))
        .await;
    let mut body = broken.refused(500, "unknown");
    body["traceId"] = Value::Null;
    assert_eq!(
        body,
        json!({ "code": "unknown", "message": "Unknown error", "errors": [], "traceId": null })
    );
    app.execute("ALTER TABLE contact RENAME COLUMN town TO city")
        .await;
    admin
        .post("/FirmAgent/search", json!({ "selectColumns": ["city"] }))
        .await
        .ok();
}

#[tokio::test]
async fn responses_have_unique_trace_ids_and_are_compressed_on_request() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let one = admin.get("/nowhere").await.json()["traceId"].clone();
    assert_ne!(one, admin.get("/nowhere").await.json()["traceId"]);
    let request = Request::get("/api/openapi.json")
        .header(header::ACCEPT_ENCODING, "br")
        .body(Body::empty())
        .unwrap();
    let reply = admin.run(request).await;
    assert_eq!(reply.header(header::CONTENT_ENCODING), "br");
}
