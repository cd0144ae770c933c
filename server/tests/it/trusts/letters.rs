//! Gifts require a trust that can send Crummey letters.

use super::{beneficiary, ilit, path_of, trust};
use crate::support::TestApp;
use serde_json::json;

#[tokio::test]
async fn only_trusts_that_can_send_letters_receive_new_gifts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = trust(&app, "Lee Family Trust").await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &lee).await;
    let gifts = format!("/allpolicy/{}/gifts", policy.uuid);
    let gift = json!({ "trustUuid": lee.uuid, "amount": "12500", "giftDate": "12/01/2026", "letterDate": "12/04/2026",
                       "premiumDue": "01/15/2027" });
    let refused = async || {
        let record = admin.get(path_of(lee.uuid)).await.ok();
        let reply = admin.post(&gifts, gift.clone()).await;
        reply.invalid("trustUuid", "no_letters");
        assert_eq!(record["canSendLetters"], json!(false));
        assert_eq!(reply.json()["errors"][0]["message"], record["noLettersBecause"]);
    };
    refused().await;
    admin.put(path_of(lee.uuid), ilit(0)).await.ok();
    refused().await;
    let people = format!("{}/person", path_of(lee.uuid));
    admin.post(&people, beneficiary("Bo Lee")).await.ok();
    refused().await;
    let mut ada = beneficiary("Ada Lee");
    ada["hasWithdrawalRight"] = json!(true);
    let added = admin.post(&people, ada).await.ok();
    let record = admin.get(path_of(lee.uuid)).await.ok();
    assert_eq!(
        (&record["canSendLetters"], &record["noLettersBecause"]),
        (&json!(true), &json!(""))
    );
    let saved = admin.post(&gifts, gift.clone()).await.ok();

    // Existing gifts can be changed afterwards.
    let one = format!("{people}/{}", added["uuid"].as_str().unwrap());
    admin.delete(format!("{one}?version=1")).await.ok();
    refused().await;
    let mut received = gift.clone();
    received["receivedOn"] = json!("11/20/2026");
    received["version"] = json!(1);
    let path = format!("{gifts}/{}", saved["uuid"].as_str().unwrap());
    assert_eq!(admin.put(&path, received).await.ok()["state"], "Received");
}
