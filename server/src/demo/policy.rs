//! Generates life policies with consistent dates, premiums and values.

use super::carriers::Carrier;
use super::firms::Sizes;
use super::links::Links;
use super::money::percent;
use super::people::{Cast, Stream};
use super::policy_dates::{Dates, status_of};
use super::policy_terms::{PRODUCTS, RISKS, Terms, Values, premium, terms};
use super::random::{Random, add_days, add_years, scattered};
use super::record::Record;
use crate::book::rows::{PolicyRow, SnapshotRow};
use crate::db::copy::{Json, Rate};
use jiff::civil::Date;
use shared::contract::PolicyStatus::*;
use shared::contract::{Line, PremiumMode, ProductType, ProductType::*};
use uuid::Uuid;

/// Returns whether the policy insures both partners.
pub fn is_joint(cast: &Cast, index: u64, sizes: &Sizes) -> bool {
    let (_, _, partner) = cast.life(Line::Life, index, sizes);
    partner.is_some() && product(cast, index, true).0.is_survivorship()
}

fn product(cast: &Cast, index: u64, has_partner: bool) -> (ProductType, i64) {
    let mut random = cast.stream(Stream::Policy, index + (1 << 40));
    let choice = random.weighted(&PRODUCTS.map(|(weight, product, price)| (weight, (product, price))));
    if choice.0.is_survivorship() && !has_partner {
        (WholeLife, 100)
    } else {
        choice
    }
}

