//! A trust's record and details.

use super::{ilit, path_of, trust};
use crate::support::TestApp;
use serde_json::json;
use shared::permission::FirmUserType;

#[tokio::test]
async fn saves_details_and_audits_them_under_the_contact() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = trust(&app, "Lee Family Trust").await;
    let path = path_of(lee.uuid);
    let before = admin.get(&path).await.ok();
    assert_eq!(
        (&before["name"], &before["version"], &before["trustType"]),
        (&json!("Lee Family Trust"), &json!(0), &json!(null))
    );
    assert_eq!((&before["people"], &before["policies"]), (&json!([]), &json!([])));

    let saved = admin.put(&path, ilit(0)).await.ok();
    for (field, value) in [
        ("version", json!(1)),
        ("trustType", json!("Ilit")),
        ("governingState", json!("DE")),
        ("notes", json!("Signed in 2020.")),
    ] {
        assert_eq!(saved[field], value, "{field}");
    }
    assert_eq!(admin.get(&path).await.ok(), saved);
    let activity = admin
        .get(format!("/FirmOwner/owner/{}/activity", lee.uuid))
        .await
        .ok();
    assert_eq!(
        activity["items"][0]["changes"],
        json!([{ "field": "governingState", "from": null, "to": "DE" },
               { "field": "trustType", "from": null, "to": "Irrevocable life insurance trust" }])
    );

    let conflict = admin.put(&path, ilit(0)).await.refused(409, "version_conflict");
    assert_eq!(conflict["current"], saved);
    let none = json!({ "version": 1, "trustType": "", "governingState": "", "notes": "" });
    let cleared = admin.put(&path, none).await.ok();
    assert_eq!(
        (&cleared["version"], &cleared["trustType"]),
        (&json!(2), &json!(null))
    );
}

#[tokio::test]
async fn concurrent_first_saves_conflict() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let path = path_of(trust(&app, "Lee Family Trust").await.uuid);
    let (first, second) = tokio::join!(admin.put(&path, ilit(0)), admin.put(&path, ilit(0)));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

#[tokio::test]
async fn rejects_invalid_details_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let path = path_of(trust(&app, "Lee Family Trust").await.uuid);
    for (field, value, code) in [
        ("trustType", json!("Family"), "unknown_trust_type"),
        ("governingState", json!("Utopia"), "invalid_state"),
        ("notes", json!("n".repeat(4001)), "too_long"),
    ] {
        let mut body = ilit(0);
        body[field] = value;
        admin.put(&path, body).await.invalid(field, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM trust").await, 0);
}

#[tokio::test]
async fn only_visible_owners_of_type_trust_have_a_trust_record() {
    let app = TestApp::new().await;
    let (admin, advisor, stranger) = (
        app.admin().await,
        app.advisor().await,
        app.other_firm_admin().await,
    );
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let (own, other) = (trust(&app, "Own Trust").await, trust(&app, "Other Trust").await);
    let person = app.owner("Ada Lee").with("owner_type", 1).insert().await;
    let gone = trust(&app, "Gone Trust").await;
    app.execute(&format!(
        "UPDATE contact SET deleted_at = now() WHERE uuid = '{}'",
        gone.uuid
    ))
    .await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &own).await;
    app.link(&policy, &agent).await;

    admin.get(path_of(other.uuid)).await.ok();
    advisor.get(path_of(own.uuid)).await.ok();
    for (client, uuid) in [
        (&admin, person.uuid),
        (&admin, gone.uuid),
        (&advisor, other.uuid),
        (&stranger, own.uuid),
    ] {
        client.get(path_of(uuid)).await.refused(404, "not_found");
        client.put(path_of(uuid), ilit(0)).await.refused(404, "not_found");
    }
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer.get(path_of(own.uuid)).await.ok();
    viewer
        .put(path_of(own.uuid), ilit(0))
        .await
        .refused(403, "forbidden");
    assert_eq!(app.number("SELECT count(*) FROM trust").await, 0);
}

#[tokio::test]
async fn shows_policies_and_next_dates_of_visible_policies() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let lee = trust(&app, "Lee Family Trust").await;
    let mut policies = Vec::new();
    for number in ["P-1", "P-2", "P-3"] {
        let policy = app.policy(number).with("death_benefit", "100.00").insert().await;
        app.link(&policy, &lee).await;
        policies.push(policy);
    }
    app.link(&policies[1], &agent).await;
    for (policy, day, received) in [
        (0, "2026-12-01", "NULL"),
        (1, "2026-12-10", "NULL"),
        (1, "2026-11-01", "'2026-11-02'"),
        (2, "2026-11-25", "NULL"),
    ] {
        app.execute(&format!(
            "INSERT INTO premium_gift (firm_id, uuid, policy_uuid, trust_uuid, amount, gift_date, letter_date,
               premium_due, received_on)
             VALUES (1, gen_random_uuid(), '{}', '{}', 10, '{day}', date '{day}' + 3, date '{day}' + 60, {received})",
            policies[policy].uuid, lee.uuid
        ))
        .await;
    }
    app.execute("UPDATE policy SET deleted_at = now() WHERE policy_number = 'P-3'")
        .await;
    for (client, numbers, gift, letters) in [
        (&admin, vec!["P-1", "P-2"], "2026-12-01", "2026-11-04"),
        (&advisor, vec!["P-2"], "2026-12-10", "2026-11-04"),
    ] {
        let record = client.get(path_of(lee.uuid)).await.ok();
        let shown = record["policies"].as_array().unwrap();
        let shown: Vec<&str> = shown
            .iter()
            .map(|policy| policy["policyNumber"].as_str().unwrap())
            .collect();
        assert_eq!(shown, numbers);
        assert_eq!(record["policies"][0]["deathBenefit"], "100.00");
        assert_eq!(
            (&record["nextGiftDate"], &record["nextLetterDate"]),
            (&json!(gift), &json!(letters))
        );
    }
}
