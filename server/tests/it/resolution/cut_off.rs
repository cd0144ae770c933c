//! Merges and undos whose database connection breaks at a random point, as if the server were killed.

use super::{new_contact, policy_of, request, snapshot, totals_are_exact, undo_request};
use crate::support::{Client, FIRM, Reply, TestApp};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use server::ids::new_uuid;
use shared::contact::ContactKind;
use std::time::{Duration, Instant};
use uuid::Uuid;

const CUTS: usize = 20;
const SEED: u64 = 19;
const KIND: ContactKind = ContactKind::Agent;

/// Terminates the application's connections that have a transaction in progress.
async fn cut(app: &TestApp) {
    app.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'",
    )
    .await;
}

/// Sends a request and cuts its connection at a random time that is based on `took`. Returns the response.
async fn cut_during(
    app: &TestApp,
    random: &mut SmallRng,
    took: Duration,
    sent: impl Future<Output = Reply> + Send + 'static,
) -> Reply {
    let call = tokio::spawn(sent);
    tokio::time::sleep(took.mul_f64(random.random_range(0.0..1.1))).await;
    cut(app).await;
    call.await.unwrap()
}

/// Returns links, names and totals without the uuid and time of the merge.
async fn merged_state(app: &TestApp) -> String {
    app.text(
        "SELECT jsonb_pretty(jsonb_build_array(
           (SELECT jsonb_agg(to_jsonb(p) - 'created_at' ORDER BY contract_uuid, contact_uuid) FROM contract_party p),
           (SELECT jsonb_agg(jsonb_build_array(uuid, display_name, merged_into, merged_by IS NULL, contact.deleted_at IS NULL,
              policy_count, death_benefit) ORDER BY uuid) FROM contact JOIN contact_total USING (firm_id, uuid)),
           (SELECT jsonb_agg(to_jsonb(m) ORDER BY home_uuid, row_key) FROM merged_row m)))",
    )
    .await
    .unwrap()
}

async fn merge_once(admin: Client, key: Uuid, body: Value) -> Reply {
    admin.post_once(key, "/AgentResolution", &body).await
}

#[tokio::test]
async fn merge_or_undo_cut_off_at_any_point_is_complete_or_rolled_back() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ann = new_contact(&app, KIND, "Ann Able").insert().await;
    let bob = new_contact(&app, KIND, "Bob Able").insert().await;
    for i in 0..20 {
        let parties = if i % 3 == 0 { vec![&ann, &bob] } else { vec![&bob] };
        policy_of(&app, &format!("P-{i}"), &parties).await;
    }
    let before = snapshot(&app).await;
    let open_merges = format!("SELECT count(*) FROM resolution WHERE firm_id = {FIRM} AND undone_at IS NULL");
    let mut random = SmallRng::seed_from_u64(SEED);
    let (mut merge_took, mut undo_took) = (Duration::ZERO, Duration::ZERO);
    let (mut merges_cut, mut undos_cut) = (0, 0);
    let mut merged = String::new();
    // The first two rounds are not cut off. The second one is as fast as later ones, so its duration is used.
    for round in 0..CUTS + 2 {
        let current = admin.get(format!("/FirmAgent/agent/{}", ann.uuid)).await.ok();
        let body = request(KIND, &current, &[ann.uuid, bob.uuid]);
        let key = new_uuid();
        let start = Instant::now();
        if round < 2 {
            merge_once(admin.clone(), key, body.clone()).await.ok();
            merge_took = start.elapsed();
            merged = merged_state(&app).await;
        } else {
            let sent = merge_once(admin.clone(), key, body.clone());
            let reply = cut_during(&app, &mut random, merge_took, sent).await;
            let is_merged = app.number(&open_merges).await == 1;
            if is_merged {
                assert_eq!(merged_state(&app).await, merged, "{round}");
            } else {
                assert_eq!(snapshot(&app).await, before, "{round}");
                assert!(reply.status.is_server_error(), "{round}: {}", reply.status);
                merges_cut += 1;
            }
            // The user repeats the request.
            merge_once(admin.clone(), key, body).await.ok();
        }
        assert_eq!(app.number(&open_merges).await, 1, "{round}: merged once");
        assert_eq!(merged_state(&app).await, merged, "{round}");
        totals_are_exact(&app).await;

        let merge = format!("SELECT uuid FROM resolution WHERE firm_id = {FIRM} AND undone_at IS NULL");
        let merge = app.text(&merge).await.unwrap();
        let body = undo_request(&admin, KIND, &merge, &[]).await;
        let path = format!("/AgentResolution/{merge}/Unresolve");
        let start = Instant::now();
        if round < 2 {
            admin.post(&path, body).await.ok();
            undo_took = start.elapsed();
        } else {
            let (client, sent_body, sent_path) = (admin.clone(), body.clone(), path.clone());
            let sent = async move { client.post(sent_path, sent_body).await };
            cut_during(&app, &mut random, undo_took, sent).await;
            if app.number(&open_merges).await == 1 {
                assert_eq!(merged_state(&app).await, merged, "{round}");
                undos_cut += 1;
                admin.post(&path, body).await.ok();
            }
        }
        assert_eq!(snapshot(&app).await, before, "{round}: undone");
        totals_are_exact(&app).await;
    }
    assert!(
        merges_cut > 0 && undos_cut > 0,
        "{merges_cut} merges and {undos_cut} undos of {CUTS} were cut off"
    );
}
