//! Terms of a search text: words, and phone numbers in any common spelling.

use crate::contact::phone_search::phone_key;

/// A part of the search text that a row must contain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchTerm {
    /// Folded words, all of which must occur in the searchable text. Never empty.
    pub words: Vec<String>,
    /// Digits of a stored phone number, which match instead of the words.
    pub phone: Option<String>,
}

impl SearchTerm {
    /// Groups folded words: adjacent words that can be a phone number become one term.
    pub fn group(words: &[String]) -> Vec<Self> {
        let mut terms = Vec::with_capacity(words.len());
        let mut rest = words;
        while !rest.is_empty() {
            let (count, phone) = longest_phone(rest);
            let (taken, after) = rest.split_at(count);
            terms.push(Self {
                words: taken.to_vec(),
                phone,
            });
            rest = after;
        }
        terms
    }

    /// Returns whether a folded text contains the term.
    pub fn is_in(&self, text: &str) -> bool {
        self.words.iter().all(|word| text.contains(word.as_str()))
            || self
                .phone
                .as_ref()
                .is_some_and(|phone| text.contains(phone.as_str()))
    }
}

/// Returns the number of words of the first term, and its phone number if it is one.
fn longest_phone(words: &[String]) -> (usize, Option<String>) {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    (1..=words.len())
        .rev()
        .find_map(|count| Some((count, Some(phone_key(&words[..count])?.digits))))
        .unwrap_or((1, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::search_words;

    fn terms(typed: &str) -> Vec<(String, Option<String>)> {
        SearchTerm::group(&search_words(typed))
            .into_iter()
            .map(|term| (term.words.join(" "), term.phone))
            .collect()
    }

    #[test]
    fn groups_the_words_of_a_phone_number() {
        let some = |digits: &str| Some(digits.to_owned());
        for (typed, expected) in [
            (
                "Lee (415) 555-0100",
                vec![("lee", None), ("(415) 555-0100", some("4155550100"))],
            ),
            (
                "(415) 555-0100 x12 Lee",
                vec![("(415) 555-0100 x12", some("4155550100x12")), ("lee", None)],
            ),
            ("7 Lee 415", vec![("7", None), ("lee", None), ("415", None)]),
            ("AB-001 234", vec![("ab-001", None), ("234", None)]),
        ] {
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(words, phone)| (words.to_owned(), phone))
                .collect();
            assert_eq!(terms(typed), expected, "{typed}");
        }
    }

    #[test]
    fn matches_the_words_or_the_phone_number() {
        let is_in = |typed: &str, text: &str| {
            SearchTerm::group(&search_words(typed))
                .iter()
                .all(|term| term.is_in(text))
        };
        let stored = "lee, ada a@example.com +14155550100x12";
        for typed in [
            "(415) 555-0100",
            "ada (415)",
            "555-0100 x12",
            "+1 415 555",
            "4155550100",
        ] {
            assert!(is_in(typed, stored), "{typed}");
        }
        assert!(is_in("12-345", "contract 12-345"));
        assert!(!is_in("(416) 555", stored));
    }
}
