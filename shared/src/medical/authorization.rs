//! HIPAA authorizations as entered in a form.

use super::{DiscloserKind, SignedBy};
use crate::date;
use crate::problem::Findings;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub const MAX_NAME: usize = 120;
pub const MAX_TEXT: usize = 500;

/// The elements of an authorization as entered in a form. Empty text stands for an element that is missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthorizationInput {
    /// The signed authorization, uploaded before
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub document_id: Option<Uuid>,
    /// The information to be disclosed
    pub information: String,
    /// `DiscloserKind` code
    pub discloser_kind: String,
    /// The providers who may disclose it: their names, or a class such as `any physician`
    pub discloser: String,
    /// Who may receive it
    pub recipient: String,
    pub purpose: String,
    pub expires_on: String,
    /// An event that ends the authorization, if it has no expiration date
    pub expiration_event: String,
    pub signed_on: String,
    /// `SignedBy` code
    pub signed_by: String,
    /// Authority of a representative to sign, such as `Power of attorney`
    pub authority: String,
    /// First day of the records that the authorization covers. Empty if it has no limit
    pub covers_from: String,
    /// Last day of the records that the authorization covers. Empty if it has no limit
    pub covers_to: String,
    /// Whether it states the right to revoke it, and how
    pub states_right_to_revoke: bool,
    /// Whether it states that treatment does not depend on it
    pub states_no_conditioning: bool,
    /// Whether it states that the recipient may disclose the information again
    pub states_redisclosure: bool,
    /// Whether it covers psychotherapy notes, which require a separate authorization
    pub covers_psychotherapy_notes: bool,
}

/// A stored authorization. Elements can be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Authorization {
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub document_id: Option<Uuid>,
    pub information: Option<String>,
    /// `DiscloserKind` code
    pub discloser_kind: Option<String>,
    pub discloser: Option<String>,
    pub recipient: Option<String>,
    pub purpose: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub expires_on: Option<Date>,
    pub expiration_event: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub signed_on: Option<Date>,
    /// `SignedBy` code
    pub signed_by: Option<String>,
    pub authority: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub covers_from: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub covers_to: Option<Date>,
    pub states_right_to_revoke: bool,
    pub states_no_conditioning: bool,
    pub states_redisclosure: bool,
    pub covers_psychotherapy_notes: bool,
}

/// Validates an authorization as entered. Elements may be missing. Field paths start with `authorization.`.
pub(super) fn read(input: &AuthorizationInput, today: Date, findings: &mut Findings) -> Authorization {
    let mut text = |value: &str, field: &str, max| {
        findings.bounded_text(Some(value), &format!("authorization.{field}"), max)
    };
    let information = text(&input.information, "information", MAX_TEXT);
    let discloser = text(&input.discloser, "discloser", MAX_TEXT);
    let recipient = text(&input.recipient, "recipient", MAX_TEXT);
    let purpose = text(&input.purpose, "purpose", MAX_TEXT);
    let expiration_event = text(&input.expiration_event, "expirationEvent", MAX_TEXT);
    let authority = text(&input.authority, "authority", MAX_NAME);
    let code = |typed: &str, is_known: bool, field: &str, findings: &mut Findings| {
        if typed.is_empty() {
            return None;
        }
        if !is_known {
            let field = format!("authorization.{field}");
            findings.fault(field, "unknown_choice", "Choose an option from the list.");
        }
        Some(typed.to_owned())
    };
    let kind = &input.discloser_kind;
    let is_kind = DiscloserKind::from_code(kind).is_some();
    let discloser_kind = code(kind, is_kind, "discloserKind", findings);
    let by = &input.signed_by;
    let signed_by = code(by, SignedBy::from_code(by).is_some(), "signedBy", findings);
    let mut day = |typed: &str, field: &str| optional_day(typed, &format!("authorization.{field}"), findings);
    let expires_on = day(&input.expires_on, "expiresOn");
    let signed_on = day(&input.signed_on, "signedOn");
    let covers_from = day(&input.covers_from, "coversFrom");
    let covers_to = day(&input.covers_to, "coversTo");
    if signed_on.is_some_and(|signed| signed > today) {
        let message = "The authorization cannot be signed in the future.";
        findings.fault("authorization.signedOn", "future", message);
    }
    if expires_on
        .zip(signed_on)
        .is_some_and(|(expires, signed)| expires < signed)
    {
        let message = "The authorization cannot expire before it is signed.";
        findings.fault("authorization.expiresOn", "order", message);
    }
    if covers_from.zip(covers_to).is_some_and(|(from, to)| from > to) {
        let message = "Enter an end date on or after the start date.";
        findings.fault("authorization.coversTo", "order", message);
    }
    Authorization {
        document_id: input.document_id,
        information,
        discloser_kind,
        discloser,
        recipient,
        purpose,
        expires_on,
        expiration_event,
        signed_on,
        signed_by,
        authority,
        covers_from,
        covers_to,
        states_right_to_revoke: input.states_right_to_revoke,
        states_no_conditioning: input.states_no_conditioning,
        states_redisclosure: input.states_redisclosure,
        covers_psychotherapy_notes: input.covers_psychotherapy_notes,
    }
}

/// Parses a date. Returns `None` for an empty field.
pub(super) fn optional_day(typed: &str, field: &str, findings: &mut Findings) -> Option<Date> {
    if typed.trim().is_empty() {
        return None;
    }
    findings.take(field, date::parse(typed))
}
