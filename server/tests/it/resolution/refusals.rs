//! Rejected merges and undos, which change nothing.

use super::{KINDS, merge, new_contact, path, record, request, snapshot};
use crate::support::{OTHER_FIRM, TestApp};
use serde_json::json;
use server::ids::new_uuid;
use shared::contact::ContactKind;
use shared::permission::FirmUserType;
use uuid::Uuid;

const AGENT: ContactKind = ContactKind::Agent;

#[tokio::test]
async fn names_the_problem_and_changes_nothing() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let new = |name: &str| new_contact(&app, kind, name);
        let ada = new("Ada Lee").insert().await;
        let twin = new("A. Lee").insert().await;
        let merged = new("Old Lee").insert().await;
        merge(&admin, kind, &[twin.uuid, merged.uuid]).await;
        let deleted = new("Gone Lee")
            .with("deleted_at", "2026-01-01T00:00:00Z")
            .insert()
            .await;
        let foreign = new("Far Lee").of_firm(OTHER_FIRM).insert().await;
        let many: Vec<Uuid> = std::iter::repeat_with(new_uuid).take(5).collect();
        let current = admin.get(record(kind, ada.uuid)).await.ok();
        let before = snapshot(&app).await;
        for (uuids, code) in [
            (vec![ada.uuid, ada.uuid], "repeated"),
            (vec![ada.uuid], "too_few"),
            ([vec![ada.uuid], many].concat(), "too_many"),
            (vec![twin.uuid, deleted.uuid], "target_missing"),
            (vec![ada.uuid, foreign.uuid], "not_found"),
            (vec![ada.uuid, new_uuid()], "not_found"),
            (vec![ada.uuid, deleted.uuid], "deleted"),
            (vec![ada.uuid, merged.uuid], "already_merged"),
        ] {
            let request = request(kind, &current, &uuids);
            let problems = admin
                .post(format!("{}/CanResolve", path(kind)), request.clone())
                .await
                .ok();
            let codes: Vec<_> = problems
                .as_array()
                .unwrap()
                .iter()
                .map(|problem| &problem["code"])
                .collect();
            assert!(codes.contains(&&json!(code)), "{codes:?} {code}");
            admin
                .post(path(kind), request)
                .await
                .refused(422, codes[0].as_str().unwrap());
        }
        let stale = {
            let mut request = request(kind, &current, &[ada.uuid, twin.uuid]);
            let data = if kind == AGENT { "agentData" } else { "ownerData" };
            request[data]["version"] = json!(99);
            request
        };
        let conflict = admin
            .post(path(kind), stale)
            .await
            .refused(409, "version_conflict");
        assert_eq!(conflict["current"]["uuid"], json!(ada.uuid));
        assert_eq!(snapshot(&app).await, before);
    }
}

#[tokio::test]
async fn different_numbers_need_a_confirmation() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = app.agent("Ada Lee").with("npn", "123").insert().await;
    let twin = app.agent("A. Lee").with("npn", "456").insert().await;
    let current = admin.get(record(AGENT, ada.uuid)).await.ok();
    let mut body = request(AGENT, &current, &[ada.uuid, twin.uuid]);
    admin
        .post(path(AGENT), body.clone())
        .await
        .refused(422, "different_npn");
    body["agentData"]["confirmDifferences"] = json!(true);
    assert_eq!(
        admin.post("/AgentResolution/CanResolve", body.clone()).await.ok(),
        json!([])
    );
    admin.post(path(AGENT), body).await.ok();
}

