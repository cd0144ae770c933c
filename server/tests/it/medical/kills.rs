//! The server is killed while it creates a letter; the repeated request creates it once.

use super::{Insured, app, latest};
use crate::support::{ServerProcess, http_client};
use serde_json::{Value, json};
use uuid::Uuid;

#[tokio::test]
async fn a_letter_is_created_once_even_if_the_server_is_killed() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let mut input = ada.input();
    // The process uses the system clock.
    input["authorization"]["expiresOn"] = json!("12/31/2099");
    let draft = latest(&admin.post(ada.add_path(), input).await.ok());
    let path = format!("{}/send", ada.request_path(&draft));
    let mut node = ServerProcess::with(&app, &[("FIRMBOOK_DATA_DIR", dir.to_str().unwrap())]).await;
    let key = Uuid::now_v7();
    let send = |address| {
        let url = format!("http://{address}/api{path}");
        let request = http_client()
            .post(url)
            .bearer_auth(admin.token.as_deref().unwrap())
            .header("idempotency-key", key.to_string())
            .json(&json!({ "version": 1, "method": "Mail" }));
        request.send()
    };

    // The PDF is stored, and the letter is about to be queued.
    let lock = app.database.owner().await;
    lock.batch_execute("BEGIN; LOCK TABLE medical_letter IN SHARE MODE")
        .await
        .unwrap();
    let lost = tokio::spawn(send(node.address));
    app.wait_for_blocked_statement().await;
    node.kill();
    assert!(lost.await.unwrap().is_err());
    lock.batch_execute("ROLLBACK").await.unwrap();
    let record = admin.get(ada.view()).await.ok();
    assert_eq!(latest(&record), draft);

    node.restart().await;
    for _ in 0..2 {
        let reply = send(node.address).await.unwrap();
        assert_eq!(reply.status(), 201);
        let sent = latest(&reply.json::<Value>().await.unwrap());
        assert_eq!(
            (&sent["state"], &sent["letters"][0]["state"]),
            (&json!("Sent"), &json!("Queued"))
        );
    }
    assert_eq!(app.number("SELECT count(*) FROM medical_letter").await, 1);
    assert_eq!(
        app.number("SELECT count(*) FROM medical_document WHERE kind = 'Letter'")
            .await,
        1
    );
}
