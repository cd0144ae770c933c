//! The audit log's hash chain: concurrent writers and the detection of changes.

use super::{broken, chains, with_rows};
use crate::support::{FIRM, TestApp};
use serde_json::json;
use server::audit::{Broken, Note};

/// Disables the trigger that assigns ids and hashes, so that rows can be forged.
const UNCHAINED: &str = "ALTER TABLE audit_log DISABLE TRIGGER audit_chain;";

#[tokio::test]
async fn numbers_rows_without_gaps_and_chains_them_per_firm() {
    let app = with_rows().await;
    assert_eq!(broken(&app, &[]).await, None);
    let heads = "SELECT string_agg(firm_id || ':' || id, ' ' ORDER BY firm_id) FROM audit_head";
    assert_eq!(app.text(heads).await.as_deref(), Some("1:6 2:6"));
    let counted = "SELECT count(*) FROM audit_log WHERE firm_id = 1 AND id BETWEEN 1 AND 6";
    assert_eq!(app.number(counted).await, 6);
}

#[tokio::test]
async fn ignores_the_id_and_hash_of_an_insert() {
    let app = with_rows().await;
    let client = app.database.app_role().await;
    client
        .batch_execute(
            "SET firmbook.firm = '1';
             INSERT INTO audit_log (firm_id, id, hash, actor_key, action, subject_type)
               VALUES (1, 2, '\\x00', 'ada', 'change', 'user')",
        )
        .await
        .unwrap();
    assert_eq!(
        app.number("SELECT max(id) FROM audit_log WHERE firm_id = 1")
            .await,
        7
    );
    assert_eq!(broken(&app, &[]).await, None);
}

#[tokio::test]
async fn concurrent_requests_do_not_fork_the_chain() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut records = Vec::new();
    for i in 0..4 {
        records.push(app.agent(&format!("Ada{i} Lee")).insert().await);
    }
    // New records, and concurrent changes to the same few records.
    let calls = (0..32).map(|i| {
        let (admin, record) = (admin.clone(), records[i % 4].uuid);
        tokio::spawn(async move {
            let person =
                json!({ "person": { "firstName": "Bo", "lastName": format!("Lee{i}") }, "version": 1 });
            match i % 2 {
                0 => admin.post("/FirmAgent/1", person).await.status,
                _ => {
                    admin
                        .post(format!("/FirmAgent/1/agent/{record}"), person)
                        .await
                        .status
                }
            }
            .as_u16()
        })
    });
    let mut written = 0;
    for call in calls.collect::<Vec<_>>() {
        let status = call.await.unwrap();
        assert!([200, 201, 409].contains(&status), "{status}");
        written += i64::from(status != 409);
    }
    assert!(written >= 18, "{written}");
    let chains = chains(&app, &[]).await;
    assert_eq!(
        (chains[0].firm_id, chains[0].rows, chains[0].broken),
        (FIRM, written, None)
    );
}

#[tokio::test]
async fn rolled_back_row_leaves_no_gap() {
    let app = with_rows().await;
    let row =
        "INSERT INTO audit_log (firm_id, actor_key, action, subject_type) VALUES (1, 'ada', 'add', 'user')";
    app.execute(&format!("BEGIN; {row}; ROLLBACK; {row}")).await;
    assert_eq!(
        app.number("SELECT max(id) FROM audit_log WHERE firm_id = 1")
            .await,
        7
    );
    assert_eq!(broken(&app, &[]).await, None);
}

#[tokio::test]
async fn hash_covers_every_column() {
    let app = with_rows().await;
    for change in [
        "uuid = gen_random_uuid()",
        "at = at + interval '1 microsecond'",
        "actor_key = 'eve'",
        "on_behalf_of_key = NULL",
        "action = 'add'",
        "subject_type = 'firm'",
        "subject_uuid = gen_random_uuid()",
        "subject_key = ''",
        "details = '{}'",
        "trace_id = 'other'",
        "address = '10.0.0.2'",
        "address = NULL",
        "hash = '\\x00'",
    ] {
        app.execute(&format!(
            "CREATE TABLE IF NOT EXISTS kept AS SELECT * FROM audit_log WHERE firm_id = 1 AND id = 3;
             UPDATE audit_log SET {change} WHERE firm_id = 1 AND id = 3"
        ))
        .await;
        assert_eq!(broken(&app, &[]).await, Some(Broken::Changed(3)), "{change}");
        app.execute(&format!(
            "{UNCHAINED} DELETE FROM audit_log WHERE firm_id = 1 AND id = 3;
             INSERT INTO audit_log SELECT * FROM kept; ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_chain"
        ))
        .await;
        assert_eq!(broken(&app, &[]).await, None);
    }
}

