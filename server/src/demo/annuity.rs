//! Generates annuities with consistent dates, charges and values.

use super::carriers::Carrier;
use super::firms::Sizes;
use super::links::Links;
use super::money::{percent, rounded, with_interest};
use super::people::{Cast, Stream};
use super::random::{Random, add_days, add_years, scattered};
use super::record::Record;
use crate::book::rows::{AnnuityRow, SnapshotRow};
use crate::db::copy::{Cents, Json, Rate};
use jiff::civil::Date;
use shared::contract::PolicyStatus::{self, *};
use shared::contract::{Line, ProductType, ProductType::*, TaxType};
use uuid::Uuid;

const PRODUCTS: [(u64, ProductType); 8] = [
    (28, Myga),
    (30, Fia),
    (14, VariableAnnuity),
    (10, FixedDeferred),
    (8, Rila),
    (5, Spia),
    (3, Dia),
    (2, Qlac),
];

const TAX_TYPES: [(u64, TaxType); 9] = [
    (44, TaxType::NonQualified),
    (30, TaxType::TraditionalIra),
    (12, TaxType::RothIra),
    (3, TaxType::Sep),
    (1, TaxType::Simple),
    (3, TaxType::Plan401k),
    (2, TaxType::Plan403b),
    (4, TaxType::InheritedIra),
    (1, TaxType::Pension),
];

/// The terms of an annuity, from which its values are computed.
struct Terms {
    product: ProductType,
    tax_type: TaxType,
    issue: Date,
    premium: Cents,
    /// Premium paid in each of the following `yearly_times` years.
    yearly: Cents,
    yearly_times: i64,
    charges: &'static [i64],
    rate: Rate,
    /// Yearly withdrawal, in percent of the value.
    taken: i64,
    seed: u64,
}

#[derive(Clone, Copy, Default)]
struct Values {
    contract: Cents,
    cash: Cents,
    surrender: Cents,
    paid: Cents,
}

impl Terms {
    fn pays_income(&self) -> bool {
        matches!(self.product, Spia | Dia | Qlac)
    }

    fn is_market_linked(&self) -> bool {
        matches!(self.product, VariableAnnuity | Rila | Fia)
    }

    /// Computes the values after `years` whole years.
    fn values(&self, years: i64) -> Values {
        let (mut value, mut paid) = (self.premium, self.premium);
        for year in 0..years {
            let mut market = Random::of([self.seed, 99, year as u64]);
            let rate = match self.product {
                VariableAnnuity => Rate(market.between(-120, 210) * 1_000),
                Rila => Rate(market.between(-60, 140) * 1_000),
                Fia => Rate(market.between(0, 82) * 1_000),
                _ => self.rate,
            };
            if year > 0 && year <= self.yearly_times {
                value.0 += self.yearly.0;
                paid.0 += self.yearly.0;
            }
            value = with_interest(value, rate);
            if year > 0 {
                value = percent(value, 100 - self.taken);
            }
        }
        let charge = self.charges.get(years as usize).copied().unwrap_or(0);
        // A tenth of the value is free of surrender charges.
        let surrender = Cents(value.0 - value.0 * 9 / 10 * charge / 10_000);
        match self.pays_income() {
            true => Values {
                contract: value,
                cash: Cents(0),
                surrender: Cents(0),
                paid,
            },
            false => Values {
                contract: value,
                cash: value,
                surrender,
                paid,
            },
        }
    }
}

/// Surrender charges by contract year, in hundredths of a percent.
fn charges(random: &mut Random, product: ProductType) -> &'static [i64] {
    match product {
        Myga | FixedDeferred => random.weighted(&[
            (30, [900, 800, 700].as_slice()),
            (45, &[900, 800, 700, 600, 500]),
            (25, &[900, 800, 700, 600, 500, 400, 300]),
        ]),
        Fia => random.weighted(&[
            (40, [900, 900, 800, 700, 600, 500, 400].as_slice()),
            (60, &[1000, 1000, 900, 900, 800, 700, 600, 500, 300, 100]),
        ]),
        VariableAnnuity | Rila => random.weighted(&[
            (40, [800, 800, 700, 600, 500, 400].as_slice()),
            (60, &[700, 700, 600, 600, 500, 400, 300]),
        ]),
        _ => &[],
    }
}

/// Returns whether both partners are annuitants.
pub fn is_joint(cast: &Cast, index: u64, sizes: &Sizes) -> bool {
    let (_, _, partner) = cast.life(Line::Annuity, index, sizes);
    partner.is_some() && cast.stream(Stream::Annuity, index + (1 << 40)).chance(14)
}

