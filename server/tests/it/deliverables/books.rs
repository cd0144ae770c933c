//! Books of business of agents and owners.

use super::{OF_AGENTS, OF_OWNERS, agent_with_contracts, app_with, program, squeezed, text_of};
use crate::documents::{files_in, link};
use crate::support::{Client, OTHER_FIRM, Reply, Row};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

fn request(contact: &Row, template: &str) -> Value {
    json!({ "uuid": contact.uuid, "templateUuid": template })
}

async fn generate(client: &Client, contact: &Row, body: Value) -> Reply {
    let resource = if body["templateUuid"] == OF_OWNERS {
        "FirmOwner"
    } else {
        "FirmAgent"
    };
    assert_eq!(body["uuid"], contact.uuid.to_string());
    client
        .post(format!("/BookOfBusiness/{resource}/generate"), body)
        .await
}

fn path(contact: &Row) -> String {
    format!("/BookOfBusiness/FirmAgent/{}", contact.uuid)
}

async fn existing(client: &Client, contact: &Row) -> Vec<Value> {
    let list = client.get(format!("{}/Existing", path(contact))).await.ok();
    list.as_array().unwrap().clone()
}

#[tokio::test]
async fn generates_stores_downloads_deletes_and_restores_a_book() {
    let (app, dir) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, contracts) = agent_with_contracts(&app).await;
    let overview = admin.get(path(&agent)).await.ok();
    assert_eq!(overview["policyCount"], 3);
    assert_eq!(overview["annuityCount"], 1);

    let mut body = request(&agent, OF_AGENTS);
    body["groupBy"] = json!(2);
    let generated = generate(&admin, &agent, body).await;
    let text = text_of(&generated);
    for part in [
        "Ada Lovelace",
        "NPN 17654321",
        "P-1001",
        "P-1002",
        "P-1003",
        "A-2001",
        "$250,000.55",
        "$98,765.43",
        "Aspen Mutual",
        "Cedar Life",
        "2 policies",
        "1 policy",
        "3 policies",
        "1 contract",
        "Dana Account Administrator",
        "claims-paying ability",
    ] {
        assert!(text.contains(&squeezed(part)), "{part} is not in {text}");
    }
    // The totals match the record's.
    let record = admin.get(format!("/FirmAgent/agent/{}", agent.uuid)).await.ok();
    assert_eq!(record["totals"]["deathBenefit"], "1250000.55");
    assert!(
        text.contains("$1,250,000.55") && text.contains("$1,234.50"),
        "{text}"
    );

    let stored = existing(&admin, &agent).await;
    assert_eq!(stored.len(), 1);
    assert_eq!(stored[0]["sizeBytes"], generated.body.len());
    assert_eq!(stored[0]["storedBy"], "Dana Account Administrator");
    assert_eq!(stored[0]["templateName"], "Agent book of business");
    let name = stored[0]["name"].as_str().unwrap();
    assert!(
        name.starts_with("Book of business - Ada Lovelace - ") && name.ends_with(".pdf"),
        "{name}"
    );
    let id = stored[0]["documentId"].as_str().unwrap();

    // The book is not listed as an uploaded document, and its amounts do not change later.
    let uploaded = admin
        .get(format!("/FirmAgent/agent/{}/documents", agent.uuid))
        .await
        .ok();
    assert_eq!(uploaded, json!([]));
    let change = format!(
        "UPDATE policy SET death_benefit = 7 WHERE uuid = '{}'",
        contracts[0].uuid
    );
    app.execute(&change).await;
    let document = format!("{}/document/{id}", path(&agent));
    let downloaded = admin.get(&document).await;
    assert_eq!(
        (downloaded.status.as_u16(), &downloaded.body),
        (200, &generated.body)
    );
    let asked = link::ask_at(&admin, &format!("/Document/{id}")).await;
    let opened = link::open(&app, &asked.url, &asked.cookie).await;
    assert_eq!((opened.status.as_u16(), &opened.body), (200, &generated.body));

    assert_eq!(admin.delete(&document).await.status, 204);
    assert!(existing(&admin, &agent).await.is_empty());
    admin.get(&document).await.refused(404, "not_found");
    assert_eq!(
        admin
            .post(format!("/Document/{id}/restore"), Value::Null)
            .await
            .status,
        204
    );
    assert_eq!(existing(&admin, &agent).await, stored);
    assert_eq!(files_in(&dir.join("files")), 1);
    let actions = "SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log WHERE subject_type = 'agent'";
    assert_eq!(
        app.text(actions).await.unwrap(),
        "generate download download discard recover"
    );
}