#[tokio::test]
async fn detects_tampering_at_the_first_affected_row() {
    let swap = |columns: &str| {
        format!(
            "UPDATE audit_log a SET ({columns}) = (SELECT {columns} FROM audit_log b WHERE b.firm_id = 1 AND b.id = 7 - a.id)
             WHERE a.firm_id = 1 AND a.id IN (3, 4)"
        )
    };
    let added = |hash: &str| {
        format!(
            "{UNCHAINED} INSERT INTO audit_log (firm_id, id, actor_key, action, subject_type, hash)
               VALUES (1, 7, 'eve', 'add', 'user', '\\x00');
             UPDATE audit_log SET hash = {hash} WHERE firm_id = 1 AND id = 7"
        )
    };
    let right = "firmbook_audit_hash((SELECT hash FROM audit_head WHERE firm_id = 1), 7, audit_log)";
    for (tampering, found) in [
        ("DELETE FROM audit_log WHERE firm_id = 1 AND id = 3".to_owned(), Broken::Missing(3)),
        ("DELETE FROM audit_log WHERE firm_id = 1 AND id = 1".to_owned(), Broken::Missing(1)),
        ("DELETE FROM audit_log WHERE firm_id = 1 AND id >= 5".to_owned(), Broken::Missing(5)),
        ("DELETE FROM audit_log WHERE firm_id = 1".to_owned(), Broken::Missing(1)),
        (swap("details, trace_id"), Broken::Changed(3)),
        (swap("uuid, at, details, trace_id, hash").replace("uuid, ", ""), Broken::Changed(3)),
        (
            "UPDATE audit_log SET id = 9 WHERE firm_id = 1 AND id = 3;
             UPDATE audit_log SET id = 3 WHERE firm_id = 1 AND id = 4;
             UPDATE audit_log SET id = 4 WHERE firm_id = 1 AND id = 9"
                .to_owned(),
            Broken::Changed(3),
        ),
        (
            "UPDATE audit_log SET firm_id = 2, id = 7 WHERE firm_id = 1 AND id = 6; DELETE FROM audit_log WHERE firm_id = 2 AND id = 7"
                .to_owned(),
            Broken::Missing(6),
        ),
        (added("'\\x00'"), Broken::Changed(7)),
        (added(right), Broken::Foreign(7)),
        ("DELETE FROM audit_head WHERE firm_id = 1".to_owned(), Broken::Foreign(1)),
        ("UPDATE audit_head SET hash = '\\x00' WHERE firm_id = 1".to_owned(), Broken::Head(6)),
        ("UPDATE audit_head SET id = 7 WHERE firm_id = 1".to_owned(), Broken::Missing(7)),
    ] {
        let app = with_rows().await;
        app.execute(&tampering).await;
        assert_eq!(broken(&app, &[]).await, Some(found), "{tampering}");
    }
}

#[tokio::test]
async fn detects_a_rewritten_or_deleted_chain_from_earlier_notes() {
    let app = with_rows().await;
    let notes: Vec<Note> = chains(&app, &[])
        .await
        .into_iter()
        .map(|chain| Note {
            firm_id: chain.firm_id,
            rows: chain.rows,
            hash: chain.hash,
        })
        .collect();
    let row =
        "INSERT INTO audit_log (firm_id, actor_key, action, subject_type) VALUES (1, 'ada', 'add', 'user')";
    app.execute(row).await;
    assert_eq!(
        broken(&app, &notes).await,
        None,
        "rows added after the note do not break the chain"
    );
    let gone = "DELETE FROM audit_log WHERE firm_id = 1; DELETE FROM audit_head WHERE firm_id = 1";
    app.execute(&format!("{gone}; {}", format!("{row}; ").repeat(8)))
        .await;
    assert_eq!(
        broken(&app, &[]).await,
        None,
        "the rewritten chain is consistent on its own"
    );
    assert_eq!(broken(&app, &notes).await, Some(Broken::Rewritten(6)));
    app.execute(gone).await;
    assert_eq!(broken(&app, &notes).await, Some(Broken::Missing(1)));
}
