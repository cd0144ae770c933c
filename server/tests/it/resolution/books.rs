//! Random merges in random books. Undoing all merges in any order restores every row.

use super::{merge, policy_of, snapshot, totals_are_exact, undo};
use crate::support::{FIRM, TestApp};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::json;
use server::ids::new_uuid;
use shared::contact::ContactKind;
use uuid::Uuid;

#[derive(Debug, Clone)]
struct Plan {
    /// Agents of each policy, with share and type.
    links: Vec<(usize, usize, Option<u8>, i16)>,
    /// Agents of each cohort.
    members: Vec<(usize, usize)>,
    /// Agents in the block of each advisor, who also has them as favorites.
    blocks: Vec<(usize, usize)>,
    /// Pairs of remaining agents to merge, by index. The first agent of each pair stays.
    merges: Vec<(prop::sample::Index, prop::sample::Index)>,
    undos: Vec<prop::sample::Index>,
}

const AGENTS: usize = 5;

fn plan() -> impl Strategy<Value = Plan> {
    let index = any::<prop::sample::Index>;
    (
        prop::collection::vec(
            (0..4_usize, 0..AGENTS, prop::option::of(0..=100_u8), 1..3_i16),
            0..14,
        ),
        prop::collection::vec((0..3_usize, 0..AGENTS), 0..8),
        prop::collection::vec((0..2_usize, 0..AGENTS), 0..12),
        prop::collection::vec((index(), index()), 1..AGENTS),
        prop::collection::vec(index(), AGENTS),
    )
        .prop_map(|(links, members, blocks, merges, undos)| Plan {
            links,
            members,
            blocks,
            merges,
            undos,
        })
}

async fn run(plan: Plan) -> Result<(), TestCaseError> {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut agents = Vec::new();
    for name in ["Ann Able", "Bob Able", "Cy Able", "Di Able", "Ed Able"] {
        agents.push(app.agent(name).insert().await);
    }
    let mut policies = Vec::new();
    for number in 0..4 {
        policies.push(policy_of(&app, &format!("P-{number}"), &[]).await);
    }
    for (policy, agent, share, type_id) in plan.links {
        let share = share.map_or("NULL".to_owned(), |share| share.to_string());
        let (policy, agent) = (policies[policy].uuid, agents[agent].uuid);
        app.execute(&format!(
            "INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id, share_percent,
               deleted_at)
             VALUES ({FIRM}, '{policy}', '{agent}', 1, 1, 'Agent', {type_id}, {share},
               CASE WHEN {share} > 90 THEN now() END)
             ON CONFLICT DO NOTHING"
        ))
        .await;
    }
    let cohorts: Vec<Uuid> = std::iter::repeat_with(new_uuid).take(3).collect();
    for cohort in &cohorts {
        let row =
            json!({ "firm_id": FIRM, "uuid": cohort, "name": cohort, "contact_kind": 1, "kind": "Static" });
        app.insert("cohort", row).await;
    }
    for (cohort, agent) in plan.members {
        let (cohort, agent) = (cohorts[cohort], agents[agent].uuid);
        app.execute(&format!(
            "INSERT INTO cohort_contact (firm_id, cohort_uuid, contact_uuid) VALUES ({FIRM}, '{cohort}', '{agent}')
             ON CONFLICT DO NOTHING"
        ))
        .await;
    }
    let advisors = [app.advisor().await, app.advisor().await];
    for (advisor, agent) in plan.blocks {
        let (user, agent) = (&advisors[advisor].user_key, agents[agent].uuid);
        app.execute(&format!(
            "INSERT INTO firm_assignment_agent VALUES ({FIRM}, '{user}', '{agent}') ON CONFLICT DO NOTHING;
             INSERT INTO favorite (firm_id, user_key, kind, uuid) VALUES ({FIRM}, '{user}', 'agent', '{agent}')
             ON CONFLICT DO NOTHING"
        ))
        .await;
    }

    let before = snapshot(&app).await;
    let mut left: Vec<Uuid> = agents.iter().map(|agent| agent.uuid).collect();
    let mut merges = Vec::new();
    for (stays, goes) in plan.merges {
        let stays = left.remove(stays.index(left.len()));
        let goes = left.remove(goes.index(left.len()));
        merges.push(merge(&admin, ContactKind::Agent, &[stays, goes]).await);
        left.push(stays);
        totals_are_exact(&app).await;
    }
    for at in plan.undos {
        if !merges.is_empty() {
            let merge = merges.remove(at.index(merges.len()));
            undo(&admin, ContactKind::Agent, &merge).await;
            totals_are_exact(&app).await;
        }
    }
    let after = snapshot(&app).await;
    let changed = before
        .lines()
        .zip(after.lines())
        .filter(|(before, after)| before != after);
    let changed: Vec<_> = changed.take(5).collect();
    prop_assert!(after == before, "(before, after): {changed:#?}");
    Ok(())
}

#[test]
fn undoing_all_merges_in_any_order_restores_every_row() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = Config {
        cases: 12,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&plan(), |plan| runtime.block_on(run(plan)))
        .unwrap();
}
