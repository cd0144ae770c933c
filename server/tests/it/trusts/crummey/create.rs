use super::{Setting, delivery};
use crate::deliverables::pdf_text;
use crate::support::TestApp;
use serde_json::json;
use shared::permission::FirmUserType;
use uuid::Uuid;

#[tokio::test]
async fn creates_a_pdf_for_each_beneficiary_with_a_right() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let before = lee.load(&admin).await;
    assert_eq!(before["blockedBecause"], "");
    assert_eq!(before["policyNumber"], "P-1");
    assert_eq!(
        before["recipients"],
        json!([
            { "personUuid": lee.ada, "beneficiary": "Ada Lee", "addressee": "Ada Lee", "amount": "5000.01" },
            { "personUuid": lee.cy, "beneficiary": "Cy Lee", "addressee": "Jo Lee, guardian of Cy Lee",
              "amount": "5000.00" },
        ])
    );
    let [ada, cy] = lee.create(&admin).await;
    let name = "Crummey letter - Jo Lee, guardian of Cy Lee - 2026-11-21.pdf";
    assert_eq!(
        cy,
        json!({ "uuid": cy["uuid"], "version": 1, "personUuid": lee.cy, "beneficiary": "Cy Lee",
                "addressee": "Jo Lee, guardian of Cy Lee", "amount": "5000.00", "letterDate": "2026-11-21",
                "isOutdated": false, "state": "Draft", "stateLabel": "Not sent", "method": null, "email": null,
                "deliveredOn": null, "emailedAt": null, "failure": null, "proof": null,
                "document": { "documentId": cy["document"]["documentId"], "name": name } })
    );
    assert_eq!(ada["email"], "ada@mail.example");
    let after = lee.load(&admin).await;
    assert_eq!(
        (&after["letters"], &after["recipients"]),
        (&json!([ada, cy]), &json!([]))
    );

    let file = admin
        .get(format!(
            "/Document/{}",
            ada["document"]["documentId"].as_str().unwrap()
        ))
        .await;
    assert_eq!(file.header("content-type"), "application/pdf");
    let text = pdf_text(&file.body);
    for part in [
        "LeeFamilyTrust",
        "Trustee:GraceHopper",
        "1PineStreet",
        "11/21/2026",
        "9ElmRoad",
        "Reno,NV89501",
        "DearAdaLee:",
        "agiftof$10,000.01on11/20/2026",
        "AdaLeehastherighttowithdrawupto$5,000.01",
        "within30days",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let documents = admin
        .get(format!("/FirmOwner/owner/{}/documents", lee.trust))
        .await
        .ok();
    assert_eq!(documents.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn letters_use_the_firms_text() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let path = "/Trust/LetterSettings/Letter";
    let text = |words: &str| json!({ "type": "doc", "content": [{ "type": "paragraph", "content": [{ "type": "text", "text": words }] }] });
    let current = admin.get(path).await.ok();
    assert_eq!(
        (&current["level"], &current["version"]),
        (&json!("global"), &json!(null))
    );
    let body = json!({ "value": text("Hello {{recipient.name}}, from {{grantor.names}}."), "version": null });
    admin.put(path, body).await.ok();
    admin
        .put(path, json!({ "value": text("{{owner.fullName}}"), "version": 1 }))
        .await
        .refused(400, "invalid");
    admin
        .get(format!("{path}?agentUuid={}", lee.ada))
        .await
        .invalid("agentUuid", "wrong_subject");
    admin
        .get("/Trust/LetterSettings/CoverPage")
        .await
        .refused(404, "not_found");
    admin
        .get("/template?templateType=5")
        .await
        .invalid("templateType", "unknown_template_type");
    let preview = admin
        .post(
            format!("{path}/preview"),
            json!({ "value": text("Hi {{trust.name}}") }),
        )
        .await
        .ok();
    assert_eq!(preview["pageCount"], 1);

    let people = format!("{}/person", super::path_of(lee.trust));
    admin
        .post(&people, json!({ "role": "Grantor", "name": "Alan Turing" }))
        .await
        .ok();
    let [_, cy] = lee.create(&admin).await;
    let file = admin
        .get(format!(
            "/Document/{}",
            cy["document"]["documentId"].as_str().unwrap()
        ))
        .await;
    let text = pdf_text(&file.body);
    assert!(
        text.contains("HelloJoLee,guardianofCyLee,fromAlanTuring."),
        "{text}"
    );
}

#[tokio::test]
async fn rejects_letters_that_do_not_match_the_gift() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let letters = lee.letters();
    let refused = async |change: &dyn Fn(&mut serde_json::Value), field: &str, code: &str| {
        let mut input = lee.input(&[(lee.ada, "5000"), (lee.cy, "5000")]);
        change(&mut input);
        admin.post(&letters, input).await.invalid(field, code);
    };
    refused(
        &|input| input["letters"][0]["amount"] = json!("5000.02"),
        "letters",
        "above_gift",
    )
    .await;
    refused(
        &|input| input["letters"][0]["personUuid"] = json!(lee.cy),
        "letters[1].personUuid",
        "unknown_recipient",
    )
    .await;
    refused(
        &|input| input["letterDate"] = json!("11/19/2026"),
        "letterDate",
        "order",
    )
    .await;
    let mut unknown = lee.input(&[(lee.ada, "1")]);
    unknown["giftUuid"] = json!(Uuid::from_u128(7));
    admin.post(&letters, unknown).await.refused(404, "not_found");
    let mut old = lee.input(&[(lee.ada, "1")]);
    old["giftVersion"] = json!(9);
    let conflict = admin.post(&letters, old).await.refused(409, "version_conflict");
    assert_eq!(conflict["current"], lee.load(&admin).await);

    // The gift is no longer marked as received.
    let planned = json!({ "trustUuid": lee.trust, "amount": "10000.01", "giftDate": "11/20/2026",
        "letterDate": "11/23/2026", "premiumDue": "01/15/2027", "version": 1 });
    admin.put(lee.gift_path(), planned).await.ok();
    let mut input = lee.input(&[(lee.ada, "1")]);
    input["giftVersion"] = json!(2);
    admin.post(&letters, input).await.invalid("giftUuid", "blocked");
    assert_eq!(app.number("SELECT count(*) FROM crummey_letter").await, 0);
    assert_eq!(app.number("SELECT count(*) FROM document").await, 0);
}

