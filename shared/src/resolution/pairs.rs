//! Duplicate pairs within a list of contacts.

use super::blocking::{MAX_BLOCK, blocking_keys};
use super::candidate::Candidate;
use super::reason::DuplicateScore;
use super::score::score;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Returns all pairs with a score of at least [`POSSIBLE`](super::POSSIBLE), as sorted indexes into the list.
///
/// Processes one block of [`blocking_keys`] at a time and stores only the reported pairs.
pub fn pairs(candidates: &[Candidate]) -> Vec<(usize, usize, DuplicateScore)> {
    let mut found = Vec::new();
    for_each_candidate_pair(candidates, |first, second| {
        let score = score(&candidates[first], &candidates[second]);
        if score.likeness().is_some() {
            found.push((first, second, score));
        }
    });
    found.sort_unstable_by_key(|(first, second, _)| (*first, *second));
    found
}

/// Calls `visit` once per pair of contacts with a common key. Passes the lower index first.
pub(super) fn for_each_candidate_pair(candidates: &[Candidate], mut visit: impl FnMut(usize, usize)) {
    let blocks = Blocks::new(candidates);
    for block in blocks.entries.chunk_by(|one, other| one.0 == other.0) {
        for (at, (key, second)) in block.iter().enumerate() {
            for (_, first) in &block[..at] {
                if blocks.first_common_key(*first, *second) == Some(*key) {
                    visit(*first as usize, *second as usize);
                }
            }
        }
    }
}

/// Contacts by the hash of each key. Hash collisions only cause additional comparisons.
struct Blocks {
    /// Sorted by hash, then by index. Excludes blocks that are too large or have only one contact.
    entries: Vec<(u64, u32)>,
    /// Sorted hashes of each contact. `ends` holds the end of each contact's range.
    hashes: Vec<u64>,
    ends: Vec<u32>,
}

impl Blocks {
    fn new(candidates: &[Candidate]) -> Self {
        let mut entries: Vec<(u64, u32)> = (0_u32..)
            .zip(candidates)
            .flat_map(|(position, candidate)| {
                blocking_keys(candidate)
                    .into_iter()
                    .map(move |key| (hash(&key), position))
            })
            .collect();
        entries.sort_unstable();
        entries.dedup();
        let mut kept = Vec::with_capacity(entries.len());
        for block in entries.chunk_by(|one, other| one.0 == other.0) {
            if (2..=MAX_BLOCK).contains(&block.len()) {
                kept.extend_from_slice(block);
            }
        }
        let mut by_contact: Vec<(u32, u64)> =
            kept.iter().map(|(hash, position)| (*position, *hash)).collect();
        by_contact.sort_unstable();
        let ends = (0_u32..)
            .zip(candidates)
            .map(|(position, _)| by_contact.partition_point(|(at, _)| *at <= position) as u32)
            .collect();
        Self {
            entries: kept,
            hashes: by_contact.into_iter().map(|(_, hash)| hash).collect(),
            ends,
        }
    }

    fn keys(&self, position: u32) -> &[u64] {
        let position = position as usize;
        let start = position.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.hashes[start as usize..self.ends[position] as usize]
    }

    /// Returns the lowest hash that both contacts share. Only this block visits the pair.
    fn first_common_key(&self, one: u32, other: u32) -> Option<u64> {
        let others = self.keys(other);
        self.keys(one).iter().copied().find(|key| others.contains(key))
    }
}

/// Hashes a key. The hash is the same in every process.
fn hash(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