/// Generates the annuity with this index and its year-end value snapshots.
pub fn make(
    cast: &Cast,
    index: u64,
    links: &Links,
    carriers: &[Carrier],
    years_of_history: i64,
) -> (AnnuityRow, Vec<SnapshotRow>) {
    let mut random = cast.stream(Stream::Annuity, index);
    let human = cast.insured_human(links.primary);
    let age_now = i64::from(shared::date::age(human.dob, cast.today).unwrap_or(60));
    let terms = terms(cast, &mut random, links, (age_now, index));
    let years = i64::from(shared::date::age(terms.issue, cast.today).unwrap_or(0));
    let status = status_of(&mut random, &terms, years);
    let is_issued = !matches!(status, Pending | NotTaken);
    let is_running = matches!(status, InForce | Annuitized | DeathClaim | Suspended);
    let values = match status {
        _ if is_running => terms.values(years),
        Surrendered | Exchanged => Values {
            paid: terms.values(years).paid,
            ..Values::default()
        },
        _ => Values::default(),
    };
    let record = Record::contract(cast, &mut random);
    let carrier = random.pick(carriers);
    let uuid = cast.contract_uuid(Line::Annuity, index);
    let shown = links.shown(cast);
    let charge_years = terms.charges.len() as i64;
    let has_period = is_issued && charge_years > 0;
    // Other rules apply to inherited IRAs, and qualified longevity annuities are exempt.
    let has_minimum = terms.product != Qlac
        && !matches!(
            terms.tax_type,
            TaxType::NonQualified | TaxType::RothIra | TaxType::InheritedIra
        );
    let must_distribute = is_running && has_minimum && age_now >= 73;
    let rmd = Cents((values.contract.0 * 10 / (265 - 8 * (age_now - 73).clamp(0, 20))).max(0));
    let snapshots = match is_running {
        true => history(cast, uuid, &terms, years_of_history),
        false => Vec::new(),
    };
    let row = AnnuityRow {
        firm_id: cast.firm_id,
        uuid,
        contract_number: number(cast, index, carrier).into(),
        carrier_uuid: carrier.uuid,
        carrier_name: carrier.name.clone().into(),
        product_type: terms.product.code().into(),
        product_name: random
            .chance(92)
            .then(|| product_name(&mut random, &terms).into()),
        status: status.code().into(),
        status_date: Some(match status {
            InForce => terms.issue,
            Pending | NotTaken => add_days(cast.today, -random.between(2, 90)),
            _ => random.day(terms.issue.max(add_years(cast.today, -6)), cast.today),
        }),
        issue_date: is_issued.then_some(terms.issue),
        issue_state: is_issued.then(|| cast.client(links.primary).2.state.into()),
        tax_type: Some(terms.tax_type.code().into()),
        contract_value: values.contract,
        account_value_date: is_running.then_some(record.as_of),
        cash_value: values.cash,
        surrender_value: values.surrender,
        death_benefit: (is_running && !terms.pays_income()).then(|| values.contract.max(values.paid)),
        cost_basis: (is_running && terms.tax_type == TaxType::NonQualified).then_some(values.paid),
        premiums_paid: values.paid,
        surrender_period_years: has_period.then_some(charge_years as i16),
        surrender_schedule: has_period
            .then(|| terms.charges.iter().map(|charge| Rate(charge * 100)).collect()),
        surrender_period_end_date: has_period.then(|| add_years(terms.issue, charge_years)),
        free_withdrawal_percent: has_period.then_some(Rate(100_000)),
        has_market_value_adjustment: has_period && random.chance(35),
        guaranteed_rate: (!terms.is_market_linked()).then_some(terms.rate),
        guaranteed_rate_end_date: (terms.product == Myga && is_issued)
            .then(|| add_years(terms.issue, charge_years)),
        credited_rate: (!terms.is_market_linked()).then_some(terms.rate),
        index_strategies: strategies(&mut random, &terms),
        riders: riders(&mut random, &terms, values.paid),
        rmd_required: must_distribute,
        rmd_amount: must_distribute.then_some(rmd),
        rmd_taken: must_distribute.then(|| percent(rmd, random.weighted(&[(40, 0), (25, 50), (35, 100)]))),
        rmd_due_date: must_distribute.then(|| Date::new(cast.today.year(), 12, 31).unwrap_or(cast.today)),
        annuitization_date: matches!(status, Annuitized).then(|| random.day(terms.issue, cast.today)),
        max_annuity_age: Some(if terms.product == Qlac { 85 } else { 95 }),
        agent_integration_enabled: is_running && random.chance(40),
        policy_guard: is_running && random.chance(12),
        values_as_of: is_running.then_some(record.as_of),
        source: record.source.into(),
        source_file: record.file,
        source_row: record.row,
        created_at: record.created_at,
        created_by: None,
        updated_at: record.updated_at,
        party_kinds: shown.kinds,
        annuitant_name: shown.insured.map(Into::into),
        owner_name: shown.owner.map(Into::into),
        agent_name: shown.agent.map(Into::into),
    };
    (row, snapshots)
}

/// The lowest limit that has applied to premiums of qualified longevity annuities.
const QLAC_LIMIT: Cents = Cents::dollars(125_000);