#[tokio::test]
async fn an_open_import_blocks_its_contacts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, twin) = (
        app.agent("Ada Lee").insert().await,
        app.agent("A. Lee").insert().await,
    );
    let upload = new_uuid();
    app.insert(
        "upload",
        json!({ "firm_id": 1, "storage_guid": upload, "upload_type": 1, "file_name": "agents.csv",
        "size_bytes": 1, "storage_key": "k", "reading": {}, "mapping": {}, "state": "Preview",
        "created_by": "admin" }),
    )
    .await;
    app.insert(
        "upload_match",
        json!({ "firm_id": 1, "storage_guid": upload, "row_number": 2, "outcome": "Update",
        "contact_uuid": twin.uuid }),
    )
    .await;
    let current = admin.get(record(AGENT, ada.uuid)).await.ok();
    let body = request(AGENT, &current, &[ada.uuid, twin.uuid]);
    let refusal = admin
        .post(path(AGENT), body.clone())
        .await
        .refused(422, "open_import");
    assert_eq!(
        refusal["message"],
        "Lee, A. would be changed by the upload of agents.csv. Import or discard the upload first."
    );
    app.execute("UPDATE upload SET state = 'Undone'").await;
    admin.post(path(AGENT), body).await.ok();
}

#[tokio::test]
async fn rejects_other_firms_and_missing_permission() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, twin) = (
        app.agent("Ada Lee").insert().await,
        app.agent("A. Lee").insert().await,
    );
    let current = admin.get(record(AGENT, ada.uuid)).await.ok();
    let body = request(AGENT, &current, &[ada.uuid, twin.uuid]);
    let selected = super::selection(AGENT, &[ada.uuid, twin.uuid]);
    let foreign = app.other_firm_admin().await;
    foreign
        .post(path(AGENT), body.clone())
        .await
        .refused(422, "not_found");
    foreign
        .post("/AgentResolution/AffectedPolicies", selected.clone())
        .await
        .refused(404, "not_found");
    let id = merge(&admin, AGENT, &[ada.uuid, twin.uuid]).await;
    foreign
        .get(format!("/AgentResolution/{id}/Unresolve"))
        .await
        .refused(404, "not_found");
    assert_eq!(
        foreign.get("/AgentResolution/history").await.ok()["items"],
        json!([])
    );
    admin
        .get(format!("/OwnerResolution/{id}/Unresolve"))
        .await
        .refused(404, "not_found");
    let undo = super::undo_request(&admin, AGENT, &id, &[]).await;
    foreign
        .post(format!("/AgentResolution/{id}/Unresolve"), undo.clone())
        .await
        .refused(404, "not_found");
    for role in [
        FirmUserType::Professional,
        FirmUserType::OfficeManager,
        FirmUserType::ViewOnly,
    ] {
        let user = app.as_role(role).await;
        user.post(path(AGENT), body.clone())
            .await
            .refused(403, "forbidden");
        user.post("/AgentResolution/AffectedAgents", selected.clone())
            .await
            .refused(403, "forbidden");
        user.get("/AgentResolution/history")
            .await
            .refused(403, "forbidden");
        user.post(format!("/AgentResolution/{id}/Unresolve"), undo.clone())
            .await
            .refused(403, "forbidden");
    }
}

#[tokio::test]
async fn only_one_of_two_concurrent_merges_of_a_contact_succeeds() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let [a, b, c] = [
        app.agent("Ann Able").insert().await,
        app.agent("Bob Able").insert().await,
        app.agent("Cy Able").insert().await,
    ];
    let body = async |target: &crate::support::Row, uuids: &[Uuid]| {
        let current = admin.get(record(AGENT, target.uuid)).await.ok();
        request(AGENT, &current, uuids)
    };
    let (first, second) = (
        body(&a, &[a.uuid, b.uuid]).await,
        body(&c, &[c.uuid, b.uuid]).await,
    );
    let (first, second) = tokio::join!(admin.post(path(AGENT), first), admin.post(path(AGENT), second));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
}

#[tokio::test]
async fn rejects_an_undo_if_the_npn_is_used_by_another_agent() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = app.agent("Ada Lee").insert().await;
    let twin = app.agent("A. Lee").with("npn", "123").insert().await;
    let id = merge(&admin, AGENT, &[ada.uuid, twin.uuid]).await;
    app.agent("Kim Ames").with("npn", "123").insert().await;
    let before = snapshot(&app).await;
    let undo = super::undo_request(&admin, AGENT, &id, &[]).await;
    admin
        .post(format!("/AgentResolution/{id}/Unresolve"), undo)
        .await
        .refused(409, "taken");
    assert_eq!(snapshot(&app).await, before);
}
