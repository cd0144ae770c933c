//! Databases and directories for book loading tests.

use crate::support::{Database, cluster};
use jiff::civil::Date;
use server::book::{Order, Progress, Report, load};
use server::crypto::Sealer;
use server::db::{connect_raw, migrate};
use server::ids::new_uuid;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use tokio_postgres::Client;

pub const TODAY: Date = jiff::civil::date(2026, 11, 20);

static NEXT: AtomicU32 = AtomicU32::new(1);

/// Creates a migrated database without firms and carriers. Returns it with a superuser connection.
pub async fn database() -> (Database, Client) {
    let database = Database::create().await;
    let client = database.owner().await;
    client
        .batch_execute("TRUNCATE firm, carrier CASCADE")
        .await
        .unwrap();
    (database, client)
}

/// Creates a migrated database whose owner is not a superuser, so that row security also applies to the owner.
pub async fn database_of_plain_owner() -> (Database, Client) {
    let mut database = Database::empty().await;
    let admin = connect_raw(&cluster().url("postgres", "postgres")).await.unwrap();
    let name = database.name.clone();
    let sql = format!(
        "CREATE ROLE {name} LOGIN NOSUPERUSER NOBYPASSRLS; GRANT firmbook_app TO {name};
         ALTER DATABASE {name} OWNER TO {name}"
    );
    admin.batch_execute(&sql).await.unwrap();
    database.owner_url = cluster().url(&name, &name);
    migrate::migrate(&database.owner_url).await.unwrap();
    let client = database.owner().await;
    (database, client)
}

/// A temporary directory with the given files. Removed when dropped.
pub struct Directory(PathBuf);

impl Directory {
    pub fn with(files: &[(&str, &[u8])]) -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("firmbook-book-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        for (name, content) in files {
            std::fs::write(path.join(name), content).unwrap();
        }
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn order<'a>(directory: &'a Path, firm_name: &'a str) -> Order<'a> {
    Order {
        directory,
        mapping: None,
        firm_name,
        is_demo: false,
        administrator: None,
        now: "2026-11-20T12:00:00Z".parse().unwrap(),
        today: TODAY,
    }
}

pub fn sealer() -> Sealer {
    Sealer::new("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=").unwrap()
}

pub async fn run(client: &mut Client, order: &Order<'_>) -> anyhow::Result<Report> {
    let sealer = sealer();
    let mut progress = |_: Progress| {};
    load(
        client,
        order,
        &|place, digits| sealer.seal(place, digits),
        &new_uuid,
        &mut progress,
    )
    .await
}

/// Recomputes all totals and returns the number of changed rows for each table. Returns an empty list if all
/// maintained totals were correct.
pub async fn differences(client: &Client) -> Vec<(String, i64)> {
    // Compares list totals by the sum of their slots. A list that became empty may keep a row of zeros.
    const LIST_TOTALS: &str = "SELECT firm_id, list, sum(row_count) AS row_count, sum(policy_count) AS policy_count,
        sum(death_benefit) AS death_benefit, sum(annualized_premium) AS annualized_premium,
        sum(policy_cash_value) AS policy_cash_value, sum(policy_surrender_value) AS policy_surrender_value,
        sum(annuity_count) AS annuity_count, sum(contract_value) AS contract_value,
        sum(premiums_paid) AS premiums_paid, sum(annuity_cash_value) AS annuity_cash_value,
        sum(annuity_surrender_value) AS annuity_surrender_value
      FROM firm_list_total GROUP BY firm_id, list
      HAVING num_nonnulls(nullif(sum(row_count), 0), nullif(sum(policy_count), 0), nullif(sum(death_benefit), 0),
        nullif(sum(annualized_premium), 0), nullif(sum(policy_cash_value), 0),
        nullif(sum(policy_surrender_value), 0), nullif(sum(annuity_count), 0), nullif(sum(contract_value), 0),
        nullif(sum(premiums_paid), 0), nullif(sum(annuity_cash_value), 0),
        nullif(sum(annuity_surrender_value), 0)) > 0";
    const MAINTAINED: [(&str, &str); 5] = [
        ("contact", "TABLE contact"),
        ("contact_total", "TABLE contact_total"),
        ("policy", "TABLE policy"),
        ("annuity", "TABLE annuity"),
        ("firm_list_total", LIST_TOTALS),
    ];
    for (table, sql) in MAINTAINED {
        let sql =
            format!("DROP TABLE IF EXISTS maintained_{table}; CREATE TEMP TABLE maintained_{table} AS {sql}");
        client.batch_execute(&sql).await.unwrap();
    }
    client
        .batch_execute("SELECT firmbook_refresh_firm(firm_id) FROM firm")
        .await
        .unwrap();
    let mut differences = Vec::new();
    for (table, sql) in MAINTAINED {
        let sql = format!(
            "SELECT count(*) FROM (
               ((TABLE maintained_{table}) EXCEPT ({sql})) UNION ALL (({sql}) EXCEPT (TABLE maintained_{table}))) changed"
        );
        let count: i64 = client.query_one(&sql, &[]).await.unwrap().get(0);
        if count > 0 {
            differences.push((table.to_owned(), count));
        }
    }
    differences
}

/// Returns the first row of a query as JSON text.
pub async fn row_json(client: &Client, sql: &str) -> String {
    let sql = format!("SELECT row_to_json(it)::text FROM ({sql}) it");
    client.query_one(&sql, &[]).await.unwrap().get(0)
}

pub async fn count(client: &Client, sql: &str) -> i64 {
    client
        .query_one(&format!("SELECT count(*) FROM {sql}"), &[])
        .await
        .unwrap()
        .get(0)
}
