//! Warnings about gifts that exceed gift tax limits.

use crate::auth::Viewer;
use crate::db::schema::{policy, premium_gift, statutory_amount, trust_person};
use crate::list::IsVisible;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contract::gift::Trust;
use shared::contract::gift::limits::{self, AnnualLimits, LimitAmount, LimitKind, YearOfGifts};
use shared::list::ListName;
use shared::trust::TrustRole;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Returns a sentence for each limit that a trust's gifts exceed in this year or a later one. Counts only gifts for
/// policies that the viewer can open.
pub async fn warnings(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    trusts: &[Trust],
    today: Date,
) -> QueryResult<Vec<String>> {
    let uuids: Vec<Uuid> = trusts.iter().map(|trust| trust.uuid).collect();
    let totals = totals(connection, viewer, &uuids, today).await?;
    if totals.is_empty() {
        return Ok(Vec::new());
    }
    let people = people(connection, viewer.firm.id, &uuids).await?;
    let amounts = amounts(connection).await?;
    let mut warnings = Vec::new();
    for trust in trusts {
        let own = people.iter().filter(|(uuid, ..)| *uuid == trust.uuid);
        let (grantors, beneficiaries) =
            own.fold((0, 0), |(grantors, beneficiaries), (_, role, has_right)| {
                let is_grantor = role == TrustRole::Grantor.code();
                (
                    grantors + u32::from(is_grantor),
                    beneficiaries + u32::from(*has_right),
                )
            });
        for ((_, year), total) in totals.range((trust.uuid, i16::MIN)..=(trust.uuid, i16::MAX)) {
            let gifts = YearOfGifts {
                year: *year,
                trust: trust.name.clone(),
                total: *total,
                grantors,
                beneficiaries,
            };
            if let Some(limits) = AnnualLimits::of(*year, &amounts) {
                warnings.extend(limits::warnings(&gifts, &limits));
            }
        }
    }
    Ok(warnings)
}

/// Adds up the gifts by trust and year.
async fn totals(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    trusts: &[Uuid],
    today: Date,
) -> QueryResult<BTreeMap<(Uuid, i16), Decimal>> {
    let this_year = Date::constant(today.year(), 1, 1);
    let of_gift = policy::firm_id
        .eq(premium_gift::firm_id)
        .and(policy::uuid.eq(premium_gift::policy_uuid));
    let rows: Vec<(Uuid, jiff_diesel::Date, Decimal)> = premium_gift::table
        .inner_join(policy::table.on(of_gift))
        .filter(premium_gift::firm_id.eq(viewer.firm.id))
        .filter(premium_gift::trust_uuid.eq_any(trusts))
        .filter(premium_gift::gift_date.ge(jiff_diesel::Date::from(this_year)))
        .filter(policy::deleted_at.is_null())
        .filter(IsVisible::new(ListName::Policies, &viewer.sight()))
        .select((
            premium_gift::trust_uuid,
            premium_gift::gift_date,
            premium_gift::amount,
        ))
        .load(connection)
        .await?;
    let mut totals = BTreeMap::new();
    for (trust, day, amount) in rows {
        *totals.entry((trust, Date::from(day).year())).or_default() += amount;
    }
    Ok(totals)
}

/// Returns each person's trust, role and withdrawal right.
async fn people(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    trusts: &[Uuid],
) -> QueryResult<Vec<(Uuid, String, bool)>> {
    trust_person::table
        .filter(trust_person::firm_id.eq(firm_id))
        .filter(trust_person::trust_uuid.eq_any(trusts))
        .filter(trust_person::deleted_at.is_null())
        .select((
            trust_person::trust_uuid,
            trust_person::role,
            trust_person::has_withdrawal_right,
        ))
        .load(connection)
        .await
}

async fn amounts(connection: &mut AsyncPgConnection) -> QueryResult<Vec<LimitAmount>> {
    let rows: Vec<(String, i16, Decimal)> = statutory_amount::table.load(connection).await?;
    let amount = |(kind, from_year, amount): (String, i16, Decimal)| {
        Some(LimitAmount {
            kind: LimitKind::from_code(&kind)?,
            from_year,
            amount,
        })
    };
    Ok(rows.into_iter().filter_map(amount).collect())
}
