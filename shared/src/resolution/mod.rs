//! Detection of duplicate contacts: an explainable score for two contacts, and keys to find pairs to score.
//!
//! `docs/RESOLUTION.md` has the weights, the reasons for them and the measured precision and recall.

mod candidate;
mod common_names;
mod compare;
mod dates;
mod nicknames;
mod organization;
mod person_name;
mod phonetic;
mod place;
mod placeholder;
mod reach;
mod reason;
mod score;
mod weights;
mod words;

pub use candidate::{Candidate, Details};
pub use reason::{
    DuplicateField, DuplicateReason, DuplicateScore, DuplicateVeto, FieldAgreement, LIKELY, Likeness,
    POSSIBLE,
};
pub use score::score;

#[cfg(test)]
mod tests;
