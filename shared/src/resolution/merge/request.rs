//! Requests to merge contacts, and the problems that block a merge.

use crate::contact::Person;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Maximum number of contacts in a merge, including the one that remains.
pub const MAX_CONTACTS: usize = 5;

/// The contact that remains after a merge, with its new values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "openapi",
    schema(example = json!({
        "uuid": "0190a0b1-0000-7000-8000-000000000001",
        "version": 3,
        "person": { "firstName": "Ada", "lastName": "Lee", "npn": "1234567" },
        "taxIdFrom": "0190a0b1-0000-7000-8000-000000000002",
        "confirmDifferences": false
    }))
)]
pub struct MergeTarget {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// Version of the record that the comparison showed.
    pub version: i32,
    /// Values after the merge. `taxId` must be null.
    pub person: Person,
    /// All custom fields after the merge.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub custom_fields: BTreeMap<String, String>,
    /// Merged contact whose tax ID is taken over. The remaining contact must have none.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub tax_id_from: Option<Uuid>,
    /// Merge although the contacts have different NPNs or tax IDs.
    #[serde(default)]
    pub confirm_differences: bool,
}

/// The contact that remains when a merge is undone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "openapi",
    schema(example = json!({
        "uuid": "0190a0b1-0000-7000-8000-000000000001",
        "version": 5,
        "restore": ["email"]
    }))
)]
pub struct UnmergeTarget {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// Version of the record that the preview showed.
    pub version: i32,
    /// Fields in conflict that get their value from before the merge. Other fields in conflict keep their value.
    #[serde(default)]
    pub restore: Vec<String>,
}

/// A merge of agents or owners.
#[derive(Debug, Clone, PartialEq)]
pub struct Merge {
    pub target: MergeTarget,
    /// All merged contacts, including the one that remains.
    pub uuids: Vec<Uuid>,
}

/// An undo of a merge of agents or owners.
#[derive(Debug, Clone, PartialEq)]
pub struct Unmerge {
    pub target: UnmergeTarget,
    /// Contracts that were linked to the remaining contact after the merge and move to the restored one.
    pub contract_uuids: Vec<Uuid>,
}

/// Defines the request types of one kind of contact. The kinds differ only in field names.
macro_rules! requests {
    ($selection:ident, $merge:ident, $unmerge:ident, $data:ident, $ids:ident, $links:ident) => {
        /// Contacts to merge, 2 to 5.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $selection {
            #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
            #[cfg_attr(
                feature = "openapi",
                schema(example = json!([
                    "0190a0b1-0000-7000-8000-000000000001",
                    "0190a0b1-0000-7000-8000-000000000002"
                ]))
            )]
            pub $ids: Vec<Uuid>,
        }

        /// Request to merge contacts.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $merge {
            pub $data: MergeTarget,
            /// All contacts of the merge, including the one that remains.
            #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
            #[cfg_attr(
                feature = "openapi",
                schema(example = json!([
                    "0190a0b1-0000-7000-8000-000000000001",
                    "0190a0b1-0000-7000-8000-000000000002"
                ]))
            )]
            pub $ids: Vec<Uuid>,
        }

        /// Request to undo a merge.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $unmerge {
            pub $data: UnmergeTarget,
            /// Contracts that were linked to the remaining contact after the merge and move to the restored one.
            #[serde(default)]
            #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
            #[cfg_attr(feature = "openapi", schema(example = json!(["0190a0b1-0000-7000-8000-000000000041"])))]
            pub $links: Vec<Uuid>,
        }

        impl From<$selection> for Vec<Uuid> {
            fn from(selection: $selection) -> Self {
                selection.$ids
            }
        }

        impl From<$merge> for Merge {
            fn from(request: $merge) -> Self {
                Self {
                    target: request.$data,
                    uuids: request.$ids,
                }
            }
        }

        impl From<$unmerge> for Unmerge {
            fn from(request: $unmerge) -> Self {
                Self {
                    target: request.$data,
                    contract_uuids: request.$links,
                }
            }
        }
    };
}

requests!(
    AgentSelection,
    AgentMerge,
    AgentUnmerge,
    agent_data,
    firm_agents_ids,
    policy_agent_ids
);
requests!(
    OwnerSelection,
    OwnerMerge,
    OwnerUnmerge,
    owner_data,
    firm_owners_ids,
    policy_owner_ids
);

/// A reason why contacts cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MergeProblem {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub code: &'static str,
    /// What is wrong, and how to resolve it.
    pub message: String,
    /// The contact with the problem. Null if it concerns the whole merge.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub contact_uuid: Option<Uuid>,
    /// Whether `confirmDifferences` resolves it.
    pub can_confirm: bool,
}