#[tokio::test]
async fn charts_show_upcoming_premiums_and_surrender_charges() {
    let (app, _dir) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let agent = app.agent("Wang 小明").insert().await;
    let policy = app
        .policy("P-1")
        .with("premium_mode", "Quarterly")
        .with("modal_premium", "125.50")
        .with("next_premium_date", "2026-12-15")
        .insert()
        .await;
    let annuity = app
        .annuity("A-1")
        .with("contract_value", "5000.75")
        .with("surrender_period_end_date", "2029-06-01")
        .insert()
        .await;
    app.link(&policy, &agent).await;
    app.link(&annuity, &agent).await;
    let text = text_of(&generate(&admin, &agent, request(&agent, OF_AGENTS)).await);
    for part in [
        "Wang 小明",
        "Premiums due by month",
        "Nov 2026 $0.00",
        "Dec 2026 $125.50",
        "Mar 2027 $125.50",
        "Oct 2027 $0.00",
        "Contract value by end of surrender charges",
        "2029 $5,000.75",
    ] {
        assert!(text.contains(&squeezed(part)), "{part} is not in {text}");
    }
    let without_annuities =
        json!({ "uuid": agent.uuid, "templateUuid": OF_AGENTS, "includeAnnuities": false });
    let text = text_of(&generate(&admin, &agent, without_annuities).await);
    assert!(!text.contains("surrendercharges"), "{text}");
}

#[tokio::test]
async fn omits_annuities_and_contracts_outside_the_block() {
    let (app, _) = app_with(|_| {}).await;
    let advisor = app.advisor().await;
    let (own, other) = (
        app.agent("Own Agent").insert().await,
        app.agent("Other Agent").insert().await,
    );
    app.give_block(&advisor, &[&own]).await;
    let owner = app
        .owner("Bob Mason")
        .with("city", "Austin")
        .with("state", "TX")
        .insert()
        .await;
    let (seen, hidden) = (
        app.policy("P-SEEN").insert().await,
        app.policy("P-HIDDEN").insert().await,
    );
    let annuity = app.annuity("A-SEEN").insert().await;
    for contract in [&seen, &hidden, &annuity] {
        app.link(contract, &owner).await;
    }
    for (contract, agent) in [(&seen, &own), (&annuity, &own), (&hidden, &other)] {
        app.link(contract, agent).await;
    }
    let mut body = request(&owner, OF_OWNERS);
    let text = text_of(&generate(&advisor, &owner, body.clone()).await);
    assert!(
        text.contains("P-SEEN") && text.contains("A-SEEN") && !text.contains("P-HIDDEN"),
        "{text}"
    );
    assert!(text.contains("BobMason") && text.contains("Austin,TX"), "{text}");
    body["includeAnnuities"] = json!(false);
    let text = text_of(&generate(&advisor, &owner, body).await);
    assert!(text.contains("P-SEEN") && !text.contains("A-SEEN"), "{text}");
}

#[tokio::test]
async fn hides_versions_of_users_who_see_more_rows() {
    let (app, _) = app_with(|_| {}).await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let (own, other) = (
        app.agent("Own Agent").insert().await,
        app.agent("Other Agent").insert().await,
    );
    app.give_block(&advisor, &[&own]).await;
    let owner = app.owner("Bob Mason").insert().await;
    for (number, agent) in [("P-SEEN", &own), ("P-HIDDEN", &other)] {
        let policy = app.policy(number).insert().await;
        app.link(&policy, &owner).await;
        app.link(&policy, agent).await;
    }
    let body = request(&owner, OF_OWNERS);
    let text = text_of(&generate(&admin, &owner, body.clone()).await);
    assert!(text.contains("P-HIDDEN"));
    let versions = format!("/BookOfBusiness/FirmOwner/{}", owner.uuid);
    let of_admin = admin.get(format!("{versions}/Existing")).await.ok()[0]["documentId"].clone();
    let of_admin = of_admin.as_str().unwrap();

    assert_eq!(advisor.get(format!("{versions}/Existing")).await.ok(), json!([]));
    for document in [
        format!("{versions}/document/{of_admin}"),
        format!("/Document/{of_admin}"),
    ] {
        advisor.get(&document).await.refused(404, "not_found");
        advisor.delete(&document).await.refused(404, "not_found");
    }
    let link = format!("/Document/{of_admin}/link");
    advisor.post(link, Value::Null).await.refused(404, "not_found");
    assert_eq!(generate(&advisor, &owner, body).await.status, 200);
    let visible = async |client: &Client| -> usize {
        let list = client.get(format!("{versions}/Existing")).await.ok();
        list.as_array().unwrap().len()
    };
    assert_eq!((visible(&advisor).await, visible(&admin).await), (1, 2));
}

