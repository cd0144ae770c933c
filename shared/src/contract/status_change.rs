//! A new status as an action of its own.

use super::contracts::{Context, Contract};
use super::{Line, PolicyStatus};
use crate::problem::Findings;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// What is said of a new status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StatusChange {
    /// The version of the record that was read.
    pub version: i32,
    /// Code of a `PolicyStatus`.
    pub status: String,
    /// Since when it holds.
    #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub status_date: Option<Date>,
    /// Life policies in their grace period: the last day that is covered.
    #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub grace_period_end_date: Option<Date>,
}

/// The stored contract in its new status, and what stands against it. What was at fault before is not brought up: it
/// is no reason to keep a status that does not hold any more.
///
/// Codes beside those of [`Contract::normalize`]: `unchanged`, `required`, `in_future`, `not_after_status`,
/// `not_for_status`, `not_for_line`.
pub fn apply<C: Contract + Clone>(
    stored: &C,
    change: &StatusChange,
    today: Date,
    owners: usize,
) -> (C, Findings) {
    let context = Context {
        today,
        before: Some(stored),
        owners,
    };
    let (_, standing) = stored.clone().normalize(&context);
    let grace_end = change.grace_period_end_date;
    let (contract, mut findings) = stored
        .clone()
        .with_status(change.status.clone(), change.status_date, grace_end)
        .normalize(&context);
    let is_about = |field: &str| matches!(field, "status" | "statusDate" | "gracePeriodEndDate");
    findings
        .0
        .retain(|finding| is_about(&finding.field) || !standing.0.contains(finding));
    if change.status == stored.status() {
        findings.fault("status", "unchanged", "The contract is in this status already.");
    }
    match change.status_date {
        None => findings.fault("statusDate", "required", "Say since when the status holds."),
        Some(date) if date > today => {
            findings.fault(
                "statusDate",
                "in_future",
                "A status holds from today at the latest.",
            );
        }
        Some(_) => {}
    }
    check_grace(C::LINE, change, &mut findings);
    (contract, findings)
}

fn check_grace(line: Line, change: &StatusChange, findings: &mut Findings) {
    let is_alert = PolicyStatus::from_code(&change.status).is_some_and(PolicyStatus::is_alert);
    match (line, change.grace_period_end_date) {
        (Line::Annuity, Some(_)) => findings.fault(
            "gracePeriodEndDate",
            "not_for_line",
            "An annuity has no grace period.",
        ),
        (Line::Life, Some(_)) if !is_alert => findings.fault(
            "gracePeriodEndDate",
            "not_for_status",
            "Only a policy that is about to lapse has a grace period.",
        ),
        (Line::Life, Some(end)) if change.status_date.is_some_and(|since| end <= since) => findings.fault(
            "gracePeriodEndDate",
            "not_after_status",
            "The grace period ends after it began.",
        ),
        (Line::Life, None) if change.status == PolicyStatus::GracePeriod.code() => {
            findings.fault("gracePeriodEndDate", "required", "Say until when it is covered.");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Annuity, Policy};
    use jiff::civil::date;
    use rust_decimal::Decimal;
    use uuid::Uuid;

    const TODAY: Date = date(2026, 11, 21);

    fn policy() -> Policy {
        Policy {
            policy_number: "1".into(),
            carrier_uuid: Some(Uuid::nil()),
            product_type: "Term".into(),
            status: "InForce".into(),
            issue_date: Some(date(2020, 1, 1)),
            death_benefit: Some(Decimal::from(10)),
            ..Policy::default()
        }
    }

    fn change(status: &str, since: Option<Date>, grace: Option<Date>) -> StatusChange {
        StatusChange {
            version: 1,
            status: status.into(),
            status_date: since,
            grace_period_end_date: grace,
        }
    }

    fn codes(findings: &Findings) -> Vec<String> {
        findings
            .0
            .iter()
            .map(|one| format!("{} {}", one.field, one.code))
            .collect()
    }

    #[test]
    fn a_status_says_since_when_and_a_grace_period_until_when() {
        let (yesterday, issued) = (Some(date(2026, 11, 20)), Some(date(2020, 1, 1)));
        for (status, since, grace, expected) in [
            ("Lapsed", yesterday, None, vec![]),
            ("Lapsed", issued, None, vec![]),
            ("Lapsed", None, None, vec!["statusDate required"]),
            (
                "Lapsed",
                Some(date(2026, 11, 22)),
                None,
                vec!["statusDate in_future"],
            ),
            (
                "Lapsed",
                Some(date(2019, 12, 31)),
                None,
                vec!["statusDate before_issue"],
            ),
            ("InForce", yesterday, None, vec!["status unchanged"]),
            ("Frozen", yesterday, None, vec!["status unknown_code"]),
            ("Annuitized", yesterday, None, vec!["status not_for_line"]),
            ("GracePeriod", yesterday, Some(TODAY), vec![]),
            (
                "GracePeriod",
                yesterday,
                None,
                vec!["gracePeriodEndDate required"],
            ),
            (
                "GracePeriod",
                yesterday,
                yesterday,
                vec!["gracePeriodEndDate not_after_status"],
            ),
            ("LapsePending", yesterday, None, vec![]),
            (
                "Lapsed",
                yesterday,
                Some(TODAY),
                vec!["gracePeriodEndDate not_for_status"],
            ),
        ] {
            let (_, findings) = apply(&policy(), &change(status, since, grace), TODAY, 1);
            assert_eq!(codes(&findings), expected, "{status} {since:?} {grace:?}");
        }
        let annuity = Annuity {
            contract_number: "1".into(),
            carrier_uuid: Some(Uuid::nil()),
            product_type: "FIA".into(),
            status: "InForce".into(),
            ..Annuity::default()
        };
        let (_, findings) = apply(&annuity, &change("GracePeriod", yesterday, Some(TODAY)), TODAY, 1);
        assert_eq!(codes(&findings), ["gracePeriodEndDate not_for_line"]);
        let (after, findings) = apply(&annuity, &change("Annuitized", yesterday, None), TODAY, 1);
        assert_eq!((codes(&findings), after.status_date), (vec![], yesterday));
    }

    #[test]
    fn a_status_that_ends_the_grace_period_clears_its_end() {
        let mut late = policy();
        late.status = "GracePeriod".into();
        late.grace_period_end_date = Some(TODAY);
        let (paid, findings) = apply(&late, &change("InForce", Some(TODAY), None), TODAY, 1);
        assert_eq!(codes(&findings), [""; 0]);
        assert_eq!(
            (paid.status.as_str(), paid.grace_period_end_date),
            ("InForce", None)
        );
    }

    #[test]
    fn what_was_at_fault_before_is_no_reason_to_keep_a_status() {
        let mut old = policy();
        old.maturity_date = old.issue_date;
        let (_, findings) = apply(&old, &change("Matured", Some(TODAY), None), TODAY, 1);
        assert_eq!(codes(&findings), [""; 0]);
    }

    #[test]
    fn nothing_comes_into_force_without_an_owner() {
        let mut pending = policy();
        pending.status = "Pending".into();
        let (_, findings) = apply(&pending, &change("InForce", Some(TODAY), None), TODAY, 0);
        assert_eq!(codes(&findings), ["status owner_required"]);
    }
}
