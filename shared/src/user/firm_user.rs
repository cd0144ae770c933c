//! Who works in a firm, in which role, on whose block.

use super::MAX_NAME_CHARS;
use crate::contact::{email, name};
use crate::fault::Fault;
use crate::permission::FirmUserType;
use crate::problem::{FieldProblem, Findings};
use crate::text::clean;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

const MAX_LOGIN_CHARS: usize = 200;
/// Agents of one user's block.
pub const MAX_AGENTS: usize = 5_000;
/// Professionals whom one user supports.
pub const MAX_PROFESSIONALS: usize = 500;

/// A user of the firm as its account administrators see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FirmUser {
    pub user_key: String,
    /// The sign-in name at the identity provider.
    pub login: String,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    /// 1 Account Administrator, 2 Professional, 3 Office Manager, 4 View Only, 5 Outside Advisor
    pub firm_user_type: u8,
    pub firm_user_type_label: String,
    pub is_active: bool,
    /// The block of a professional, by name.
    pub agent_uuids: Vec<Uuid>,
    /// The names of these agents, in the same order.
    pub agent_names: Vec<String>,
    /// Whose blocks an office manager works on.
    pub professional_keys: Vec<String>,
    /// The last sign-in that came to this firm; RFC 3339 in UTC.
    pub last_sign_in_at: Option<String>,
    pub version: i32,
}

/// Somebody who signs in at the identity provider and shall work in the firm.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewFirmUser {
    /// The sign-in name at the identity provider.
    pub login: String,
    pub firm_user_type: u8,
    /// Names and e-mail of somebody who was here before stay as they are; of anybody else the names are needed.
    #[serde(default)]
    pub first_name: Option<String>,
    #[serde(default)]
    pub last_name: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
}

/// What an account administrator changes of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FirmUserInput {
    /// The version that was read.
    pub version: i32,
    pub firm_user_type: u8,
    pub is_active: bool,
    /// The block; counts for professionals only, others have none.
    #[serde(default)]
    pub agent_uuids: Vec<Uuid>,
    /// Counts for office managers only, others support nobody.
    #[serde(default)]
    pub professional_keys: Vec<String>,
}

/// The new user as they are stored, and what is at fault. Names may be missing as far as this check knows.
pub fn normalize_new(input: NewFirmUser) -> (NewFirmUser, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    check_type(&mut findings, input.firm_user_type);
    let login = findings
        .take("login", sign_in_name(&input.login))
        .unwrap_or_default();
    let name = |findings: &mut Findings, typed: &Option<String>, field: &str| {
        let name = findings.bounded_text(typed.as_deref(), field, MAX_NAME_CHARS)?;
        findings.take(field, name::check(&name))?;
        Some(name)
    };
    let user = NewFirmUser {
        login,
        firm_user_type: input.firm_user_type,
        first_name: name(&mut findings, &input.first_name, "firstName"),
        last_name: name(&mut findings, &input.last_name, "lastName"),
        email: input
            .email
            .map(|typed| clean(&typed))
            .filter(|typed| !typed.is_empty())
            .and_then(|typed| findings.take("email", email::normalize(&typed))),
    };
    (user, findings.0)
}

/// First and last name of somebody whom nobody here knows yet.
///
/// # Errors
/// `required`, for each that is missing.
pub fn names_of_stranger(user: &NewFirmUser) -> Result<(&str, &str), Vec<FieldProblem>> {
    let mut findings = Findings::default();
    let mut name = |name: &Option<String>, field: &str| {
        if name.is_none() {
            findings.fault(
                field,
                "required",
                "Nobody has signed in by this name yet. Give the person's name.",
            );
        }
    };
    name(&user.first_name, "firstName");
    name(&user.last_name, "lastName");
    match (user.first_name.as_deref(), user.last_name.as_deref()) {
        (Some(first), Some(last)) => Ok((first, last)),
        _ => Err(findings.0),
    }
}

/// The change without what the role has no use for, and what is at fault with it.
pub fn normalize_change(mut input: FirmUserInput) -> (FirmUserInput, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    check_type(&mut findings, input.firm_user_type);
    let user_type = FirmUserType::from_number(input.firm_user_type);
    if user_type != Some(FirmUserType::Professional) {
        input.agent_uuids.clear();
    }
    if user_type != Some(FirmUserType::OfficeManager) {
        input.professional_keys.clear();
    }
    if input.agent_uuids.len() > MAX_AGENTS {
        findings.fault("agentUuids", "too_many", "A block has 5,000 agents at most.");
    }
    if input.professional_keys.len() > MAX_PROFESSIONALS {
        findings.fault(
            "professionalKeys",
            "too_many",
            "One user supports 500 others at most.",
        );
    }
    input.agent_uuids.sort_unstable();
    input.agent_uuids.dedup();
    input.professional_keys.sort_unstable();
    input.professional_keys.dedup();
    (input, findings.0)
}

