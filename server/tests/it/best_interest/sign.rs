use super::{Setting, signature, update};
use crate::deliverables::pdf_text;
use crate::support::TestApp;
use serde_json::json;
use shared::permission::FirmUserType;

#[tokio::test]
async fn a_signed_form_has_a_hash_and_never_changes() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    let draft = ada.create(&admin, false).await;
    admin
        .post(ada.of(&draft, "/signature"), signature(&draft))
        .await
        .refused(422, "incomplete");
    let complete = admin.put(&ada.path, update(&draft, true)).await.ok();
    let mut early = signature(&complete);
    early["consumerSignedOn"] = json!("11/17/2026");
    admin
        .post(ada.of(&complete, "/signature"), early)
        .await
        .invalid("consumerSignedOn", "order");
    let signed = ada.sign(&admin, &complete).await;
    assert_eq!(
        (&signed["state"], &signed["isUnchanged"]),
        (&json!("Signed"), &json!(true))
    );
    assert_eq!(
        (&signed["reviewDueDate"], &signed["retainUntil"]),
        (&json!("2027-11-20"), &json!("2036-11-20"))
    );
    assert_eq!(signed["hash"].as_str().unwrap().len(), 64);
    assert_eq!(signed["content"]["signature"]["consumerSignedOn"], "2026-11-19");

    let conflict = admin.put(&ada.path, update(&signed, false)).await;
    conflict.refused(409, "version_conflict");
    assert_eq!(conflict.json()["current"], signed);
    admin
        .post(ada.of(&signed, "/signature"), signature(&signed))
        .await
        .refused(409, "version_conflict");
    admin
        .delete(format!("{}?version={}", ada.of(&signed, ""), signed["version"]))
        .await
        .refused(422, "signed");
    for sql in [
        "UPDATE best_interest SET content = '{}'",
        "UPDATE best_interest SET review_due_date = NULL",
        "DELETE FROM best_interest",
    ] {
        let error = app.owner.batch_execute(sql).await.unwrap_err();
        assert_eq!(error.code().unwrap().code(), "23001", "{sql}");
    }
    // Later changes to the contract do not affect the signed form.
    app.execute("UPDATE annuity SET contract_value = 1").await;
    assert_eq!(ada.load(&admin).await["versions"], json!([signed]));
}

#[tokio::test]
async fn detects_a_form_that_was_changed_in_the_database() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    ada.sign(&admin, &ada.create(&admin, true).await).await;
    app.execute(
        "ALTER TABLE best_interest DISABLE TRIGGER keep_signed;
         UPDATE best_interest SET content = replace(content, '640000.00', '940000.00');
         ALTER TABLE best_interest ENABLE TRIGGER keep_signed",
    )
    .await;
    let form = &ada.load(&admin).await["versions"][0];
    assert_eq!(form["isUnchanged"], false);
}

#[tokio::test]
async fn only_one_of_two_concurrent_signatures_succeeds() {
    let app = TestApp::new().await;
    let (admin, other) = (
        app.admin().await,
        app.as_role(FirmUserType::AccountAdministrator).await,
    );
    let ada = Setting::new(&app).await;
    let form = ada.create(&admin, true).await;
    let path = ada.of(&form, "/signature");
    let (one, two) = tokio::join!(
        admin.post(&path, signature(&form)),
        other.post(&path, signature(&form))
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

#[tokio::test]
async fn a_newer_form_supersedes_the_signed_one() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    let first = ada.sign(&admin, &ada.create(&admin, true).await).await;
    let second = ada.create(&admin, true).await;
    let states = async || {
        let file = ada.load(&admin).await;
        let forms = file["versions"].as_array().unwrap();
        let states = forms
            .iter()
            .map(|form| format!("{} {}", form["number"], form["state"].as_str().unwrap()));
        states.collect::<Vec<_>>()
    };
    assert_eq!(states().await, ["2 Complete", "1 Signed"]);
    ada.sign(&admin, &second).await;
    assert_eq!(states().await, ["2 Signed", "1 Superseded"]);
    let superseded = &ada.load(&admin).await["versions"][1];
    assert_eq!(
        (&superseded["hash"], &superseded["isUnchanged"]),
        (&first["hash"], &json!(true))
    );
}

#[tokio::test]
async fn the_pdf_shows_the_form_its_signatures_and_its_hash() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    let signed = ada.sign(&admin, &ada.create(&admin, true).await).await;
    let file = admin.get(ada.of(&signed, "/document")).await;
    assert_eq!(file.header("content-type"), "application/pdf");
    assert!(
        file.header("content-disposition")
            .contains("Best interest form - Lee, Ada - 2026-11-20.pdf")
    );
    let text = pdf_text(&file.body);
    for part in [
        "Version1:Signed",
        "Lee,Ada",
        "Born03/04/1959",
        "Annualincome$85,000.00",
        "CedarLifeA-1",
        "Theincomeishigherforlife.",
        "Surrendercharge$5,999.50",
        "AdaLee,11/19/2026",
        "DanaWhitfield,11/20/2026",
        signed["hash"].as_str().unwrap(),
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let activity = admin
        .get(format!("/FirmOwner/owner/{}/activity", ada.owner.uuid))
        .await
        .ok();
    let entries: Vec<String> = activity["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            format!(
                "{} {}",
                entry["action"].as_str().unwrap(),
                entry["about"].as_str().unwrap()
            )
        })
        .collect();
    let about = "Best interest form, version 1";
    assert_eq!(
        entries,
        [
            format!("downloadForm {about}"),
            format!("signForm {about}"),
            format!("createForm {about}")
        ]
    );
    // The activity is visible to everyone who can open the owner, so it must not contain form contents.
    assert!(!activity.to_string().contains("income"), "{activity}");
}
