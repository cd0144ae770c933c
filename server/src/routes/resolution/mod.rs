//! Duplicate agents and owners: candidates, previews of merges, merging, and undoing merges.

mod affected;
mod candidates;
mod merge;
mod pairs;
mod unmerge;

use super::{Access, Read, Route, Write};
use http::StatusCode;
use serde::de::DeserializeOwned;
use shared::contact::ContactKind;
use shared::list::ListName;
use shared::permission::Feature::EnhancedMerge;
use shared::resolution::merge::{
    AffectedContact, AffectedContracts, AffectedUser, AgentMerge, AgentSelection, AgentUnmerge, Merge,
    MergeDone, MergeHistory, MergeProblem, OwnerMerge, OwnerSelection, OwnerUnmerge, Unmerge, UnmergePreview,
};
use shared::resolution::{DuplicateCandidates, DuplicatePair, DuplicateProgress};
use utoipa::ToSchema;
use uuid::Uuid;

/// A kind of contact that can be merged, with its request types.
trait Mergeable: Send + Sync + 'static {
    const KIND: ContactKind;
    type Selection: DeserializeOwned + ToSchema + Into<Vec<Uuid>> + Send + 'static;
    type Merge: DeserializeOwned + ToSchema + Into<Merge> + Send + 'static;
    type Unmerge: DeserializeOwned + ToSchema + Into<Unmerge> + Send + 'static;
}

struct Agents;

impl Mergeable for Agents {
    const KIND: ContactKind = ContactKind::Agent;
    type Selection = AgentSelection;
    type Merge = AgentMerge;
    type Unmerge = AgentUnmerge;
}

struct Owners;

impl Mergeable for Owners {
    const KIND: ContactKind = ContactKind::Owner;
    type Selection = OwnerSelection;
    type Merge = OwnerMerge;
    type Unmerge = OwnerUnmerge;
}

pub fn routes() -> Vec<Route> {
    let mut routes = of_kind::<Agents>("AgentResolution");
    routes.extend(of_kind::<Owners>("OwnerResolution"));
    routes.extend(of_pairs());
    routes
}

fn of_pairs() -> [Route; 4] {
    let group = ListName::Duplicates.spec().group;
    let read = Access::Feature(EnhancedMerge, Read);
    let write = Access::Feature(EnhancedMerge, Write);
    [
        Route::get("/DuplicatePair/progress", read, pairs::progress)
            .says(
                group,
                "Returns the progress of the comparison of all agents and owners",
            )
            .gives::<DuplicateProgress>(StatusCode::OK, "The progress"),
        Route::post("/DuplicatePair/rescore", write, pairs::rescore)
            .says(
                group,
                "Compares all agents and owners of the firm again, in the background",
            )
            .gives::<DuplicateProgress>(StatusCode::ACCEPTED, "The comparison has started"),
        Route::post("/DuplicatePair/review", write, pairs::review)
            .says(
                group,
                "Marks pairs as not duplicates until one of their contacts changes, or lists them again",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "The pairs have the state")
            .refuses(StatusCode::NOT_FOUND, "A pair does not exist")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`pair_count`"),
        Route::get("/DuplicatePair/{pairUuid}", read, pairs::one)
            .says(group, "Returns a pair with the points of each compared field")
            .gives::<DuplicatePair>(StatusCode::OK, "The pair"),
    ]
}

fn of_kind<K: Mergeable>(group: &'static str) -> Vec<Route> {
    let read = Access::Feature(EnhancedMerge, Read);
    let write = Access::Feature(EnhancedMerge, Write);
    let plural = ListName::of_contacts(K::KIND).spec().rows;
    let affected = if K::KIND == ContactKind::Agent {
        "AffectedAgents"
    } else {
        "AffectedOwners"
    };
    let unknown = "A contact does not exist, or the viewer has no access to it";
    vec![
        Route::post(format!("/{group}/Candidates"), read, candidates::list::<K>)
            .says(group, format!("Lists possible duplicates among the {plural}"))
            .gives::<DuplicateCandidates>(StatusCode::OK, "Up to 500 pairs, most likely first"),
        Route::post(format!("/{group}/AffectedPolicies"), read, affected::contracts::<K>)
            .says(group, format!("Lists the contracts whose parties a merge of {plural} would change"))
            .gives::<AffectedContracts>(StatusCode::OK, "The contracts")
            .refuses(StatusCode::NOT_FOUND, unknown)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`too_many`"),
        Route::post(format!("/{group}/AffectedUsers"), read, affected::users::<K>)
            .says(group, format!("Lists the users whose visible contracts depend on the {plural}"))
            .gives_all::<AffectedUser>("The users, by name")
            .refuses(StatusCode::NOT_FOUND, unknown)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`too_many`"),
        Route::post(format!("/{group}/{affected}"), read, affected::contacts::<K>)
            .says(group, format!("Returns the {plural} side by side, with the records that would move"))
            .gives_all::<AffectedContact>("In the order of the request")
            .refuses(StatusCode::NOT_FOUND, unknown)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`too_many`"),
        Route::post(format!("/{group}/CanResolve"), read, merge::problems::<K>)
            .says(group, format!("Lists the problems that block a merge of {plural}"))
            .gives_all::<MergeProblem>("Empty if they can be merged"),
        Route::post(format!("/{group}"), write, merge::merge::<K>)
            .says(group, format!("Merges {plural} into one of them. `Unresolve` undoes it"))
            .gives::<MergeDone>(StatusCode::OK, "The merge, with the remaining record")
            .refuses(StatusCode::CONFLICT, "The record has been changed since. `current` is the latest version")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`repeated`, `too_few`, `too_many`, `target_missing`, `not_found`, `deleted`, `already_merged`, `open_import`, \
                 `different_npn`, `different_tax_id`",
            ),
        Route::get(format!("/{group}/history"), read, unmerge::history::<K>)
            .says(group, format!("Lists the merges of {plural}"))
            .gives::<MergeHistory>(StatusCode::OK, "Up to 50 merges, newest first"),
        Route::get(format!("/{group}/{{mergeUuid}}/Unresolve"), read, unmerge::preview::<K>)
            .says(group, format!("Returns what undoing a merge of {plural} would do"))
            .gives::<UnmergePreview>(StatusCode::OK, "The preview")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`already_undone`, `deleted`"),
        Route::post(format!("/{group}/{{mergeUuid}}/Unresolve"), write, unmerge::unmerge::<K>)
            .says(group, format!("Undoes a merge: restores the merged {plural} with their records"))
            .gives::<MergeDone>(StatusCode::OK, "The merge, with the record that was merged into")
            .refuses(StatusCode::CONFLICT, "The record has been changed since. `current` is the latest version")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`already_undone`, `deleted`, `several_restored`"),
    ]
}