/// Generates the policy with this index and its year-end value snapshots.
pub fn make(
    cast: &Cast,
    index: u64,
    links: &Links,
    carriers: &[Carrier],
    years_of_history: i64,
) -> (PolicyRow, Vec<SnapshotRow>) {
    let mut random = cast.stream(Stream::Policy, index);
    let human = cast.insured_human(links.primary);
    let age_now = i64::from(shared::date::age(human.dob, cast.today).unwrap_or(40));
    let (product, price) = product(cast, index, links.partner.is_some());
    let earliest = cast
        .first_day(links)
        .max(Date::constant(product.introduced(), 1, 1));
    let longest = i64::from(shared::date::age(earliest, cast.today).unwrap_or(0)).min(38);
    let youngest = (age_now - longest)
        .max(if age_now > 24 { 20 } else { 18 })
        .min(age_now);
    let issue_age = random.between(youngest, age_now.min(76));
    let risk = random.weighted(&RISKS);
    let terms = terms(&mut random, product, price, issue_age, &risk);
    let status = status_of(&mut random, &terms, age_now - issue_age);
    let dates = Dates::new(cast, &mut random, &terms, (human.dob, earliest), status);
    let carrier = random.pick(carriers);
    let record = Record::contract(cast, &mut random);
    let uuid = cast.contract_uuid(Line::Life, index);
    let shown = links.shown(cast);
    let loan_percent = if random.chance(9) {
        random.between(5, 55)
    } else {
        0
    };
    let years = dates.years();
    let was_ended = !matches!(status, InForce | PaidUp | GracePeriod | LapsePending | Suspended);
    let values = match status {
        Pending | Deferred => Values {
            death_benefit: terms.face,
            ..Values::default()
        },
        DeathClaim => Values {
            death_benefit: terms.values(years, loan_percent).death_benefit,
            ..Values::default()
        },
        _ if was_ended => Values::default(),
        _ => terms.values(years, loan_percent),
    };
    let snapshots = match was_ended {
        true => Vec::new(),
        false => history(cast, uuid, &terms, &dates, loan_percent, years_of_history),
    };
    let (modal, annualized) = premium(&terms, years, status, was_ended);
    let is_paying = annualized.0 > 0 && terms.mode.payments_per_year().is_some();
    let lapse_age = (terms.is_flexible() && !was_ended).then(|| random.between(84, 121));
    let row = PolicyRow {
        firm_id: cast.firm_id,
        uuid,
        policy_number: number(cast, index, carrier).into(),
        carrier_uuid: carrier.uuid,
        carrier_name: carrier.name.clone().into(),
        product_type: product.code().into(),
        product_name: random
            .chance(92)
            .then(|| product_name(&mut random, &terms).into()),
        status: status.code().into(),
        status_date: dates.status,
        issue_date: dates.issue,
        issue_state: (dates.issue.is_some()).then(|| cast.client(links.primary).2.state.into()),
        issue_age: dates
            .issue
            .and_then(|issue| Some(shared::date::age(human.dob, issue)? as i16)),
        risk_class: (product != GroupTerm).then(|| risk.0.into()),
        is_tobacco: (product != GroupTerm).then_some(risk.2),
        death_benefit: values.death_benefit,
        face_amount: Some(terms.face),
        death_benefit_option: (terms.is_flexible()).then(|| {
            if terms.has_increasing_benefit {
                "Increasing"
            } else {
                "Level"
            }
            .into()
        }),
        premium_mode: Some(
            if status == PaidUp {
                PremiumMode::NoPremium
            } else {
                terms.mode
            }
            .code()
            .into(),
        ),
        modal_premium: modal,
        annualized_premium: annualized,
        paid_to_date: dates.paid_to.filter(|_| is_paying),
        next_premium_date: dates.paid_to.filter(|_| is_paying),
        last_premium_date: dates.last_paid.filter(|_| is_paying),
        last_premium_amount: dates.last_paid.and(modal).filter(|_| is_paying).map(|amount| {
            if random.chance(3) {
                percent(amount, 90)
            } else {
                amount
            }
        }),
        payment_method: is_paying
            .then(|| {
                random.weighted(&[
                    (60, "Electronic"),
                    (28, "Direct Bill"),
                    (7, "Credit Card"),
                    (5, "List Bill"),
                ])
            })
            .map(Into::into),
        cash_value: values.cash,
        surrender_value: values.surrender,
        loan_balance: (values.loan.0 > 0).then_some(values.loan),
        loan_rate: (values.loan.0 > 0).then(|| Rate(random.between(8, 16) * 5_000)),
        dividend_option: matches!(product, WholeLife | SurvivorshipWl).then(|| {
            (*random.pick(&[
                "Paid-Up Additions",
                "Paid-Up Additions",
                "Reduce Premium",
                "Cash",
                "Accumulate",
            ]))
            .into()
        }),
        grace_period_end_date: dates.grace_end,
        maturity_date: dates.maturity,
        level_period_end_date: dates.level_end,
        conversion_expiry_date: dates.conversion_expiry,
        projected_lapse_date: lapse_age
            .filter(|age| *age < 121)
            .map(|age| add_years(human.dob, age))
            .filter(|date| *date > cast.today),
        lapse_age: lapse_age.map(|age| age as i16),
        crediting_rate: (!terms.is_term()).then_some(terms.rate),
        riders: riders(&mut random, &terms, dates.issue),
        policy_guard: !was_ended && random.chance(15),
        next_request_date: (!was_ended && random.chance(30))
            .then(|| add_days(cast.today, random.between(1, 360))),
        values_as_of: (!was_ended).then_some(record.as_of),
        source: record.source.into(),
        source_file: record.file,
        source_row: record.row,
        created_at: record.created_at,
        created_by: None,
        updated_at: record.updated_at,
        party_kinds: shown.kinds,
        insured_name: shown.insured.map(Into::into),
        owner_name: shown.owner.map(Into::into),
        agent_name: shown.agent.map(Into::into),
    };
    (row, snapshots)
}

