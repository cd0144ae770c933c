//! Schedules that attach a book of business.

use super::archive::binary_files;
use super::{FIRST, app_with, at, client, cohort_of, monthly, outcome, path, reload, schedule, send, with};
use crate::deliverables::{OF_AGENTS, OF_OWNERS, pdf_text, program};
use crate::support::{MailServer, OTHER_FIRM, TestApp};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use server::sends;
use uuid::Uuid;

const BOOK: &str = "Book of business - Ada Lee - 2026-11-21.pdf";

const NO_TEMPLATE: &str =
    "The template of the book of business was deleted. Choose another one for the schedule.";

fn with_book(template: &str) -> Value {
    let book =
        json!({ "deliverableType": 2, "templateUuid": template, "groupBy": 2, "includeAnnuities": true });
    with(monthly(), &book)
}

/// Returns the PDF attachment of a mail.
fn attached_pdf(mail: &str) -> Vec<u8> {
    let (_, part) = mail
        .split_once("Content-Type: application/pdf")
        .expect("a PDF is attached");
    let (_, body) = part
        .replace("\r\n", "\n")
        .split_once("\n\n")
        .map(|(head, body)| (head.to_owned(), body.to_owned()))
        .unwrap();
    let base64: String = body.lines().take_while(|line| !line.starts_with("--")).collect();
    STANDARD.decode(base64).unwrap()
}

/// Inserts Ada, with a policy and an annuity of known amounts, and Bob.
async fn ada_and_bob(app: &TestApp) -> [crate::support::Row; 2] {
    let (ada, bob) = (client(app, "Ada Lee").await, client(app, "Bob Lee").await);
    let policy = app
        .policy("P-77")
        .with("death_benefit", "250000.55")
        .insert()
        .await;
    let annuity = app
        .annuity("A-77")
        .with("contract_value", "98765.43")
        .insert()
        .await;
    app.link(&policy, &ada).await;
    app.link(&annuity, &ada).await;
    [ada, bob]
}

#[tokio::test]
async fn sends_each_contact_their_book_and_archives_it() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let people = ada_and_bob(&app).await;
    let cohort = cohort_of(&admin, &people).await;
    let saved = schedule(&admin, &cohort, with_book(OF_OWNERS)).await;
    assert_eq!(
        (&saved["deliverableType"], &saved["groupBy"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(saved["templateUuid"], OF_OWNERS);
    assert_eq!(reload(&admin, &saved).await, saved);

    let document = format!("{}/document", path(&saved));
    let preview = binary_files(&admin, document.clone()).await;
    let in_preview = pdf_text(&preview[&format!("0001 Lee, Ada/{BOOK}")]);
    // Nothing is due yet.
    send(&app, &mailer, "2026-11-30T13:59:59Z").await;
    send(&app, &mailer, FIRST).await;
    let mails = server.received();
    let of = |address: &str| mails.iter().find(|mail| mail.contains(address)).unwrap();
    let pdf = attached_pdf(of("ada.lee@mail.example"));
    let text = pdf_text(&pdf);
    for part in [
        "AdaLee",
        "P-77",
        "P-AdaLee",
        "A-77",
        "$250,000.55",
        "$98,765.43",
        "2policies",
        "1contract",
        "PreparedbyDana",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("BobLee"));
    assert_eq!(in_preview, text);
    assert!(pdf_text(&attached_pdf(of("bob.lee@mail.example"))).contains("P-BobLee"));
    assert!(mails.iter().all(|mail| !mail.contains("text/csv")));

    // The archive keeps the sent books if the contracts and the schedule change.
    app.execute("UPDATE policy SET death_benefit = 1").await;
    let sent = binary_files(&admin, format!("{document}?sendDate=2026-11-30")).await;
    assert!(
        sent.iter()
            .any(|(name, content)| name.contains("Lee, Ada/Book of business") && *content == pdf)
    );
    assert_eq!(
        outcome(&admin, &saved, "2026-11-30").await,
        ["Lee, Ada: Sent", "Lee, Bob: Sent"]
    );
}

#[tokio::test]
async fn books_list_only_contracts_that_the_schedules_owner_can_see() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let advisor = app.advisor().await;
    let agent = app.agent("Grace Hopper").insert().await;
    let people = ada_and_bob(&app).await;
    let seen = app.policy("P-10").insert().await;
    app.link(&seen, &people[0]).await;
    app.link(&seen, &agent).await;
    app.give_block(&advisor, &[&agent]).await;
    let cohort = cohort_of(&advisor, &people[..1]).await;
    schedule(&advisor, &cohort, with_book(OF_OWNERS)).await;
    send(&app, &mailer, FIRST).await;
    let text = pdf_text(&attached_pdf(&server.received()[0]));
    assert!(text.contains("P-10") && text.contains("1policy"), "{text}");
    assert!(!text.contains("P-77") && !text.contains("A-77"), "{text}");
}

#[tokio::test]
async fn pauses_if_the_template_was_deleted() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &ada_and_bob(&app).await).await;
    let template = Uuid::from_u128(7);
    app.execute(&format!(
        "INSERT INTO template (firm_id, uuid, template_type, name, body) VALUES (1, '{template}', 2, 'Ours', '{{}}')"
    ))
    .await;
    let saved = schedule(&admin, &cohort, with_book(&template.to_string())).await;
    let counts = async || -> Vec<Value> {
        let list = admin
            .get("/template?templateType=2&includeGlobalDefaults=true")
            .await
            .ok();
        let list = list.as_array().unwrap().iter();
        list.map(|template| template["scheduleCount"].clone()).collect()
    };
    assert_eq!(counts().await, [json!(1), json!(0)]);
    app.execute("UPDATE cohort_schedule SET status = 'Ended'").await;
    assert_eq!(counts().await, [json!(0), json!(0)]);
    app.execute("UPDATE cohort_schedule SET status = 'Active'").await;
    app.execute("DELETE FROM template").await;
    let why = NO_TEMPLATE;
    let dry = admin.get(format!("{}/dryRun", path(&saved))).await.ok();
    assert_eq!((&dry["problem"], &dry["deliveries"]), (&json!(why), &json!([])));
    send(&app, &mailer, FIRST).await;
    let paused = reload(&admin, &saved).await;
    assert_eq!(
        (&paused["status"], &paused["pausedBecause"]),
        (&json!("Paused"), &json!(why))
    );
    assert_eq!(server.received().len(), 0);
    // Only another template ends the pause.
    let change = json!({ "scheduleId": saved["scheduleId"], "version": paused["version"] });
    let calls = format!("/Cohort/{cohort}/schedule");
    let refused = admin
        .post(&calls, with(with_book(&template.to_string()), &change))
        .await;
    refused.invalid("templateUuid", "not_a_choice");
    // It can still be paused by hand.
    let pause = with(change, &json!({ "status": "Paused" }));
    let still_paused = admin
        .post(&calls, with(with_book(&template.to_string()), &pause))
        .await
        .ok();
    let change = json!({ "scheduleId": saved["scheduleId"], "version": still_paused["version"] });
    let changed = admin.post(&calls, with(with_book(OF_OWNERS), &change)).await.ok();
    assert_eq!(
        (&changed["status"], &changed["pausedBecause"]),
        (&json!("Active"), &json!(null))
    );
}

