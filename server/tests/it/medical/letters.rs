use super::{Insured, app, id, latest};
use crate::deliverables::pdf_text;
use crate::documents::files_in;
use crate::support::sealers;
use serde_json::json;
use server::clock::Clock;
use server::router::router;
use server::start;
use uuid::Uuid;

#[tokio::test]
async fn sends_a_letter_and_follows_up_when_due() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let sent = ada.send(&admin, &ada.draft(&admin).await).await;
    let letter = &sent["letters"][0];
    assert_eq!(
        (
            &sent["stateLabel"],
            &sent["sentOn"],
            &sent["dueOn"],
            &sent["dueWork"]
        ),
        (
            &json!("To mail"),
            &json!(null),
            &json!("2026-11-21"),
            &json!("SendLetter")
        )
    );
    assert_eq!(
        (&letter["state"], &letter["method"], &letter["letterDate"]),
        (&json!("Queued"), &json!("Mail"), &json!("2026-11-21"))
    );
    let document = id(&letter["document"]["documentId"]);
    let path = format!("{}/document/{document}", ada.path());
    let file = admin.get(format!("{path}?reason=Request")).await;
    assert_eq!(file.header("content-type"), "application/pdf");
    let text = pdf_text(&file.body);
    for part in [
        "MercyHospital",
        "1MainStreet",
        "AdaLee,born05/01/1960",
        "Attendingphysicianstatement",
        "From01/01/2020to11/01/2026",
        "HIPAAauthorization,signedon11/01/2026",
        "Zebraunderwriting",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("Zebranotes"), "{text}");

    let mailed = ada.mail(&admin, &sent).await;
    assert_eq!(mailed["dueWork"], json!(null));
    assert_eq!(mailed["letters"][0]["sentBy"], "Dana Account Administrator");
    let next = format!("{}/send", ada.request_path(&sent));
    let body = |version: &serde_json::Value| json!({ "version": version, "method": "Fax" });
    admin
        .post(&next, body(&mailed["version"]))
        .await
        .invalid("state", "not_due");

    let mut request = ada.two_weeks_later(&app, &admin).await;
    for (state, words) in [
        ("FollowUp1", "havenotreceivedthem"),
        ("FollowUp2", "oursecondreminder"),
    ] {
        let reply = admin.post(&next, body(&request["version"])).await;
        request = latest(&reply.ok());
        assert_eq!(request["state"], state);
        let letters = request["letters"].as_array().unwrap();
        let document = id(&letters.last().unwrap()["document"]["documentId"]);
        let path = format!("{}/document/{document}?reason=Request", ada.path());
        let text = pdf_text(&admin.get(path).await.body);
        assert!(text.contains("Fax:(415)555-0100"), "{text}");
        assert!(text.contains(words), "{words}: {text}");
        ada.mail(&admin, &request).await;
        request = ada.two_weeks_later(&app, &admin).await;
    }
    assert_eq!(
        (&request["dueWork"], &request["nextLetter"]),
        (&json!("Decide"), &json!(null))
    );
    admin
        .post(&next, body(&request["version"]))
        .await
        .invalid("state", "wrong_state");
}

#[tokio::test]
async fn rejects_letters_without_a_valid_authorization_or_address() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let files = files_in(&dir);
    let mut input = ada.input();
    input["authorization"]["statesRedisclosure"] = json!(false);
    input["authorization"]["signedOn"] = json!("");
    input["provider"]["address"] = json!({});
    let draft = latest(&admin.post(ada.add_path(), input).await.ok());
    let path = format!("{}/send", ada.request_path(&draft));
    let reply = admin.post(&path, json!({ "version": 1, "method": "Mail" })).await;
    for (field, code) in [
        ("authorization.statesRedisclosure", "authorization"),
        ("authorization.signedOn", "authorization"),
        ("provider.address.line1", "required"),
    ] {
        reply.invalid(field, code);
    }
    let mut none = ada.input();
    none["authorization"] = json!(null);
    let draft = latest(&admin.post(ada.add_path(), none).await.ok());
    let path = format!("{}/send", ada.request_path(&draft));
    admin
        .post(&path, json!({ "version": 1, "method": "Fax" }))
        .await
        .invalid("authorization.document", "authorization");
    assert_eq!(app.number("SELECT count(*) FROM medical_letter").await, 0);
    assert_eq!(files_in(&dir), files);
}

