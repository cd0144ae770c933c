//! Generates best interest forms for individuals who own an annuity. Some are drafts, some are due for review.

use super::random::{Random, add_days};
use crate::records::best_interest::hash;
use anyhow::Context;
use jiff::civil::Date;
use shared::best_interest::{
    BestInterestContent, BestInterestForm, ConsumerProfile, ContractValues, Disclosure, FormOwner,
    Recommendation, Replacement, Signature, has_cash_surrender, recorded, retain_until, review_due,
};
use shared::contract::{BestInterestStatus, Line, PolicyStatus, ProductType};
use shared::date::age;
use std::collections::HashSet;
use tokio_postgres::{Row, Transaction};
use uuid::Uuid;

/// Maximum number of owners with forms.
const MOST: i64 = 60;

/// Cases that owners cycle through: the state of the newest form, and how many days ago the previous form was signed.
const TURNS: [(BestInterestStatus, Option<i64>); 8] = [
    (BestInterestStatus::Draft, None),
    (BestInterestStatus::Signed, None),
    (BestInterestStatus::Complete, Some(362)),
    (BestInterestStatus::Signed, Some(420)),
    (BestInterestStatus::Signed, None),
    (BestInterestStatus::Draft, Some(371)),
    (BestInterestStatus::Signed, None),
    (BestInterestStatus::Signed, Some(600)),
];
/// Days since the newest signature, which owners also cycle through. A review is due after a year.
const SIGNED: [i64; 6] = [20, 350, 90, 380, 200, 341];

struct Owner {
    owner: FormOwner,
    annuity: ContractValues,
    producer: String,
}

/// Adds forms to owners of a firm.
pub async fn document(transaction: &Transaction<'_>, firm_id: i32, today: Date) -> anyhow::Result<()> {
    let rows = transaction
        .query(OWNERS, &[&firm_id, &today.to_string(), &MOST])
        .await?;
    let mut known = HashSet::new();
    for (place, row) in rows.iter().enumerate() {
        let owner = owner(row)?;
        if !known.insert(owner.owner.uuid) {
            continue;
        }
        let mut random = Random::of([firm_id.unsigned_abs().into(), 40, place as u64]);
        let (state, before) = TURNS[place % TURNS.len()];
        let mut forms = Vec::new();
        forms.extend(before.map(|days| (BestInterestStatus::Signed, days)));
        let days = if state == BestInterestStatus::Signed {
            SIGNED[place % SIGNED.len()]
        } else {
            random.between(1, 12)
        };
        forms.push((state, days));
        let is_superseded = state == BestInterestStatus::Signed && forms.len() == 2;
        for (index, (state, days)) in forms.into_iter().enumerate() {
            let is_old = is_superseded && index == 0;
            let state = if is_old {
                BestInterestStatus::Superseded
            } else {
                state
            };
            let content = content(&owner, state, add_days(today, -days), &mut random);
            insert(
                transaction,
                firm_id,
                index as i32 + 1,
                state,
                &content,
                add_days(today, -days),
            )
            .await?;
        }
    }
    // Triggers are off while the demo book is filled.
    let owners = "SELECT firmbook_refresh_best_interest($1, array(
      SELECT DISTINCT owner_uuid FROM best_interest WHERE firm_id = $1))";
    transaction.execute(owners, &[&firm_id]).await?;
    Ok(())
}

/// Individuals whose annuity was issued more than two years ago.
const OWNERS: &str = "
  SELECT owner.uuid::text, owner.display_name, owner.dob::text, owner.state, annuity.uuid::text AS annuity, contract_number,
    carrier_name, product_type, product_name, status, contract_value::text, surrender_value::text,
    annuity.death_benefit::text, cost_basis::text, coalesce(agent_name, 'Dana Whitfield') AS agent_name
  FROM annuity
  JOIN contract_party ON contract_party.firm_id = $1 AND contract_uuid = annuity.uuid AND role = 'Owner'
    AND contract_party.deleted_at IS NULL
  JOIN contact owner ON owner.firm_id = $1 AND owner.uuid = contact_uuid AND owner_type = 1 AND dob IS NOT NULL
  WHERE annuity.firm_id = $1 AND annuity.status = 'InForce' AND issue_date < $2::text::date - 730
  ORDER BY annuity.uuid, owner.uuid LIMIT $3";

fn owner(row: &Row) -> anyhow::Result<Owner> {
    let amount = |column: &str| -> anyhow::Result<_> {
        let text: Option<String> = row.try_get(column)?;
        text.map(|text| text.parse().context("amount")).transpose()
    };
    let born: Option<String> = row.try_get("dob")?;
    let (product, status): (String, String) = (row.try_get("product_type")?, row.try_get("status")?);
    let name: Option<String> = row.try_get("product_name")?;
    let surrender_value = amount("surrender_value")?;
    Ok(Owner {
        owner: FormOwner {
            uuid: row.try_get::<_, &str>("uuid")?.parse()?,
            name: row.try_get("display_name")?,
            owner_type: 1,
            state: row.try_get("state")?,
            birth_date: born.map(|born| born.parse()).transpose()?,
        },
        annuity: ContractValues {
            uuid: row.try_get::<_, &str>("annuity")?.parse()?,
            line: Line::Annuity.number(),
            number: row.try_get("contract_number")?,
            carrier: row.try_get("carrier_name")?,
            product: name.unwrap_or_else(|| ProductType::label_of(&product)),
            status: PolicyStatus::label_of(&status),
            value: amount("contract_value")?,
            surrender_value: recorded(surrender_value),
            has_cash_surrender: has_cash_surrender(&product, surrender_value),
            loan_balance: None,
            death_benefit: amount("death_benefit")?,
            cost_basis: amount("cost_basis")?,
            guaranteed_rate: None,
            surrender_period_end_date: None,
            riders: Vec::new(),
        },
        producer: row.try_get("agent_name")?,
    })
}

