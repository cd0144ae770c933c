//! Groups policies. Each grouping aggregates the rows of the policy list in one statement.

mod by_person;

use super::compile::matching;
use super::condition::expression;
use super::sources::Source;
use super::statement::{Bind, Statement};
use super::{ScopedQuery, totals};
use crate::auth::{Scope, Viewer};
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use anyhow::Context;
use diesel::deserialize::QueryableByName;
use diesel::pg::Pg;
use diesel::result::Error::DeserializationError;
use diesel::sql_types::{BigInt, Nullable, Numeric, SmallInt, Text};
use futures_util::TryStreamExt;
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::contract::{PolicyStatus, PremiumMode};
use shared::list::CheckedQuery;
use shared::list::groups::{By, Figures, Group, Grouping, Groups, OVERDUE, OtherGroups, Shares, standings};

/// Number of months for which due premiums are summed.
const DUE_MONTHS: i32 = 12;

/// Maximum number of groups returned individually. Exports return all groups.
pub const MOST_SHOWN: i64 = 200;

#[derive(diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<Text>)]
    key: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    label: Option<String>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    kind: Option<i16>,
    #[diesel(sql_type = BigInt)]
    n: i64,
    #[diesel(sql_type = Numeric)]
    death: Decimal,
    #[diesel(sql_type = Numeric)]
    premium: Decimal,
    #[diesel(sql_type = Numeric)]
    cash: Decimal,
    /// Number of groups merged into this row. `None` for a single group.
    #[diesel(sql_type = Nullable<BigInt>)]
    others: Option<i64>,
}

impl Row {
    fn figures(&self, grouping: Grouping) -> Figures {
        let figures = Figures {
            policy_count: self.n,
            death_benefit: self.death,
            policy_cash_value: self.cash,
            ..Figures::default()
        };
        if grouping.by() == By::PremiumDue {
            Figures {
                premium_due: self.premium,
                ..figures
            }
        } else {
            Figures {
                annualized_premium: self.premium,
                ..figures
            }
        }
    }
}

/// Groups the policies of the query that are visible to the viewer. Returns the first `most` groups
/// individually and merges the others.
pub async fn groups(
    db: &Db,
    viewer: &Viewer,
    question: &ScopedQuery,
    grouping: Grouping,
    most: i64,
) -> ApiResult<Groups> {
    // Groups sum whole columns, but viewers of shared reports may see only some cells of a column.
    if viewer.sees_shared_only() {
        return Err(ApiError::Forbidden);
    }
    let statement = compile(&question.query, grouping, viewer.firm.id, &question.scope, most);
    let (transaction, mut rows) = db.begin_and_load_much(viewer.firm.id, statement).await?;
    let mut found: Vec<Row> = Vec::new();
    while let Some(row) = rows.try_next().await? {
        found.push(QueryableByName::<Pg>::build(&row).map_err(DeserializationError)?);
    }
    drop(rows);
    transaction.finish();
    let mut sum = Figures::default();
    for row in &found {
        sum = sum
            .plus(&row.figures(grouping))
            .context("cannot add the groups")?;
    }
    let totals = if grouping.overlaps() {
        let totals = totals(db, viewer, question).await?;
        Figures {
            policy_count: totals.policy_count,
            death_benefit: totals.death_benefit,
            annualized_premium: totals.annualized_premium,
            policy_cash_value: totals.policy_cash_value,
            ..sum
        }
    } else {
        sum
    };
    let shares = |figures: &Figures| -> Shares { figures.shares_of(&totals) };
    let (others, own): (Vec<Row>, Vec<Row>) = found.into_iter().partition(|row| row.others.is_some());
    let group = |row: Row| {
        let kind = row
            .kind
            .and_then(|kind| ContactKind::try_from(u8::try_from(kind).ok()?).ok());
        let figures = row.figures(grouping);
        Group {
            label: grouping.group_label(row.key.as_deref(), row.label.as_deref()),
            slice: grouping.slice(row.key.as_deref(), kind, question.today),
            shares: shares(&figures),
            key: row.key,
            figures,
        }
    };
    let others = others.first().map(|row| OtherGroups {
        count: row.others.unwrap_or_default(),
        shares: shares(&row.figures(grouping)),
        figures: row.figures(grouping),
    });
    let groups: Vec<Group> = own.into_iter().map(group).collect();
    let standings = if grouping == Grouping::PolicyStatus {
        standings(&groups).context("cannot add the statuses")?
    } else {
        Vec::new()
    };
    Ok(Groups {
        groups,
        standings,
        others,
        totals,
        overlaps: grouping.overlaps(),
    })
}

