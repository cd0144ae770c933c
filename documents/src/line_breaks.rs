//! Fits texts into boxes by truncating them and by adding break opportunities to long words. Widths are in em.

use crate::fonts::FONTS;
use crate::text::{is_joiner, is_mark};

/// Zero-width space, which allows a line break.
const BREAK: char = '\u{200b}';
const ELLIPSIS: char = '…';

/// Inserts break opportunities into words that are wider than a line.
pub fn break_long_words(text: &str, line: f64) -> String {
    WordBreaker::new(line).push(text)
}

/// Truncates a text to a number of lines and breaks its long words.
pub fn fit(text: &str, line: f64, lines: f64) -> String {
    break_long_words(&truncate(text, line * lines), line)
}

/// Truncates a text to a width. A truncated text ends with an ellipsis.
pub fn truncate(text: &str, most: f64) -> String {
    let mut width = 0.0;
    let mut fitting = 0;
    for (index, character) in text.char_indices() {
        let next = width + FONTS.char_width(character);
        if next > most {
            return format!("{}{ELLIPSIS}", text[..fitting].trim_end());
        }
        if starts_cluster(character) && width + FONTS.char_width(ELLIPSIS) <= most {
            fitting = index;
        }
        width = next;
    }
    text.to_owned()
}

/// Returns the width of the widest word.
pub fn word_width(text: &str) -> f64 {
    text.split(' ').map(|word| FONTS.width(word)).fold(0.0, f64::max)
}

/// Returns whether a text may be split before the character.
fn starts_cluster(character: char) -> bool {
    character.is_ascii() || !(is_mark(character) || is_joiner(character))
}

/// Breaks words that span several parts of a paragraph, such as bold and regular text.
pub struct WordBreaker {
    line: f64,
    /// Width since the last break opportunity.
    width: f64,
}

impl WordBreaker {
    pub fn new(line: f64) -> Self {
        Self { line, width: 0.0 }
    }

    /// Returns the next part with its break opportunities.
    pub fn push(&mut self, text: &str) -> String {
        let mut broken = String::with_capacity(text.len());
        for character in text.chars() {
            if character == ' ' {
                self.width = 0.0;
            } else {
                let width = FONTS.char_width(character);
                if self.width > 0.0 && self.width + width > self.line && starts_cluster(character) {
                    broken.push(BREAK);
                    self.width = 0.0;
                }
                self.width += width;
            }
            broken.push(character);
        }
        broken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_words_that_fit() {
        assert_eq!(
            break_long_words("Transamerica Life Insurance", 10.0),
            "Transamerica Life Insurance"
        );
    }

    #[test]
    fn breaks_long_words_into_pieces_that_fit() {
        let broken = break_long_words(&"W".repeat(10_000), 20.0);
        assert_eq!(broken.replace(BREAK, "").len(), 10_000);
        assert!(broken.split(BREAK).all(|piece| FONTS.width(piece) <= 20.0));
    }

    #[test]
    fn breaks_words_across_parts() {
        let mut breaker = WordBreaker::new(5.0);
        assert_eq!(breaker.push("mmmm"), "mmmm");
        assert!(breaker.push("mmmm").contains(BREAK));
    }

    #[test]
    fn makes_progress_on_lines_narrower_than_a_letter() {
        assert_eq!(break_long_words("ab", 0.0), format!("a{BREAK}b"));
    }

    #[test]
    fn truncates_texts_to_a_width() {
        assert_eq!(truncate("Short", 10.0), "Short");
        let cut = truncate("Harbor and Pine Advisors of Greater Boston", 10.0);
        assert!(cut.starts_with("Harbor and") && cut.ends_with('…'));
        assert!(FONTS.width(&cut) <= 10.0);
    }
}
