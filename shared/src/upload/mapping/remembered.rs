//! Mappings saved for the next file with the same header.

use super::{ColumnMapping, Mapping, Transform};
use crate::vocabulary::spelling;

impl Mapping {
    /// Returns the part that is saved: no sample values, repairs or answers.
    pub fn remembered(&self) -> Self {
        let columns = self.columns.iter().map(|column| ColumnMapping {
            sample: Vec::new(),
            ..column.clone()
        });
        Self {
            columns: columns.collect(),
            mode: self.mode,
            match_keys: self.match_keys.clone(),
            repairs: Vec::new(),
            answers: Vec::new(),
            decisions: Vec::new(),
        }
    }

    /// Clears targets that differ from another mapping for the same header. If a header has had different
    /// meanings, the user must choose.
    #[must_use]
    pub fn without_conflicting_targets(mut self, other: &Self) -> Self {
        for column in &mut self.columns {
            let other = other.same_column(column);
            if other.is_some_and(|other| other.target != column.target) {
                (column.target, column.transform, column.left_out) = (None, Transform::AsIs, None);
            }
        }
        self
    }

    /// Applies a saved mapping for the same header to this suggestion.
    #[must_use]
    pub fn with_remembered(mut self, remembered: &Self) -> Self {
        for column in &mut self.columns {
            if let Some(kept) = remembered.same_column(column) {
                column.target.clone_from(&kept.target);
                column.transform = kept.transform;
                column.confidence = 100;
                column.left_out = kept.left_out;
            }
        }
        self.mode = remembered.mode;
        self.match_keys.clone_from(&remembered.match_keys);
        self
    }
}

/// Returns a hash of the header, ignoring case, accents, spaces and punctuation.
pub fn fingerprint(headers: &[String]) -> String {
    // 128-bit FNV-1a. It distinguishes the headers of one firm and need not resist attacks.
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let mut hash = OFFSET;
    for header in headers {
        for byte in spelling(header).bytes().chain([0]) {
            hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }
    format!("{hash:032x}")
}
