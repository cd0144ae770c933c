//! Queue lengths and the age of each queue's oldest row, read from the database on each scrape. The queries use partial
//! indexes of waiting rows and count at most [`MOST`] rows per queue.

use crate::db::Db;
use crate::error::ApiResult;
use crate::telemetry::origin::Origin;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Double, Nullable, Text};
use diesel_async::RunQueryDsl;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// Maximum reported queue length.
const MOST: usize = 10_000;
/// Timeout for reading the queues. The default timeout of a scrape is 10 s.
const PATIENCE: Duration = Duration::from_secs(3);

/// A table whose rows wait for a job.
struct Queue {
    name: &'static str,
    /// The waiting rows. The table has an index with this condition, or no other rows.
    rows: &'static str,
    /// SQL for the time since which a row has been waiting, and for the order with the oldest row first. `None` if the
    /// table has no such time.
    since: Option<(&'static str, &'static str)>,
}

const QUEUES: [Queue; 10] = [
    Queue {
        name: "mail",
        rows: "mail_outbox WHERE done_at IS NULL",
        since: Some(("next_try_at", "next_try_at")),
    },
    Queue {
        name: "pushes",
        rows: "hub_outbox WHERE dispatched_at IS NULL",
        since: Some(("created_at", "id")),
    },
    Queue {
        name: "report_changes",
        rows: "report_change WHERE swept_at IS NULL",
        since: None,
    },
    Queue {
        name: "report_notices",
        rows: "report_subscription WHERE is_due AND (NOT is_digest OR told_state IS NULL)",
        since: None,
    },
    Queue {
        name: "report_digests",
        rows: "report_subscription WHERE next_digest_at <= now()",
        since: Some(("next_digest_at", "next_digest_at")),
    },
    Queue {
        name: "sends",
        rows: "cohort_schedule WHERE status = 'Active' AND deleted_at IS NULL AND next_send_at <= now()",
        since: Some(("next_send_at", "next_send_at")),
    },
    Queue {
        name: "summaries",
        rows: "summary_job WHERE error IS NULL",
        since: Some(("next_try_at", "next_try_at")),
    },
    // Undos have no timestamp.
    Queue {
        name: "imports",
        rows: "upload WHERE state IN ('Submitted', 'Undoing')",
        since: Some((
            "CASE state WHEN 'Submitted' THEN submitted_at END",
            "CASE state WHEN 'Submitted' THEN submitted_at END",
        )),
    },
    Queue {
        name: "webhooks",
        rows: "webhook_delivery WHERE delivered_at IS NULL AND failed_at IS NULL",
        since: Some(("greatest(created_at, next_attempt_at)", "next_attempt_at")),
    },
    Queue {
        name: "duplicates",
        rows: "duplicate_check",
        since: None,
    },
];

impl Queue {
    fn sql(&self) -> String {
        let Self { name, rows, since } = self;
        let lag = match since {
            None => "NULL::double precision".to_owned(),
            // Rows that are due later, such as mail to be retried, do not lag.
            Some((time, order)) => format!(
                "greatest(0, coalesce(extract(epoch FROM now() - (SELECT {time} FROM {rows} ORDER BY {order} LIMIT 1)), 0))::double precision"
            ),
        };
        format!(
            "SELECT '{name}' AS name, (SELECT count(*) FROM (SELECT FROM {rows} LIMIT {MOST}) waiting) AS length, {lag} AS lag"
        )
    }
}

#[derive(QueryableByName)]
struct QueueRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    length: i64,
    /// In seconds.
    #[diesel(sql_type = Nullable<Double>)]
    lag: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    queue: String,
}

/// The metrics of the queues.
#[derive(Default)]
pub struct Queues {
    length: Family<Labels, Gauge>,
    lag: Family<Labels, Gauge<f64, AtomicU64>>,
}

impl Queues {
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "queue_length",
            format!("Rows of all firms that wait for a background job, {MOST} at most"),
            self.length.clone(),
        );
        registry.register_with_unit(
            "queue_lag",
            "Time since the oldest waiting row of the queue was due",
            Unit::Seconds,
            self.lag.clone(),
        );
    }

    /// Reads the queues. If the database does not respond, the metrics are omitted instead of showing outdated values.
    pub async fn read(&self, db: &Db) {
        let rows = match tokio::time::timeout(PATIENCE, Origin::job("metrics").scope(rows(db))).await {
            Ok(Ok(rows)) => rows,
            Ok(Err(_)) | Err(_) => Vec::new(),
        };
        self.length.clear();
        self.lag.clear();
        for QueueRow { name, length, lag } in rows {
            let labels = Labels { queue: name };
            self.length.get_or_create(&labels).set(length);
            if let Some(lag) = lag {
                self.lag.get_or_create(&labels).set(lag);
            }
        }
    }
}

async fn rows(db: &Db) -> ApiResult<Vec<QueueRow>> {
    let mut transaction = db.begin_for_metrics(PATIENCE).await?;
    let sql = QUEUES.each_ref().map(Queue::sql).join(" UNION ALL ");
    let rows = diesel::sql_query(sql).load(&mut *transaction).await?;
    transaction.finish();
    Ok(rows)
}