#[tokio::test]
async fn concurrent_requests_create_letters_once() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let input = lee.input(&[(lee.ada, "5000"), (lee.cy, "5000")]);
    let (one, other) = tokio::join!(
        admin.post(lee.letters(), input.clone()),
        admin.post(lee.letters(), input.clone())
    );
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses[0], 201);
    assert!([400, 409].contains(&statuses[1]), "{statuses:?}");
    assert_eq!(app.number("SELECT count(*) FROM crummey_letter").await, 2);
    assert_eq!(app.number("SELECT count(*) FROM document").await, 2);
}

#[tokio::test]
async fn other_firms_and_roles_cannot_use_letters() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let [ada, _] = lee.create(&admin).await;
    let stranger = app.other_firm_admin().await;
    let input = lee.input(&[(lee.cy, "1")]);
    let hand = delivery("Hand", "11/21/2026", &[&ada]);
    stranger.get(lee.letters()).await.refused(404, "not_found");
    stranger
        .post(lee.letters(), input.clone())
        .await
        .refused(404, "not_found");
    stranger
        .post(format!("{}/delivery", lee.letters()), hand.clone())
        .await
        .refused(404, "not_found");

    let reader = app.as_role(FirmUserType::ViewOnly).await;
    reader.get(lee.letters()).await.ok();
    reader.post(lee.letters(), input).await.refused(403, "forbidden");
    reader
        .post(format!("{}/delivery", lee.letters()), hand)
        .await
        .refused(403, "forbidden");
    reader
        .delete(format!("{}?version=1", lee.letter(&ada)))
        .await
        .refused(403, "forbidden");

    // An advisor sees only gifts for their agents' policies.
    let advisor = app.advisor().await;
    let agent = app.agent("Grace Hopper").insert().await;
    let policy = app.policy("P-2").insert().await;
    app.link(&policy, &lee.owner).await;
    app.link(&policy, &agent).await;
    app.give_block(&advisor, &[&agent]).await;
    assert_eq!(advisor.get(lee.letters()).await.ok()["gifts"], json!([]));
    advisor
        .delete(format!("{}?version=1", lee.letter(&ada)))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn letters_omit_addresses_of_contacts_that_the_user_cannot_open() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let lee = Setting::new(&app, &admin).await;
    let agent = app.agent("Grace Hopper").insert().await;
    app.link(&lee.policy_row, &agent).await;
    app.give_block(&advisor, &[&agent]).await;
    let [ada, _] = lee.create(&advisor).await;
    let path = format!("/Document/{}", ada["document"]["documentId"].as_str().unwrap());
    let text = pdf_text(&advisor.get(path).await.body);
    assert!(text.contains("AdaLee") && !text.contains("9ElmRoad"), "{text}");
}
