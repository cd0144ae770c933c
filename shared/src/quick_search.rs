//! The quick search of the header: what a typed text asks for, and what is found.

use crate::contact::{ContactKind, npn};
use crate::contract::contract_number_key;
use crate::list::check::search_words;
use crate::problem::{FieldProblem, Findings};
use crate::text;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A shorter text finds nothing.
pub const MIN_CHARS: usize = 2;
pub const MAX_CHARS: usize = 100;
/// As many as a group holds.
pub const MAX_FOUND: usize = 6;

/// What was found, best first in each group. Groups that the viewer may not read are empty.
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
    /// The NPN of an agent, else the e-mail or the city: what tells namesakes apart.
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
    /// Code of the policy status.
    pub status: String,
    /// The insured, else the owner, and the carrier.
    pub detail: Option<String>,
}

/// A text that is long enough to look for, in the forms in which it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuickText {
    /// Folded: what the name of a best match starts with.
    pub start: String,
    /// Folded words that must all occur in the searchable text; none when they are so short that every record would
    /// have to be read.
    pub words: Vec<String>,
    /// What the number of a contract starts with: without spaces and dashes. None when nothing else was typed.
    pub number: Option<String>,
    /// The same, folded, to be looked for inside of numbers; none when too short.
    pub number_part: Option<String>,
    /// An NPN as it is stored.
    pub npn: Option<String>,
}

impl QuickText {
    /// None for a text that is too short to look for.
    ///
    /// # Errors
    /// `length` for one that is too long.
    pub fn read(typed: &str) -> Result<Option<Self>, Vec<FieldProblem>> {
        let typed = text::clean(typed);
        let length = typed.chars().count();
        if length > MAX_CHARS {
            let mut faults = Findings::default();
            faults.fault(
                "text",
                "length",
                format!("Search for {MAX_CHARS} characters at most."),
            );
            return Err(faults.0);
        }
        if length < MIN_CHARS {
            return Ok(None);
        }
        let mut words = search_words(&typed);
        if !words.iter().any(|word| is_indexed(word)) {
            words.clear();
        }
        let number = Some(contract_number_key(&typed)).filter(|key| !key.is_empty());
        Ok(Some(Self {
            start: text::fold(&typed),
            words,
            number_part: number.as_deref().map(text::fold).filter(|part| is_indexed(part)),
            number,
            npn: npn::normalize(&typed).ok(),
        }))
    }
}

/// Whether an index of groups of three letters narrows the search for this word. Letters beyond ASCII may be words of
/// one sign: those are looked for in any case.
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
    fn a_text_of_one_character_asks_nothing_and_a_long_one_is_refused() {
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

    #[test]
    fn a_name_is_compared_folded_word_by_word_and_from_its_start() {
        let text = read("  Zoë   WHITFIELD ");
        assert_eq!(text.start, "zoe whitfield");
        assert_eq!(text.words, ["zoe", "whitfield"]);
        assert_eq!(text.npn, None);
    }

    #[test]
    fn spaces_and_dashes_of_a_number_do_not_count() {
        for typed in ["ab-001 234", "AB001234", "Ab 001-234"] {
            let text = read(typed);
            assert_eq!(text.number.as_deref(), Some("AB001234"));
            assert_eq!(text.number_part.as_deref(), Some("ab001234"));
        }
        assert_eq!(read("- -").number, None);
    }

    #[test]
    fn an_npn_is_compared_without_leading_zeros() {
        assert_eq!(read("0017654321").npn.as_deref(), Some("17654321"));
        assert_eq!(read("00").npn, None);
        assert_eq!(read("12345678901").npn, None);
    }

    #[test]
    fn what_is_too_short_for_an_index_is_looked_for_at_the_start_only() {
        for typed in ["ab", "a b c", "a-b", "o'n", "%%", "x.y@z"] {
            assert!(read(typed).words.is_empty(), "{typed}");
        }
        for typed in ["abc", "a bcd", "王小", "x@abc.de"] {
            assert!(!read(typed).words.is_empty(), "{typed}");
        }
        assert_eq!(read("1-2-3").words, [""; 0]);
        assert_eq!(read("1-2-3").number_part.as_deref(), Some("123"));
    }

    #[test]
    fn at_most_eight_words_are_looked_for() {
        assert_eq!(read("abc b c d e f g h i j").words.len(), 8);
    }
}