/// Compiles the statement. The first `most` groups are individual rows, and one row merges the others. Its sums are
/// those of all groups minus the first ones, which avoids sorting all groups.
pub fn compile(
    query: &CheckedQuery,
    grouping: Grouping,
    firm_id: i32,
    scope: &Scope,
    most: i64,
) -> Statement {
    let source = Source::of(query.list, scope);
    let mut statement = Statement::default();
    // The best plan depends on how selective the query is.
    statement.is_rare = true;
    statement.sql("WITH ");
    match grouping.by() {
        By::Party(set) => by_person::by_party(&mut statement, &source, set, query, firm_id, scope),
        By::Beneficiary => by_person::by_beneficiary(&mut statement, &source, query, firm_id, scope),
        By::Column(column) => {
            statement.sql("grouped AS (SELECT ");
            expression(&mut statement, &source, query, column);
            by_key(&mut statement, &source, query, firm_id, scope);
        }
        By::PremiumDue => by_due_month(&mut statement, &source, query, firm_id, scope),
    }
    let order = |of: &str| {
        if grouping.is_chronological() {
            format!("{of}.key <> '{OVERDUE}', {of}.key")
        } else {
            format!("{of}.n DESC, {of}.death DESC, {of}.key")
        }
    };
    statement
        .sql(&format!(
            "), top AS MATERIALIZED (SELECT * FROM grouped ORDER BY {} LIMIT ",
            order("grouped")
        ))
        .bind(Bind::BigInt(most));
    // Names are joined last, because most groups may be merged and need no name.
    let (names, join) = match grouping.by() {
        By::Party(_) => (
            "person.display_name AS label, person.kind",
            Some(" LEFT JOIN contact person ON person.uuid = top.key AND person.firm_id = "),
        ),
        By::Beneficiary => (
            "coalesce(person.list_name, person.name) AS label, NULL::smallint AS kind",
            Some(" LEFT JOIN beneficiary person ON person.uuid = top.key::uuid AND person.firm_id = "),
        ),
        By::Column(_) | By::PremiumDue => ("NULL::text AS label, NULL::smallint AS kind", None),
    };
    statement.sql(&format!(
        ") SELECT top.key::text AS key, {names}, n, death, premium, cash, NULL::bigint AS others,
             row_number() OVER (ORDER BY {}) AS place FROM top",
        order("top")
    ));
    if let Some(join) = join {
        statement.sql(join).bind(Bind::Integer(firm_id));
    }
    let sums =
        "count(*) AS count, sum(n) AS n, sum(death) AS death, sum(premium) AS premium, sum(cash) AS cash";
    statement.sql(&format!(
        " UNION ALL SELECT NULL, NULL, NULL, (every.n - shown.n)::bigint, every.death - shown.death,
             every.premium - shown.premium, every.cash - shown.cash, every.count - shown.count, NULL
           FROM (SELECT {sums} FROM grouped) every, (SELECT {sums} FROM top) shown
           WHERE every.count > shown.count ORDER BY place"
    ));
    statement
}

const SUMS: &str = "count(*) AS n, sum(t.death_benefit) AS death, sum(t.annualized_premium) AS premium,
    sum(t.cash_value) AS cash";

/// Completes the CTE of groups by a column of the policy.
fn by_key(statement: &mut Statement, source: &Source, query: &CheckedQuery, firm_id: i32, scope: &Scope) {
    statement.sql(&format!(" AS key, {SUMS} FROM {} t", source.table));
    matching(statement, source, query, firm_id, scope);
    statement.sql(" GROUP BY 1");
}

/// Completes the CTE of groups by the month in which a premium falls due, from today on, and of overdue premiums. Months
/// are numbered from year 0. Policies without a fixed frequency pay once, on the next premium date.
fn by_due_month(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
) {
    let number =
        |day: &str| format!("(date_part('year', {day})::int * 12 + date_part('month', {day})::int - 1)");
    let this_month = i32::from(query.today.year()) * 12 + i32::from(query.today.month()) - 1;
    let last_month = this_month + DUE_MONTHS - 1;
    let coded = |mode: &PremiumMode| {
        let payments = mode.payments_per_year()?;
        Some(format!("WHEN '{}' THEN {}", mode.code(), 12 / payments))
    };
    let intervals: Vec<String> = PremiumMode::ALL.iter().filter_map(coded).collect();
    let in_force: Vec<String> = PolicyStatus::ALL
        .iter()
        .filter(|status| status.in_force())
        .map(|status| status.code().to_owned())
        .collect();
    // Finding the policies first lets the planner use the indexes of the filter.
    statement.sql(&format!(
        "hits AS MATERIALIZED (SELECT t.status, t.premium_mode, t.modal_premium, t.next_premium_date, t.maturity_date,
           t.death_benefit, t.cash_value FROM {} t",
        source.table
    ));
    matching(statement, source, query, firm_id, scope);
    statement
        .sql("), due AS MATERIALIZED (SELECT * FROM hits t WHERE t.modal_premium > 0 AND t.status = ANY(");
    let sums = "count(*) AS n, sum(t.death_benefit) AS death, sum(t.modal_premium) AS premium,
           sum(t.cash_value) AS cash";
    statement
        .bind(Bind::Texts(in_force))
        .sql(&format!(
            ")), grouped AS (SELECT '{OVERDUE}' AS key, {sums} FROM due t WHERE t.next_premium_date < "
        ))
        .bind(Bind::Date(query.today.into()))
        .sql(&format!(
            " HAVING count(*) > 0 UNION ALL
             SELECT to_char(make_date(month / 12, month % 12 + 1, 1), 'YYYY-MM'), {sums}
             FROM due t CROSS JOIN generate_series({this_month}, {last_month}) AS month
             WHERE month >= {next} AND (month - {next}) % coalesce(CASE t.premium_mode {} END, 12000) = 0
               AND (month > {this_month} OR date_part('day', t.next_premium_date) >= {})
               AND (t.maturity_date IS NULL OR month <= {}) GROUP BY 1",
            intervals.join(" "),
            query.today.day(),
            number("t.maturity_date"),
            next = number("t.next_premium_date"),
        ));
}