#[tokio::test]
async fn a_follow_up_after_the_authorization_expired_closes_the_request() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let mut input = ada.input();
    input["authorization"]["expiresOn"] = json!("11/21/2026");
    let draft = latest(&admin.post(ada.add_path(), input).await.ok());
    let sent = ada.send(&admin, &draft).await;
    ada.mail(&admin, &sent).await;
    let files = files_in(&dir);
    // A day later.
    let (config, url) = ((*app.app.config).clone(), &app.database.app_url);
    let tomorrow = Clock::Fixed("2026-11-22T17:00:00Z".parse().unwrap());
    let late = start::app(config, url, sealers(), tomorrow).unwrap();
    let admin = admin.at_router(router(late));
    app.execute("UPDATE medical_request SET due_on = '2026-11-21'")
        .await;
    let request = latest(&admin.get(ada.view()).await.ok());
    let path = format!("{}/send", ada.request_path(&sent));
    let body = json!({ "version": request["version"], "method": "Mail" });
    let refused = admin
        .post(&path, body)
        .await
        .refused(422, "authorization_expired");
    let sentence = "The authorization expired on 11/21/2026. Get a new one from the insured.";
    assert_eq!(refused["message"], sentence);
    let expired = latest(&admin.get(ada.view()).await.ok());
    assert_eq!(
        (&expired["state"], &expired["closedBecause"], &expired["dueOn"]),
        (&json!("Expired"), &json!(sentence), &json!(null))
    );
    assert_eq!(files_in(&dir), files);
}

#[tokio::test]
async fn concurrent_requests_with_the_same_key_create_one_letter() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let draft = ada.draft(&admin).await;
    let path = format!("{}/send", ada.request_path(&draft));
    let body = json!({ "version": 1, "method": "Mail" });
    let key = Uuid::now_v7();
    let (one, other) = tokio::join!(
        admin.post_once(key, &path, &body),
        admin.post_once(key, &path, &body)
    );
    assert_eq!(one.ok(), other.ok());
    // The page repeats a request whose response was lost. The response shows medical requests, so the view is recorded.
    let views = "SELECT count(*) FROM audit_log WHERE action = 'viewMedical'";
    let before = app.number(views).await;
    assert_eq!(admin.post_once(key, &path, &body).await.ok(), one.ok());
    assert_eq!(app.number(views).await, before + 1);
    admin
        .post_once(key, &path, &json!({ "version": 1, "method": "Fax" }))
        .await
        .refused(422, "idempotency_key_reused");
    admin.post(&path, body).await.refused(409, "version_conflict");
    assert_eq!(app.number("SELECT count(*) FROM medical_letter").await, 1);
    assert_eq!(app.number("SELECT count(*) FROM medical_document").await, 2);
    assert_eq!(files_in(&dir.join("files/1")), 2);
}

#[tokio::test]
async fn a_letter_that_was_not_delivered_can_be_sent_again() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let sent = ada.send(&admin, &ada.draft(&admin).await).await;
    let (path, version) = ada.last_letter(&sent);
    let change = |version: &serde_json::Value, more: serde_json::Value| {
        let mut body = json!({ "version": version });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    for (more, field, code) in [
        (
            json!({ "state": "Sent", "sentOn": "11/22/2026" }),
            "sentOn",
            "future",
        ),
        (
            json!({ "state": "Sent", "sentOn": "11/20/2026" }),
            "sentOn",
            "order",
        ),
        (json!({ "state": "Failed" }), "failure", "unknown_choice"),
        (
            json!({ "state": "Queued", "method": "Mail" }),
            "state",
            "wrong_state",
        ),
    ] {
        admin
            .put(&path, change(&version, more))
            .await
            .invalid(field, code);
    }
    let body = change(&version, json!({ "state": "Failed", "failure": "Returned" }));
    let failed = latest(&admin.put(&path, body.clone()).await.ok());
    let letter = &failed["letters"][0];
    assert_eq!(
        (&letter["state"], &letter["failure"], &failed["dueWork"]),
        (&json!("Failed"), &json!("Mail returned"), &json!("RetryLetter"))
    );
    admin.put(&path, body).await.refused(409, "version_conflict");
    let again = change(&letter["version"], json!({ "state": "Queued", "method": "Fax" }));
    let queued = latest(&admin.put(&path, again).await.ok());
    assert_eq!(
        (&queued["letters"][0]["state"], &queued["letters"][0]["method"]),
        (&json!("Queued"), &json!("Fax"))
    );
    assert_eq!(ada.mail(&admin, &queued).await["dueOn"], "2026-12-05");
}
