//! Loads the facts that the notification rules evaluate.

use super::reviews::reviews;
use crate::db::Prepare;
use anyhow::Context;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Date as SqlDate, Integer, Jsonb, Nullable, Numeric, SmallInt, Text, Timestamptz,
    Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Deserialize;
use shared::contract::guideline::{Guideline, GuidelineParameter};
use shared::contract::{Line, PolicyStatus};
use shared::notification::rules::{self, AnnuityFacts, DatedNotice, GiftFacts, PolicyFacts, Window};
use uuid::Uuid;

/// Number of contracts loaded at once.
pub(super) const BATCH: usize = 5_000;

/// The contracts of the firm to load.
#[derive(Debug, Clone, Copy)]
pub(super) enum ContractSelection<'a> {
    /// At most [`BATCH`].
    Only(&'a [Uuid]),
    /// The next batch, in uuid order.
    After(Uuid),
}

impl ContractSelection<'_> {
    fn condition(self) -> &'static str {
        match self {
            Self::Only(_) => "t.uuid = ANY($2)",
            Self::After(_) => "t.uuid > ($2)[1]",
        }
    }

    fn uuids(self) -> Vec<Uuid> {
        match self {
            Self::Only(uuids) => uuids.to_vec(),
            Self::After(uuid) => vec![uuid],
        }
    }
}

/// Facts of a contract with the time of its last change.
pub(super) struct Dated<F> {
    pub facts: F,
    pub updated_at: Timestamp,
}

fn in_force() -> Vec<&'static str> {
    let all = PolicyStatus::ALL.iter().copied();
    all.filter(|status| status.in_force())
        .map(PolicyStatus::code)
        .collect()
}

#[derive(QueryableByName)]
struct PolicyRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    policy_number: String,
    #[diesel(sql_type = Nullable<Text>)]
    insured_name: Option<String>,
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    status_date: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    grace_period_end_date: Option<Date>,
    #[diesel(sql_type = Nullable<Text>)]
    premium_mode: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    payment_method: Option<String>,
    #[diesel(sql_type = Numeric)]
    annualized_premium: Decimal,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    next_premium_date: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    last_premium_date: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    level_period_end_date: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    conversion_expiry_date: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    values_as_of: Option<Date>,
    #[diesel(sql_type = Numeric)]
    death_benefit: Decimal,
    #[diesel(sql_type = Nullable<SmallInt>)]
    lapse_age: Option<i16>,
    #[diesel(sql_type = Nullable<Numeric>)]
    crediting_rate: Option<Decimal>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    comdex: Option<i16>,
    #[diesel(sql_type = Jsonb)]
    guidelines: serde_json::Value,
    #[diesel(sql_type = Jsonb)]
    gifts: serde_json::Value,
    #[diesel(sql_type = SmallInt)]
    premium_reminder_days: i16,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    updated_at: Timestamp,
}

#[derive(Deserialize)]
struct GuidelineRow {
    parameter: String,
    minimum: Option<Decimal>,
    maximum: Option<Decimal>,
}

#[derive(Deserialize)]
struct GiftRow {
    uuid: Uuid,
    trust_uuid: Uuid,
    trust_name: String,
    gift_date: Date,
    letter_date: Date,
    is_received: bool,
    has_letters_sent: bool,
}

