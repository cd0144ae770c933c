//! Life policies whose dates, premiums and values agree with each other.

use super::carriers::Carrier;
use super::firms::Sizes;
use super::links::Links;
use super::money::{level_price, percent, risk_price, rounded, with_interest};
use super::people::{Cast, Stream};
use super::policy_dates::{Dates, status_of};
use super::random::{Random, add_days, add_years, scattered};
use super::record::Record;
use crate::book::copy::{Cents, Json, Rate};
use crate::book::rows::{PolicyRow, SnapshotRow};
use jiff::civil::Date;
use shared::contract::PolicyStatus::{self, *};
use shared::contract::{Line, PremiumMode, ProductType, ProductType::*};
use uuid::Uuid;

/// Product by weight; the price of a level premium in percent of whole life.
const PRODUCTS: [(u64, ProductType, i64); 14] = [
    (34, Term, 0),
    (18, WholeLife, 100),
    (11, UniversalLife, 72),
    (12, IndexedUniversalLife, 76),
    (8, GuaranteedUniversalLife, 58),
    (7, VariableUniversalLife, 74),
    (2, InterestSensitiveWholeLife, 90),
    (1, VariableWholeLife, 95),
    (2, SurvivorshipUl, 45),
    (1, SurvivorshipWl, 60),
    (1, SurvivorshipIul, 47),
    (1, SurvivorshipVul, 46),
    (1, TermWithCashValue, 30),
    (1, GroupTerm, 0),
];

const RISKS: [(u64, (&str, i64, bool)); 6] = [
    (20, ("Preferred Plus", 80, false)),
    (30, ("Preferred", 92, false)),
    (14, ("Standard Plus", 100, false)),
    (28, ("Standard", 114, false)),
    (4, ("Preferred Tobacco", 160, true)),
    (4, ("Standard Tobacco", 195, true)),
];

/// What a policy is, before it is known how it went.
pub(super) struct Terms {
    pub product: ProductType,
    pub face: Cents,
    pub issue_age: i64,
    pub annual: Cents,
    pub mode: PremiumMode,
    pub rate: Rate,
    pub has_increasing_benefit: bool,
    pub level_years: Option<i64>,
}

/// What a policy is worth after some years.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Values {
    pub cash: Cents,
    pub surrender: Cents,
    pub loan: Cents,
    pub death_benefit: Cents,
}

impl Terms {
    pub(super) fn is_term(&self) -> bool {
        matches!(self.product, Term | GroupTerm)
    }

    pub(super) fn is_flexible(&self) -> bool {
        use ProductType as P;
        matches!(
            self.product,
            P::UniversalLife
                | P::IndexedUniversalLife
                | P::GuaranteedUniversalLife
                | P::VariableUniversalLife
                | P::SurvivorshipUl
                | P::SurvivorshipIul
                | P::SurvivorshipVul
        )
    }

    /// Worth after whole years, with a loan of some percent of the cash value.
    pub(super) fn values(&self, years: i64, loan_percent: i64) -> Values {
        let mut cash = Cents(0);
        if !self.is_term() {
            let kept = if self.is_flexible() { 68 } else { 86 };
            for year in 0..years {
                let share = match (self.mode, year) {
                    (PremiumMode::SinglePay, 0) => 1_100,
                    (PremiumMode::SinglePay, _) => 0,
                    (_, 0) => 10,
                    (_, 1) => 45,
                    _ => kept,
                };
                cash = with_interest(Cents(cash.0 + percent(self.annual, share).0), self.rate);
            }
            cash = cash.min(percent(self.face, 88));
        }
        let charge = if self.is_flexible() {
            (15 - years).max(0) * 6
        } else {
            0
        };
        let loan = if years >= 5 {
            percent(cash, loan_percent)
        } else {
            Cents(0)
        };
        let before_loan = percent(cash, 100 - charge);
        let additions = match self.product {
            _ if self.has_increasing_benefit => cash,
            WholeLife | SurvivorshipWl => percent(cash, 18),
            _ => Cents(0),
        };
        Values {
            cash,
            surrender: Cents((before_loan.0 - loan.0).max(0)),
            loan,
            death_benefit: Cents((self.face.0 + additions.0 - loan.0).max(0)),
        }
    }
}

/// Whether both partners' lives are insured together.
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

/// The policy of this index, and what it was worth at the end of earlier years.
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
    let youngest = (age_now - 38)
        .max(if age_now > 24 { 20 } else { 18 })
        .min(age_now);
    let issue_age = random.between(youngest, age_now.min(76));
    let risk = random.weighted(&RISKS);
    let terms = terms(&mut random, product, price, issue_age, &risk);
    let status = status_of(&mut random, &terms, age_now - issue_age);
    let dates = Dates::new(cast, &mut random, &terms, human.dob, status);
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
    let (modal, annualized) = premium(&terms, status, was_ended);
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
        issue_age: dates.issue.map(|_| issue_age as i16),
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
        guidelines: None,
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

