//! Removes characters that the fonts cannot display. PDF/UA does not allow missing glyphs.

use crate::fonts::FONTS;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};
use unicode_segmentation::UnicodeSegmentation as _;

/// Replacement for characters that no font contains.
const MISSING: char = '\u{25a1}';

/// Returns the text without control and formatting characters. Line breaks and tabs become spaces. A character
/// with its combining marks becomes `□` if no font can display it.
pub fn clean(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    // Removes invisible characters first, because they separate clusters.
    let visible: String = text.replace("\r\n", "\n").chars().filter_map(visible).collect();
    let mut cleaned = String::with_capacity(visible.len());
    for cluster in visible.graphemes(true) {
        push_displayable(&mut cleaned, cluster);
    }
    cleaned
}

/// Normalizes white space to a space. Returns `None` for invisible characters.
fn visible(character: char) -> Option<char> {
    match character.general_category() {
        _ if matches!(character, '\t' | '\n' | '\r') => Some(' '),
        _ if is_joiner(character) || character == '\u{a0}' => Some(character),
        GeneralCategory::SpaceSeparator
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => Some(' '),
        GeneralCategory::Control | GeneralCategory::Format => None,
        GeneralCategory::PrivateUse | GeneralCategory::Unassigned => Some(char::REPLACEMENT_CHARACTER),
        _ if is_variation_selector(character) => None,
        _ => Some(character),
    }
}

fn push_displayable(text: &mut String, cluster: &str) {
    let Some(first) = cluster.chars().next() else {
        return;
    };
    if is_mark(first) || is_joiner(first) {
        // Dropped, because there is no character before it that it could modify.
    } else if first == char::REPLACEMENT_CHARACTER {
        text.push(MISSING);
    } else if FONTS.family_of_all(cluster).is_some() {
        text.push_str(cluster);
    } else if let Some(family) = FONTS.family_of(first) {
        // A cluster must use one font, so marks that the font lacks are dropped.
        text.extend(
            cluster
                .chars()
                .filter(|&character| FONTS.covers(family, character)),
        );
    } else {
        text.push(MISSING);
    }
}

/// Returns whether the character combines with the one before it.
pub fn is_mark(character: char) -> bool {
    matches!(
        character.general_category(),
        GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark | GeneralCategory::EnclosingMark
    )
}

/// Returns whether the character is a joiner, which affects the shape of Arabic letters.
pub fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

fn is_variation_selector(character: char) -> bool {
    matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' | '\u{34f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keeps_displayable_text() {
        for text in [
            "Harbor & Pine — “Café” €5 ½",
            "שלום",
            "مرحبا",
            "e\u{301}",
            "漢字 한국어 ภาษาไทย हिन्दी",
            "👍🏽 👨‍👩‍👧 🇺🇸",
            "#read(\"/x\") \\ `",
        ] {
            assert_eq!(clean(text), text);
        }
    }

    #[test]
    fn replaces_characters_without_a_glyph() {
        assert_eq!(clean("\u{12000}\u{12001} ok"), "□□ ok");
        assert_eq!(clean("\u{e000}\u{fffd}"), "□□");
    }

    #[test]
    fn removes_control_and_direction_characters() {
        assert_eq!(clean("a\u{0}b\u{7}c\u{202e}d\u{feff}e\u{ad}f"), "abcdef");
        assert_eq!(clean("ש\u{feff}\u{64b}\u{64b}"), "ש");
        assert_eq!(clean("a\tb\nc\r\nd\u{2028}e\u{3000}f"), "a b c d e f");
    }

    proptest! {
        #[test]
        fn returns_only_displayable_characters(text in any::<String>()) {
            for cluster in clean(&text).graphemes(true) {
                prop_assert!(cluster.chars().all(|character| FONTS.family_of(character).is_some()));
            }
        }
    }
}