fn content(owner: &Owner, state: BestInterestStatus, day: Date, random: &mut Random) -> BestInterestContent {
    let is_draft = state == BestInterestStatus::Draft;
    let is_signed = matches!(state, BestInterestStatus::Signed | BestInterestStatus::Superseded);
    let recommended = add_days(day, -3);
    let born = owner.owner.birth_date.and_then(|born| age(born, recommended));
    let mut dollars = |low: i64, high: i64| format!("{}000.00", random.between(low, high));
    let income = dollars(48, 260);
    let worth = dollars(90, 2400);
    let form = BestInterestForm {
        consumer_profile: ConsumerProfile {
            age: born.map(|age| age.to_string()).unwrap_or_default(),
            annual_income: income,
            financial_situation:
                "Owns a home with a small mortgage. No other debts. Social Security and a pension cover \
                                  most expenses."
                    .into(),
            financial_experience: (*random.pick(&["Limited", "Good", "Extensive"])).into(),
            insurance_needs: "Income for life for both spouses.".into(),
            financial_objectives: "Keep the principal and add income that does not depend on the markets."
                .into(),
            intended_use: "Income from age 70 on.".into(),
            time_horizon: (*random.pick(&["SixToTen", "OverTen"])).into(),
            existing_assets: "IRA with funds, savings account, and this annuity.".into(),
            liquidity_needs: "Six months of expenses stay in the savings account.".into(),
            liquid_net_worth: worth,
            risk_tolerance: (*random.pick(&["Conservative", "ModeratelyConservative", "Moderate"])).into(),
            accepts_non_guaranteed: Some(random.chance(30)),
            funding_source: if is_draft { "" } else { "Savings" }.into(),
            tax_status: if is_draft { "" } else { "Joint" }.into(),
        },
        recommendation: Recommendation {
            annuity_uuid: owner.annuity.uuid.to_string(),
            options_considered: vec![
                "Certificates of deposit".into(),
                "A ladder of Treasury bonds".into(),
                "Keep the annuity".into(),
            ],
            basis: if is_draft {
                String::new()
            } else {
                "The guaranteed income covers the gap between pension and expenses. The money is not needed before the \
                 surrender period ends."
                    .into()
            },
            date: recommended.to_string(),
            producer: owner.producer.clone(),
        },
        replacement: Replacement {
            is_replacement: (!is_draft).then_some(false),
            ..Replacement::default()
        },
        disclosure: Disclosure {
            producer_disclosure_given_on: recommended.to_string(),
            compensation_type: "Commission".into(),
            carriers_available: "Several".into(),
        },
        consumer_statements: Default::default(),
    };
    BestInterestContent {
        form,
        recommended: Some(owner.annuity.clone()),
        replaced: None,
        signature: is_signed.then(|| Signature {
            consumer: owner.owner.name.clone(),
            consumer_signed_on: add_days(day, -1),
            producer: owner.producer.clone(),
            producer_signed_on: day,
            document_id: None,
        }),
        owner: owner.owner.clone(),
    }
}

async fn insert(
    transaction: &Transaction<'_>,
    firm_id: i32,
    number: i32,
    state: BestInterestStatus,
    content: &BestInterestContent,
    day: Date,
) -> anyhow::Result<()> {
    let text = serde_json::to_string(content)?;
    let signed_on = content.signature.as_ref().map(Signature::signed_on);
    let days = [
        signed_on,
        signed_on.map(review_due),
        signed_on.map(|day| retain_until(day, content.owner.state.as_deref())),
    ];
    let [signed_on, review, retain] = days.map(|day| day.map(|day| day.to_string()));
    let content_hash = signed_on.is_some().then(|| hash(&text));
    let uuid = Uuid::from_u128(content.owner.uuid.as_u128() ^ u128::from(number.unsigned_abs()));
    transaction
        .execute(
            "INSERT INTO best_interest (firm_id, uuid, owner_uuid, number, state, content, content_hash, signed_on,
               review_due_date, retain_until, created_at, updated_at)
             VALUES ($1, $2::text::uuid, $3::text::uuid, $4, $5, $6, $7, $8::text::date, $9::text::date, $10::text::date,
               ($11::text::date + time '15:00') AT TIME ZONE 'UTC', ($11::text::date + time '15:00') AT TIME ZONE 'UTC')",
            &[
                &firm_id,
                &uuid.to_string(),
                &content.owner.uuid.to_string(),
                &number,
                &state.code(),
                &text,
                &content_hash,
                &signed_on,
                &review,
                &retain,
                &day.to_string(),
            ],
        )
        .await?;
    Ok(())
}
