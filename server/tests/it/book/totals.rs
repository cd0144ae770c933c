//! Totals maintained by triggers equal a full recomputation after any sequence of writes.

use super::support::{count, database, differences};
use crate::support::Database;
use server::ids::new_uuid;
use tokio_postgres::Client;
use uuid::Uuid;

/// A seeded random number generator, so that a failed run can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        (!list.is_empty()).then(|| list[self.roll(list.len())])
    }

    fn money(&mut self) -> String {
        format!("{}.{:02}", self.roll(5_000), self.roll(100))
    }
}

/// The inserted rows with their firms.
#[derive(Default)]
struct Book {
    contacts: Vec<(i32, Uuid, i16)>,
    policies: Vec<(i32, Uuid)>,
    annuities: Vec<(i32, Uuid)>,
}

const ROLES: [&str; 3] = ["Agent", "Owner", "Insured"];

impl Book {
    /// Returns a random write statement like those of the application, a merge or a feed.
    fn step(&mut self, dice: &mut Dice) -> String {
        let firm = dice.roll(2) as i32 + 1;
        let uuid = new_uuid();
        let name = ["Able, Ann", "Núñez, Émile", "zeta", "Øst, Bo", "Able, Zoé"][dice.roll(5)];
        let contact = dice.pick(&self.contacts);
        let policy = dice.pick(&self.policies);
        let annuity = dice.pick(&self.annuities);
        let by = |(firm, uuid): (i32, Uuid)| format!("firm_id = {firm} AND uuid = '{uuid}'");
        match (dice.roll(18), contact, policy, annuity) {
            (0..=2, ..) => {
                let kind = dice.roll(3) as i16 + 1;
                self.contacts.push((firm, uuid, kind));
                format!(
                    "INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES ({firm}, '{uuid}', {kind}, '{name}')"
                )
            }
            (3, ..) => {
                self.policies.push((firm, uuid));
                format!(
                    "INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status,
                       death_benefit, annualized_premium, cash_value, surrender_value)
                     VALUES ({firm}, '{uuid}', '{uuid}', (SELECT uuid FROM carrier), 'C', 'Term', 'InForce', {}, {}, {}, {})",
                    dice.money(), dice.money(), dice.money(), dice.money()
                )
            }
            (4, ..) => {
                self.annuities.push((firm, uuid));
                format!(
                    "INSERT INTO annuity (firm_id, uuid, contract_number, carrier_uuid, carrier_name, product_type,
                       status, contract_value, premiums_paid, cash_value, surrender_value)
                     VALUES ({firm}, '{uuid}', '{uuid}', (SELECT uuid FROM carrier), 'C', 'FIA', 'InForce', {}, {}, {}, {})",
                    dice.money(), dice.money(), dice.money(), dice.money()
                )
            }
            (5..=8, Some((firm, contact, kind)), ..) => {
                let line = dice.roll(2);
                let list = if line == 0 {
                    &self.policies
                } else {
                    &self.annuities
                };
                let here: Vec<Uuid> = list
                    .iter()
                    .filter(|known| known.0 == firm)
                    .map(|known| known.1)
                    .collect();
                let Some(contract) = dice.pick(&here) else {
                    return "SELECT 1".to_owned();
                };
                // Attaches or reattaches a contact, sometimes with a second type.
                format!(
                    "INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id)
                     VALUES ({firm}, '{contract}', '{contact}', {}, {kind}, '{}', {})
                     ON CONFLICT (firm_id, contract_uuid, contact_uuid, role, type_id) DO UPDATE SET deleted_at = NULL",
                    line + 1, ROLES[kind as usize - 1], dice.roll(2) + 1
                )
            }
            (9, Some((firm, contact, _)), ..) => format!(
                "UPDATE contract_party SET deleted_at = now() WHERE firm_id = {firm} AND contact_uuid = '{contact}'"
            ),
            (10, _, Some((firm, contract)), _) => {
                format!("DELETE FROM contract_party WHERE firm_id = {firm} AND contract_uuid = '{contract}'")
            }
            (11, Some((firm, uuid, _)), ..) => {
                format!(
                    "UPDATE contact SET display_name = '{name}' WHERE {}",
                    by((firm, uuid))
                )
            }
            (12, Some((firm, uuid, _)), ..) => {
                let value = ["now()", "NULL"][dice.roll(2)];
                format!(
                    "UPDATE contact SET deleted_at = {value} WHERE {}",
                    by((firm, uuid))
                )
            }
            (13, _, Some(policy), _) => match dice.roll(4) {
                0 => format!("UPDATE policy SET deleted_at = now() WHERE {}", by(policy)),
                1 => format!("UPDATE policy SET deleted_at = NULL WHERE {}", by(policy)),
                2 => format!("UPDATE policy SET status = 'Lapsed' WHERE {}", by(policy)),
                _ => format!(
                    "UPDATE policy SET death_benefit = {}, surrender_value = {} WHERE {}",
                    dice.money(),
                    dice.money(),
                    by(policy)
                ),
            },
            (14, _, _, Some(annuity)) => match dice.roll(3) {
                0 => format!("UPDATE annuity SET deleted_at = now() WHERE {}", by(annuity)),
                1 => format!("UPDATE annuity SET deleted_at = NULL WHERE {}", by(annuity)),
                _ => format!(
                    "UPDATE annuity SET contract_value = {}, premiums_paid = {} WHERE {}",
                    dice.money(),
                    dice.money(),
                    by(annuity)
                ),
            },
            // A feed changes many contracts of both firms in one statement.
            (15, ..) => match dice.roll(3) {
                0 => "UPDATE policy SET cash_value = cash_value + 1.01, annualized_premium = 12".to_owned(),
                1 => "UPDATE annuity SET cash_value = cash_value + 0.07, deleted_at = NULL".to_owned(),
                _ => "UPDATE contact SET display_name = display_name || '.' WHERE length(display_name) < 20"
                    .to_owned(),
            },
            // A merge moves the links of one contact to another.
            (16, Some((firm, from, kind)), ..) => {
                let same = |known: &&(i32, Uuid, i16)| (known.0, known.2) == (firm, kind) && known.1 != from;
                let others: Vec<Uuid> = self.contacts.iter().filter(same).map(|known| known.1).collect();
                let Some(to) = dice.pick(&others) else {
                    return "SELECT 1".to_owned();
                };
                format!(
                    "UPDATE contract_party moved SET contact_uuid = '{to}', origin = 'Merge'
                     WHERE firm_id = {firm} AND contact_uuid = '{from}' AND NOT EXISTS (
                       SELECT FROM contract_party there WHERE there.firm_id = {firm} AND there.contact_uuid = '{to}'
                         AND (there.contract_uuid, there.role, there.type_id)
                           = (moved.contract_uuid, moved.role, moved.type_id))"
                )
            }
            (_, _, Some((firm, uuid)), _) => {
                let is_free = format!(
                    "NOT EXISTS (SELECT FROM contract_party WHERE firm_id = {firm} AND contract_uuid = '{uuid}')"
                );
                self.policies.retain(|known| *known != (firm, uuid));
                format!(
                    "DELETE FROM contract_party WHERE firm_id = {firm} AND contract_uuid = '{uuid}';
                     DELETE FROM policy WHERE {} AND {is_free}",
                    by((firm, uuid))
                )
            }
            _ => "SELECT 1".to_owned(),
        }
    }
}

