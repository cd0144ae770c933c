//! Quick search in the header: parsing of the search text and the result types.

use crate::contact::{ContactKind, npn};
use crate::contract::contract_number_key;
use crate::list::check::search_terms;
use crate::list::search_term::SearchTerm;
use crate::problem::{FieldProblem, Findings};
use crate::text;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Minimum number of characters. Shorter texts return no results.
pub const MIN_CHARS: usize = 2;
pub const MAX_CHARS: usize = 100;
/// Maximum number of results per group.
pub const MAX_RESULTS: usize = 6;

/// Search results, best match first in each group. Groups that the user cannot read are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuickFindings {
    pub people: Vec<FoundPerson>,
    pub policies: Vec<FoundContract>,
    pub annuities: Vec<FoundContract>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundPerson {
    pub kind: ContactKind,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// `Whitfield, Dana`
    pub name: String,
    /// Distinguishes people of the same name: the NPN of an agent, otherwise the email address or the city.
    pub detail: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundContract {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// Policy or contract number.
    pub number: String,
    /// `PolicyStatus` code.
    pub status: String,
    /// Name of the insured or annuitant (of the owner if there is none), then of the carrier.
    pub detail: Option<String>,
}

/// Search text, normalized for each index that it is matched against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuickText {
    /// Folded text. Names that start with it rank highest.
    pub start: String,
    /// Terms that must all occur in the searchable text. Empty if no word is long enough for the trigram index.
    pub terms: Vec<SearchTerm>,
    /// Prefix of a contract number, without spaces and dashes. `None` if nothing else remains.
    pub number: Option<String>,
    /// Folded part of a contract number, matched anywhere in it. `None` if it is too short for the trigram
    /// index.
    pub number_part: Option<String>,
    /// NPN in stored form, if the text is one.
    pub npn: Option<String>,
}

impl QuickText {
    /// Normalizes a search text. Returns `None` if it is shorter than [`MIN_CHARS`].
    ///
    /// # Errors
    /// Returns `length` if the text is longer than [`MAX_CHARS`].
    pub fn read(typed: &str) -> Result<Option<Self>, Vec<FieldProblem>> {
        let typed = text::clean(typed);
        let length = typed.chars().count();
        if length > MAX_CHARS {
            let mut faults = Findings::default();
            faults.fault("text", "length", format!("Enter up to {MAX_CHARS} characters."));
            return Err(faults.0);
        }
        if length < MIN_CHARS {
            return Ok(None);
        }
        let mut terms = search_terms(&typed);
        if !terms
            .iter()
            .flat_map(|term| &term.words)
            .any(|word| is_indexed(word))
        {
            terms.clear();
        }
        let number = Some(contract_number_key(&typed)).filter(|key| !key.is_empty());
        Ok(Some(Self {
            start: text::fold(&typed),
            terms,
            number_part: number.as_deref().map(text::fold).filter(|part| is_indexed(part)),
            number,
            npn: npn::normalize(&typed).ok(),
        }))
    }
}

/// Returns whether a trigram index narrows the search for this word. Non-ASCII words always count as indexed,
/// because a word in some scripts is a single character.
fn is_indexed(word: &str) -> bool {
    !word.is_ascii()
        || word
            .as_bytes()
            .split(|byte| !byte.is_ascii_alphanumeric())
            .any(|run| run.len() >= 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(typed: &str) -> QuickText {
        QuickText::read(typed).unwrap().unwrap()
    }

    #[test]
    fn ignores_short_text_and_rejects_long_text() {
        for typed in ["", " ", "a", "  a ", "\0a\u{200B}"] {
            assert_eq!(QuickText::read(typed), Ok(None), "{typed:?}");
        }
        assert!(QuickText::read(&"x".repeat(100)).unwrap().is_some());
        assert!(
            QuickText::read(&format!(" {} ", "ü".repeat(100)))
                .unwrap()
                .is_some()
        );
        let faults = QuickText::read(&"x".repeat(101)).unwrap_err();
        assert_eq!(
            (faults[0].field.as_str(), faults[0].code.as_str()),
            ("text", "length")
        );
    }

    fn words(text: &QuickText) -> Vec<&str> {
        text.terms
            .iter()
            .flat_map(|term| &term.words)
            .map(String::as_str)
            .collect()
    }

    #[test]
    fn splits_name_into_folded_words() {
        let text = read("  Zoë   WHITFIELD ");
        assert_eq!(text.start, "zoe whitfield");
        assert_eq!(words(&text), ["zoe", "whitfield"]);
        assert_eq!(text.npn, None);
    }

    #[test]
    fn normalizes_contract_number() {
        for typed in ["ab-001 234", "AB001234", "Ab 001-234"] {
            let text = read(typed);
            assert_eq!(text.number.as_deref(), Some("AB001234"));
            assert_eq!(text.number_part.as_deref(), Some("ab001234"));
        }
        assert_eq!(read("- -").number, None);
    }

    #[test]
    fn normalizes_npn() {
        assert_eq!(read("0017654321").npn.as_deref(), Some("17654321"));
        assert_eq!(read("00").npn, None);
        assert_eq!(read("12345678901").npn, None);
    }

    #[test]
    fn drops_words_too_short_for_the_index() {
        for typed in ["ab", "a b c", "a-b", "o'n", "%%", "x.y@z"] {
            assert!(read(typed).terms.is_empty(), "{typed}");
        }
        for typed in ["abc", "a bcd", "王小", "x@abc.de"] {
            assert!(!read(typed).terms.is_empty(), "{typed}");
        }
        assert_eq!(read("1-2-3").terms, []);
        assert_eq!(read("1-2-3").number_part.as_deref(), Some("123"));
    }

    #[test]
    fn keeps_at_most_eight_words() {
        assert_eq!(read("abc b c d e f g h i j").terms.len(), 8);
    }
}