/// Loads policies in force.
pub(super) async fn policies(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    which: ContractSelection<'_>,
) -> anyhow::Result<Vec<Dated<PolicyFacts>>> {
    let rows: Vec<PolicyRow> = diesel::sql_query(format!(
        "SELECT t.uuid, policy_number, insured_name, status, status_date, grace_period_end_date, premium_mode,
           payment_method, annualized_premium, next_premium_date, last_premium_date, level_period_end_date,
           conversion_expiry_date, values_as_of, death_benefit,
           lapse_age, crediting_rate, comdex, updated_at,
           (SELECT premium_reminder_days FROM firm WHERE firm_id = $1) AS premium_reminder_days,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('parameter', parameter, 'minimum', minimum::text,
              'maximum', maximum::text) ORDER BY parameter), '[]')
            FROM policy_guideline g WHERE g.firm_id = t.firm_id AND g.policy_uuid = t.uuid) AS guidelines,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('uuid', g.uuid, 'trust_uuid', g.trust_uuid,
              'trust_name', display_name,
              'gift_date', gift_date, 'letter_date', letter_date,
              'is_received', received_on IS NOT NULL, 'has_letters_sent', letters_sent_on IS NOT NULL)
              ORDER BY gift_date, g.uuid), '[]')
            FROM premium_gift g JOIN contact trust ON trust.firm_id = g.firm_id AND trust.uuid = g.trust_uuid
            WHERE g.firm_id = t.firm_id AND g.policy_uuid = t.uuid) AS gifts
         FROM policy t JOIN carrier ON carrier.uuid = t.carrier_uuid
         WHERE t.firm_id = $1 AND {} AND t.deleted_at IS NULL AND status = ANY($3) ORDER BY t.uuid LIMIT $4",
        which.condition()
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(which.uuids())
    .bind::<Array<Text>, _>(in_force())
    .bind::<BigInt, _>(BATCH as i64)
    .prepared()
    .load(connection)
    .await?;
    rows.into_iter().map(policy).collect()
}

fn policy(row: PolicyRow) -> anyhow::Result<Dated<PolicyFacts>> {
    let guidelines: Vec<GuidelineRow> =
        serde_json::from_value(row.guidelines).context("cannot parse guidelines")?;
    let gifts: Vec<GiftRow> = serde_json::from_value(row.gifts).context("cannot parse gifts")?;
    let facts = PolicyFacts {
        uuid: row.uuid,
        policy_number: row.policy_number,
        insured_name: row.insured_name,
        status: row.status,
        status_date: row.status_date,
        grace_period_end_date: row.grace_period_end_date,
        premium_mode: row.premium_mode,
        payment_method: row.payment_method,
        annualized_premium: row.annualized_premium,
        next_premium_date: row.next_premium_date,
        last_premium_date: row.last_premium_date,
        level_period_end_date: row.level_period_end_date,
        conversion_expiry_date: row.conversion_expiry_date,
        values_as_of: row.values_as_of,
        death_benefit: row.death_benefit,
        lapse_age: row.lapse_age,
        crediting_rate: row.crediting_rate,
        comdex: row.comdex,
        premium_reminder_days: row.premium_reminder_days,
        guidelines: guidelines
            .into_iter()
            .filter_map(|row| {
                Some(Guideline {
                    parameter: GuidelineParameter::from_code(&row.parameter)?,
                    minimum: row.minimum,
                    maximum: row.maximum,
                })
            })
            .collect(),
        gifts: gifts
            .into_iter()
            .map(|row| GiftFacts {
                uuid: row.uuid,
                trust_uuid: row.trust_uuid,
                trust_name: row.trust_name,
                gift_date: row.gift_date,
                letter_date: row.letter_date,
                is_received: row.is_received,
                has_letters_sent: row.has_letters_sent,
            })
            .collect(),
    };
    Ok(Dated {
        facts,
        updated_at: row.updated_at,
    })
}

#[derive(QueryableByName)]
struct AnnuityRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    contract_number: String,
    #[diesel(sql_type = Nullable<Text>)]
    annuitant_name: Option<String>,
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    issue_date: Option<Date>,
    #[diesel(sql_type = Array<Numeric>)]
    surrender_schedule: Vec<Decimal>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    surrender_period_end_date: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    guaranteed_rate_end_date: Option<Date>,
    /// `None` once the distribution is taken.
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    distribution_due_date: Option<Date>,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    updated_at: Timestamp,
}

