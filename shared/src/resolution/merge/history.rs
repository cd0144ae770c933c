//! Past merges, and the preview of undoing one.

use super::FieldConflict;
use crate::contact::ContactRecord;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Body of the redirect from a merged contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MovedContact {
    /// The contact that it was merged into.
    pub uuid: Uuid,
}

/// A merge that was made.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MergeDone {
    /// Identifies the merge when it is undone.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// The remaining contact.
    pub contact: ContactRecord,
}

/// An entry of the merge history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MergeEntry {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// The contact that remained. It may have been merged itself since.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub target_uuid: Uuid,
    /// Its name at the time of the merge.
    pub target_name: String,
    /// Names of the merged contacts at the time of the merge.
    pub merged_names: Vec<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub at: jiff::Timestamp,
    /// Name of the user.
    pub by: String,
    /// Null unless the merge was undone.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub undone_at: Option<jiff::Timestamp>,
    pub undone_by: Option<String>,
}

/// A page of merges, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MergeHistory {
    pub items: Vec<MergeEntry>,
    /// Older entries exist.
    pub has_more: bool,
}

/// A contract that was linked to the remaining contact after a merge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LaterContract {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub is_annuity: bool,
    pub number: String,
}

/// A contact that undoing a merge would restore.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RestoredContact {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub name: String,
    /// Number of contracts that it gets back.
    pub contracts: i64,
}

/// What undoing a merge would do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UnmergePreview {
    /// The contact that holds the merged records now: the target of the merge, or the contact that it was merged into.
    pub holder: ContactRecord,
    /// The target of the merge. `version` is expected by the request.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub target_uuid: Uuid,
    pub target_version: i32,
    pub restored: Vec<RestoredContact>,
    /// Contracts linked to the holder after the merge. The user chooses who keeps them.
    pub later: Vec<LaterContract>,
    /// Fields of the target that were changed after the merge.
    pub conflicts: Vec<FieldConflict>,
}
