//! Merging duplicate contacts, and undoing a merge.

mod affected;
mod fields;
mod history;
mod request;

pub use affected::{AffectedContact, AffectedContract, AffectedContracts, AffectedUser};
pub use fields::{FieldConflict, FieldLayer, FieldValues, contact_of, remove_layer, values};
pub use history::{
    LaterContract, MergeDone, MergeEntry, MergeHistory, MovedContact, RestoredContact, UnmergePreview,
};
pub use request::{
    AgentMerge, AgentSelection, AgentUnmerge, MAX_CONTACTS, Merge, MergeFacts, MergeProblem, MergeTarget,
    OwnerMerge, OwnerSelection, OwnerUnmerge, Unmerge, UnmergeTarget, problems,
};
