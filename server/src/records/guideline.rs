//! PolicyGuard ranges of a policy.

use crate::auth::Viewer;
use crate::db::schema::policy_guideline;
use anyhow::Context;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use rust_decimal::Decimal;
use shared::contract::guideline::{Guideline, GuidelineParameter};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = policy_guideline, check_for_backend(Pg))]
struct GuidelineRow {
    parameter: String,
    minimum: Option<Decimal>,
    maximum: Option<Decimal>,
}

impl TryFrom<GuidelineRow> for Guideline {
    type Error = anyhow::Error;

    fn try_from(row: GuidelineRow) -> anyhow::Result<Self> {
        Ok(Self {
            parameter: GuidelineParameter::from_code(&row.parameter)
                .context("unknown guideline parameter")?,
            minimum: row.minimum,
            maximum: row.maximum,
        })
    }
}

/// Lists the ranges of a policy in no particular order.
pub async fn of_policy(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    policy: Uuid,
) -> anyhow::Result<Vec<Guideline>> {
    let rows: Vec<GuidelineRow> = policy_guideline::table
        .filter(policy_guideline::firm_id.eq(viewer.firm.id))
        .filter(policy_guideline::policy_uuid.eq(policy))
        .select(GuidelineRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Replaces all ranges of the policy.
pub async fn replace(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    policy: Uuid,
    guidelines: &[Guideline],
) -> QueryResult<()> {
    diesel::delete(policy_guideline::table)
        .filter(policy_guideline::firm_id.eq(viewer.firm.id))
        .filter(policy_guideline::policy_uuid.eq(policy))
        .execute(connection)
        .await?;
    diesel::sql_query(
        "INSERT INTO policy_guideline (firm_id, policy_uuid, parameter, minimum, maximum)
         SELECT $1, $2, * FROM unnest($3, $4, $5)",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(policy)
    .bind::<Array<Text>, _>(
        guidelines
            .iter()
            .map(|one| one.parameter.code())
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Nullable<Numeric>>, _>(guidelines.iter().map(|one| one.minimum).collect::<Vec<_>>())
    .bind::<Array<Nullable<Numeric>>, _>(guidelines.iter().map(|one| one.maximum).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(|_| ())
}
