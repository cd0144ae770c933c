//! Name, sign-in name and email of a user, as account administrators correct them.

use super::FirmUserInput;
use super::firm_user::{name, sign_in_name};
use crate::contact::email;
use crate::problem::{FieldProblem, Findings};
use crate::text::clean;
use serde::Serialize;

/// Name, sign-in name and email of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UserIdentity {
    pub login: String,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
}

/// Why parts of a user's identity cannot be changed. `None` if they can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdentityLocks {
    /// For first name, last name and email.
    pub name: Option<&'static str>,
    pub login: Option<&'static str>,
}

const ELSEWHERE: &str = "Your firm can't change these details. The user can change their name in their profile. For other changes, contact support.";
const SIGNED_IN: &str = "This user has already signed in with this name. For another name, set the user inactive and add a new user.";

impl IdentityLocks {
    /// Returns the locks of a user. `works_elsewhere` is true for users of several firms and for staff: a firm must
    /// not rename them in other firms, nor redirect the email of other firms.
    pub fn of(works_elsewhere: bool, has_signed_in: bool) -> Self {
        let elsewhere = works_elsewhere.then_some(ELSEWHERE);
        Self {
            name: elsewhere,
            // The sign-in name identifies the person. Whoever signs in with a new one would take over the account.
            login: elsewhere.or(has_signed_in.then_some(SIGNED_IN)),
        }
    }
}

/// Returns the identity of a user after a change, normalized and validated like that of a new user. Fields that the
/// request leaves out stay as they are.
pub fn correct_identity(
    before: &UserIdentity,
    locks: IdentityLocks,
    input: &FirmUserInput,
) -> (UserIdentity, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    let mut after = before.clone();
    if let Some(typed) = &input.login
        && let Some(login) = findings.take("login", sign_in_name(typed))
    {
        after.login = login;
    }
    let names = [
        (input.first_name.as_deref(), "firstName", &mut after.first_name),
        (input.last_name.as_deref(), "lastName", &mut after.last_name),
    ];
    for (typed, field, kept) in names {
        // A stored name that breaks a newer rule does not keep the other fields from being changed.
        let Some(typed) = typed.filter(|typed| typed != kept) else {
            continue;
        };
        if clean(typed).is_empty() {
            findings.fault(field, "required", "Enter a name.");
        } else if let Some(name) = name(&mut findings, Some(typed), field) {
            *kept = name;
        }
    }
    if let Some(typed) = &input.email
        && before.email.as_ref() != Some(typed)
    {
        let typed = clean(typed);
        after.email = if typed.is_empty() {
            None
        } else {
            findings.take("email", email::normalize(&typed))
        };
    }
    let changes = [
        ("login", before.login != after.login, locks.login),
        ("firstName", before.first_name != after.first_name, locks.name),
        ("lastName", before.last_name != after.last_name, locks.name),
        ("email", before.email != after.email, locks.name),
    ];
    for (field, is_changed, lock) in changes {
        if let Some(reason) = lock.filter(|_| is_changed) {
            findings.fault(field, "locked", reason);
        }
    }
    (after, findings.0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{codes, one};
    use super::*;

    fn ada() -> UserIdentity {
        UserIdentity {
            login: "ada.lee".into(),
            first_name: "Ada".into(),
            last_name: "Lee".into(),
            email: Some("ada@example.com".into()),
        }
    }

    fn corrected(
        locks: IdentityLocks,
        change: impl FnOnce(&mut FirmUserInput),
    ) -> (UserIdentity, Vec<(String, String)>) {
        let mut input = FirmUserInput {
            version: 1,
            firm_user_type: 2,
            is_active: true,
            ..FirmUserInput::default()
        };
        change(&mut input);
        let (after, faults) = correct_identity(&ada(), locks, &input);
        (after, codes(faults))
    }

    const FREE: IdentityLocks = IdentityLocks {
        name: None,
        login: None,
    };

    #[test]
    fn corrects_the_given_fields_by_the_rules_of_new_users() {
        assert_eq!(corrected(FREE, |_| {}), (ada(), vec![]));
        let (after, faults) = corrected(FREE, |input| {
            input.login = Some(" ada.leigh ".into());
            input.last_name = Some(" Leigh ".into());
            input.email = Some("Ada.Leigh@Example.COM".into());
        });
        let expected = UserIdentity {
            login: "ada.leigh".into(),
            last_name: "Leigh".into(),
            email: Some("Ada.Leigh@example.com".into()),
            ..ada()
        };
        assert_eq!((after, faults), (expected, vec![]));
        let (after, faults) = corrected(FREE, |input| input.email = Some(" ".into()));
        assert_eq!((after.email, faults), (None, vec![]));
    }

    #[test]
    fn rejects_invalid_values_by_field() {
        let faults = |change: fn(&mut FirmUserInput)| corrected(FREE, change).1;
        assert_eq!(
            faults(|input| input.login = Some("".into())),
            one("login", "required")
        );
        assert_eq!(
            faults(|input| input.login = Some("a b".into())),
            one("login", "invalid_login")
        );
        assert_eq!(
            faults(|input| input.first_name = Some(" ".into())),
            one("firstName", "required")
        );
        assert_eq!(
            faults(|input| input.last_name = Some("7".into())),
            one("lastName", "no_letter")
        );
        assert_eq!(
            faults(|input| input.last_name = Some("x".repeat(61))),
            one("lastName", "too_long")
        );
        assert_eq!(
            faults(|input| input.email = Some("ada".into())),
            one("email", "invalid_email")
        );
    }

    #[test]
    fn keeps_the_sign_in_name_after_a_sign_in_and_everything_of_shared_users() {
        let all = |input: &mut FirmUserInput| {
            input.login = Some("eve".into());
            input.first_name = Some("Eve".into());
            input.last_name = Some("Foe".into());
            input.email = Some("eve@example.com".into());
        };
        for (works_elsewhere, has_signed_in, locked) in [
            (false, false, vec![]),
            (false, true, vec!["login"]),
            (true, false, vec!["login", "firstName", "lastName", "email"]),
            (true, true, vec!["login", "firstName", "lastName", "email"]),
        ] {
            let locks = IdentityLocks::of(works_elsewhere, has_signed_in);
            let expected: Vec<_> = locked.iter().flat_map(|field| one(field, "locked")).collect();
            assert_eq!(
                corrected(locks, all).1,
                expected,
                "{works_elsewhere} {has_signed_in}"
            );
            // Values that stay the same are accepted.
            let same = corrected(locks, |input| {
                input.login = Some("ada.lee".into());
                input.first_name = Some("Ada".into());
                input.email = Some("ada@example.com".into());
            });
            assert_eq!(same, (ada(), vec![]));
        }
    }
}
