//! Row scope: the rows of a firm that a viewer can see.

use super::reader::Reader;
use crate::db::Transaction;
use crate::db::schema::{app_user, firm_assignment};
use crate::error::ApiResult;
use aws_lc_rs::digest::{SHA256, digest};
use diesel::dsl::not;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Jsonb, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use shared::list::{Column, ListName, Shown};
use shared::permission::{FirmUserType, ScopeKind};
use shared::report::{Opens, ReportQuery, ReportType};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use uuid::Uuid;

/// Maximum number of shared reports loaded per user, in order of name. The rest are ignored.
const MAX_SHARED: i32 = 200;

#[derive(Debug, Clone, PartialEq)]
pub enum Scope {
    All,
    /// The contracts of these agents, the agents themselves, all contacts on those contracts, and the
    /// contacts that the user with key `maker` added.
    Block {
        agents: Vec<Uuid>,
        maker: String,
    },
    /// Only the rows and columns of these reports.
    Shared(Arc<[SharedRows]>),
}

/// A report shared with a user who sees only shared reports.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedRows {
    pub report: Uuid,
    pub report_type: ReportType,
    pub query: ReportQuery,
    /// Row scope of the report's owner. Never [`Scope::Shared`].
    pub scope: Scope,
    pub opens: Opens,
    /// Columns that the viewer can see: the columns of the report, or all columns if the share grants access
    /// to records.
    pub columns: Vec<&'static Column>,
}

impl SharedRows {
    /// Returns `None` if the report cannot be run and therefore has no rows.
    fn new(
        report: Uuid,
        report_type: ReportType,
        query: ReportQuery,
        scope: Scope,
        opens: Opens,
    ) -> Option<Self> {
        let columns = opens.columns(&query, report_type)?;
        Some(Self {
            report,
            report_type,
            query,
            scope,
            opens,
            columns,
        })
    }
}

/// A viewer's row scopes. They differ only for viewers of shared reports.
#[derive(Debug, Clone)]
pub struct Scopes {
    /// Rows that appear in lists.
    pub rows: Scope,
    /// Records that the viewer can open.
    pub records: Scope,
    /// Records whose documents the viewer can open.
    pub documents: Scope,
}

impl From<Scope> for Scopes {
    fn from(rows: Scope) -> Self {
        Self {
            records: rows.opening(|opens| opens.records),
            documents: rows.opening(|opens| opens.documents),
            rows,
        }
    }
}

/// A row scope in a firm, with the date and time zone that relative filters use.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    pub firm_id: i32,
    pub scope: &'a Scope,
    pub day: Date,
    pub time_zone: &'a str,
}

impl Scope {
    pub(super) fn nothing() -> Self {
        Self::Block {
            agents: Vec::new(),
            maker: String::new(),
        }
    }

