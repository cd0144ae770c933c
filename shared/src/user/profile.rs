//! Preferences that users set for themselves.

use super::MAX_NAME_CHARS;
use crate::contact::name;
use crate::problem::{FieldProblem, Findings};
use serde::{Deserialize, Serialize};

/// Name, time zone, theme and density.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileInput {
    pub first_name: String,
    pub last_name: String,
    /// IANA name, for example `America/New_York`.
    pub time_zone: String,
    pub theme: Theme,
    pub density: Density,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Theme {
    /// Follows the device setting.
    Auto,
    Light,
    Dark,
}

impl Theme {
    /// Returns the code stored in the database.
    pub fn code(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Density {
    Comfortable,
    Compact,
}

impl Density {
    /// Returns the code stored in the database.
    pub fn code(self) -> &'static str {
        match self {
            Self::Comfortable => "comfortable",
            Self::Compact => "compact",
        }
    }
}

/// Normalizes and validates a profile. `is_time_zone` tells whether a time zone name is known.
pub fn normalize_profile(
    input: ProfileInput,
    is_time_zone: impl Fn(&str) -> bool,
) -> (ProfileInput, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    let profile = ProfileInput {
        first_name: required_name(&mut findings, &input.first_name, "firstName"),
        last_name: required_name(&mut findings, &input.last_name, "lastName"),
        ..input
    };
    let zone = &profile.time_zone;
    if zone.len() > MAX_NAME_CHARS || !zone.is_ascii() || !is_time_zone(zone) {
        findings.fault("timeZone", "unknown_time_zone", "Select a valid time zone.");
    }
    (profile, findings.0)
}

fn required_name(findings: &mut Findings, typed: &str, field: &str) -> String {
    match findings.bounded_text(Some(typed), field, MAX_NAME_CHARS) {
        Some(name) => {
            findings.take(field, name::check(&name));
            name
        }
        None => {
            findings.fault(field, "required", "Enter a name.");
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{codes, one};
    use super::*;

    fn profile() -> ProfileInput {
        ProfileInput {
            first_name: " Dana ".into(),
            last_name: "O'Neil".into(),
            time_zone: "America/New_York".into(),
            theme: Theme::Auto,
            density: Density::Compact,
        }
    }

    fn profile_faults(change: impl FnOnce(&mut ProfileInput)) -> Vec<(String, String)> {
        let mut input = profile();
        change(&mut input);
        codes(normalize_profile(input, |zone| zone == "America/New_York").1)
    }

    #[test]
    fn validates_names_and_time_zone() {
        let (stored, faults) = normalize_profile(profile(), |_| true);
        assert_eq!((stored.first_name.as_str(), faults), ("Dana", vec![]));
        assert_eq!(
            profile_faults(|input| input.first_name = " ".into()),
            one("firstName", "required")
        );
        assert_eq!(
            profile_faults(|input| input.last_name = "-".into()),
            one("lastName", "no_letter")
        );
        assert_eq!(
            profile_faults(|input| input.last_name = "x".repeat(61)),
            one("lastName", "too_long")
        );
        for zone in ["", "Mars/Olympus", "America/New_York ", "Zürich"] {
            assert_eq!(
                profile_faults(|input| input.time_zone = zone.into()),
                one("timeZone", "unknown_time_zone"),
                "{zone}"
            );
        }
        let long = "A".repeat(61);
        let (_, faults) = normalize_profile(
            ProfileInput {
                time_zone: long,
                ..profile()
            },
            |_| true,
        );
        assert_eq!(codes(faults), one("timeZone", "unknown_time_zone"));
    }

    #[test]
    fn theme_and_density_codes_match_the_wire_format() {
        for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
            assert_eq!(serde_json::to_value(theme).unwrap(), theme.code());
        }
        for density in [Density::Comfortable, Density::Compact] {
            assert_eq!(serde_json::to_value(density).unwrap(), density.code());
        }
    }
}
