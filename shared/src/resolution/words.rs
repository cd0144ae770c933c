//! Words of a text and their similarity.

use crate::text::fold;

/// Splits a text into folded words of letters and digits. Apostrophes do not split: `O'Neil` is one word.
pub(super) fn words(text: &str) -> Vec<String> {
    fold(text)
        .chars()
        .filter(|c| !matches!(c, '\'' | '’' | '`'))
        .collect::<String>()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns whether two words differ only by a few typos, depending on their length.
pub(super) fn are_similar(one: &str, other: &str) -> bool {
    let (short, long) = lengths(one, other);
    if short < 4 {
        return short == 3 && long == 4 && strsim::osa_distance(one, other) == 1;
    }
    if long - short > 3 {
        return false;
    }
    strsim::jaro_winkler(one, other) >= SIMILAR || is_typo(one, other, long / 4)
}

/// Minimum Jaro-Winkler similarity of similar words.
const SIMILAR: f64 = 0.90;

/// Returns whether at most `edits` letters are missing, added, replaced or swapped with a neighbor.
pub(super) fn is_typo(one: &str, other: &str, edits: usize) -> bool {
    let (short, long) = lengths(one, other);
    long - short <= edits && strsim::osa_distance(one, other) <= edits
}

fn lengths(one: &str, other: &str) -> (usize, usize) {
    let (one, other) = (one.chars().count(), other.chars().count());
    (one.min(other), one.max(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_into_folded_words() {
        for (text, expected) in [
            ("Anne-Marie  O'Neil", "anne marie oneil"),
            ("Smith & Sons, Inc.", "smith sons inc"),
            ("José", "jose"),
            ("", ""),
        ] {
            assert_eq!(words(text).join(" "), expected);
        }
    }

    #[test]
    fn similar_words_differ_by_typos() {
        for (one, other, expected) in [
            ("whitfield", "whitfeild", true),
            ("whitfield", "whitefield", true),
            ("allen", "alen", true),
            ("murphy", "pmurphy", true),
            ("kell", "kelly", true),
            ("smith", "jones", false),
            ("lee", "leo", false),
            ("ng", "ny", false),
            ("王", "李", false),
        ] {
            assert_eq!(are_similar(one, other), expected, "{one} {other}");
            assert_eq!(are_similar(other, one), expected, "{other} {one}");
        }
    }
}