fn terms(cast: &Cast, random: &mut Random, links: &Links, (age_now, index): (i64, u64)) -> Terms {
    let can_be_ira = cast.can_be_ira(links);
    let product = match random.weighted(&PRODUCTS) {
        Qlac if !can_be_ira => Dia,
        product => product,
    };
    let oldest = (age_now - 35).clamp(2, 18);
    // QLACs have existed since July 2014.
    let earliest = cast
        .first_day(links)
        .max(Date::constant(product.introduced(), 7, 2));
    let issue = random.day(
        add_years(cast.today, -oldest).max(earliest),
        add_days(cast.today, -5),
    );
    let thousands = random.weighted(&[(16, 25), (26, 60), (28, 120), (18, 250), (9, 500), (3, 1_500)]);
    let is_flexible = matches!(product, VariableAnnuity | FixedDeferred) && random.chance(45);
    let tax_type = match random.weighted(&TAX_TYPES) {
        _ if product == Qlac => TaxType::TraditionalIra,
        _ if !can_be_ira => TaxType::NonQualified,
        other => other,
    };
    let premium = rounded(Cents::dollars(thousands * random.between(700, 1_500)), 50);
    Terms {
        product,
        tax_type,
        issue,
        premium: match product {
            Qlac => premium.min(QLAC_LIMIT),
            _ => premium,
        },
        yearly: Cents::dollars(if is_flexible {
            random.between(2, 24) * 500
        } else {
            0
        }),
        yearly_times: random.between(1, 12),
        charges: charges(random, product),
        rate: Rate(random.between(42, 118) * 500),
        taken: if random.chance(25) {
            random.between(2, 6)
        } else {
            0
        },
        seed: index ^ (cast.firm_id as u64) << 32,
    }
}

fn status_of(random: &mut Random, terms: &Terms, years: i64) -> PolicyStatus {
    let status = random.weighted(&[
        (830, InForce),
        (30, Pending),
        (50, Surrendered),
        (20, Exchanged),
        (18, DeathClaim),
        (20, Annuitized),
        (8, NotTaken),
        (4, Terminated),
        (2, Matured),
        (2, Suspended),
        (2, Rescinded),
        (4, Unknown),
    ]);
    match status {
        InForce if terms.product == Spia => Annuitized,
        Annuitized if years < 5 && terms.product != Spia => InForce,
        Surrendered | Exchanged if terms.pays_income() || years < 2 => InForce,
        other => other,
    }
}

fn history(cast: &Cast, uuid: Uuid, terms: &Terms, years_of_history: i64) -> Vec<SnapshotRow> {
    (1..=years_of_history)
        .filter_map(|back| {
            let as_of = Date::new(cast.today.year() - back as i16, 12, 31)
                .ok()
                .filter(|day| *day > terms.issue)?;
            let values = terms.values(i64::from(shared::date::age(terms.issue, as_of).unwrap_or(0)));
            Some(SnapshotRow {
                cash_value: Some(values.cash),
                surrender_value: Some(values.surrender),
                contract_value: Some(values.contract),
                premiums_paid: Some(values.paid),
                crediting_rate: (!terms.is_market_linked()).then_some(terms.rate),
                ..Record::snapshot(cast.firm_id, uuid, Line::Annuity, as_of)
            })
        })
        .collect()
}

fn number(cast: &Cast, index: u64, carrier: &Carrier) -> String {
    let serial = 1_000_000 + scattered(index, cast.firm_id as u64 * 22_271, 8_999_993);
    match carrier.naic_code.as_bytes()[4] % 2 {
        0 => format!("{}A-{serial}", carrier.prefix),
        _ => format!("8{serial}"),
    }
}

fn product_name(random: &mut Random, terms: &Terms) -> String {
    let brand = random.pick(&[
        "Accumulator",
        "Bridge",
        "Compass",
        "Harbor",
        "Income Builder",
        "Pathway",
        "Secure",
        "Span",
    ]);
    match terms.charges.len() {
        0 => format!("{brand} {}", terms.product.label()),
        years => format!("{brand} {} {years}", terms.product.code()),
    }
}

fn strategies(random: &mut Random, terms: &Terms) -> Json {
    if !matches!(terms.product, Fia | Rila) {
        return Json("[]".into());
    }
    let first = random.between(2, 8) * 10;
    let floor = if terms.product == Rila { -10 } else { 0 };
    let (cap, participation) = (random.between(50, 130), random.between(4, 16) * 10);
    Json(
        format!(
            r#"[{{"name":"Large companies, one year","cap":"{}.{}","floor":"{floor}","allocation":"{first}"}},{{"name":"World index, two years","participation":"{participation}","floor":"{floor}","allocation":"{}"}}]"#,
            cap / 10,
            cap % 10,
            100 - first
        )
        .into(),
    )
}

fn riders(random: &mut Random, terms: &Terms, paid: Cents) -> Json {
    let percent_with = if matches!(terms.product, Fia | VariableAnnuity) {
        38
    } else {
        0
    };
    if !random.chance(percent_with) {
        return Json("[]".into());
    }
    let rider = random.weighted(&[(75, "GLWB"), (8, "GMIB"), (7, "GMAB"), (10, "GMDB")]);
    Json(
        format!(
            r#"[{{"type":"{rider}","benefitBase":"{}.{:02}","rollUpRate":"{}","withdrawalPercent":"5","activated":{}}}]"#,
            paid.0 / 100,
            paid.0 % 100,
            random.between(4, 8),
            random.chance(20)
        )
        .into(),
    )
}

#[cfg(test)]
mod tests;