#[tokio::test]
async fn skips_emails_whose_template_is_deleted_before_they_are_sent() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let [ada, _] = ada_and_bob(&app).await;
    let cohort = cohort_of(&admin, &[ada]).await;
    let template = Uuid::from_u128(7);
    app.execute(&format!(
        "INSERT INTO template (firm_id, uuid, template_type, name, body) VALUES (1, '{template}', 2, 'Ours', '{{}}')"
    ))
    .await;
    let saved = schedule(&admin, &cohort, with_book(&template.to_string())).await;
    sends::round(&app.app.sends, at(FIRST)).await.unwrap();
    app.execute("DELETE FROM template").await;
    send(&app, &mailer, FIRST).await;
    assert_eq!(
        outcome(&admin, &saved, "2026-11-30").await,
        [format!("Lee, Ada: Skipped {NO_TEMPLATE}")]
    );
    assert_eq!(server.received().len(), 0);
}

#[tokio::test]
async fn a_book_that_cannot_be_created_does_not_stop_the_others() {
    let server = MailServer::start().await;
    let renderer = env!("CARGO_BIN_EXE_server");
    // The renderer fails for Bob until a file exists.
    let repaired =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(server::ids::new_uuid().to_string());
    let lines = format!(
        "order=$(cat); if [ ! -e {} ]; then case \"$order\" in *P-Bob*) exit 101;; esac; fi\n\
         printf %s \"$order\" | {renderer} \"$@\"",
        repaired.display()
    );
    let (app, mailer) = server
        .app(|config| config.document_renderer = Some(program(&lines)))
        .await;
    let admin = app.admin().await;
    let [ada, bob] = ada_and_bob(&app).await;
    let many = client(&app, "Cy Many").await;
    app.execute(&format!(
        "UPDATE contact_total SET policy_count = 5001 WHERE uuid = '{}'",
        many.uuid
    ))
    .await;
    let cohort = cohort_of(&admin, &[ada, bob, many]).await;
    let saved = schedule(&admin, &cohort, with_book(OF_OWNERS)).await;
    send(&app, &mailer, FIRST).await;
    let too_many = "A document can have up to 5,000 contracts, but there are 5,001. Save a filtered report and generate its summary instead.";
    assert_eq!(
        outcome(&admin, &saved, "2026-11-30").await,
        [
            "Lee, Ada: Sent".to_owned(),
            "Lee, Bob: Waiting The documents could not be created.".to_owned(),
            format!("Many, Cy: Skipped {too_many}"),
        ]
    );
    let archive = binary_files(&admin, format!("{}/document", path(&saved))).await;
    assert_eq!(archive["0003 Many, Cy/Not created.txt"], too_many.as_bytes());
    assert_eq!(
        archive["0002 Lee, Bob/Not created.txt"],
        b"The documents could not be created."
    );
    std::fs::write(&repaired, "").unwrap();
    send(&app, &mailer, "2026-11-30T14:01:30Z").await;
    assert_eq!(outcome(&admin, &saved, "2026-11-30").await[1], "Lee, Bob: Sent");
    assert_eq!(server.received().len(), 2);
}

#[tokio::test]
async fn rejects_books_that_do_not_fit_the_cohort_or_the_firm() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[]).await;
    let other = Uuid::from_u128(8);
    app.execute(&format!(
        "INSERT INTO template (firm_id, uuid, template_type, name, body)
         VALUES ({OTHER_FIRM}, '{other}', 2, 'Theirs', '{{}}')"
    ))
    .await;
    let calls = format!("/Cohort/{cohort}/schedule");
    for (change, field, code) in [
        (
            json!({ "deliverableType": 1 }),
            "deliverableType",
            "not_for_this_kind",
        ),
        (json!({ "templateUuid": null }), "templateUuid", "required"),
        (json!({ "groupBy": 8 }), "groupBy", "unknown_grouping"),
        (
            json!({ "templateUuid": OF_AGENTS }),
            "templateUuid",
            "not_a_choice",
        ),
        (json!({ "templateUuid": other }), "templateUuid", "not_a_choice"),
    ] {
        let refused = admin.post(&calls, with(with_book(OF_OWNERS), &change)).await;
        refused.invalid(field, code);
    }
}
