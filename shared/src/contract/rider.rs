//! Riders: benefits added to a contract.

use super::check::{amount_text, rate_text};
use super::contracts::Rider;
use crate::problem::Findings;
use crate::text::clean;
use crate::vocabulary::coded;

coded! {
    RiderType {
        WaiverOfPremium = "WaiverOfPremium", "Waiver of Premium";
        AcceleratedBenefit = "AcceleratedBenefit", "Accelerated Benefit";
        ChronicIllness = "ChronicIllness", "Chronic Illness";
        LongTermCare = "LongTermCare", "Long-Term Care";
        ChildTerm = "ChildTerm", "Child Term";
        TermRider = "Term", "Term";
        GuaranteedInsurability = "GuaranteedInsurability", "Guaranteed Insurability";
        NoLapseGuarantee = "NoLapseGuarantee", "No-Lapse Guarantee";
        ReturnOfPremium = "ReturnOfPremium", "Return of Premium";
        Glwb = "GLWB", "Guaranteed Lifetime Withdrawal";
        Gmib = "GMIB", "Guaranteed Minimum Income";
        Gmab = "GMAB", "Guaranteed Minimum Accumulation";
        Gmdb = "GMDB", "Guaranteed Minimum Death Benefit";
    }
}

/// Maximum number of riders per contract.
pub const MAX_RIDERS: usize = 20;

/// Returns the riders in stored form, with amounts and rates as exact decimal text and empty texts as `None`.
///
/// Field paths are `riders[i].type` and so on. Codes: `too_many`, `required`, `unknown_code`, `duplicate`,
/// `date_format`, and the codes of amounts and percentages.
pub fn normalize(typed: Vec<Rider>, findings: &mut Findings) -> Vec<Rider> {
    if typed.len() > MAX_RIDERS {
        findings.fault("riders", "too_many", "Enter up to 20 riders.");
        return Vec::new();
    }
    let mut riders: Vec<Rider> = Vec::with_capacity(typed.len());
    for (i, rider) in typed.into_iter().enumerate() {
        let at = |part: &str| format!("riders[{i}].{part}");
        if RiderType::from_code(&rider.rider_type).is_none() {
            findings.refuse(at("type"), super::check::unknown_code("rider", &rider.rider_type));
        } else if riders.iter().any(|other| other.rider_type == rider.rider_type) {
            findings.fault(at("type"), "duplicate", "This rider is already listed.");
        }
        let until = rider
            .until
            .map(|text| clean(&text))
            .filter(|text| !text.is_empty());
        if until
            .as_deref()
            .is_some_and(|text| crate::date::from_wire(text).is_none())
        {
            findings.fault(at("until"), "date_format", "Enter a valid date.");
        }
        riders.push(Rider {
            rider_type: rider.rider_type,
            until,
            amount: amount_text(&at("amount"), rider.amount.as_deref(), findings),
            annual_cost: amount_text(&at("annualCost"), rider.annual_cost.as_deref(), findings),
            benefit_base: amount_text(&at("benefitBase"), rider.benefit_base.as_deref(), findings),
            roll_up_rate: rate_text(&at("rollUpRate"), rider.roll_up_rate.as_deref(), findings),
            withdrawal_percent: rate_text(
                &at("withdrawalPercent"),
                rider.withdrawal_percent.as_deref(),
                findings,
            ),
            activated: rider.activated,
        });
    }
    riders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rider(code: &str) -> Rider {
        Rider {
            rider_type: code.into(),
            ..Rider::default()
        }
    }

    #[test]
    fn normalizes_amounts_and_rates() {
        let typed = Rider {
            until: Some(" 2040-01-31 ".into()),
            amount: Some("25,000".into()),
            annual_cost: Some("$60.5".into()),
            benefit_base: Some("$ 1,250".into()),
            roll_up_rate: Some("5.50 %".into()),
            withdrawal_percent: Some(" ".into()),
            ..rider("GLWB")
        };
        let mut findings = Findings::default();
        let stored = normalize(vec![typed], &mut findings);
        assert_eq!(findings.0, []);
        assert_eq!(stored[0].until.as_deref(), Some("2040-01-31"));
        assert_eq!(stored[0].amount.as_deref(), Some("25000.00"));
        assert_eq!(stored[0].annual_cost.as_deref(), Some("60.50"));
        assert_eq!(stored[0].benefit_base.as_deref(), Some("1250.00"));
        assert_eq!(stored[0].roll_up_rate.as_deref(), Some("5.5"));
        assert_eq!(stored[0].withdrawal_percent, None);
        assert_eq!(normalize(stored.clone(), &mut findings), stored);
    }

    #[test]
    fn reports_rider_errors_by_field() {
        let with = |change: fn(&mut Rider)| {
            let mut one = rider("GLWB");
            change(&mut one);
            vec![one]
        };
        for (riders, field, code) in [
            (vec![rider("")], "riders[0].type", "required"),
            (vec![rider("Sidecar")], "riders[0].type", "unknown_code"),
            (vec![rider("GLWB"), rider("GLWB")], "riders[1].type", "duplicate"),
            (vec![rider("GLWB"); 21], "riders", "too_many"),
            (
                with(|one| one.until = Some("1/2/2030".into())),
                "riders[0].until",
                "date_format",
            ),
            (
                with(|one| one.benefit_base = Some("-1".into())),
                "riders[0].benefitBase",
                "money_negative",
            ),
            (
                with(|one| one.annual_cost = Some("1.005".into())),
                "riders[0].annualCost",
                "money_too_precise",
            ),
            (
                with(|one| one.roll_up_rate = Some("101".into())),
                "riders[0].rollUpRate",
                "percent_range",
            ),
        ] {
            let mut findings = Findings::default();
            normalize(riders, &mut findings);
            let found: Vec<_> = findings
                .0
                .iter()
                .map(|one| (one.field.as_str(), one.code.as_str()))
                .collect();
            assert_eq!(found, [(field, code)]);
        }
    }
}