fn terms(
    random: &mut Random,
    product: ProductType,
    price: i64,
    issue_age: i64,
    risk: &(&'static str, i64, bool),
) -> Terms {
    let thousands = match product {
        GroupTerm => random.between(2, 12) * 25,
        Term => random.weighted(&[
            (10, 100),
            (20, 250),
            (25, 500),
            (14, 750),
            (20, 1_000),
            (8, 2_000),
            (3, 5_000),
        ]),
        _ => random.weighted(&[
            (8, 25),
            (14, 50),
            (20, 100),
            (20, 250),
            (18, 500),
            (13, 1_000),
            (5, 2_500),
            (2, 10_000),
        ]),
    };
    let face = Cents::dollars(thousands * 1000 * random.between(8, 12) / 10);
    let level_years = matches!(product, Term | TermWithCashValue).then(|| {
        random.weighted(&[
            (20, 10),
            (14, 15),
            (46, 20),
            (20, if issue_age < 55 { 30 } else { 10 }),
        ])
    });
    let annual = match product {
        Term => risk_price(face, issue_age + level_years.unwrap_or(20) / 2, risk.1 * 45 / 100),
        GroupTerm => risk_price(face, issue_age, 60),
        _ => level_price(face, issue_age, price * risk.1 / 100),
    };
    let is_permanent = !matches!(product, Term | GroupTerm);
    let mode = random.weighted(&[
        (46, PremiumMode::Monthly),
        (14, PremiumMode::Quarterly),
        (8, PremiumMode::SemiAnnual),
        (27, PremiumMode::Annual),
        (if is_permanent { 3 } else { 0 }, PremiumMode::SinglePay),
        (
            if is_permanent && price < 80 { 9 } else { 0 },
            PremiumMode::Flexible,
        ),
    ]);
    let rate = Rate(random.between(24, 62) * 1_000 + random.between(0, 1) * 500);
    Terms {
        product,
        face,
        issue_age,
        annual: annual.max(Cents::dollars(60)),
        mode,
        rate,
        has_increasing_benefit: price < 80 && is_permanent && random.chance(20),
        level_years,
    }
}

/// One premium and a year's, the second exactly the first times the payments of a year.
fn premium(terms: &Terms, status: PolicyStatus, was_ended: bool) -> (Option<Cents>, Cents) {
    let is_due = !was_ended && status != PaidUp || matches!(status, Pending | Deferred);
    match terms.mode.payments_per_year() {
        _ if !is_due => (None, Cents(0)),
        Some(payments) => {
            let modal = Cents((terms.annual.0 / i64::from(payments)).max(500));
            (Some(modal), Cents(modal.0 * i64::from(payments)))
        }
        None if terms.mode == PremiumMode::SinglePay => {
            (Some(rounded(percent(terms.annual, 1_150), 10)), Cents(0))
        }
        None => (None, rounded(terms.annual, 10)),
    }
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
                annualized_premium: Some(premium(terms, InForce, false).1),
                cash_value: Some(values.cash),
                surrender_value: Some(values.surrender),
                loan_balance: (values.loan.0 > 0).then_some(values.loan),
                crediting_rate: (!terms.is_term()).then_some(terms.rate),
                ..Record::snapshot(cast.firm_id, uuid, Line::Life, as_of)
            })
        })
        .collect()
}

/// `AM-1234567`, `AM 123 4567` or `12345678`: carriers write as they like.
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
            riders.push(format!(r#"{{"type":"{rider}"}}"#));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::carriers;
    use rust_decimal::Decimal;
    use shared::contract::policy::{ContractBasics, PolicyInput, normalize};

    fn money(cents: Cents) -> Decimal {
        Decimal::new(cents.0, 2)
    }

    #[test]
    fn every_policy_would_be_accepted_from_a_form() {
        let cast = Cast {
            firm_id: 1,
            today: jiff::civil::date(2026, 11, 20),
        };
        let sizes = Sizes {
            agents: 300,
            owners: 900,
            insureds: 900,
            policies: 3000,
            annuities: 0,
        };
        let carriers = carriers::all();
        for index in 0..sizes.policies {
            let links = cast.links(Line::Life, index, &sizes, is_joint(&cast, index, &sizes));
            let (row, _) = make(&cast, index, &links, &carriers, 0);
            let text = |text: &Option<crate::book::rows::Text>| text.as_ref().map(ToString::to_string);
            let input = PolicyInput {
                basics: ContractBasics {
                    number: row.policy_number.to_string(),
                    carrier_uuid: Some(row.carrier_uuid),
                    product_type: row.product_type.to_string(),
                    product_name: text(&row.product_name),
                    status: row.status.to_string(),
                    status_date: row.status_date,
                    issue_date: row.issue_date,
                    issue_state: text(&row.issue_state),
                },
                death_benefit: Some(money(row.death_benefit)),
                face_amount: row.face_amount.map(money),
                premium_mode: text(&row.premium_mode),
                modal_premium: row.modal_premium.map(money),
                annualized_premium: Some(money(row.annualized_premium)),
                cash_value: Some(money(row.cash_value)),
                surrender_value: Some(money(row.surrender_value)),
                loan_balance: row.loan_balance.map(money),
                paid_to_date: row.paid_to_date,
                next_premium_date: row.next_premium_date,
                maturity_date: row.maturity_date,
                conversion_expiry_date: row.conversion_expiry_date,
                level_period_end_date: row.level_period_end_date,
            };
            let (stored, findings) = normalize(input.clone(), cast.today);
            assert!(findings.0.is_empty(), "{findings:?} {row:?}");
            assert_eq!(stored, input);
            if row.status == "InForce" && row.paid_to_date.is_some() {
                assert!(row.paid_to_date > Some(cast.today), "{row:?}");
            }
            if let Some(end) = row.grace_period_end_date {
                assert!(end > cast.today && row.paid_to_date < Some(cast.today), "{row:?}");
            }
        }
    }
}
