//! Undoing merges.

use super::{
    KINDS, merge, new_contact, path, policy_of, record, snapshot, totals_are_exact, undo, undo_request,
};
use crate::support::{FIRM, TestApp};
use serde_json::json;
use server::ids::new_uuid;
use shared::contact::ContactKind;

const AGENT: ContactKind = ContactKind::Agent;

#[tokio::test]
async fn undoing_restores_every_row() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let ada = new_contact(&app, kind, "Ada Lee").insert().await;
        let twin = new_contact(&app, kind, "A. Lee").insert().await;
        policy_of(&app, &format!("{kind:?}-1"), &[&ada, &twin]).await;
        let policy = policy_of(&app, &format!("{kind:?}-2"), &[&twin]).await;
        app.execute("UPDATE contract_party SET share_percent = 60").await;
        if kind == ContactKind::Owner {
            let gift = json!({ "firm_id": FIRM, "uuid": new_uuid(), "policy_uuid": policy.uuid, "trust_uuid": twin.uuid,
                               "amount": 5000, "gift_date": "2026-12-01", "letter_date": "2026-12-04",
                               "premium_due": "2027-01-15" });
            app.insert("premium_gift", gift).await;
            let heir = json!({ "firm_id": FIRM, "uuid": new_uuid(), "contract_uuid": policy.uuid, "line": 1,
                               "class": "Primary", "name": "A. Lee", "contact_uuid": twin.uuid });
            app.insert("beneficiary", heir).await;
        }
        let before = snapshot(&app).await;
        let id = merge(&admin, kind, &[ada.uuid, twin.uuid]).await;
        assert_ne!(snapshot(&app).await, before);
        let left = format!(
            "SELECT (SELECT count(*) FROM premium_gift WHERE trust_uuid = '{0}')
               + (SELECT count(*) FROM beneficiary WHERE contact_uuid = '{0}')",
            twin.uuid
        );
        assert_eq!(app.number(&left).await, 0);
        undo(&admin, kind, &id).await;
        assert_eq!(snapshot(&app).await, before);
        totals_are_exact(&app).await;
        admin
            .get(format!("{}/{id}/Unresolve", path(kind)))
            .await
            .refused(422, "already_undone");
    }
}

#[tokio::test]
async fn undo_requires_that_a_deleted_contact_is_restored_first() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, twin) = (
        app.agent("Ada Lee").insert().await,
        app.agent("A. Lee").insert().await,
    );
    app.link(&app.policy("P-1").with("status", "Lapsed").insert().await, &twin)
        .await;
    let before = snapshot(&app).await;
    let id = merge(&admin, AGENT, &[ada.uuid, twin.uuid]).await;
    let request = undo_request(&admin, AGENT, &id, &[]).await;
    let agent = format!("/FirmAgent/{FIRM}/agent/{}", ada.uuid);
    assert_eq!(admin.delete(&agent).await.status, 204);
    let path = format!("/AgentResolution/{id}/Unresolve");
    let refusal = admin.post(&path, request).await.refused(422, "deleted");
    assert_eq!(
        refusal["message"],
        "Lee, Ada was deleted. Restore it before you undo the merge."
    );
    admin.get(&path).await.refused(422, "deleted");
    admin.post(format!("{agent}/restore"), json!({})).await.ok();
    undo(&admin, AGENT, &id).await;
    assert_eq!(snapshot(&app).await, before);
}

/// Merges B into A, then A into C, then C into D. Undoing the first merge separates B from D.
#[tokio::test]
async fn undoes_the_first_of_several_merges() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let [a, b, c, d] = [
        app.agent("Ann Able").insert().await,
        app.agent("Bob Able").insert().await,
        app.agent("Cy Able").insert().await,
        app.agent("Di Able").insert().await,
    ];
    for (number, agent) in [("A", &a), ("B", &b), ("C", &c), ("D", &d)] {
        policy_of(&app, number, &[agent]).await;
    }
    let all = policy_of(&app, "ALL", &[&a, &b, &c, &d]).await;
    app.execute("UPDATE contract_party SET share_percent = 10").await;
    let before = snapshot(&app).await;
    let first = merge(&admin, AGENT, &[a.uuid, b.uuid]).await;
    let second = merge(&admin, AGENT, &[c.uuid, a.uuid]).await;
    let third = merge(&admin, AGENT, &[d.uuid, c.uuid]).await;
    let policies = async |uuid| admin.get(record(AGENT, uuid)).await.ok()["totals"]["policyCount"].clone();
    assert_eq!(policies(d.uuid).await, 5);
    let share = format!(
        "SELECT string_agg(share_percent::text, ' ' ORDER BY share_percent) FROM contract_party WHERE contract_uuid = '{}'",
        all.uuid
    );
    assert_eq!(app.text(&share).await.as_deref(), Some("40.0000"));

    let holder = undo(&admin, AGENT, &first).await;
    assert_eq!(holder["contact"]["uuid"], json!(d.uuid));
    assert_eq!(
        (policies(b.uuid).await, policies(d.uuid).await),
        (json!(2), json!(4))
    );
    assert_eq!(app.text(&share).await.as_deref(), Some("10.0000 30.0000"));
    totals_are_exact(&app).await;
    undo(&admin, AGENT, &third).await;
    undo(&admin, AGENT, &second).await;
    assert_eq!(snapshot(&app).await, before);
}

