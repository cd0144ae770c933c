//! Delivery attempts, retries and replays.

use super::receiver::{Behavior, Receiver};
use super::{Hooked, after, now, round, worker};
use crate::support::TestApp;
use jiff::Timestamp;
use serde_json::{Value, json};
use server::webhooks;
use std::time::Duration;

#[tokio::test]
async fn sends_an_event_once_with_a_valid_signature() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    let agent = hooked.add_agent("Ada").await;
    round(&app, now()).await;
    round(&app, after(60)).await;
    let received = hooked.receiver.only();
    assert_eq!(received.path, "/webhooks");
    assert_eq!(received.headers["content-type"], "application/json");
    assert_eq!(received.signature().0, now().as_second());
    assert!(received.is_signed_with(&hooked.secret));
    assert!(!received.is_signed_with("whsec_other"));
    let event = received.json();
    assert_eq!(
        (&event["type"], &event["data"]),
        (
            &json!("contact.updated"),
            &json!({ "contactType": 1, "contactUuid": agent, "isDeleted": false })
        )
    );
    assert!(!received.body.contains("Ada"));
    let delivery = hooked.delivery().await;
    assert_eq!(
        delivery,
        json!({ "uuid": delivery["uuid"], "eventId": event["id"], "event": "contact.updated", "state": "delivered",
                "attempts": 1, "createdAt": delivery["createdAt"], "nextAttemptAt": null, "deliveredAt": now(),
                "lastStatus": 204, "lastError": null, "isReplay": false })
    );
}

#[tokio::test]
async fn retries_after_an_error_status_and_a_timeout() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    hooked.receiver.then([Behavior::Reply(500), Behavior::NoReply]);
    hooked.add_agent("Ada").await;
    round(&app, now()).await;
    let failed = hooked.delivery().await;
    assert_eq!(
        (&failed["state"], &failed["lastStatus"]),
        (&json!("waiting"), &json!(500))
    );
    assert_eq!(failed["nextAttemptAt"], json!(after(1)));
    round(&app, now()).await;
    assert_eq!(hooked.receiver.received().len(), 1, "not due yet");

    let mut impatient = worker(&app);
    impatient.sender = impatient.sender.with_timeout(Duration::from_millis(300));
    webhooks::round(&impatient, after(1)).await.unwrap();
    let failed = hooked.delivery().await;
    assert_eq!(
        (&failed["attempts"], &failed["lastStatus"]),
        (&json!(2), &json!(null))
    );
    assert_eq!(failed["lastError"], "The webhook did not respond in time.");
    assert_eq!(failed["nextAttemptAt"], json!(after(6)));

    round(&app, after(6)).await;
    let delivered = hooked.delivery().await;
    assert_eq!(
        (
            &delivered["state"],
            &delivered["attempts"],
            &delivered["lastError"]
        ),
        (&json!("delivered"), &json!(3), &json!(null))
    );
    let received = hooked.receiver.received();
    assert!(received.iter().all(|one| one.body == received[0].body));
    let times: Vec<i64> = received.iter().map(|one| one.signature().0).collect();
    assert_eq!(times, [now(), after(1), after(6)].map(Timestamp::as_second));
    assert!(received.iter().all(|one| one.is_signed_with(&hooked.secret)));
}

#[tokio::test]
async fn gives_up_after_eight_attempts() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    hooked.receiver.then(vec![Behavior::Reply(503); 9]);
    hooked.add_agent("Ada").await;
    let mut at = 0;
    for pause in [0, 1, 5, 30, 120, 360, 720, 1_440] {
        at += pause;
        round(&app, after(at)).await;
    }
    round(&app, after(at + 10_000)).await;
    assert_eq!(hooked.receiver.received().len(), 8);
    let delivery = hooked.delivery().await;
    assert_eq!(
        (&delivery["state"], &delivery["attempts"]),
        (&json!("failed"), &json!(8))
    );
    assert_eq!(delivery["nextAttemptAt"], json!(null));
}

