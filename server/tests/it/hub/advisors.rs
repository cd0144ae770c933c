//! `RecordChanged` pushes reach only users whose scope includes the record.

use super::support::{Hub, Socket};
use crate::reports::{in_force, report, share, share_records};
use crate::support::{Client, FIRM, Row};
use serde_json::{Value, json};
use server::hub::outbox;
use shared::hub::push::RecordChanged;
use shared::permission::FirmUserType::{self, OfficeManager, Professional, TrustedAdvisor, ViewOnly};
use uuid::Uuid;

impl Hub {
    /// Queues a change for each record, in order.
    async fn change(&self, kind: &str, uuids: &[Uuid]) {
        let mut transaction = self.app.app.db.begin(FIRM).await.unwrap();
        for uuid in uuids {
            let changed = RecordChanged {
                kind: kind.to_owned(),
                uuid: *uuid,
                is_deleted: false,
                by: "Somebody".to_owned(),
                page: None,
            };
            outbox::post_changed(&mut transaction, FIRM, changed, Vec::new())
                .await
                .unwrap();
        }
        transaction.commit().await.unwrap();
    }

    async fn listener(&self, client: &Client) -> Socket {
        self.connected(client, false).await.0
    }

    async fn as_role(&self, role: FirmUserType) -> (Client, Socket) {
        let client = self.app.as_role(role).await;
        let socket = self.listener(&client).await;
        (client, socket)
    }

    /// Checks that nothing is pushed before a marker.
    async fn assert_nothing_pushed(&self, client: &Client, socket: &mut Socket) {
        self.push(client, "marker").await;
        assert_eq!(next_change(socket).await["arguments"][0]["message"], "marker");
    }
}

/// Returns the next changed record or marker. Skips report pushes.
async fn next_change(socket: &mut Socket) -> Value {
    loop {
        let record = socket.next_event().await;
        if record["target"] == "RecordChanged" || record["arguments"][0]["message"] == "marker" {
            return record;
        }
    }
}

/// Checks the uuids of the next changed records.
async fn assert_changes(socket: &mut Socket, uuids: &[Uuid]) {
    for uuid in uuids {
        let record = next_change(socket).await;
        assert_eq!(record["target"], "RecordChanged", "{record}");
        assert_eq!(record["arguments"][0]["uuid"], json!(uuid), "{record}");
    }
}

#[tokio::test]
async fn trusted_advisors_receive_changes_of_rows_in_shared_reports() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let (own, other) = (app.policy("P-1").insert().await, app.policy("P-2").insert().await);
    let lapsed = app.policy("P-3").with("status", "Lapsed").insert().await;
    app.link(&own, &agent).await;

    let (of_block, of_firm, of_nobody) = (
        app.as_role(TrustedAdvisor).await,
        app.as_role(TrustedAdvisor).await,
        app.as_role(TrustedAdvisor).await,
    );
    let block = report(&advisor, 1, "Block", json!({})).await;
    share_records(&advisor, &block, &[&of_block]).await;
    let running = report(&admin, 1, "Running", in_force()).await;
    share_records(&admin, &running, &[&of_firm]).await;
    let mut block_socket = hub.listener(&of_block).await;
    let mut firm_socket = hub.listener(&of_firm).await;
    let mut nobody_socket = hub.listener(&of_nobody).await;

    hub.change("policy", &[lapsed.uuid, other.uuid, own.uuid]).await;
    assert_changes(&mut block_socket, &[own.uuid]).await;
    assert_changes(&mut firm_socket, &[other.uuid, own.uuid]).await;
    // The agent is not part of any report.
    hub.change("agent", &[agent.uuid]).await;
    // Neither rows that left the report nor reports that are no longer shared cause pushes.
    app.execute("UPDATE policy SET status = 'Lapsed' WHERE policy_number = 'P-2'")
        .await;
    hub.change("policy", &[other.uuid, own.uuid]).await;
    assert_changes(&mut block_socket, &[own.uuid]).await;
    assert_changes(&mut firm_socket, &[own.uuid]).await;
    share(&admin, &running, &[]).await;
    hub.change("policy", &[own.uuid]).await;
    assert_changes(&mut block_socket, &[own.uuid]).await;
    hub.assert_nothing_pushed(&of_firm, &mut firm_socket).await;
    hub.assert_nothing_pushed(&of_nobody, &mut nobody_socket).await;
}

#[tokio::test]
async fn trusted_advisors_receive_deletions_of_records_that_they_could_open() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let (own, other) = (app.policy("P-1").insert().await, app.policy("P-2").insert().await);
    let owner = app.owner("Olga Holt").insert().await;
    app.link(&own, &agent).await;
    app.link(&own, &owner).await;
    let (of_block, of_firm, of_rows) = (
        app.as_role(TrustedAdvisor).await,
        app.as_role(TrustedAdvisor).await,
        app.as_role(TrustedAdvisor).await,
    );
    let block = report(&advisor, 1, "Block", json!({})).await;
    share_records(&advisor, &block, &[&of_block]).await;
    let all = report(&admin, 1, "All", json!({})).await;
    share_records(&admin, &all, &[&of_firm]).await;
    let owners = report(&admin, 6, "Owners", json!({})).await;
    share_records(&admin, &owners, &[&of_firm]).await;
    let rows = report(&admin, 1, "Rows", json!({})).await;
    share(&admin, &rows, &[&of_rows]).await;
    let mut block_socket = hub.listener(&of_block).await;
    let mut firm_socket = hub.listener(&of_firm).await;
    let mut rows_socket = hub.listener(&of_rows).await;

    for policy in [&other, &own] {
        admin.delete(format!("/allpolicy/{}", policy.uuid)).await.ok();
    }
    admin
        .delete(format!("/FirmOwner/1/owner/{}", owner.uuid))
        .await
        .ok();
    let deleted = async |socket: &mut Socket, uuids: &[Uuid]| {
        for uuid in uuids {
            let record = next_change(socket).await;
            let change = &record["arguments"][0];
            assert_eq!(
                (&change["uuid"], &change["isDeleted"]),
                (&json!(uuid), &json!(true))
            );
            assert_eq!(
                change.as_object().unwrap().len(),
                5,
                "no other users are named: {change}"
            );
        }
    };
    deleted(&mut block_socket, &[own.uuid]).await;
    deleted(&mut firm_socket, &[other.uuid, own.uuid, owner.uuid]).await;
    hub.assert_nothing_pushed(&of_rows, &mut rows_socket).await;
    // A restored record can be opened again.
    admin
        .post(format!("/allpolicy/{}/restore", own.uuid), json!({}))
        .await
        .ok();
    assert_changes(&mut block_socket, &[own.uuid]).await;
    assert_changes(&mut firm_socket, &[own.uuid]).await;
    hub.assert_nothing_pushed(&of_block, &mut block_socket).await;
}

