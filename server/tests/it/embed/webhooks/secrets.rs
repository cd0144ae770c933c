//! Signing secrets.

use super::{Hooked, after, now, round};
use crate::support::TestApp;
use serde_json::json;
use server::crypto::{KeySet, Keyring};
use server::sealing::{Which, reseal_values};

#[tokio::test]
async fn a_replaced_secret_remains_a_second_signature_for_a_day() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    let replaced = hooked.partner.admin.post(hooked.path("/secret"), json!({})).await;
    assert_eq!(replaced.status, 201, "{}", replaced.text());
    let replaced = replaced.json();
    let secret = replaced["secret"].as_str().unwrap();
    assert_ne!(secret, hooked.secret);
    assert_eq!(replaced["webhook"]["previousSecretUntil"], json!(after(24 * 60)));
    hooked.add_agent("Ada").await;
    round(&app, after(24 * 60 - 1)).await;
    hooked.add_agent("Grace").await;
    round(&app, after(24 * 60)).await;
    let [during, later] = &hooked.receiver.received()[..] else {
        panic!("{:?}", hooked.receiver.received())
    };
    assert!(during.is_signed_with(&hooked.secret) && during.is_signed_with(secret));
    assert_eq!(during.signature().1.len(), 2);
    assert!(!later.is_signed_with(&hooked.secret) && later.is_signed_with(secret));
    assert_eq!(later.signature().1.len(), 1);
}

#[tokio::test]
async fn secrets_are_stored_encrypted_and_shown_once() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    let replaced = hooked
        .partner
        .admin
        .post(hooked.path("/secret"), json!({}))
        .await
        .ok();
    let second = replaced["secret"].as_str().unwrap();
    hooked.add_agent("Ada").await;
    round(&app, now()).await;
    let tables = "SELECT concat((SELECT string_agg(w::text, '') FROM webhook w),
      (SELECT string_agg(d::text, '') FROM webhook_delivery d), (SELECT string_agg(a::text, '') FROM audit_log a))";
    let stored = app.text(tables).await.unwrap();
    let listed = hooked.partner.admin.get(hooked.all()).await.text();
    for secret in [&hooked.secret, second] {
        let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
        for text in [&stored, &listed] {
            assert!(!text.contains(secret) && !text.contains(&hex));
        }
    }
}

#[tokio::test]
async fn key_rotation_reencrypts_secrets() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    hooked
        .partner
        .admin
        .post(hooked.path("/secret"), json!({}))
        .await
        .ok();
    let keys = Keyring::parse(KeySet::General, &crate::sealing::both_keys()).unwrap();
    server::sealing::unlock(
        &app.database.owner_url,
        Keyring::parse(KeySet::General, &crate::support::sealing_key()).unwrap(),
    )
    .await
    .unwrap();
    let sealer = server::sealing::unlock(&app.database.owner_url, keys)
        .await
        .unwrap();
    let tally = reseal_values(&app.app.workers, &sealer, Which::NotCurrent, &mut |_| {})
        .await
        .unwrap();
    assert_eq!((tally.sealed, tally.unreadable, tally.skipped), (2, 0, 0));
    let keys = "SELECT concat(secret_key_id, previous_secret_key_id) FROM webhook";
    assert_eq!(app.text(keys).await.unwrap(), "22");
    hooked.add_agent("Ada").await;
    let mut node = super::worker(&app);
    node.sealer = sealer.into();
    server::webhooks::round(&node, now()).await.unwrap();
    assert!(hooked.receiver.only().is_signed_with(&hooked.secret));
}