#[tokio::test]
async fn replays_send_the_same_bytes() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    hooked.add_agent("Ada").await;
    round(&app, now()).await;
    let delivery = hooked.delivery().await;
    let path = format!("/deliveries/{}/replay", delivery["uuid"].as_str().unwrap());
    let queued = hooked.partner.admin.post(hooked.path(&path), json!({})).await;
    assert_eq!(queued.status, 201, "{}", queued.text());
    let queued = queued.json();
    assert_eq!(
        (&queued["eventId"], &queued["state"], &queued["isReplay"]),
        (&delivery["eventId"], &json!("waiting"), &json!(true))
    );
    round(&app, after(5)).await;
    let [first, second] = &hooked.receiver.received()[..] else {
        panic!("{:?}", hooked.receiver.received())
    };
    assert_eq!(first.body, second.body);
    assert_ne!(first.signature(), second.signature());
    assert!(second.is_signed_with(&hooked.secret));
}

#[tokio::test]
async fn two_workers_do_not_send_a_delivery_twice() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    for i in 0..20 {
        hooked.add_agent(&format!("Agent {i}")).await;
    }
    let (one, other) = (worker(&app), worker(&app));
    let (first, second) = tokio::join!(webhooks::round(&one, now()), webhooks::round(&other, now()));
    first.unwrap();
    second.unwrap();
    let received = hooked.receiver.received();
    let mut ids: Vec<String> = received.iter().map(super::receiver::Received::id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!((received.len(), ids.len()), (20, 20));
}

#[tokio::test]
async fn resends_a_delivery_if_its_node_dies() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    hooked.receiver.then([Behavior::DelayReply]);
    hooked.add_agent("Ada").await;
    let node = worker(&app);
    let sending = tokio::spawn(async move { webhooks::round(&node, now()).await });
    hooked.receiver.arrival().await;
    sending.abort();
    assert!(sending.await.unwrap_err().is_cancelled());
    round(&app, after(4)).await;
    assert_eq!(hooked.receiver.received().len(), 1, "the lease has not ended");
    round(&app, after(5)).await;
    let [first, second] = &hooked.receiver.received()[..] else {
        panic!("{:?}", hooked.receiver.received())
    };
    assert_eq!((first.id(), &first.body), (second.id(), &second.body));
    assert_eq!(hooked.delivery().await["state"], "delivered");
}

#[tokio::test]
async fn ignores_a_result_that_arrives_after_the_lease_expired() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    hooked.receiver.then([Behavior::DelayReply, Behavior::Reply(500)]);
    hooked.add_agent("Ada").await;
    let node = worker(&app);
    let sending = tokio::spawn(async move { webhooks::round(&node, now()).await });
    hooked.receiver.arrival().await;
    round(&app, after(5)).await;
    let failed = hooked.delivery().await;
    hooked.receiver.release();
    sending.await.unwrap().unwrap();
    assert_eq!(hooked.delivery().await, failed);
    assert_eq!(
        (&failed["attempts"], &failed["state"]),
        (&json!(2), &json!("waiting"))
    );
}

#[tokio::test]
async fn a_slow_webhook_does_not_delay_others() {
    let app = TestApp::new().await;
    let slow = Hooked::new(&app).await;
    let fast = Receiver::start().await;
    let added = slow.partner.admin.post(slow.all(), super::input(&fast.url)).await;
    assert_eq!(added.status, 201);
    slow.receiver.then([Behavior::DelayReply]);
    slow.add_agent("Ada").await;
    let node = worker(&app);
    let sending = tokio::spawn(async move { webhooks::round(&node, now()).await });
    slow.receiver.arrival().await;
    fast.arrival().await;
    assert!(!sending.is_finished());
    slow.receiver.release();
    sending.await.unwrap().unwrap();
    assert_eq!(fast.only().id(), slow.receiver.only().id());
}

