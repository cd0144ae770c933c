//! Alerts at the top of a contract's page: actions that are due, and their dates.

use super::PolicyStatus;
use super::beneficiary::{Beneficiary, Insured, warnings};
use crate::date;
use crate::money::format_cents;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// An alert first appears this many days before its date.
const SOON_DAYS: i32 = 180;
/// An alert about a required distribution or a premium first appears this many days before its date.
const DUE_DAYS: i32 = 60;

/// The parts of a contract that alerts depend on. Missing dates raise no alert.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AlertFacts {
    /// `PolicyStatus` code.
    pub status: String,
    pub beneficiaries: Vec<Beneficiary>,
    /// Empty for annuities.
    pub insureds: Vec<Insured>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub grace_period_end_date: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub next_premium_date: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub conversion_expiry_date: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub level_period_end_date: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub maturity_date: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub guaranteed_rate_end_date: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub rmd_due_date: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub rmd_amount: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub rmd_taken: Option<Decimal>,
}

/// An alert on a contract's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Alert {
    pub text: String,
    /// Coverage ends unless someone acts.
    pub is_urgent: bool,
}

/// Returns the alerts of a contract, urgent ones first. Ended contracts have none.
pub fn alerts(facts: &AlertFacts, today: Date) -> Vec<Alert> {
    let Some(status) = PolicyStatus::from_code(&facts.status).filter(|status| !status.has_ended()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut urgent = |text: String| {
        found.push(Alert {
            text,
            is_urgent: true,
        });
    };
    if status == PolicyStatus::LapsePending {
        urgent("The carrier announced that this contract will lapse.".into());
    }
    if status.is_alert() {
        match facts.grace_period_end_date {
            Some(end) if end < today => urgent(format!("The grace period ended on {}.", date::format(end))),
            Some(end) => urgent(format!("The grace period ends {}.", when(end, today))),
            None if status == PolicyStatus::GracePeriod => {
                urgent("The grace period has no end date. Enter it under Change status.".into());
            }
            None => {}
        }
    }
    let mut notice = |text: String| {
        found.push(Alert {
            text,
            is_urgent: false,
        });
    };
    if status.in_force() {
        match facts.next_premium_date {
            Some(due) if due < today => notice(format!(
                "The premium due on {} is not recorded as paid.",
                date::format(due)
            )),
            Some(due) if is_within(due, today, DUE_DAYS) => {
                notice(format!("The next premium is due {}.", when(due, today)));
            }
            _ => {}
        }
    }
    for (day, what) in [
        (facts.conversion_expiry_date, "The conversion right ends"),
        (facts.level_period_end_date, "The level premium period ends"),
        (facts.maturity_date, "The contract matures"),
        (facts.guaranteed_rate_end_date, "The guaranteed rate ends"),
    ] {
        if let Some(day) = day.filter(|day| is_within(*day, today, SOON_DAYS)) {
            notice(format!("{what} {}.", when(day, today)));
        }
    }
    if let (Some(due), Some(amount)) = (facts.rmd_due_date, facts.rmd_amount) {
        let left = amount - facts.rmd_taken.unwrap_or_default();
        if left > Decimal::ZERO && is_within(due, today, DUE_DAYS) {
            let left = format_cents(Some(left));
            notice(format!(
                "{left} of the required minimum distribution is due {}.",
                when(due, today)
            ));
        }
    }
    if facts.beneficiaries.is_empty() {
        notice("No beneficiary is recorded.".into());
    }
    for warning in warnings(&facts.beneficiaries, &facts.insureds, today) {
        notice(warning);
    }
    found
}

fn is_within(day: Date, today: Date, days: i32) -> bool {
    (0..=days).contains(&days_between(today, day))
}

fn days_between(from: Date, to: Date) -> i32 {
    (to - from).get_days()
}

/// Returns `today`, `tomorrow` or `in 12 days`, with the date.
fn when(day: Date, today: Date) -> String {
    let on = date::format(day);
    match days_between(today, day) {
        0 => format!("today, {on}"),
        1 => format!("tomorrow, {on}"),
        days => format!("in {days} days, on {on}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    const TODAY: Date = date(2026, 11, 21);

    fn texts(facts: &AlertFacts) -> Vec<String> {
        alerts(facts, TODAY).into_iter().map(|alert| alert.text).collect()
    }

    fn in_force() -> AlertFacts {
        AlertFacts {
            status: "InForce".into(),
            beneficiaries: vec![Beneficiary {
                class: "Primary".into(),
                name: "Bo Lee".into(),
                ..Beneficiary::default()
            }],
            ..AlertFacts::default()
        }
    }

    #[test]
    fn includes_days_until_each_date() {
        let facts = AlertFacts {
            status: "GracePeriod".into(),
            grace_period_end_date: Some(date(2026, 12, 3)),
            next_premium_date: Some(date(2026, 11, 22)),
            conversion_expiry_date: Some(date(2027, 2, 28)),
            level_period_end_date: Some(TODAY),
            guaranteed_rate_end_date: Some(date(2026, 12, 1)),
            ..in_force()
        };
        assert_eq!(
            texts(&facts),
            [
                "The grace period ends in 12 days, on 12/03/2026.",
                "The next premium is due tomorrow, 11/22/2026.",
                "The conversion right ends in 99 days, on 02/28/2027.",
                "The level premium period ends today, 11/21/2026.",
                "The guaranteed rate ends in 10 days, on 12/01/2026.",
            ]
        );
    }

    #[test]
    fn puts_urgent_alerts_first_and_names_missing_data() {
        let facts = AlertFacts {
            status: "LapsePending".into(),
            grace_period_end_date: Some(date(2026, 11, 20)),
            ..AlertFacts::default()
        };
        let found = alerts(&facts, TODAY);
        assert_eq!(
            found.iter().map(|alert| alert.is_urgent).collect::<Vec<_>>(),
            [true, true, false]
        );
        assert_eq!(found[1].text, "The grace period ended on 11/20/2026.");
        assert_eq!(found[2].text, "No beneficiary is recorded.");
    }

    #[test]
    fn includes_warnings_about_beneficiaries() {
        let mut facts = in_force();
        facts.beneficiaries[0].share_percent = Some("60".into());
        let expected = "Primary beneficiary shares total 60%, not 100%.";
        assert_eq!(texts(&facts), [expected]);
    }

    #[test]
    fn reports_overdue_premiums_and_open_distributions() {
        let facts = AlertFacts {
            next_premium_date: Some(date(2026, 11, 1)),
            rmd_due_date: Some(date(2026, 12, 31)),
            rmd_amount: Some(Decimal::new(500_000, 2)),
            rmd_taken: Some(Decimal::new(120_000, 2)),
            ..in_force()
        };
        assert_eq!(
            texts(&facts),
            [
                "The premium due on 11/01/2026 is not recorded as paid.",
                "$3,800.00 of the required minimum distribution is due in 40 days, on 12/31/2026.",
            ]
        );
    }

    #[test]
    fn returns_no_alerts_for_ended_contracts_and_distant_dates() {
        let distant = AlertFacts {
            maturity_date: Some(date(2030, 1, 1)),
            next_premium_date: Some(date(2027, 6, 1)),
            ..in_force()
        };
        assert!(texts(&distant).is_empty());
        let ended = AlertFacts {
            status: "Lapsed".into(),
            ..AlertFacts::default()
        };
        assert!(texts(&ended).is_empty());
    }
}