fn history(
    cast: &Cast,
    uuid: Uuid,
    terms: &Terms,
    dates: &Dates,
    loan_percent: i64,
    years_of_history: i64,
) -> Vec<SnapshotRow> {
    let Some(issue) = dates.issue else {
        return Vec::new();
    };
    (1..=years_of_history)
        .filter_map(|back| {
            let as_of = Date::new(cast.today.year() - back as i16, 12, 31)
                .ok()
                .filter(|day| *day > issue)?;
            let years = i64::from(shared::date::age(issue, as_of).unwrap_or(0));
            let values = terms.values(years, loan_percent);
            Some(SnapshotRow {
                death_benefit: Some(values.death_benefit),
                annualized_premium: Some(premium(terms, years, InForce, false).1),
                cash_value: Some(values.cash),
                surrender_value: Some(values.surrender),
                loan_balance: (values.loan.0 > 0).then_some(values.loan),
                crediting_rate: (!terms.is_term()).then_some(terms.rate),
                ..Record::snapshot(cast.firm_id, uuid, Line::Life, as_of)
            })
        })
        .collect()
}

/// Formats a policy number in one of several carrier styles: `AM-1234567`, `AM 123 4567` or `12345678`.
fn number(cast: &Cast, index: u64, carrier: &Carrier) -> String {
    let serial = 1_000_000 + scattered(index, cast.firm_id as u64 * 15_013, 8_999_993);
    match carrier.naic_code.as_bytes()[4] % 3 {
        0 => format!("{}-{serial}", carrier.prefix),
        1 => format!(
            "{} {} {}",
            carrier.prefix,
            serial / 10_000,
            serial % 10_000 + 10_000
        ),
        _ => format!("4{serial}"),
    }
}

fn product_name(random: &mut Random, terms: &Terms) -> String {
    let brand = random.pick(&[
        "Assure",
        "Classic",
        "Elite",
        "Foundation",
        "Legacy",
        "Protector",
        "Signature",
        "Vantage",
    ]);
    let kind = terms.product.label();
    match terms.level_years {
        Some(years) => format!("{brand} {kind} {years}"),
        None => format!(
            "{brand} {kind} {}",
            random.pick(&["I", "II", "III", "Plus", "2020", "Select"])
        ),
    }
}

fn riders(random: &mut Random, terms: &Terms, issue: Option<Date>) -> Json {
    let mut riders = Vec::new();
    for (percent, rider) in [
        (24, "WaiverOfPremium"),
        (20, "AcceleratedBenefit"),
        (9, "ChronicIllness"),
        (6, "LongTermCare"),
        (7, "ChildTerm"),
        (4, "GuaranteedInsurability"),
    ] {
        if random.chance(percent) {
            riders.push(rider_of(rider, terms, issue));
        }
    }
    if let Some(issue) = issue.filter(|_| terms.product == GuaranteedUniversalLife) {
        riders.push(format!(
            r#"{{"type":"NoLapseGuarantee","until":"{}"}}"#,
            add_years(issue, 121 - terms.issue_age)
        ));
    }
    Json(format!("[{}]", riders.join(",")).into())
}

/// Writes a rider with the amount, the cost and the end that such riders usually have.
fn rider_of(rider: &str, terms: &Terms, issue: Option<Date>) -> String {
    let (amount, annual_cost, last_age) = match rider {
        "WaiverOfPremium" => (None, Some(terms.level_annual.0 / 25), Some(65)),
        "ChildTerm" => (Some(1_000_000), Some(6_000), Some(65)),
        "GuaranteedInsurability" => (Some(5_000_000), Some(9_000), Some(46)),
        "LongTermCare" => (Some(terms.face.0 / 2), Some(terms.face.0 / 1_000), None),
        _ => (None, None, None),
    };
    let until = issue
        .zip(last_age)
        .filter(|(_, age)| *age > terms.issue_age)
        .map(|(issue, age)| add_years(issue, age - terms.issue_age));
    let mut parts = vec![format!(r#""type":"{rider}""#)];
    for (key, cents) in [("amount", amount), ("annualCost", annual_cost)] {
        parts.extend(cents.map(|cents: i64| format!(r#""{key}":"{}.{:02}""#, cents / 100, cents % 100)));
    }
    parts.extend(until.map(|until| format!(r#""until":"{until}""#)));
    format!("{{{}}}", parts.join(","))
}

#[cfg(test)]
mod tests;
