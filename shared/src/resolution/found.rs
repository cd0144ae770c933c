//! Pairs of contacts that may be duplicates, as shown for review.

use super::{DuplicateReason, DuplicateScore, Likeness};
use crate::contact::ContactKind;
use crate::vocabulary::coded;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

coded! {
    /// Review state of a pair. Merged pairs are no longer listed here, but in the merge history.
    PairState {
        Open = "Open", "To review";
        Dismissed = "Dismissed", "Not duplicates";
    }
}

/// Maximum number of pairs per response.
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
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub contact_type: ContactKind,
    pub first: PairedContact,
    pub second: PairedContact,
    /// 75 to 100.
    pub percent: u8,
    pub likeness: Likeness,
    pub likeness_label: String,
    pub reasons: Vec<ShownReason>,
    /// Set while the pair is marked as not duplicates.
    pub dismissal: Option<PairDismissal>,
}

/// Who marked a pair as not duplicates, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PairDismissal {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub at: Timestamp,
    pub by: String,
}

impl ShownReason {
    pub fn new(reason: DuplicateReason) -> Self {
        Self {
            label: reason.label(),
            reason,
        }
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

/// Maximum number of matches returned for a contact that is being added.
pub const MAX_MATCHES: usize = 5;

/// A stored contact that may be the same as one that is being added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DuplicateMatch {
    pub contact: PairedContact,
    /// 75 to 100, or less if only the names match.
    pub percent: u8,
    /// Null if only the names match.
    pub likeness: Option<Likeness>,
    pub likeness_label: String,
    pub reasons: Vec<ShownReason>,
}

impl DuplicateMatch {
    /// Returns `None` if the score is too low to report.
    pub fn new(contact: PairedContact, score: &DuplicateScore) -> Option<Self> {
        score.likeness()?;
        Self::or_namesake(contact, score)
    }

    /// Returns `None` if the contacts are neither duplicates nor namesakes.
    pub fn or_namesake(contact: PairedContact, score: &DuplicateScore) -> Option<Self> {
        let likeness = score.likeness();
        if likeness.is_none() && !score.is_of_namesakes() {
            return None;
        }
        Some(Self {
            contact,
            percent: score.percent,
            likeness,
            likeness_label: likeness.map_or("Same name", Likeness::label).to_owned(),
            reasons: score.reasons.iter().copied().map(ShownReason::new).collect(),
        })
    }
}

/// Maximum number of pairs per review.
pub const MAX_REVIEWED: usize = 100;

/// Marks pairs as not duplicates until one of their contacts changes, or lists them for review again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PairReview {
    /// 1 to 100 pairs.
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub uuids: Vec<Uuid>,
    pub is_dismissed: bool,
}

/// Progress of the comparison of a firm's agents and owners.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DuplicateProgress {
    /// Number of contacts still to be compared. 0 if the pairs are up to date.
    pub waiting: i64,
    /// Number of contacts in the last full comparison.
    pub contact_count: i64,
    /// When the last full comparison started. Null before the first.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub started_at: Option<Timestamp>,
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
    pub total: i64,
}
