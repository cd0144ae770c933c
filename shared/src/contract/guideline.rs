//! PolicyGuard guidelines: the agreed minimum and maximum of five policy parameters.

use super::Policy;
use super::check::{AGES, COMDEX};
use crate::fault::Fault;
use crate::money;
use crate::problem::Findings;
use crate::text::clean;
use crate::vocabulary::coded;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

coded! {
    /// A policy parameter that can have a guideline.
    GuidelineParameter {
        LapseAge = "lapseAge", "Lapse age";
        DeathBenefit = "deathBenefit", "Death benefit";
        Premium = "premium", "Annualized premium";
        CreditingRate = "creditingRate", "Crediting rate";
        /// Rating of the carrier.
        Comdex = "comdex", "Comdex";
    }
}

/// Unit of a parameter's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum GuidelineUnit {
    Whole,
    Money,
    Percent,
}

impl GuidelineParameter {
    pub const fn unit(self) -> GuidelineUnit {
        match self {
            Self::LapseAge | Self::Comdex => GuidelineUnit::Whole,
            Self::DeathBenefit | Self::Premium => GuidelineUnit::Money,
            Self::CreditingRate => GuidelineUnit::Percent,
        }
    }

    /// Parses a minimum or a maximum. Returns `Ok(None)` for empty input.
    fn read(self, typed: Option<&str>) -> Result<Option<Decimal>, Fault> {
        let Some(text) = typed.map(clean).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        match self {
            Self::LapseAge => whole(&text, AGES, "Enter an age from 0 to 130."),
            Self::Comdex => whole(&text, COMDEX, "Enter a Comdex ranking from 1 to 100."),
            Self::DeathBenefit | Self::Premium => Ok(money::parse(&text)?),
            Self::CreditingRate => Ok(money::check_percent(money::parse_percent(&text)?)?.normalize()),
        }
        .map(Some)
    }
}

/// Current values of the parameters of a policy. `None` if unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct GuidelineValues {
    pub lapse_age: Option<i16>,
    pub death_benefit: Option<Decimal>,
    pub premium: Option<Decimal>,
    pub crediting_rate: Option<Decimal>,
    pub comdex: Option<i16>,
}

impl GuidelineValues {
    pub fn get(&self, parameter: GuidelineParameter) -> Option<Decimal> {
        match parameter {
            GuidelineParameter::LapseAge => self.lapse_age.map(Into::into),
            GuidelineParameter::DeathBenefit => self.death_benefit,
            GuidelineParameter::Premium => self.premium,
            GuidelineParameter::CreditingRate => self.crediting_rate,
            GuidelineParameter::Comdex => self.comdex.map(Into::into),
        }
    }
}

fn whole(text: &str, range: std::ops::RangeInclusive<i16>, message: &'static str) -> Result<Decimal, Fault> {
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .map(Decimal::from)
        .ok_or_else(|| Fault::new("out_of_range", message))
}

/// The agreed range of a parameter. At least one bound is set, and the minimum does not exceed the maximum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guideline {
    pub parameter: GuidelineParameter,
    pub minimum: Option<Decimal>,
    pub maximum: Option<Decimal>,
}

impl Guideline {
    pub fn contains(&self, value: Decimal) -> bool {
        self.minimum.is_none_or(|least| value >= least) && self.maximum.is_none_or(|most| value <= most)
    }
}

/// A range as entered in a form. `None` leaves a bound open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GuidelineDraft {
    /// `GuidelineParameter` code.
    pub parameter: String,
    pub minimum: Option<String>,
    pub maximum: Option<String>,
}

/// Request to change the guidelines. `before` holds the ranges that the form loaded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GuidelinesDraft {
    pub before: Vec<GuidelineDraft>,
    pub guidelines: Vec<GuidelineDraft>,
}

/// Validates ranges and drops those without a bound.
///
/// Field paths are `{field}[i].minimum` and so on. Codes: `unknown_code`, `duplicate`, `out_of_range`,
/// `order`, and the codes of amounts and percentages.
pub fn read(drafts: &[GuidelineDraft], field: &str, findings: &mut Findings) -> Vec<Guideline> {
    let mut read: Vec<Guideline> = Vec::with_capacity(drafts.len());
    for (i, draft) in drafts.iter().enumerate() {
        let at = |part: &str| format!("{field}[{i}].{part}");
        let Some(parameter) = GuidelineParameter::from_code(&draft.parameter) else {
            findings.fault(
                at("parameter"),
                "unknown_code",
                "Unknown parameter. Choose one from the list.",
            );
            continue;
        };
        if read.iter().any(|other| other.parameter == parameter) {
            findings.fault(
                at("parameter"),
                "duplicate",
                "This parameter already has a range.",
            );
            continue;
        }
        let minimum = findings.take(&at("minimum"), parameter.read(draft.minimum.as_deref()));
        let maximum = findings.take(&at("maximum"), parameter.read(draft.maximum.as_deref()));
        let (Some(minimum), Some(maximum)) = (minimum, maximum) else {
            continue;
        };
        if let (Some(least), Some(most)) = (minimum, maximum)
            && least > most
        {
            findings.fault(
                at("maximum"),
                "order",
                "The maximum cannot be less than the minimum.",
            );
        }
        if minimum.is_some() || maximum.is_some() {
            read.push(Guideline {
                parameter,
                minimum,
                maximum,
            });
        }
    }
    read
}