async fn two_firms() -> (Database, Client) {
    let (database, client) = database().await;
    client
        .batch_execute(
            "INSERT INTO firm (firm_id, name) VALUES (1, 'One'), (2, 'Two');
             INSERT INTO carrier (uuid, name, short_name, naic_code)
             VALUES ('00000000-0000-7000-8000-000000000001', 'C', 'C', '99001')",
        )
        .await
        .unwrap();
    (database, client)
}

#[tokio::test]
async fn maintained_totals_match_a_full_recomputation() {
    for seed in 1..=8_u64 {
        let (_database, client) = two_firms().await;
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut book = Book::default();
        let mut statements: Vec<String> = Vec::new();
        for step in 1..=200 {
            let sql = book.step(&mut dice);
            client
                .batch_execute(&sql)
                .await
                .unwrap_or_else(|error| panic!("{error:?}\n{sql}"));
            statements.push(sql);
            if step % 20 == 0 {
                let changed = differences(&client).await;
                assert!(
                    changed.is_empty(),
                    "seed {seed}: {changed:?} after\n{}",
                    statements[statements.len() - 20..].join(";\n")
                );
            }
        }
    }
}

/// Checks `differences` itself, which the other tests rely on.
#[tokio::test]
async fn differences_detects_stale_totals() {
    for (table, change) in [
        (
            "contact_total",
            "UPDATE contact_total SET annuity_cash_value = annuity_cash_value + 0.01",
        ),
        ("policy", "UPDATE policy SET party_kinds = 0"),
        ("annuity", "UPDATE annuity SET owner_name = 'Somebody'"),
        (
            "firm_list_total",
            "UPDATE firm_list_total SET contract_value = contract_value + 1",
        ),
    ] {
        let (_database, mut client) = two_firms().await;
        let mut dice = Dice(0x2545_f491_4f6c_dd1d);
        let mut book = Book::default();
        for _ in 0..200 {
            client.batch_execute(&book.step(&mut dice)).await.unwrap();
        }
        assert!(count(&client, "contract_party WHERE deleted_at IS NULL").await > 10);
        let transaction = client.transaction().await.unwrap();
        transaction
            .batch_execute("SELECT set_config('firmbook.bulk', 'on', true)")
            .await
            .unwrap();
        assert!(transaction.execute(change, &[]).await.unwrap() > 0);
        transaction.commit().await.unwrap();
        let tables: Vec<String> = differences(&client)
            .await
            .into_iter()
            .map(|(table, _)| table)
            .collect();
        assert_eq!(tables, [table]);
    }
}