    /// Keeps only the shared reports whose grants satisfy `is_open`. Other scopes are unchanged.
    fn opening(&self, is_open: impl Fn(Opens) -> bool) -> Self {
        match self {
            Self::Shared(reports) => Self::Shared(
                reports
                    .iter()
                    .filter(|rows| is_open(rows.opens))
                    .cloned()
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    /// Returns the columns of a list that the viewer can see in at least one row, or `None` if they can see all
    /// columns. Also returns `None` if no shared report is on this list, because the viewer sees no rows there.
    pub fn shown(&self, list: ListName) -> Option<Shown> {
        let Self::Shared(reports) = self else {
            return None;
        };
        let of_list = reports.iter().filter(|rows| rows.report_type.list() == list);
        let columns: Vec<&[&'static Column]> = of_list.map(|rows| rows.columns.as_slice()).collect();
        let hides_some = columns.iter().any(|shown| shown.len() < list.columns().len());
        hides_some.then(|| Shown::of_reports(list, &columns))
    }

    /// Returns whether the viewer can see a column of a list in at least one row.
    pub fn shows(&self, list: ListName, key: &str) -> bool {
        match self {
            Self::All | Self::Block { .. } => true,
            Self::Shared(reports) => reports.iter().any(|rows| {
                rows.report_type.list() == list && rows.columns.iter().any(|column| column.key == key)
            }),
        }
    }

    /// Returns a key that identifies the scope: two scopes have the same key only if they are equal. Totals are
    /// cached by this key.
    pub fn key(&self) -> String {
        let (kind, content) = match self {
            Self::All => return "all".to_owned(),
            Self::Block { agents, maker } => {
                let mut agents = agents.clone();
                agents.sort_unstable();
                ("block", format!("{maker:?} {agents:?}"))
            }
            // The debug format includes every field.
            Self::Shared(reports) => ("shared", format!("{reports:?}")),
        };
        let hash = digest(&SHA256, content.as_bytes());
        let hex = hash.as_ref()[..16].iter().map(|byte| format!("{byte:02x}"));
        format!("{kind}-{}", hex.collect::<String>())
    }
}

#[derive(QueryableByName)]
struct BlockRow {
    #[diesel(sql_type = Array<SqlUuid>)]
    agents: Vec<Uuid>,
}

/// Loads a user's row scope and scopes the transaction to the firm.
pub(super) async fn scope(
    transaction: &mut Transaction,
    firm_id: i32,
    user_key: &str,
    kind: ScopeKind,
) -> ApiResult<Scope> {
    let keys = match kind {
        ScopeKind::All => return Ok(Scope::All),
        // Contacts that the user added in an earlier role are not included.
        ScopeKind::Shared => {
            transaction.now_in_firm(firm_id).await?;
            let mut shared = shared_with(transaction, firm_id, &[user_key.to_owned()]).await?;
            return Ok(Scope::Shared(shared.remove(user_key).unwrap_or_default().into()));
        }
        ScopeKind::Block => "SELECT $2",
        ScopeKind::Supported => {
            "SELECT professional_key FROM firm_assignment_support WHERE firm_id = $1 AND user_key = $2"
        }
    };
    transaction.now_in_firm(firm_id).await?;
    let block: BlockRow = diesel::sql_query(format!(
        "SELECT coalesce(array_agg(DISTINCT agent_uuid), '{{}}') AS agents
         FROM firm_assignment_agent WHERE firm_id = $1 AND user_key IN ({keys})"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .get_result(&mut **transaction)
    .await?;
    Ok(Scope::Block {
        agents: block.agents,
        maker: user_key.to_owned(),
    })
}

#[derive(QueryableByName)]
struct SharedRow {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = SqlUuid)]
    report: Uuid,
    #[diesel(sql_type = SmallInt)]
    report_type: i16,
    #[diesel(sql_type = Jsonb)]
    query: serde_json::Value,
    #[diesel(sql_type = Text)]
    owner_key: String,
    #[diesel(sql_type = Bool)]
    opens_records: bool,
    #[diesel(sql_type = Bool)]
    opens_documents: bool,
}

/// Returns the reports shared with each user, by user key. Leaves out reports of inactive owners, because the owner's
/// scope defines the rows. Needs a transaction scoped to the firm.
async fn shared_with(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_keys: &[String],
) -> QueryResult<HashMap<String, Vec<SharedRows>>> {
    let rows: Vec<SharedRow> = diesel::sql_query(
        "SELECT user_key, report, report_type, query, owner_key, opens_records, opens_documents FROM (
           SELECT access.user_key, report.uuid AS report, report_type, query, owner_key, opens_records, opens_documents,
             row_number() OVER (PARTITION BY access.user_key ORDER BY report.name, report.uuid) AS place
           FROM report_access access
           JOIN report ON report.firm_id = $1 AND report.uuid = access.report_uuid
           WHERE access.firm_id = $1 AND access.user_key = ANY($2)
         ) shared WHERE place <= $3 ORDER BY user_key, place",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(user_keys)
    .bind::<Integer, _>(MAX_SHARED)
    .load(connection)
    .await?;
    let keys: BTreeSet<String> = rows.iter().map(|row| row.owner_key.clone()).collect();
    let owners = Reader::find_all(connection, firm_id, &Vec::from_iter(keys)).await?;
    let mut shared: HashMap<String, Vec<SharedRows>> = HashMap::new();
    for row in rows {
        let report_type = u8::try_from(row.report_type)
            .ok()
            .and_then(ReportType::from_number);
        let query = serde_json::from_value(row.query).ok();
        if let (Some(report_type), Some(query), Some(owner)) =
            (report_type, query, owners.get(&row.owner_key))
        {
            let opens = Opens {
                records: row.opens_records,
                documents: row.opens_documents,
            };
            let rows = SharedRows::new(row.report, report_type, query, owner.scope.clone(), opens);
            shared.entry(row.user_key).or_default().extend(rows);
        }
    }
    Ok(shared)
}

/// An outside advisor (`FirmUserType::TrustedAdvisor`), for background work without a viewer. Contains only
/// the shared reports that let the advisor open records.
pub struct OutsideAdvisor {
    pub user_key: String,
    pub time_zone: String,
    opening: Arc<[SharedRows]>,
}

impl OutsideAdvisor {
    /// Returns the given users who are active outside advisors and can open at least one record. Needs a
    /// transaction scoped to the firm.
    pub async fn find_all(
        connection: &mut AsyncPgConnection,
        firm_id: i32,
        user_keys: &[String],
    ) -> QueryResult<Vec<Self>> {
        let rows: Vec<(String, String)> = firm_assignment::table
            .inner_join(app_user::table.on(app_user::user_key.eq(firm_assignment::user_key)))
            .filter(firm_assignment::firm_id.eq(firm_id))
            .filter(firm_assignment::user_key.eq_any(user_keys))
            .filter(firm_assignment::firm_user_type.eq(FirmUserType::TrustedAdvisor as i16))
            .filter(firm_assignment::is_active)
            .filter(not(app_user::is_disabled))
            .select((firm_assignment::user_key, app_user::time_zone))
            .load(connection)
            .await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let keys: Vec<String> = rows.iter().map(|(user_key, _)| user_key.clone()).collect();
        let mut shared = shared_with(connection, firm_id, &keys).await?;
        let advisors = rows.into_iter().filter_map(|(user_key, time_zone)| {
            let mut opening = shared.remove(&user_key)?;
            opening.retain(|rows| rows.opens.records);
            (!opening.is_empty()).then(|| Self {
                opening: opening.into(),
                user_key,
                time_zone,
            })
        });
        Ok(advisors.collect())
    }

    /// Returns the row scope of the records that the advisor can open.
    pub fn scope(&self) -> Scope {
        Scope::Shared(self.opening.clone())
    }

    /// Returns whether at least one report on this list lets the advisor open its records.
    pub fn has(&self, list: ListName) -> bool {
        self.opening.iter().any(|rows| rows.report_type.list() == list)
    }
}

#[cfg(test)]
mod tests;