/// A parameter with its guideline and the policy's current value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GuidelineStanding {
    /// `GuidelineParameter` code.
    pub parameter: String,
    pub label: String,
    pub unit: GuidelineUnit,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub minimum: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub maximum: Option<Decimal>,
    /// The policy's current value. Null if unknown.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub current: Option<Decimal>,
    /// The current value is outside its range.
    pub is_out: bool,
}

/// Returns every parameter, with or without a guideline.
pub fn current_standings(
    policy: &Policy,
    comdex: Option<i16>,
    guidelines: &[Guideline],
) -> Vec<GuidelineStanding> {
    let values = GuidelineValues {
        lapse_age: policy.lapse_age,
        death_benefit: policy.death_benefit,
        premium: policy.annualized_premium,
        crediting_rate: policy.crediting_rate,
        comdex,
    };
    let of = |parameter: &GuidelineParameter| {
        let range = guidelines.iter().find(|range| range.parameter == *parameter);
        let current = values.get(*parameter);
        GuidelineStanding {
            parameter: parameter.code().into(),
            label: parameter.label().into(),
            unit: parameter.unit(),
            minimum: range.and_then(|range| range.minimum),
            maximum: range.and_then(|range| range.maximum),
            current,
            is_out: range.is_some_and(|range| current.is_some_and(|value| !range.contains(value))),
        }
    };
    GuidelineParameter::ALL.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(parameter: &str, minimum: &str, maximum: &str) -> GuidelineDraft {
        GuidelineDraft {
            parameter: parameter.into(),
            minimum: Some(minimum.into()),
            maximum: Some(maximum.into()),
        }
    }

    fn codes(drafts: &[GuidelineDraft]) -> Vec<(String, String)> {
        let mut findings = Findings::default();
        read(drafts, "guidelines", &mut findings);
        findings.0.into_iter().map(|one| (one.field, one.code)).collect()
    }

    #[test]
    fn parses_ranges() {
        let mut findings = Findings::default();
        let drafts = [
            draft("lapseAge", "95", ""),
            draft("deathBenefit", "$ 250,000", "1,000,000.50"),
            draft("premium", " ", ""),
            draft("creditingRate", "3.5 %", "5.25"),
            draft("comdex", "80", "100"),
        ];
        let ranges = read(&drafts, "guidelines", &mut findings);
        assert_eq!(findings.0, []);
        let shown: Vec<String> = ranges
            .iter()
            .map(|range| {
                format!(
                    "{} {:?} {:?}",
                    range.parameter.code(),
                    range.minimum,
                    range.maximum
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                "lapseAge Some(95) None",
                "deathBenefit Some(250000.00) Some(1000000.50)",
                "creditingRate Some(3.5) Some(5.25)",
                "comdex Some(80) Some(100)"
            ]
        );
    }

    #[test]
    fn reports_range_errors_by_field() {
        for (one, field, code) in [
            (
                draft("salary", "1", "2"),
                "guidelines[0].parameter",
                "unknown_code",
            ),
            (
                draft("lapseAge", "9.5", ""),
                "guidelines[0].minimum",
                "out_of_range",
            ),
            (
                draft("lapseAge", "", "131"),
                "guidelines[0].maximum",
                "out_of_range",
            ),
            (draft("comdex", "0", ""), "guidelines[0].minimum", "out_of_range"),
            (
                draft("premium", "-1", ""),
                "guidelines[0].minimum",
                "money_negative",
            ),
            (
                draft("creditingRate", "101", ""),
                "guidelines[0].minimum",
                "percent_range",
            ),
            (
                draft("creditingRate", "1.23456", ""),
                "guidelines[0].minimum",
                "percent_too_precise",
            ),
            (draft("deathBenefit", "2", "1"), "guidelines[0].maximum", "order"),
        ] {
            assert_eq!(codes(&[one]), [(field.to_owned(), code.to_owned())]);
        }
        let twice = [draft("comdex", "1", ""), draft("comdex", "2", "")];
        assert_eq!(
            codes(&twice),
            [("guidelines[1].parameter".to_owned(), "duplicate".to_owned())]
        );
    }

    #[test]
    fn detects_values_outside_range() {
        let range = |minimum, maximum| Guideline {
            parameter: GuidelineParameter::LapseAge,
            minimum,
            maximum,
        };
        let least = range(Some(Decimal::from(95)), None);
        let between = range(Some(Decimal::from(95)), Some(Decimal::from(100)));
        for (age, below_least, outside) in [
            (Some(94), true, true),
            (Some(95), false, false),
            (Some(100), false, false),
            (Some(101), false, true),
            (None, false, false),
        ] {
            let policy = Policy {
                lapse_age: age,
                ..Policy::default()
            };
            let is_out =
                |range: &Guideline| current_standings(&policy, None, std::slice::from_ref(range))[0].is_out;
            assert_eq!(
                (is_out(&least), is_out(&between)),
                (below_least, outside),
                "{age:?}"
            );
        }
    }

    #[test]
    fn standing_lists_every_parameter_with_its_value() {
        let policy = Policy {
            death_benefit: Some(Decimal::from(5)),
            annualized_premium: Some(Decimal::from(6)),
            crediting_rate: Some(Decimal::from(7)),
            ..Policy::default()
        };
        let told: Vec<_> = current_standings(&policy, Some(81), &[])
            .into_iter()
            .map(|one| (one.parameter, one.current, one.is_out))
            .collect();
        let known = |parameter: &str, value: i64| (parameter.to_owned(), Some(Decimal::from(value)), false);
        assert_eq!(
            told,
            [
                ("lapseAge".to_owned(), None, false),
                known("deathBenefit", 5),
                known("premium", 6),
                known("creditingRate", 7),
                known("comdex", 81)
            ]
        );
    }
}
