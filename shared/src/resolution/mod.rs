//! Duplicate contacts: an explainable score for two contacts, keys to find pairs to score, and merging ([`merge`]).
//!
//! `docs/RESOLUTION.md` explains the weights and reports the measured precision and recall.

mod blocking;
mod candidate;
mod common_names;
mod compare;
mod dates;
mod found;
pub mod merge;
mod nicknames;
mod organization;
mod pairs;
mod person_name;
mod phonetic;
mod place;
mod placeholder;
mod reach;
mod reason;
mod score;
mod weights;
mod words;

pub use blocking::{MAX_BLOCK, MAX_KEY_LENGTH, MAX_KEYS, blocking_keys};
pub use candidate::{Candidate, Details};
pub use found::{
    CandidatesQuery, DuplicateCandidates, DuplicateMatch, DuplicatePair, DuplicateProgress, MAX_MATCHES,
    MAX_PAIRS, MAX_REVIEWED, PairDismissal, PairReview, PairState, PairedContact, ShownReason,
};
pub use pairs::pairs;
pub use reason::{
    DuplicateField, DuplicateReason, DuplicateScore, DuplicateVeto, FieldAgreement, LIKELY, Likeness,
    POSSIBLE,
};
pub use score::score;

/// Version of the score and of the blocking keys. Increase it with every change to either, so that servers
/// compare all contacts again.
pub const VERSION: i16 = 1;

#[cfg(test)]
mod evaluation;
#[cfg(test)]
mod speed;
#[cfg(test)]
mod tests;
