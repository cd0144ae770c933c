//! Pairs of contacts that may be duplicates, as shown for review.

use super::{DuplicateReason, DuplicateScore, Likeness};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Number of pairs in a response.
pub const MAX_PAIRS: usize = 500;

/// One contact of a pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PairedContact {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub name: String,
    /// Email, phone or city, to tell contacts with the same name apart.
    pub detail: Option<String>,
    pub policy_count: i64,
    pub annuity_count: i64,
}

/// A reason of a pair, with its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShownReason {
    /// `Last name sounds alike`
    pub label: String,
    pub reason: DuplicateReason,
}

/// Two contacts that may be the same person or organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DuplicatePair {
    pub first: PairedContact,
    pub second: PairedContact,
    /// 75 to 100.
    pub percent: u8,
    pub likeness: Likeness,
    pub likeness_label: String,
    pub reasons: Vec<ShownReason>,
}

impl DuplicatePair {
    /// Returns `None` if the score is too low for a duplicate.
    pub fn new(first: PairedContact, second: PairedContact, score: &DuplicateScore) -> Option<Self> {
        let likeness = score.likeness()?;
        let shown = |reason: &DuplicateReason| ShownReason {
            label: reason.label(),
            reason: *reason,
        };
        Some(Self {
            first,
            second,
            percent: score.percent,
            likeness,
            likeness_label: likeness.label().to_owned(),
            reasons: score.reasons.iter().map(shown).collect(),
        })
    }
}

/// Which pairs to return.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CandidatesQuery {
    /// Pairs that were marked as not duplicates, instead of the others.
    #[serde(default)]
    pub is_dismissed: bool,
    /// Only pairs of this contact.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub contact_uuid: Option<Uuid>,
}

/// The pairs of a firm, most likely first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DuplicateCandidates {
    /// At most 500.
    pub items: Vec<DuplicatePair>,
    /// Number of all pairs.
    pub total: usize,
}
