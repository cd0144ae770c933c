//! Checks search text and splits it into terms.

use crate::list::search_term::SearchTerm;
use crate::problem::Findings;
use crate::text;

const MAX_SEARCH_CHARS: usize = 200;
const MAX_SEARCH_WORDS: usize = 8;

pub(super) fn search(typed: Option<&str>, faults: &mut Findings) -> Vec<SearchTerm> {
    let Some(typed) = typed else { return Vec::new() };
    if typed.chars().count() > MAX_SEARCH_CHARS {
        faults.fault(
            "searchText",
            "length",
            format!("Enter up to {MAX_SEARCH_CHARS} characters."),
        );
        return Vec::new();
    }
    let words = text::search_words(typed);
    if words.len() > MAX_SEARCH_WORDS {
        faults.fault(
            "searchText",
            "too_many",
            format!("Search for up to {MAX_SEARCH_WORDS} words."),
        );
    }
    SearchTerm::group(&words)
}

/// Splits search text into terms, and drops words beyond the maximum number.
pub fn search_terms(typed: &str) -> Vec<SearchTerm> {
    let mut words = text::search_words(typed);
    words.truncate(MAX_SEARCH_WORDS);
    SearchTerm::group(&words)
}
