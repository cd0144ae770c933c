//! Users of a firm: role, block of business, and supported professionals.

use super::MAX_NAME_CHARS;
use crate::contact::{email, name};
use crate::fault::Fault;
use crate::permission::FirmUserType;
use crate::problem::{FieldProblem, Findings};
use crate::text::clean;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

const MAX_LOGIN_CHARS: usize = 200;
/// Maximum number of agents in one user's block of business.
pub const MAX_AGENTS: usize = 5_000;
/// Maximum number of professionals that one user supports.
pub const MAX_PROFESSIONALS: usize = 500;

/// A user of the firm, as shown to account administrators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FirmUser {
    pub user_key: String,
    /// Sign-in name at the identity provider.
    pub login: String,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    /// 1 Account Administrator, 2 Professional, 3 Office Manager, 4 View Only, 5 Outside Advisor
    pub firm_user_type: u8,
    pub firm_user_type_label: String,
    pub is_active: bool,
    /// The agents in a professional's block of business, sorted by name.
    pub agent_uuids: Vec<Uuid>,
    /// Names of the agents, in the same order as `agentUuids`.
    pub agent_names: Vec<String>,
    /// The professionals that an office manager supports.
    pub professional_keys: Vec<String>,
    /// Last sign-in to this firm, RFC 3339 in UTC.
    pub last_sign_in_at: Option<String>,
    /// Why the name and email address cannot be changed. `null` if they can.
    pub name_lock: Option<String>,
    /// Why the sign-in name cannot be changed. `null` if it can.
    pub login_lock: Option<String>,
    pub version: i32,
}

/// Request to add a user to the firm.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewFirmUser {
    /// Sign-in name at the identity provider.
    pub login: String,
    pub firm_user_type: u8,
    /// Ignored if the sign-in name already exists, like the other name and the email address. First and last
    /// name are required for a new sign-in name.
    #[serde(default)]
    pub first_name: Option<String>,
    #[serde(default)]
    pub last_name: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
}

/// Request to change a user.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FirmUserInput {
    /// The version that was loaded.
    pub version: i32,
    pub firm_user_type: u8,
    pub is_active: bool,
    /// Block of business. Ignored unless the user is a professional.
    #[serde(default)]
    pub agent_uuids: Vec<Uuid>,
    /// Supported professionals. Ignored unless the user is an office manager.
    #[serde(default)]
    pub professional_keys: Vec<String>,
    /// Sign-in name at the identity provider. Unchanged if missing, like the names and the email address.
    #[serde(default)]
    pub login: Option<String>,
    #[serde(default)]
    pub first_name: Option<String>,
    #[serde(default)]
    pub last_name: Option<String>,
    /// Empty to remove it.
    #[serde(default)]
    pub email: Option<String>,
}

/// Normalizes and validates a new user. Missing names are not an error here; see [`required_names`].
pub fn normalize_new(input: NewFirmUser) -> (NewFirmUser, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    check_type(&mut findings, input.firm_user_type);
    let login = findings
        .take("login", sign_in_name(&input.login))
        .unwrap_or_default();
    let user = NewFirmUser {
        login,
        firm_user_type: input.firm_user_type,
        first_name: name(&mut findings, input.first_name.as_deref(), "firstName"),
        last_name: name(&mut findings, input.last_name.as_deref(), "lastName"),
        email: input
            .email
            .map(|typed| clean(&typed))
            .filter(|typed| !typed.is_empty())
            .and_then(|typed| findings.take("email", email::normalize(&typed))),
    };
    (user, findings.0)
}

/// Returns the first and last name of a new user. Both are required if the sign-in name is new.
///
/// # Errors
/// Returns `required` for each missing name.
pub fn required_names(user: &NewFirmUser) -> Result<(&str, &str), Vec<FieldProblem>> {
    let mut findings = Findings::default();
    let mut name = |name: &Option<String>, field: &str| {
        if name.is_none() {
            findings.fault(
                field,
                "required",
                "This sign-in name is new. Enter the person's name.",
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

/// Normalizes and validates a change. Clears assignments that the role does not use.
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
        findings.fault("agentUuids", "too_many", "You can assign up to 5,000 agents.");
    }
    if input.professional_keys.len() > MAX_PROFESSIONALS {
        findings.fault(
            "professionalKeys",
            "too_many",
            "You can assign up to 500 professionals.",
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
            "Select one of the listed roles.",
        );
    }
}

/// Normalizes and validates a first or last name. Returns `None` if it is empty or invalid.
pub(super) fn name(findings: &mut Findings, typed: Option<&str>, field: &str) -> Option<String> {
    let name = findings.bounded_text(typed, field, MAX_NAME_CHARS)?;
    findings.take(field, name::check(&name))?;
    Some(name)
}

/// Normalizes a sign-in name. Accepts anything without spaces.
pub(super) fn sign_in_name(typed: &str) -> Result<String, Fault> {
    let name = clean(typed);
    if name.is_empty() {
        Err(Fault::new("required", "Enter a sign-in name."))
    } else if name.chars().count() > MAX_LOGIN_CHARS || name.contains(char::is_whitespace) {
        Err(Fault::new(
            "invalid_login",
            "Enter a sign-in name with up to 200 characters and no spaces.",
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
    fn validates_sign_in_name_and_role() {
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
    fn requires_both_names_for_an_unknown_login() {
        assert_eq!(required_names(&stranger()), Ok(("Ada", "Lee")));
        let nameless = NewFirmUser {
            first_name: None,
            last_name: None,
            ..stranger()
        };
        let faults = codes(required_names(&nameless).unwrap_err());
        assert_eq!(
            faults,
            [one("firstName", "required"), one("lastName", "required")].concat()
        );
    }

    #[test]
    fn clears_assignments_the_role_does_not_use() {
        let input = |firm_user_type| FirmUserInput {
            version: 1,
            firm_user_type,
            is_active: true,
            agent_uuids: vec![Uuid::nil(), Uuid::nil()],
            professional_keys: vec!["b".into(), "a".into(), "b".into()],
            ..FirmUserInput::default()
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
