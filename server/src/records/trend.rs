//! Monthly trends of the policies that a viewer can open.

use crate::auth::Viewer;
use crate::db::Transaction;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, write_visible};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Date as SqlDate, Numeric, Text};
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contract::{Line, PolicyStatus};
use shared::list::ListName;
use shared::trend::{
    AHEAD_MONTHS, AheadMonth, Cohort, MonthChange, PERSISTENCY_MONTHS, Trends, first_month, month_of,
    plus_months, trend,
};
use std::collections::BTreeMap;

/// Changes in a month, a cohort (`issued` and `lost` within 13 months), or the number of policies left out.
#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    month: Date,
    #[diesel(sql_type = BigInt)]
    issued: i64,
    #[diesel(sql_type = BigInt)]
    ended: i64,
    #[diesel(sql_type = BigInt)]
    lost: i64,
    #[diesel(sql_type = Numeric)]
    death_benefit: Decimal,
    #[diesel(sql_type = Numeric)]
    annualized_premium: Decimal,
}

/// Loads the trends of the last `months` months, and the rights and charges that end in the next year.
/// `has_annuities` includes annuities.
pub async fn find(
    transaction: &mut Transaction,
    viewer: &Viewer,
    (months, has_annuities): (u8, bool),
    today: Date,
) -> QueryResult<Trends> {
    let (mut changes, mut cohorts, mut left_out) = (BTreeMap::new(), BTreeMap::new(), 0);
    let rows: Vec<Row> = history(viewer, months, today).load(&mut **transaction).await?;
    for row in rows {
        match row.kind.as_str() {
            "change" => {
                let change = MonthChange {
                    issued: row.issued,
                    ended: row.ended,
                    lost: row.lost,
                    death_benefit: row.death_benefit,
                    annualized_premium: row.annualized_premium,
                };
                changes.insert(row.month, change);
            }
            "cohort" => {
                let kept = row.issued - row.lost;
                let issued = row.issued;
                cohorts.insert(row.month, Cohort { issued, kept });
            }
            _ => left_out = row.issued,
        }
    }
    Ok(Trends {
        months: trend(today, months, &changes, &cohorts),
        ahead: ahead(transaction, viewer, has_annuities, today).await?,
        left_out,
    })
}

/// Builds the statement for the changes of each month.
///
/// A policy is in force from its issue date. If it has ended, it was in force until its status date. Each snapshot
/// sets the policy's values from its date on. The first one also sets the values before that date. Today's values are
/// those of the policy itself, so that the last month equals the headline totals.
fn history(viewer: &Viewer, months: u8, today: Date) -> Statement {
    let codes = |is: fn(PolicyStatus) -> bool| {
        let statuses = PolicyStatus::ALL.iter().filter(|status| is(**status));
        Bind::Texts(statuses.map(|status| status.code().to_owned()).collect())
    };
    let first = first_month(today, months);
    let mut statement = Statement::default();
    statement.is_rare = true;
    statement
        .sql("WITH given AS (SELECT ")
        .bind(Bind::Date(today.into()))
        .sql("::date AS today, ")
        .bind(Bind::Date(first.into()))
        .sql(
            "::date AS first_month), seen AS (
               SELECT t.uuid, t.issue_date, t.death_benefit, t.annualized_premium, t.status = ANY(",
        )
        .bind(codes(PolicyStatus::is_lost))
        .sql(") AS is_lost, t.status = ANY(")
        .bind(codes(PolicyStatus::in_force))
        .sql(") AS in_force, t.status_date FROM policy t WHERE t.deleted_at IS NULL AND t.firm_id = ")
        .bind(Bind::Integer(viewer.firm.id))
        .sql(" AND t.status = ANY(")
        .bind(codes(PolicyStatus::was_in_force))
        .sql(")");
    write_visible(&mut statement, ListName::Policies, &viewer.sight(), Rows::Many);
    statement
        .sql(
            "), book AS (
               SELECT uuid, issue_date, death_benefit, annualized_premium, is_lost,
                 CASE WHEN NOT in_force THEN greatest(status_date, issue_date) END AS ended
               FROM seen, given WHERE issue_date <= today AND (in_force OR status_date <= today)
             ), known AS (
               SELECT uuid, as_of, recorded_at, death_benefit, annualized_premium,
                 row_number() OVER by_date = 1 AS is_first,
                 coalesce(lag(death_benefit) OVER by_date, 0) AS benefit_before,
                 coalesce(lag(annualized_premium) OVER by_date, 0) AS premium_before
               FROM (
                 SELECT book.uuid, as_of, recorded_at, snapshot.death_benefit, snapshot.annualized_premium
                 FROM book JOIN value_snapshot snapshot ON snapshot.contract_uuid = book.uuid AND snapshot.firm_id = ",
        )
        .bind(Bind::Integer(viewer.firm.id))
        .sql(&format!(
            "   AND snapshot.line = {} AND snapshot.withdrawn_at IS NULL AND (ended IS NULL OR as_of < ended)
                 WHERE snapshot.death_benefit IS NOT NULL AND snapshot.annualized_premium IS NOT NULL
                 UNION ALL
                 SELECT uuid, today, 'infinity', death_benefit, annualized_premium FROM book, given
               ) valued WINDOW by_date AS (PARTITION BY uuid ORDER BY as_of, recorded_at)
             ), step AS (
               SELECT uuid, CASE WHEN is_first THEN issue_date ELSE greatest(as_of, issue_date) END AS day, is_first,
                 known.death_benefit - benefit_before AS benefit, known.annualized_premium - premium_before AS premium,
                 ended, is_lost
               FROM known JOIN book USING (uuid) WHERE ended IS NULL OR is_first OR as_of < ended
             ), event AS (
               SELECT day, is_first::int AS issued, 0 AS ended, 0 AS lost, benefit, premium FROM step
               UNION ALL
               SELECT ended, 0, 1, is_lost::int, -sum(benefit), -sum(premium) FROM step
               WHERE ended IS NOT NULL GROUP BY uuid, ended, is_lost
             )
             SELECT 'change' AS kind, greatest(date_trunc('month', day)::date, first_month) AS month,
               sum(issued) AS issued, sum(ended) AS ended, sum(lost) AS lost, sum(benefit) AS death_benefit,
               sum(premium) AS annualized_premium
             FROM event, given GROUP BY 2
             UNION ALL
             SELECT 'cohort', date_trunc('month', issue_date)::date, count(*), 0,
               count(*) FILTER (WHERE is_lost AND ended < issue_date + interval '{PERSISTENCY_MONTHS} months'), 0, 0
             FROM book, given
             WHERE date_trunc('month', issue_date) + interval '{PERSISTENCY_MONTHS} months' <= date_trunc('month', today)
               AND issue_date >= first_month - interval '{PERSISTENCY_MONTHS} months' GROUP BY 2
             UNION ALL
             SELECT 'leftOut', first_month, count(*), 0, 0, 0, 0 FROM seen, given
             WHERE issue_date IS NULL OR NOT in_force AND status_date IS NULL GROUP BY 2",
            Line::Life.number()
        ));
    statement
}