#[tokio::test]
async fn does_not_follow_redirects() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    let target = Receiver::start().await;
    hooked.receiver.then([Behavior::Redirect(target.url.clone())]);
    hooked.add_agent("Ada").await;
    round(&app, now()).await;
    assert_eq!(target.received().len(), 0);
    let failed = hooked.delivery().await;
    assert_eq!(
        (&failed["state"], &failed["lastStatus"]),
        (&json!("waiting"), &json!(302))
    );
    assert_eq!(
        failed["lastError"],
        "The URL redirects. Redirects are not followed."
    );
}

#[tokio::test]
async fn rejects_addresses_in_the_servers_network() {
    let app = TestApp::with(|config, _| config.public_url = "https://portal.example".into()).await;
    let hooked = Hooked::new(&app).await;
    let port = hooked.receiver.url.split(':').nth(2).unwrap().to_owned();
    for url in [
        hooked.receiver.url.clone(),
        // A host name, which the HTTP client resolves.
        format!("http://localhost:{port}"),
        "https://2130706433/".to_owned(),
        "https://169.254.169.254/latest/meta-data".to_owned(),
        "https://10.0.0.1/".to_owned(),
    ] {
        app.execute(&format!(
            "DELETE FROM webhook_delivery; UPDATE webhook SET url = '{url}'"
        ))
        .await;
        hooked.add_agent("Ada").await;
        round(&app, now()).await;
        let failed = hooked.delivery().await;
        assert_eq!(
            (&failed["lastError"], &failed["lastStatus"]),
            (&json!("The host has no public address."), &Value::Null),
            "{url}"
        );
    }
    assert_eq!(hooked.receiver.received().len(), 0);
}

#[tokio::test]
async fn sends_nothing_to_inactive_webhooks_partners_and_firms() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    for (table, condition) in [("webhook", "true"), ("partner", "true"), ("firm", "firm_id = 1")] {
        let set = |is_active: bool| format!("UPDATE {table} SET is_active = {is_active} WHERE {condition}");
        hooked.add_agent("Ada").await;
        app.execute(&set(false)).await;
        round(&app, now()).await;
        app.execute(&set(true)).await;
        round(&app, after(10_000)).await;
        assert_eq!(hooked.receiver.received().len(), 0, "{table}");
        let delivery = hooked.delivery().await;
        assert_eq!(
            (&delivery["state"], &delivery["lastError"]),
            (&json!("failed"), &json!("The webhook was inactive.")),
            "{table}"
        );
        app.execute("DELETE FROM webhook_delivery").await;
    }
    // An inactive webhook queues no events either.
    app.execute("UPDATE webhook SET is_active = false").await;
    hooked.add_agent("Ada").await;
    assert_eq!(hooked.deliveries().await.len(), 0);
}

#[tokio::test]
async fn old_and_surplus_deliveries_are_deleted() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    let add = |count: i32, age: &str| {
        format!(
            "INSERT INTO webhook_delivery (firm_id, uuid, webhook_uuid, event_id, event, body, created_at, delivered_at)
             SELECT 1, gen_random_uuid(), '{}', gen_random_uuid(), 'contact.updated', i::text,
               '{}'::timestamptz - interval '{age}' - i * interval '1 second', now() FROM generate_series(1, {count}) i",
            hooked.uuid,
            now()
        )
    };
    app.execute(&add(3, "30 days")).await;
    app.execute(&add(2, "29 days")).await;
    webhooks::clean(&app.app.workers, now()).await.unwrap();
    assert_eq!(app.number("SELECT count(*) FROM webhook_delivery").await, 2);
    app.execute(&add(10_000, "1 day")).await;
    webhooks::clean(&app.app.workers, now()).await.unwrap();
    let newest = "SELECT count(*) FROM webhook_delivery WHERE created_at > '2026-11-20T00:00:00Z'";
    assert_eq!(app.number("SELECT count(*) FROM webhook_delivery").await, 10_000);
    assert_eq!(app.number(newest).await, 10_000);
}
