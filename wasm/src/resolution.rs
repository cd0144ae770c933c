//! Thresholds and limits of duplicate review and merging.

use shared::resolution::merge::MAX_CONTACTS;
use shared::resolution::{Likeness, MAX_REVIEWED};
use wasm_bindgen::prelude::*;

/// Returns whether a score in percent indicates a likely duplicate.
#[wasm_bindgen(js_name = isLikelyDuplicate)]
pub fn is_likely_duplicate(percent: u8) -> bool {
    Likeness::of(percent) == Some(Likeness::Likely)
}

/// Returns the maximum number of contacts in a merge.
#[wasm_bindgen(js_name = maxMergedContacts)]
pub fn max_merged_contacts() -> usize {
    MAX_CONTACTS
}

/// Returns the maximum number of pairs per review.
#[wasm_bindgen(js_name = maxReviewedPairs)]
pub fn max_reviewed_pairs() -> usize {
    MAX_REVIEWED
}
