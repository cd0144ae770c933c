//! Checks that an authorization is complete, has not expired and covers a request.

use super::{Authorization, DiscloserKind, RequestContent, SignedBy};
use crate::date;
use crate::text::fold;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// An element of an authorization that is missing or does not fit the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthorizationGap {
    /// Field of the authorization, such as `recipient`
    pub element: String,
    /// One sentence for the user
    pub message: String,
}

/// Returns the gaps that prevent a request from being sent on a day. Empty if the authorization is valid and
/// covers the request.
pub fn gaps(request: &RequestContent, today: Date) -> Vec<AuthorizationGap> {
    let Some(authorization) = &request.authorization else {
        return vec![gap(
            "document",
            "Add the insured's HIPAA authorization. A request cannot be sent without one.",
        )];
    };
    let mut gaps = missing(authorization);
    gaps.extend(uncovered(authorization, request, today));
    gaps
}

/// Returns the elements of 45 CFR 164.508(c) that are missing.
fn missing(authorization: &Authorization) -> Vec<AuthorizationGap> {
    let is_by_representative = authorization.signed_by.as_deref() == Some(SignedBy::Representative.code());
    let elements = [
        (
            authorization.document_id.is_some(),
            "document",
            "Upload the signed authorization.",
        ),
        (
            authorization.information.is_some(),
            "information",
            "Describe the information that the authorization lets the provider disclose.",
        ),
        (
            authorization.discloser.is_some() && authorization.discloser_kind.is_some(),
            "discloser",
            "Enter who may disclose the information under the authorization.",
        ),
        (
            authorization.recipient.is_some(),
            "recipient",
            "Enter who may receive the information under the authorization.",
        ),
        (
            authorization.purpose.is_some(),
            "purpose",
            "Enter the purpose that the authorization states.",
        ),
        (
            authorization.expires_on.is_some() || authorization.expiration_event.is_some(),
            "expiresOn",
            "Enter the expiration date or event of the authorization.",
        ),
        (
            authorization.signed_by.is_some(),
            "signedBy",
            "Choose who signed the authorization.",
        ),
        (
            authorization.signed_on.is_some(),
            "signedOn",
            "Enter the date of the signature.",
        ),
        (
            !is_by_representative || authorization.authority.is_some(),
            "authority",
            "Enter the representative's authority to sign.",
        ),
        (
            authorization.states_right_to_revoke,
            "statesRightToRevoke",
            "The authorization must state the right to revoke it, and how.",
        ),
        (
            authorization.states_no_conditioning,
            "statesNoConditioning",
            "The authorization must state whether treatment depends on it.",
        ),
        (
            authorization.states_redisclosure,
            "statesRedisclosure",
            "The authorization must state that the recipient may disclose the information again.",
        ),
        (
            !authorization.covers_psychotherapy_notes,
            "coversPsychotherapyNotes",
            "Psychotherapy notes require a separate authorization. They cannot be requested here.",
        ),
    ];
    let missing = elements.into_iter().filter(|(is_present, ..)| !is_present);
    missing
        .map(|(_, element, message)| gap(element, message))
        .collect()
}

/// Returns the reasons why an authorization does not cover a request on a day.
fn uncovered(
    authorization: &Authorization,
    request: &RequestContent,
    today: Date,
) -> impl Iterator<Item = AuthorizationGap> {
    let expired = expiry_sentence(authorization, today).map(|message| gap("expiresOn", message));
    let is_named = authorization.discloser_kind.as_deref() == Some(DiscloserKind::Named.code());
    let provider = &request.provider.name;
    let names_provider = authorization
        .discloser
        .as_deref()
        .is_none_or(|discloser| fold(discloser).contains(&fold(provider)));
    let other_provider = (is_named && !names_provider).then(|| {
        let message =
            format!("The authorization does not name {provider}. Enter the provider as it is named there.");
        gap("discloser", message)
    });
    let starts_late = authorization.covers_from.filter(|from| *from > request.date_from);
    let too_early = starts_late.map(|from| {
        let message = format!(
            "The authorization covers records from {} only.",
            date::format(from)
        );
        gap("coversFrom", message)
    });
    let ends_early = authorization.covers_to.filter(|to| *to < request.date_to);
    let too_late = ends_early.map(|to| {
        let message = format!(
            "The authorization covers records up to {} only.",
            date::format(to)
        );
        gap("coversTo", message)
    });
    [expired, other_provider, too_early, too_late]
        .into_iter()
        .flatten()
}

/// Returns a sentence for the user if the authorization has expired on a day. It is still valid on its expiration date.
pub fn expiry_sentence(authorization: &Authorization, today: Date) -> Option<String> {
    let expired = authorization.expires_on.filter(|expires| *expires < today)?;
    Some(format!(
        "The authorization expired on {}. Get a new one from the insured.",
        date::format(expired)
    ))
}

fn gap(element: &str, message: impl Into<String>) -> AuthorizationGap {
    AuthorizationGap {
        element: element.into(),
        message: message.into(),
    }
}