fn check_type(findings: &mut Findings, number: u8) {
    if FirmUserType::from_number(number).is_none() {
        findings.fault(
            "firmUserType",
            "unknown_choice",
            "Choose one of the listed roles.",
        );
    }
}

/// As the provider knows it: without spaces, otherwise any.
fn sign_in_name(typed: &str) -> Result<String, Fault> {
    let name = clean(typed);
    if name.is_empty() {
        Err(Fault::new(
            "required",
            "Give the name by which the person signs in.",
        ))
    } else if name.chars().count() > MAX_LOGIN_CHARS || name.contains(char::is_whitespace) {
        Err(Fault::new(
            "invalid_login",
            "A sign-in name has up to 200 characters and no spaces.",
        ))
    } else {
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{codes, one};
    use super::*;

    fn stranger() -> NewFirmUser {
        NewFirmUser {
            login: " ada.lee ".into(),
            firm_user_type: 2,
            first_name: Some("Ada".into()),
            last_name: Some("Lee".into()),
            email: Some("Ada@Example.COM".into()),
        }
    }

    fn new_faults(change: impl FnOnce(&mut NewFirmUser)) -> Vec<(String, String)> {
        let mut input = stranger();
        change(&mut input);
        codes(normalize_new(input).1)
    }

    #[test]
    fn a_new_user_has_a_sign_in_name_and_a_known_role() {
        let (stored, faults) = normalize_new(stranger());
        assert_eq!(faults, []);
        assert_eq!(
            (stored.login.as_str(), stored.email.as_deref()),
            ("ada.lee", Some("Ada@example.com"))
        );
        assert_eq!(
            new_faults(|input| input.login = " ".into()),
            one("login", "required")
        );
        assert_eq!(
            new_faults(|input| input.login = "ada lee".into()),
            one("login", "invalid_login")
        );
        assert_eq!(
            new_faults(|input| input.login = "x".repeat(201)),
            one("login", "invalid_login")
        );
        assert_eq!(
            new_faults(|input| input.email = Some("ada".into())),
            one("email", "invalid_email")
        );
        assert_eq!(
            new_faults(|input| input.first_name = Some("7".into())),
            one("firstName", "no_letter")
        );
        for number in [0, 6, 255] {
            assert_eq!(
                new_faults(|input| input.firm_user_type = number),
                one("firmUserType", "unknown_choice")
            );
        }
        assert_eq!(new_faults(|input| input.first_name = None), []);
    }

    #[test]
    fn a_stranger_needs_both_names() {
        assert_eq!(names_of_stranger(&stranger()), Ok(("Ada", "Lee")));
        let nameless = NewFirmUser {
            first_name: None,
            last_name: None,
            ..stranger()
        };
        let faults = codes(names_of_stranger(&nameless).unwrap_err());
        assert_eq!(
            faults,
            [one("firstName", "required"), one("lastName", "required")].concat()
        );
    }

    #[test]
    fn a_role_keeps_only_what_it_has_a_use_for() {
        let input = |firm_user_type| FirmUserInput {
            version: 1,
            firm_user_type,
            is_active: true,
            agent_uuids: vec![Uuid::nil(), Uuid::nil()],
            professional_keys: vec!["b".into(), "a".into(), "b".into()],
        };
        for (number, agents, professionals) in [(1, 0, 0), (2, 1, 0), (3, 0, 2), (4, 0, 0), (5, 0, 0)] {
            let (kept, faults) = normalize_change(input(number));
            assert_eq!(
                (kept.agent_uuids.len(), kept.professional_keys.len(), faults),
                (agents, professionals, vec![]),
                "{number}"
            );
        }
        assert_eq!(
            codes(normalize_change(input(9)).1),
            one("firmUserType", "unknown_choice")
        );
        let mut crowd = input(2);
        crowd.agent_uuids = (0..=5_000).map(Uuid::from_u128).collect();
        assert_eq!(codes(normalize_change(crowd).1), one("agentUuids", "too_many"));
        let mut crowd = input(3);
        crowd.professional_keys = (0..=500).map(|i| i.to_string()).collect();
        assert_eq!(
            codes(normalize_change(crowd).1),
            one("professionalKeys", "too_many")
        );
    }
}
