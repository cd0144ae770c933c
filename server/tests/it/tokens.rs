//! Validation of access tokens, and behavior without the issuer's keys.

use crate::support::{Client, Idp, Mode, SigningKey, TestApp};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use server::clock::Clock;
use std::time::{Duration, Instant};

fn now() -> i64 {
    Clock::System.now().as_second()
}

async fn status(client: &Client, token: &str) -> u16 {
    client
        .with_token(token)
        .get("/User/details")
        .await
        .status
        .as_u16()
}

/// Asserts that a token is rejected with the standard body, which does not reveal the failed check.
async fn assert_rejected(client: &Client, token: &str, why: &str) {
    let reply = client.with_token(token).get("/User/details").await;
    assert_eq!(reply.status, 401, "{why}: {}", reply.text());
    let mut body = reply.refused(401, "unauthenticated");
    body["traceId"] = Value::Null;
    let expected = json!({ "code": "unauthenticated", "message": "You are not signed in. Sign in to continue.", "errors": [], "traceId": null });
    assert_eq!(body, expected, "{why}");
}

#[tokio::test]
async fn checks_issuer_audience_and_times() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let idp = &app.idp;
    let with = |name: &str, value: Value| {
        let mut claims = idp.claims(&admin.user_key);
        claims[name] = value;
        idp.sign(&idp.header(), &claims)
    };
    let without = |name: &str| {
        let mut claims = idp.claims(&admin.user_key);
        claims.as_object_mut().unwrap().remove(name);
        idp.sign(&idp.header(), &claims)
    };
    for (token, why) in [
        (with("exp", json!(now() - 290)), "within the skew"),
        (with("nbf", json!(now() + 290)), "not before, within the skew"),
        (
            with("aud", json!(["other", "firmbook-api"])),
            "one of several audiences",
        ),
        (with("nbf", json!(now() - 10)), "not before, past"),
        (without("sid"), "without a session"),
    ] {
        assert_eq!(status(&admin, &token).await, 200, "{why}");
    }
    for (token, why) in [
        (with("exp", json!(now() - 320)), "expired beyond the skew"),
        (with("nbf", json!(now() + 320)), "not yet"),
        (with("exp", json!("never")), "an expiry that is not a number"),
        (with("iss", json!("https://elsewhere.example")), "another issuer"),
        (
            with("iss", json!(format!("{}/", idp.issuer))),
            "the issuer with a slash",
        ),
        (with("aud", json!("firmbook-web")), "another audience"),
        (with("aud", json!([])), "no audience"),
        (with("sub", json!("somebody else")), "an unknown user"),
        (with("sub", json!("' OR true --")), "an unknown user with a quote"),
        (with("sub", json!("a\0b")), "a user with NUL"),
        (with("sub", json!("a".repeat(256))), "a user id that is too long"),
        (with("sid", json!("a\0b")), "a session with NUL"),
        (
            with("sid", json!("a".repeat(256))),
            "a session id that is too long",
        ),
        (without("exp"), "no expiry"),
        (without("iss"), "no issuer"),
        (without("aud"), "no audience at all"),
        (without("sub"), "no user"),
    ] {
        assert_rejected(&admin, &token, why).await;
    }
    let mut header = idp.header();
    header.crit = Some(vec!["b64".into()]);
    let critical = idp.sign(&header, &idp.claims(&admin.user_key));
    assert_rejected(&admin, &critical, "an unknown critical extension").await;
}