#[tokio::test]
async fn rolled_back_write_leaves_totals_unchanged() {
    let (_database, mut client) = two_firms().await;
    client
        .batch_execute(
            "INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES (1, gen_random_uuid(), 1, 'A')",
        )
        .await
        .unwrap();
    let transaction = client.transaction().await.unwrap();
    transaction
        .batch_execute("UPDATE contact SET deleted_at = now()")
        .await
        .unwrap();
    transaction.rollback().await.unwrap();
    let rows = client
        .query_one(
            "SELECT sum(row_count)::bigint FROM firm_list_total WHERE list = 'agents'",
            &[],
        )
        .await
        .unwrap();
    assert_eq!(rows.get::<_, i64>(0), 1);
    assert!(differences(&client).await.is_empty());
}

/// Three agents, and a policy of the first one.
const SMALL_BOOK: &str = "
    INSERT INTO contact (firm_id, uuid, kind, display_name)
      SELECT 1, ('00000000-0000-7000-8000-00000000010' || i)::uuid, 1, 'Agent ' || i FROM generate_series(1, 3) i;
    INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status, cash_value)
      SELECT 1, '00000000-0000-7000-8000-000000000201', 'P-1', uuid, name, 'Term', 'Active', 10 FROM carrier;
    INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id)
      VALUES (1, '00000000-0000-7000-8000-000000000201', '00000000-0000-7000-8000-000000000101', 1, 1, 'Agent', 1)";

async fn cash_value_of_agents(client: &Client) -> String {
    client
        .query_one(
            "SELECT coalesce(sum(policy_cash_value), 0)::text FROM firm_list_total WHERE list = 'agents'",
            &[],
        )
        .await
        .unwrap()
        .get(0)
}

#[tokio::test]
async fn counts_a_contract_once_if_one_statement_adds_a_link_and_restores_another() {
    let (_database, client) = two_firms().await;
    client.batch_execute(SMALL_BOOK).await.unwrap();
    for statement in [
        "UPDATE contract_party SET deleted_at = now()",
        "INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id)
           SELECT firm_id, contract_uuid, contact_uuid, line, kind, role, new_type
           FROM contract_party, generate_series(1, 2) AS new_type
         ON CONFLICT (firm_id, contract_uuid, contact_uuid, role, type_id) DO UPDATE SET deleted_at = NULL",
    ] {
        client.batch_execute(statement).await.unwrap();
        assert_eq!(differences(&client).await, [], "{statement}");
    }
    assert_eq!(cash_value_of_agents(&client).await, "10.00");
}