#[tokio::test]
async fn keeps_changes_made_after_the_merge() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, twin) = (
        app.agent("Ada Lee").insert().await,
        app.agent("A. Lee").insert().await,
    );
    policy_of(&app, "P-1", &[&twin]).await;
    let detached = policy_of(&app, "P-2", &[&twin]).await;
    let both = policy_of(&app, "P-3", &[&ada, &twin]).await;
    app.execute("UPDATE contract_party SET share_percent = 50").await;
    let id = merge(&admin, AGENT, &[ada.uuid, twin.uuid]).await;
    admin
        .delete(format!(
            "/FirmAgent/1/policy/{}/contact/{}",
            detached.uuid, ada.uuid
        ))
        .await
        .ok();
    app.execute(&format!(
        "UPDATE contract_party SET share_percent = 80 WHERE contract_uuid = '{}'",
        both.uuid
    ))
    .await;
    undo(&admin, AGENT, &id).await;
    let links = "SELECT string_agg(concat_ws(' ', policy_number, contact.first_name, round(share_percent),
                   CASE WHEN p.deleted_at IS NOT NULL THEN 'detached' END), ', '
                   ORDER BY policy_number, contact.first_name)
                 FROM contract_party p JOIN contact ON contact.uuid = contact_uuid
                 JOIN policy ON policy.uuid = contract_uuid";
    assert_eq!(
        app.text(links).await.as_deref(),
        Some("P-1 A. 50, P-2 A. 50 detached, P-3 A. 40, P-3 Ada 40"),
        "a changed share is divided like the old ones"
    );
    let twin = admin.get(record(AGENT, twin.uuid)).await.ok();
    assert_eq!(twin["totals"]["policyCount"], 2);
    totals_are_exact(&app).await;
}

#[tokio::test]
async fn lists_and_moves_contracts_linked_after_the_merge() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, twin) = (
        app.agent("Ada Lee").insert().await,
        app.agent("A. Lee").insert().await,
    );
    policy_of(&app, "P-1", &[&ada]).await;
    policy_of(&app, "P-2", &[&twin]).await;
    let id = merge(&admin, AGENT, &[ada.uuid, twin.uuid]).await;
    let new = policy_of(&app, "P-3", &[&ada]).await;
    policy_of(&app, "P-4", &[&ada]).await;
    let preview = admin.get(format!("/AgentResolution/{id}/Unresolve")).await.ok();
    assert_eq!(
        preview["restored"],
        json!([{ "uuid": twin.uuid, "name": "Lee, A.", "contracts": 1 }])
    );
    let later: Vec<_> = preview["later"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["number"])
        .collect();
    assert_eq!(later, ["P-3", "P-4"]);
    let request = undo_request(&admin, AGENT, &id, &[new.uuid]).await;
    admin
        .post(format!("/AgentResolution/{id}/Unresolve"), request)
        .await
        .ok();
    let count = async |uuid| admin.get(record(AGENT, uuid)).await.ok()["totals"]["policyCount"].clone();
    assert_eq!(
        (count(ada.uuid).await, count(twin.uuid).await),
        (json!(2), json!(2))
    );
    totals_are_exact(&app).await;
}

#[tokio::test]
async fn shows_fields_changed_after_the_merge_as_conflicts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = app
        .agent("Ada Lee")
        .with("email", "a@mail.example")
        .insert()
        .await;
    let twin = app.agent("A. Lee").with("email", "b@mail.example").insert().await;
    for (number, restore) in [false, true].into_iter().enumerate() {
        let new_email = format!("c{number}@mail.example");
        let current = admin.get(record(AGENT, ada.uuid)).await.ok();
        let mut request = super::request(AGENT, &current, &[ada.uuid, twin.uuid]);
        request["agentData"]["person"]["email"] = json!("b@mail.example");
        request["agentData"]["person"]["address"]["city"] = json!("Austin");
        let done = admin.post("/AgentResolution", request).await.ok();
        let id = done["uuid"].as_str().unwrap();
        let mut person = done["contact"]["person"].clone();
        person["email"] = json!(new_email);
        let change = json!({ "person": person, "version": done["contact"]["version"] });
        admin
            .post(format!("/FirmAgent/1/agent/{}", ada.uuid), change)
            .await
            .ok();
        let preview = admin.get(format!("/AgentResolution/{id}/Unresolve")).await.ok();
        assert_eq!(
            preview["conflicts"],
            json!([{ "field": "email", "before": current["person"]["email"], "merged": "b@mail.example",
                     "current": new_email }])
        );
        let mut undo = undo_request(&admin, AGENT, id, &[]).await;
        if restore {
            undo["agentData"]["restore"] = json!(["email"]);
        }
        let undone = admin
            .post(format!("/AgentResolution/{id}/Unresolve"), undo)
            .await
            .ok();
        assert_eq!(undone["contact"]["person"]["address"]["city"], json!(null));
        let expected = if restore {
            &current["person"]["email"]
        } else {
            &json!(new_email)
        };
        assert_eq!(&undone["contact"]["person"]["email"], expected);
    }
}