#[tokio::test]
async fn checks_signature_key_and_algorithm() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (idp, key) = (&app.idp, app.idp.key());
    let claims = idp.claims(&admin.user_key);
    let header = |change: &dyn Fn(&mut Header)| {
        let mut header = idp.header();
        change(&mut header);
        header
    };
    let own = SigningKey::generate();
    let encode = |header: &Header, key: &EncodingKey| jsonwebtoken::encode(header, &claims, key).unwrap();
    let good = idp.sign(&idp.header(), &claims);
    assert_eq!(status(&admin, &good).await, 200);
    let part = |index: usize| good.split('.').nth(index).unwrap().to_owned();
    let none = |alg: &str| {
        use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
        let header = json!({ "alg": alg, "typ": "at+jwt", "kid": key.id });
        format!("{}.{}.", URL_SAFE_NO_PAD.encode(header.to_string()), part(1))
    };
    let mut symmetric = header(&|header| header.alg = Algorithm::HS256);
    let mut cases = vec![
        (none("none"), "alg none"),
        (none("None"), "alg None"),
        (format!("{}.{}.", part(0), part(1)), "no signature"),
        (
            format!("{}{}", none("none"), part(2)),
            "alg none with the signature of another",
        ),
        (
            encode(&symmetric, &EncodingKey::from_secret(&key.public)),
            "HS256 with the public key",
        ),
        (
            encode(&header(&|header| header.kid = None), &key.encoding),
            "no key id",
        ),
        (
            encode(
                &header(&|header| header.kid = Some("other".into())),
                &key.encoding,
            ),
            "an unknown key id",
        ),
        (encode(&idp.header(), &own.encoding), "a key of another issuer"),
        (
            encode(&header(&|header| header.typ = Some("JWT".into())), &key.encoding),
            "an ID token",
        ),
        (
            encode(&header(&|header| header.typ = None), &key.encoding),
            "no type",
        ),
    ];
    symmetric.kid = Some(key.id.clone());
    cases.push((
        encode(&symmetric, &EncodingKey::from_secret(b"secret")),
        "HS256 with a guess",
    ));
    let elsewhere = header(&|header| {
        header.kid = Some(own.id.clone());
        header.jwk = serde_json::from_value(own.jwk()).unwrap();
        header.jku = Some("http://127.0.0.1:1/jwks".into());
    });
    cases.push((encode(&elsewhere, &own.encoding), "a key embedded in the token"));
    // The key works only with ES256, regardless of the algorithm in the header.
    let rewritten = |alg: &str| {
        use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
        let header = json!({ "alg": alg, "typ": "at+jwt", "kid": key.id });
        format!(
            "{}.{}.{}",
            URL_SAFE_NO_PAD.encode(header.to_string()),
            part(1),
            part(2)
        )
    };
    for alg in [
        "RS256", "PS256", "ES384", "EdDSA", "HS256", "HS384", "HS512", "es256", "NONE", "nOnE", "",
    ] {
        cases.push((rewritten(alg), "another algorithm in the header"));
    }
    for encoded_key in [
        serde_json::to_vec(&key.jwk()).unwrap(),
        key.public[1..].to_vec(),
        Vec::new(),
    ] {
        let symmetric = header(&|header| header.alg = Algorithm::HS256);
        cases.push((
            encode(&symmetric, &EncodingKey::from_secret(&encoded_key)),
            "HS256 with the public key in another form",
        ));
    }
    for text in [
        "",
        "x",
        "..",
        "a.b.c",
        "e30.e30.e30",
        "\u{1f511}",
        &"x".repeat(10_000),
    ] {
        cases.push((text.to_owned(), "not a token"));
    }
    for (token, why) in cases {
        if token.is_ascii() {
            assert_rejected(&admin, &token, why).await;
        }
    }
    for scheme in ["Basic", "Token", "Bearerx"] {
        let mut request = app.anonymous().request(http::Method::GET, "/User/details", None);
        request
            .headers_mut()
            .insert("authorization", format!("{scheme} {good}").parse().unwrap());
        assert_eq!(app.anonymous().run(request).await.status, 401, "{scheme}");
    }
}

#[tokio::test]
async fn rejects_a_token_with_any_character_changed() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let good = admin.token.clone().unwrap();
    let mut runner = TestRunner::deterministic();
    // The last character of each part has unused bits, so it is not changed.
    let places: Vec<usize> = (0..good.len() - 1)
        .filter(|i| !good[i + 1..].starts_with('.'))
        .collect();
    for _ in 0..60 {
        let (place, letter) = (0..places.len(), "[A-Za-z0-9_-]")
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let mut changed = good.clone();
        changed.replace_range(places[place]..=places[place], &letter);
        if changed != good {
            assert_eq!(status(&admin, &changed).await, 401, "{changed}");
        }
    }
    assert_eq!(status(&admin, &good).await, 200);
}