#[derive(QueryableByName)]
struct AheadRow {
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    month: Date,
    #[diesel(sql_type = BigInt)]
    conversions: i64,
    #[diesel(sql_type = BigInt)]
    level_terms: i64,
    #[diesel(sql_type = BigInt)]
    surrenders: i64,
}

/// Counts the conversion rights, level terms and surrender periods of in-force contracts that end from today on, by
/// month.
async fn ahead(
    transaction: &mut Transaction,
    viewer: &Viewer,
    has_annuities: bool,
    today: Date,
) -> QueryResult<Vec<AheadMonth>> {
    let until = plus_months(month_of(today), AHEAD_MONTHS);
    let mut statement = Statement::default();
    statement.is_rare = true;
    statement.sql(
        "SELECT date_trunc('month', day)::date AS month, count(*) FILTER (WHERE what = 1) AS conversions,
           count(*) FILTER (WHERE what = 2) AS level_terms, count(*) FILTER (WHERE what = 3) AS surrenders FROM (",
    );
    let mut parts = vec![
        (
            ListName::Policies,
            Line::Life,
            "policy",
            "conversion_expiry_date",
            1,
        ),
        (
            ListName::Policies,
            Line::Life,
            "policy",
            "level_period_end_date",
            2,
        ),
    ];
    if has_annuities {
        parts.push((
            ListName::Annuities,
            Line::Annuity,
            "annuity",
            "surrender_period_end_date",
            3,
        ));
    }
    for (place, (list, line, table, column, what)) in parts.into_iter().enumerate() {
        let statuses = PolicyStatus::ALL
            .iter()
            .filter(|status| status.in_force() && status.fits(line));
        let statuses = statuses.map(|status| status.code().to_owned()).collect();
        let union = if place == 0 { "" } else { " UNION ALL " };
        statement
            .sql(&format!(
                "{union}SELECT {what} AS what, {column} AS day FROM {table} t WHERE t.deleted_at IS NULL AND t.firm_id = "
            ))
            .bind(Bind::Integer(viewer.firm.id))
            .sql(" AND t.status = ANY(")
            .bind(Bind::Texts(statuses))
            .sql(&format!(") AND t.{column} >= "))
            .bind(Bind::Date(today.into()))
            .sql(&format!(" AND t.{column} < "))
            .bind(Bind::Date(until.into()));
        write_visible(&mut statement, list, &viewer.sight(), Rows::Many);
    }
    statement.sql(") ending GROUP BY 1");
    let rows: Vec<AheadRow> = statement.load(&mut **transaction).await?;
    let months = (0..AHEAD_MONTHS).map(|place| {
        let month = plus_months(month_of(today), place);
        let row = rows.iter().find(|row| row.month == month);
        AheadMonth {
            month,
            conversions: row.map_or(0, |row| row.conversions),
            level_terms: row.map_or(0, |row| row.level_terms),
            surrenders: row.map_or(0, |row| row.surrenders),
        }
    });
    Ok(months.collect())
}
