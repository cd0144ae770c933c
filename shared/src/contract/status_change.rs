//! Validation of status changes.

use super::check;
use super::contracts::{Context, Contract};
use super::{Line, PolicyStatus};
use crate::problem::Findings;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Request to change the status of a contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StatusChange {
    /// Version of the record that the form loaded.
    pub version: i32,
    /// `PolicyStatus` code.
    pub status: String,
    /// Effective date of the status.
    #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub status_date: Option<Date>,
    /// Life policies in their grace period only: last day of coverage.
    #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub grace_period_end_date: Option<Date>,
}

/// Returns the contract with its new status, and all errors and warnings of the change. Problems that the
/// stored contract already had do not block the change.
///
/// Codes: `unchanged`, `required`, `in_future`, `not_after_status`, `not_for_status`, `not_for_line`, and the
/// codes of [`Contract::normalize`].
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
    check_fields(C::LINE, stored.status(), change, &mut findings);
    (contract, findings)
}

/// Validates only the fields of the change. [`apply`] also checks the rest of the contract. `status` and
/// `issued` come from the stored contract.
pub fn check(line: Line, status: &str, issued: Option<Date>, change: &StatusChange, today: Date) -> Findings {
    let mut findings = Findings::default();
    check::status_date(change.status_date, issued, today, &mut findings);
    check_fields(line, status, change, &mut findings);
    findings
}

fn check_fields(line: Line, status: &str, change: &StatusChange, findings: &mut Findings) {
    if change.status == status {
        findings.fault(
            "status",
            "unchanged",
            "The contract already has this status. Choose another one.",
        );
    }
    if change.status_date.is_none() {
        findings.fault("statusDate", "required", "Enter the status date.");
    }
    check_grace(line, change, findings);
}

fn check_grace(line: Line, change: &StatusChange, findings: &mut Findings) {
    let is_alert = PolicyStatus::from_code(&change.status).is_some_and(PolicyStatus::is_alert);
    match (line, change.grace_period_end_date) {
        (Line::Annuity, Some(_)) => findings.fault(
            "gracePeriodEndDate",
            "not_for_line",
            "Annuities have no grace period. Leave this field empty.",
        ),
        (Line::Life, Some(_)) if !is_alert => findings.fault(
            "gracePeriodEndDate",
            "not_for_status",
            "Only policies in Grace Period or Lapse Pending have a grace period end date.",
        ),
        (Line::Life, Some(end)) if change.status_date.is_some_and(|since| end <= since) => findings.fault(
            "gracePeriodEndDate",
            "not_after_status",
            "The grace period must end after the status date.",
        ),
        (Line::Life, None) if change.status == PolicyStatus::GracePeriod.code() => {
            findings.fault(
                "gracePeriodEndDate",
                "required",
                "Enter the grace period end date.",
            );
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
    fn requires_status_date_and_grace_period_end() {
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
    fn leaving_grace_period_clears_its_end_date() {
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
    fn existing_errors_do_not_block_a_status_change() {
        let mut old = policy();
        old.maturity_date = old.issue_date;
        let (_, findings) = apply(&old, &change("Matured", Some(TODAY), None), TODAY, 1);
        assert_eq!(codes(&findings), [""; 0]);
    }

    #[test]
    fn requires_owner_to_become_in_force() {
        let mut pending = policy();
        pending.status = "Pending".into();
        let (_, findings) = apply(&pending, &change("InForce", Some(TODAY), None), TODAY, 0);
        assert_eq!(codes(&findings), ["status owner_required"]);
    }
}