#[tokio::test]
async fn caches_keys_and_refetches_for_an_unknown_key_id() {
    let app = TestApp::with(|config, _| config.oidc.refetch_floor = Duration::ZERO).await;
    let admin = app.admin().await;
    let old = admin.token.clone().unwrap();
    for _ in 0..5 {
        assert_eq!(status(&admin, &old).await, 200);
    }
    assert_eq!(app.idp.fetches(), 1);
    app.idp.rotate();
    let new = app.idp.token_for(&admin.user_key);
    assert_eq!(status(&admin, &new).await, 200);
    assert_eq!(status(&admin, &old).await, 200, "the old key is still published");
    assert_eq!(app.idp.fetches(), 2);
    // While the issuer is unreachable, cached keys remain valid.
    app.idp.set(Mode::Fails);
    assert_eq!(status(&admin, &new).await, 200);
    app.idp.rotate();
    let unknown = app.idp.token_for(&admin.user_key);
    assert_eq!(status(&admin, &unknown).await, 401);
    app.idp.set(Mode::Up);
    assert_eq!(status(&admin, &unknown).await, 200);
}

#[tokio::test]
async fn rejects_a_retired_key_after_the_cache_expires() {
    let app = TestApp::with(|config, _| {
        config.oidc.refetch_floor = Duration::ZERO;
        config.oidc.keys_max_age = Duration::ZERO;
    })
    .await;
    let admin = app.admin().await;
    let old = admin.token.clone().unwrap();
    assert_eq!(status(&admin, &old).await, 200);
    app.idp.set(Mode::Fails);
    assert_eq!(
        status(&admin, &old).await,
        200,
        "expired keys are used if the fetch fails"
    );
    app.idp.set(Mode::Up);
    app.idp.rotate();
    app.idp.retire_old_keys();
    assert_eq!(status(&admin, &old).await, 401);
    assert_eq!(status(&admin, &app.idp.token_for(&admin.user_key)).await, 200);
}

#[tokio::test]
async fn unknown_key_ids_do_not_cause_repeated_fetches() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    assert_eq!(status(&admin, &admin.token.clone().unwrap()).await, 200);
    for i in 0..20 {
        let header = Header {
            kid: Some(format!("made up {i}")),
            ..app.idp.header()
        };
        let token = app.idp.sign(&header, &app.idp.claims(&admin.user_key));
        assert_eq!(status(&admin, &token).await, 401);
    }
    assert_eq!(app.idp.fetches(), 1);
}

#[tokio::test]
async fn returns_503_in_time_without_the_issuers_keys() {
    let app = TestApp::with(|config, _| config.oidc.fetch_deadline = Duration::from_millis(300)).await;
    let admin = app.admin().await;
    for mode in [Mode::Fails, Mode::Stalls, Mode::Floods] {
        app.idp.set(mode);
        let started = Instant::now();
        let replies = futures_util::future::join_all((0..10).map(|_| admin.get("/User/details"))).await;
        for reply in replies {
            reply.refused(503, "unavailable");
            assert_eq!(reply.header("retry-after"), "2");
        }
        assert!(
            started.elapsed() < Duration::from_secs(3),
            "{mode:?}: {:?}",
            started.elapsed()
        );
    }
    app.idp.set(Mode::Up);
    crate::support::wait_until("the keys are fetched again", async || {
        (admin.get("/User/details").await.status == 200).then_some(())
    })
    .await;
}

#[tokio::test]
async fn returns_503_if_the_issuer_is_unreachable() {
    let app = TestApp::with(|config, _| config.oidc.issuer = "http://127.0.0.1:1".into()).await;
    let admin = app.admin().await;
    admin.get("/User/details").await.refused(503, "unavailable");
    let other = Idp::start().await;
    let token = other.token_for(&admin.user_key);
    admin
        .with_token(token)
        .get("/User/details")
        .await
        .refused(503, "unavailable");
    assert_eq!(other.fetches(), 0, "only the configured issuer is contacted");
}