#[tokio::test]
async fn previews_pages_without_storing_them() {
    let (app, dir) = app_with(|_| {}).await;
    let (agent, _) = agent_with_contracts(&app).await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    let preview = format!("{}/preview/{OF_AGENTS}", path(&agent));
    let pages = viewer
        .get(format!("{preview}?groupBy=4&includeAnnuities=false"))
        .await
        .ok();
    let shown = pages["pages"].as_array().unwrap();
    assert_eq!(pages["pageCount"], shown.len());
    assert!(
        shown.len() >= 2
            && shown
                .iter()
                .all(|page| page.as_str().unwrap().starts_with("<svg"))
    );
    assert_eq!(files_in(&dir), 0);
    viewer
        .get(format!("{preview}?groupBy=8"))
        .await
        .invalid("groupBy", "unknown_grouping");
    viewer
        .get(format!("{}/preview/{OF_OWNERS}", path(&agent)))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn rejects_other_firms_missing_permission_and_invalid_requests() {
    let (app, dir) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    let body = request(&agent, OF_AGENTS);
    let stranger = app.other_firm_admin().await;
    generate(&stranger, &agent, body.clone())
        .await
        .refused(404, "not_found");
    stranger.get(path(&agent)).await.refused(404, "not_found");
    stranger
        .get(format!("{}/Existing", path(&agent)))
        .await
        .refused(404, "not_found");
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    generate(&viewer, &agent, body.clone())
        .await
        .refused(403, "forbidden");
    // The template is for owner books.
    generate(&admin, &agent, request(&agent, OF_OWNERS))
        .await
        .refused(404, "not_found");
    let mut unknown = body.clone();
    unknown["templateUuid"] = json!(Uuid::now_v7());
    generate(&admin, &agent, unknown).await.refused(404, "not_found");
    let foreign =
        json!({ "firm_id": OTHER_FIRM, "uuid": Uuid::now_v7(), "template_type": 1, "name": "T", "body": {} });
    app.insert("template", foreign.clone()).await;
    let mut of_other_firm = body.clone();
    of_other_firm["templateUuid"] = foreign["uuid"].clone();
    generate(&admin, &agent, of_other_firm)
        .await
        .refused(404, "not_found");
    let mut grouped = body.clone();
    grouped["groupBy"] = json!(0);
    generate(&admin, &agent, grouped)
        .await
        .invalid("groupBy", "unknown_grouping");
    assert_eq!(files_in(&dir), 0);

    assert_eq!(generate(&admin, &agent, body).await.status, 200);
    let id = existing(&admin, &agent).await[0]["documentId"].clone();
    let id = id.as_str().unwrap();
    let document = format!("{}/document/{id}", path(&agent));
    stranger.get(&document).await.refused(404, "not_found");
    viewer.delete(&document).await.refused(403, "forbidden");
    // Another contact's document and an uploaded document are not found.
    let other = app.agent("Other Agent").insert().await;
    admin
        .get(format!("{}/document/{id}", path(&other)))
        .await
        .refused(404, "not_found");
    app.execute("UPDATE document SET template_uuid = NULL").await;
    admin.get(&document).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_repeated_request_stores_one_document() {
    let (app, dir) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    let (key, body) = (Uuid::now_v7(), request(&agent, OF_AGENTS));
    let generate = "/BookOfBusiness/FirmAgent/generate";
    let (one, other) = tokio::join!(
        admin.post_once(key, generate, &body),
        admin.post_once(key, generate, &body)
    );
    let later = admin.post_once(key, generate, &body).await;
    assert_eq!((one.status.as_u16(), &one.body), (200, &other.body));
    assert_eq!((later.status.as_u16(), &one.body), (200, &later.body));
    assert_eq!(existing(&admin, &agent).await.len(), 1);
    assert_eq!(files_in(&dir.join("files")), 1);
    let mut changed = body;
    changed["groupBy"] = json!(3);
    admin
        .post_once(key, generate, &changed)
        .await
        .refused(422, "idempotency_key_reused");
}

#[tokio::test]
async fn rejects_more_than_5000_contracts_before_loading_them() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    app.execute("UPDATE contact_total SET policy_count = 4999, annuity_count = 2")
        .await;
    let mut body = request(&agent, OF_AGENTS);
    let refused = generate(&admin, &agent, body.clone())
        .await
        .refused(422, "too_many_contracts");
    let message = "A document can have up to 5,000 contracts, but there are 5,001. Leave out annuities, or save a filtered report and generate its summary.";
    assert_eq!(refused["message"], message);
    body["includeAnnuities"] = json!(false);
    assert_eq!(generate(&admin, &agent, body).await.status, 202);
}

#[tokio::test]
async fn a_failed_renderer_stores_nothing() {
    for (lines, status, code) in [
        ("kill -9 $$", 422, "document_too_large"),
        ("exit 101", 500, "unknown"),
        ("echo broken >&2; exit 3", 500, "unknown"),
    ] {
        let (app, dir) = app_with(|config| config.document_renderer = Some(program(lines))).await;
        let admin = app.admin().await;
        let (agent, _) = agent_with_contracts(&app).await;
        let body = request(&agent, OF_AGENTS);
        generate(&admin, &agent, body).await.refused(status, code);
        assert!(existing(&admin, &agent).await.is_empty());
        assert_eq!(files_in(&dir), 0);
    }
}
