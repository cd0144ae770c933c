//! Normalization of typed text for storage, and folding for comparison and search.

mod fold;
mod fold_table;

use crate::unicode;
pub use fold::fold;
pub(crate) use fold::fold_char;
pub use fold_table::{FOLD_FROM, FOLD_TO};

/// Normalizes one line of typed text for storage: Unicode NFC, no leading or trailing whitespace, single
/// spaces between words, and no control or invisible formatting characters.
///
/// Every kind of whitespace counts as a space, including line breaks, no-break spaces and ideographic spaces.
/// The function is idempotent.
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for c in unicode::nfc(text.chars().filter(|c| !is_invisible(*c))) {
        if !c.is_whitespace() {
            cleaned.push(c);
        } else if !cleaned.is_empty() && !cleaned.ends_with(' ') {
            cleaned.push(' ');
        }
    }
    if cleaned.ends_with(' ') {
        cleaned.pop();
    }
    cleaned
}

/// Same as [`clean`] for owned text. Does not copy text that is clean already.
pub(crate) fn clean_owned(text: String) -> String {
    let bytes = text.as_bytes();
    let is_plain = bytes.iter().all(|b| matches!(b, b' '..=b'~'));
    let has_gaps = text.starts_with(' ') || text.ends_with(' ') || bytes.windows(2).any(|two| two == b"  ");
    if is_plain && !has_gaps { text } else { clean(&text) }
}

/// Normalizes text of several lines for storage: [`clean`] for each line, `\n` as the line end, and no empty
/// lines at the start or end.
pub fn clean_lines(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for line in text
        .replace("\r\n", "\n")
        .split(['\n', '\r', '\u{2028}', '\u{2029}'])
    {
        cleaned.push_str(&clean(line));
        cleaned.push('\n');
    }
    cleaned.trim_matches('\n').into()
}

/// Returns whether `clean` removes the character: control characters other than whitespace, byte order marks,
/// zero-width spaces and direction marks. Joiners are kept, because emoji and Persian need them.
fn is_invisible(c: char) -> bool {
    match c {
        '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2060}' | '\u{FEFF}' => true,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control() && !c.is_whitespace(),
    }
}

/// Returns whether a spreadsheet program would interpret a cell of a text file as a formula, or otherwise
/// change it. Exports prefix such cells with an apostrophe. A cell that already has one gets another, so that
/// removing one restores the value.
pub fn is_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'')
        .starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'])
}

/// Removes the apostrophe that an export added because of [`is_formula`].
pub fn strip_formula_guard(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(guarded) if is_formula(guarded) => guarded,
        _ => cell,
    }
}

/// Splits search text into folded words.
pub fn search_words(typed: &str) -> Vec<String> {
    fold(&clean(typed))
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns whether the text contains every word of the search text.
pub fn matches_search(text: &str, typed: &str) -> bool {
    let text = fold(&clean(text));
    search_words(typed)
        .iter()
        .all(|word| text.contains(word.as_str()))
}

/// Joins names as in a sentence: `Ada`, `Ada and Bo`, `Ada, Bo and Cy`.
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).into(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// Folds a name for uniqueness, ignoring case, accents and extra spaces.
pub fn fold_name(name: &str) -> String {
    fold(&clean(name))
}

/// Splits a name into lower-case words at changes of case and at characters that are not alphanumeric.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before: Option<char> = None;
    for c in name.chars() {
        let starts = match before {
            None => true,
            Some(before) => !before.is_alphanumeric() || before.is_lowercase() && c.is_uppercase(),
        };
        if c.is_alphanumeric() {
            match words.last_mut() {
                Some(word) if !starts => word.push(c),
                _ => words.push(c.into()),
            }
        }
        before = Some(c);
    }
    words.iter().map(|word| fold(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formula_guard_round_trips() {
        for cell in [
            "=1", "'=1", "''+1", "＝1", "-", "@a", "plain", "'quoted'", "'", "",
        ] {
            let written = if is_formula(cell) {
                format!("'{cell}")
            } else {
                cell.to_owned()
            };
            assert_eq!(strip_formula_guard(&written), cell);
            assert!(!written.starts_with(['=', '+', '-', '@', '＝']), "{written}");
        }
    }

    #[test]
    fn clean_collapses_every_kind_of_whitespace() {
        for (typed, stored) in [
            ("  Dana   Whitfield ", "Dana Whitfield"),
            ("Dana\u{A0}Whitfield", "Dana Whitfield"),
            ("\u{3000}王\u{3000}小明\u{3000}", "王 小明"),
            ("Dana\t\r\n Whitfield", "Dana Whitfield"),
            ("a\u{2028}b\u{85}c", "a b c"),
            (" \u{A0}\t", ""),
            ("", ""),
        ] {
            assert_eq!(clean(typed), stored, "{typed:?}");
        }
    }

    #[test]
    fn clean_removes_control_and_direction_characters() {
        for (typed, stored) in [
            ("Da\0na", "Dana"),
            ("\u{1b}[31mDana\u{7f}", "[31mDana"),
            ("\u{FEFF}Dana\u{200B}", "Dana"),
            ("\u{202E}anaD\u{202C}", "anaD"),
            ("\u{2067}Dana\u{2069}\u{200F}", "Dana"),
            ("a \0 b", "a b"),
        ] {
            assert_eq!(clean(typed), stored, "{typed:?}");
        }
    }

    #[test]
    fn clean_keeps_letters_of_any_script_and_joined_emoji() {
        for text in ["Łukasz Żółć", "שרה לוי", "می‌خواهم", "👩‍👩‍👧 family", "O'Neil-Smith"]
        {
            assert_eq!(clean(text), text);
        }
    }

    #[test]
    fn clean_composes_accents() {
        assert_eq!(clean("Jose\u{301}"), "José");
        assert_eq!(clean("Jose\0\u{301}"), "José");
    }

    #[test]
    fn clean_lines_keeps_line_breaks() {
        assert_eq!(
            clean_lines("\r\n first  line \r\n\r\nsecond\rthird\u{2029}\n"),
            "first line\n\nsecond\nthird"
        );
    }

    #[test]
    fn finds_every_word_ignoring_case_accents_and_spaces() {
        let text = "Lapsing soon for the Tue\u{301}sday call in \u{141}\u{f3}d\u{17a}";
        for (typed, is_found) in [
            ("", true),
            ("  ", true),
            (" tuesday LAPS ", true),
            ("lodz", true),
            ("\u{141}\u{d3}D\u{179}", true),
            ("Tu\u{e9}sday", true),
            ("tuesday\u{a0}soon", true),
            ("lapsing calloway", false),
        ] {
            assert_eq!(matches_search(text, typed), is_found, "{typed:?}");
        }
        // The letters of other scripts are compared exactly.
        assert!(!matches_search("\u{416}\u{430}\u{43d}", "\u{436}"));
        assert_eq!(fold_name("  Stra\u{df}e "), fold_name("STRAse"));
    }

    proptest! {
        #[test]
        fn clean_owned_matches_clean(text in "\\PC*|[ -~]*| ?[a-z]+( {1,2}[a-z]+)* ?") {
            prop_assert_eq!(clean_owned(text.clone()), clean(&text));
        }

        #[test]
        fn clean_is_idempotent(text in any::<String>()) {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once.clone());
            prop_assert!(!once.chars().any(char::is_control));
            let lines = clean_lines(&text);
            prop_assert_eq!(clean_lines(&lines), lines);
        }
    }
}