/// Properties of a contact that determine whether it can be merged.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MergeFacts {
    pub uuid: Uuid,
    pub name: String,
    pub is_deleted: bool,
    /// Name of the contact that this one was merged into.
    pub merged_into: Option<String>,
    pub npn: Option<String>,
    /// Keyed hash, equal for equal tax IDs.
    pub tax_id: Option<Vec<u8>>,
    /// File name of an unfinished upload that would change the contact.
    pub open_import: Option<String>,
}

/// Returns the problems that block a merge. `found` lists contacts that are visible to the user, and deleted
/// contacts of the user's own firm. `noun` is `agent` or `owner`.
pub fn problems(noun: &str, target: Option<Uuid>, uuids: &[Uuid], found: &[MergeFacts]) -> Vec<MergeProblem> {
    let mut problems = Vec::new();
    let mut add = |code: &'static str, contact_uuid: Option<Uuid>, message: String| {
        problems.push(MergeProblem {
            code,
            message,
            contact_uuid,
            can_confirm: matches!(code, "different_npn" | "different_tax_id"),
        });
    };
    let mut distinct = uuids.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < uuids.len() {
        add(
            "repeated",
            None,
            format!("An {noun} cannot be merged with itself. Select different {noun}s."),
        );
    } else if uuids.len() < 2 {
        add("too_few", None, format!("Select at least two {noun}s to merge."));
    }
    if uuids.len() > MAX_CONTACTS {
        let message =
            format!("You can merge up to {MAX_CONTACTS} {noun}s at a time. Select fewer and merge again.");
        add("too_many", None, message);
    }
    if let Some(target) = target
        && !uuids.contains(&target)
    {
        let message = format!("The {noun} to keep is not one of the selected {noun}s. Select it as well.");
        add("target_missing", Some(target), message);
    }
    for uuid in &distinct {
        match found.iter().find(|facts| facts.uuid == *uuid) {
            None => add(
                "not_found",
                Some(*uuid),
                format!(
                    "One of the {noun}s does not exist, or you don't have access to it. Reload the list."
                ),
            ),
            Some(facts) => problems_of_one(facts, &mut add),
        }
    }
    let live = || found.iter().filter(|facts| !facts.is_deleted);
    // Leading zeros of an NPN are not significant.
    let npns = live().filter_map(|facts| facts.npn.as_deref());
    if differ(npns.map(|npn| npn.trim_start_matches('0'))) {
        let message = format!("The {noun}s have different NPNs. Confirm that they are the same person.");
        add("different_npn", None, message);
    }
    if differ(live().filter_map(|facts| facts.tax_id.as_deref())) {
        let message = format!("The {noun}s have different tax IDs. Confirm that they are the same person.");
        add("different_tax_id", None, message);
    }
    problems
}

fn differ<T: PartialEq>(mut values: impl Iterator<Item = T>) -> bool {
    let first = values.next();
    first.is_some_and(|first| values.any(|other| other != first))
}

fn problems_of_one(facts: &MergeFacts, add: &mut impl FnMut(&'static str, Option<Uuid>, String)) {
    let MergeFacts { uuid, name, .. } = facts;
    if let Some(into) = &facts.merged_into {
        let message = format!("{name} was already merged into {into}. Reload the list.");
        add("already_merged", Some(*uuid), message);
    } else if facts.is_deleted {
        add(
            "deleted",
            Some(*uuid),
            format!("{name} was deleted. Restore it first."),
        );
    }
    if let Some(file) = &facts.open_import {
        let message =
            format!("{name} would be changed by the upload of {file}. Import or discard the upload first.");
        add("open_import", Some(*uuid), message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(id: u128, npn: Option<&str>, tax_id: Option<u8>) -> MergeFacts {
        MergeFacts {
            uuid: Uuid::from_u128(id),
            name: "Lee, Ada".into(),
            npn: npn.map(Into::into),
            tax_id: tax_id.map(|byte| vec![byte]),
            ..MergeFacts::default()
        }
    }

    fn codes(found: &[MergeFacts]) -> Vec<&'static str> {
        let uuids: Vec<Uuid> = found.iter().map(|facts| facts.uuid).collect();
        let problems = problems("agent", uuids.first().copied(), &uuids, found);
        assert!(problems.iter().all(|problem| problem.can_confirm), "{problems:?}");
        problems.into_iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn only_conflicting_numbers_require_confirmation() {
        for (first, second, expected) in [
            (contact(1, None, None), contact(2, Some("123"), Some(1)), &[][..]),
            (
                contact(1, Some("0123"), Some(1)),
                contact(2, Some("123"), Some(1)),
                &[],
            ),
            (
                contact(1, Some("123"), None),
                contact(2, Some("124"), None),
                &["different_npn"],
            ),
            (
                contact(1, None, Some(1)),
                contact(2, None, Some(2)),
                &["different_tax_id"],
            ),
        ] {
            assert_eq!(codes(&[first, second]), expected);
        }
        let third = [
            contact(1, Some("1"), None),
            contact(2, None, None),
            contact(3, Some("2"), None),
        ];
        assert_eq!(codes(&third), ["different_npn"]);
    }
}