#[tokio::test]
async fn a_long_transaction_neither_blocks_writers_nor_sees_partial_changes() {
    let (database, client) = two_firms().await;
    client.batch_execute(SMALL_BOOK).await.unwrap();
    let (mut reader, mut writer) = (database.owner().await, database.owner().await);
    let reading = reader
        .build_transaction()
        .isolation_level(tokio_postgres::IsolationLevel::RepeatableRead)
        .start()
        .await
        .unwrap();
    let sums = "SELECT (SELECT sum(row_count)::bigint FROM firm_list_total WHERE list = 'agents'),
                  (SELECT count(*) FROM contact WHERE deleted_at IS NULL)";
    let sums_match = |row: tokio_postgres::Row| (row.get::<_, i64>(0), row.get::<_, i64>(1));
    assert_eq!(sums_match(reading.query_one(sums, &[]).await.unwrap()), (3, 3));
    let open = writer.transaction().await.unwrap();
    let add =
        "INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES (1, gen_random_uuid(), 1, 'New')";
    open.batch_execute(add).await.unwrap();
    // Must not wait for the open transaction.
    client
        .batch_execute(&format!("SET lock_timeout = '5s'; {add}"))
        .await
        .unwrap();
    assert_eq!(sums_match(client.query_one(sums, &[]).await.unwrap()), (4, 4));
    assert_eq!(sums_match(reading.query_one(sums, &[]).await.unwrap()), (3, 3));
    open.commit().await.unwrap();
    assert_eq!(sums_match(client.query_one(sums, &[]).await.unwrap()), (5, 5));
    assert_eq!(sums_match(reading.query_one(sums, &[]).await.unwrap()), (3, 3));
    reading.commit().await.unwrap();
    assert_eq!(differences(&client).await, []);
}

#[tokio::test]
async fn a_killed_backend_leaves_totals_unchanged_and_its_slot_free() {
    let (database, client) = two_firms().await;
    client.batch_execute(SMALL_BOOK).await.unwrap();
    let doomed = database.owner().await;
    let pid: i32 = doomed
        .query_one("SELECT pg_backend_pid()", &[])
        .await
        .unwrap()
        .get(0);
    doomed
        .batch_execute("BEGIN; UPDATE policy SET cash_value = 99")
        .await
        .unwrap();
    client
        .execute("SELECT pg_terminate_backend($1, 10000)", &[&pid])
        .await
        .unwrap();
    assert_eq!(cash_value_of_agents(&client).await, "10.00");
    assert_eq!(differences(&client).await, []);
    client
        .batch_execute("SET lock_timeout = '5s'; UPDATE policy SET cash_value = 20")
        .await
        .unwrap();
    assert_eq!(cash_value_of_agents(&client).await, "20.00");
    assert_eq!(differences(&client).await, []);
}

#[tokio::test]
async fn deleting_a_firms_rows_keeps_the_totals_of_other_firms() {
    let (_database, client) = two_firms().await;
    client.batch_execute(SMALL_BOOK).await.unwrap();
    client
        .batch_execute(
            &SMALL_BOOK
                .replace("SELECT 1,", "SELECT 2,")
                .replace("VALUES (1,", "VALUES (2,"),
        )
        .await
        .unwrap();
    for statement in [
        "DELETE FROM contract_party WHERE firm_id = 1",
        "DELETE FROM policy WHERE firm_id = 1",
        "DELETE FROM contact WHERE firm_id = 1",
    ] {
        client.batch_execute(statement).await.unwrap();
        assert_eq!(differences(&client).await, [], "{statement}");
    }
    client
        .batch_execute("DELETE FROM firm_list_total WHERE firm_id = 1")
        .await
        .unwrap();
    assert_eq!(differences(&client).await, []);
    assert_eq!(cash_value_of_agents(&client).await, "10.00");
}

#[tokio::test]
async fn a_recomputation_waits_for_open_changes_of_list_totals() {
    let (database, client) = two_firms().await;
    client.batch_execute(SMALL_BOOK).await.unwrap();
    let mut writer = database.owner().await;
    let open = writer.transaction().await.unwrap();
    open.batch_execute(
        "INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES (1, gen_random_uuid(), 1, 'New')",
    )
    .await
    .unwrap();
    let refresh = "SET lock_timeout = '200ms'; SELECT firmbook_refresh_firm(1)";
    assert!(client.batch_execute(refresh).await.is_err());
    open.commit().await.unwrap();
    client.batch_execute(refresh).await.unwrap();
    assert_eq!(differences(&client).await, []);
}