#[tokio::test]
async fn sends_no_changes_of_rows_that_cannot_be_opened() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let admin = app.admin().await;
    let (term, whole) = (app.policy("P-1").insert().await, app.policy("P-2").insert().await);
    let (outside, mut socket) = hub.as_role(TrustedAdvisor).await;
    let all = report(&admin, 1, "All", json!({})).await;
    share(&admin, &all, &[&outside]).await;
    hub.change("policy", &[term.uuid, whole.uuid]).await;
    hub.assert_nothing_pushed(&outside, &mut socket).await;
    let one = json!({ "filter": [{ "column": "policyNumber", "op": "eq", "value": "P-2" }] });
    let one = report(&admin, 1, "One", one).await;
    share_records(&admin, &one, &[&outside]).await;
    hub.change("policy", &[term.uuid, whole.uuid]).await;
    assert_changes(&mut socket, &[whole.uuid]).await;
    hub.assert_nothing_pushed(&outside, &mut socket).await;
}

#[tokio::test]
async fn shared_report_filtered_by_sums_uses_the_owners_scope() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let advisor = app.advisor().await;
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let mut owners: Vec<Row> = Vec::new();
    for (name, number, is_own) in [("Olga Holt", "P-1", true), ("Otto Kern", "P-2", false)] {
        let owner = app.owner(name).insert().await;
        let policy = app.policy(number).with("death_benefit", "5.00").insert().await;
        app.link(&policy, &owner).await;
        if is_own {
            app.link(&policy, &agent).await;
        }
        owners.push(owner);
    }
    let outside = app.as_role(TrustedAdvisor).await;
    let insured = json!({ "filter": [{ "column": "deathBenefit", "op": "gte", "value": "1.00" }] });
    let saved = report(&advisor, 6, "Insured for much", insured).await;
    share_records(&advisor, &saved, &[&outside]).await;
    let mut socket = hub.listener(&outside).await;
    hub.change("owner", &[owners[1].uuid, owners[0].uuid]).await;
    assert_changes(&mut socket, &[owners[0].uuid]).await;
}

#[tokio::test]
async fn sends_no_changes_of_contacts_outside_the_current_scope() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let (ada, ben) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Ben Ray").insert().await,
    );
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &ada).await;
    app.link(&policy, &ben).await;
    let (professional, mut of_ada) = hub.as_role(Professional).await;
    app.give_block(&professional, &[&ada]).await;
    let (outside, mut of_outside) = hub.as_role(TrustedAdvisor).await;
    let added = app
        .owner("Olga Holt")
        .with("created_by", outside.user_key.clone());
    let added = added.insert().await;
    let (manager, mut of_manager) = hub.as_role(OfficeManager).await;
    let own = app
        .owner("Otto Kern")
        .with("created_by", manager.user_key.clone());
    let own = own.insert().await;

    hub.change("agent", &[ben.uuid, ada.uuid]).await;
    assert_changes(&mut of_ada, &[ada.uuid]).await;
    hub.change("owner", &[added.uuid, own.uuid]).await;
    assert_changes(&mut of_manager, &[own.uuid]).await;
    hub.assert_nothing_pushed(&outside, &mut of_outside).await;
    hub.assert_nothing_pushed(&professional, &mut of_ada).await;
}

#[tokio::test]
async fn cohort_changes_reach_the_creator_and_supporting_managers() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let (maker, mut of_maker) = hub.as_role(Professional).await;
    let (manager, mut of_manager) = hub.as_role(OfficeManager).await;
    let support =
        json!({ "firm_id": FIRM, "user_key": manager.user_key, "professional_key": maker.user_key });
    app.insert("firm_assignment_support", support).await;
    let (other, mut of_other) = hub.as_role(Professional).await;
    // View-only users see the whole firm but have no permission for cohorts.
    let (viewer, mut of_viewer) = hub.as_role(ViewOnly).await;
    let uuid = Uuid::now_v7();
    let cohort = json!({ "firm_id": FIRM, "uuid": uuid, "name": "East", "contact_kind": 1, "kind": "Static",
                         "created_by": maker.user_key });
    app.insert("cohort", cohort).await;
    hub.change("cohort", &[uuid]).await;
    assert_changes(&mut of_maker, &[uuid]).await;
    assert_changes(&mut of_manager, &[uuid]).await;
    hub.assert_nothing_pushed(&other, &mut of_other).await;
    hub.assert_nothing_pushed(&viewer, &mut of_viewer).await;
}