/// Loads annuities in force.
pub(super) async fn annuities(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    which: ContractSelection<'_>,
) -> anyhow::Result<Vec<Dated<AnnuityFacts>>> {
    let rows: Vec<AnnuityRow> = diesel::sql_query(format!(
        "SELECT t.uuid, contract_number, annuitant_name, status, issue_date, surrender_period_end_date,
           guaranteed_rate_end_date, updated_at,
           CASE WHEN rmd_amount > coalesce(rmd_taken, 0) THEN rmd_due_date END AS distribution_due_date,
           coalesce(surrender_schedule, '{{}}') AS surrender_schedule
         FROM annuity t
         WHERE t.firm_id = $1 AND {} AND t.deleted_at IS NULL AND status = ANY($3) ORDER BY t.uuid LIMIT $4",
        which.condition()
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(which.uuids())
    .bind::<Array<Text>, _>(in_force())
    .bind::<BigInt, _>(BATCH as i64)
    .prepared()
    .load(connection)
    .await?;
    let facts = rows.into_iter().map(|row| Dated {
        facts: AnnuityFacts {
            uuid: row.uuid,
            contract_number: row.contract_number,
            annuitant_name: row.annuitant_name,
            status: row.status,
            issue_date: row.issue_date,
            surrender_schedule: row.surrender_schedule,
            surrender_period_end_date: row.surrender_period_end_date,
            guaranteed_rate_end_date: row.guaranteed_rate_end_date,
            distribution_due_date: row.distribution_due_date,
        },
        updated_at: row.updated_at,
    });
    Ok(facts.collect())
}

/// Evaluates the rules for all contracts and best interest forms of a firm, in batches.
pub(super) struct EveryContract {
    firm_id: i32,
    window: Window,
    next: Batch,
}

enum Batch {
    /// The contracts of a line after this one.
    Contracts(Line, Uuid),
    Reviews,
    End,
}

impl EveryContract {
    pub fn of(firm_id: i32, window: Window) -> Self {
        Self {
            firm_id,
            window,
            next: Batch::Contracts(Line::Life, Uuid::nil()),
        }
    }

    /// Returns the notices of the next batch, each with the time of the last change. Returns `None` at the end.
    pub async fn next(
        &mut self,
        connection: &mut AsyncPgConnection,
    ) -> anyhow::Result<Option<Vec<(DatedNotice, Timestamp)>>> {
        let (firm_id, window) = (self.firm_id, self.window);
        loop {
            match self.next {
                Batch::Contracts(Line::Life, after) => {
                    let batch = policies(connection, firm_id, ContractSelection::After(after)).await?;
                    if let Some(last) = batch.last() {
                        self.next = Batch::Contracts(Line::Life, last.facts.uuid);
                        return Ok(Some(notices(&batch, |facts| rules::policy(facts, window))));
                    }
                    self.next = Batch::Contracts(Line::Annuity, Uuid::nil());
                }
                Batch::Contracts(Line::Annuity, after) => {
                    let batch = annuities(connection, firm_id, ContractSelection::After(after)).await?;
                    if let Some(last) = batch.last() {
                        self.next = Batch::Contracts(Line::Annuity, last.facts.uuid);
                        return Ok(Some(notices(&batch, |facts| rules::annuity(facts, window))));
                    }
                    self.next = Batch::Reviews;
                }
                Batch::Reviews => {
                    self.next = Batch::End;
                    let batch = reviews(connection, firm_id, window).await?;
                    return Ok(Some(notices(&batch, |facts| rules::review(facts, window))));
                }
                Batch::End => return Ok(None),
            }
        }
    }
}

fn notices<F>(batch: &[Dated<F>], rule: impl Fn(&F) -> Vec<DatedNotice>) -> Vec<(DatedNotice, Timestamp)> {
    let of_one = |one: &Dated<F>| {
        rule(&one.facts)
            .into_iter()
            .zip(std::iter::repeat(one.updated_at))
            .collect::<Vec<_>>()
    };
    batch.iter().flat_map(of_one).collect()
}
