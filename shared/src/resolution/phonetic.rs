//! Phonetic codes of names.

/// Returns the NYSIIS code of a folded word, or an empty string if it contains no ASCII letter.
///
/// NYSIIS was designed for American last names. Words that sound alike have the same code: `smith` and `smyth`,
/// `allen` and `alan`. Unlike the original, the code is not truncated to six letters.
pub(super) fn sound(word: &str) -> String {
    let mut letters: Vec<u8> = word.bytes().filter(u8::is_ascii_lowercase).collect();
    replace_start(&mut letters);
    replace_end(&mut letters);
    let Some(&first) = letters.first() else {
        return String::new();
    };
    let mut code = vec![first];
    let mut at = 1;
    while at < letters.len() {
        let step = replace(&mut letters, at);
        for &letter in &letters[at..at + step] {
            if code.last() != Some(&letter) {
                code.push(letter);
            }
        }
        at += step;
    }
    if code.len() > 1 && code.ends_with(b"s") {
        code.pop();
    }
    if code.len() > 2 && code.ends_with(b"ay") {
        code.remove(code.len() - 2);
    }
    if code.len() > 1 && code.ends_with(b"a") {
        code.pop();
    }
    code.into_iter().map(char::from).collect()
}

fn replace_start(letters: &mut Vec<u8>) {
    for (from, to) in [
        ("mac", "mcc"),
        ("kn", "nn"),
        ("k", "c"),
        ("ph", "ff"),
        ("pf", "ff"),
        ("sch", "sss"),
    ] {
        if letters.starts_with(from.as_bytes()) {
            letters.splice(..from.len(), to.bytes());
            return;
        }
    }
}

fn replace_end(letters: &mut Vec<u8>) {
    for (from, to) in [
        ("ee", "y"),
        ("ie", "y"),
        ("dt", "d"),
        ("rt", "d"),
        ("rd", "d"),
        ("nt", "d"),
        ("nd", "d"),
    ] {
        if letters.len() > from.len() && letters.ends_with(from.as_bytes()) {
            letters.truncate(letters.len() - from.len());
            letters.extend(to.bytes());
            return;
        }
    }
}

/// Replaces the letters at a position after the first. Returns the number of letters consumed.
fn replace(letters: &mut [u8], at: usize) -> usize {
    let rest = &letters[at..];
    let (step, to): (usize, &[u8]) = if rest.starts_with(b"ev") {
        (2, b"af")
    } else if rest.starts_with(b"sch") {
        (3, b"sss")
    } else if rest.starts_with(b"kn") {
        (2, b"nn")
    } else if rest.starts_with(b"ph") {
        (2, b"ff")
    } else {
        (1, single(letters, at))
    };
    letters[at..at + step].copy_from_slice(to);
    step
}

fn single(letters: &[u8], at: usize) -> &'static [u8] {
    const ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
    let (before, letter) = (letters[at - 1], letters[at]);
    let follows_vowel = is_vowel(before);
    let between_vowels = follows_vowel && letters.get(at + 1).is_some_and(|next| is_vowel(*next));
    let same = |letter: u8| {
        let place = usize::from(letter.saturating_sub(b'a'));
        &ALPHABET[place..=place]
    };
    match letter {
        b'a' | b'e' | b'i' | b'o' | b'u' => b"a",
        b'q' => b"g",
        b'z' => b"s",
        b'm' => b"n",
        b'k' => b"c",
        b'h' if !between_vowels => same(before),
        b'w' if follows_vowel => same(before),
        letter => same(letter),
    }
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_that_sound_alike_have_the_same_code() {
        for (one, other) in [
            ("smith", "smithe"),
            ("allen", "alan"),
            ("macdonald", "mcdonald"),
            ("knight", "night"),
            ("philips", "fillips"),
            ("stephens", "stevens"),
            ("catherine", "katharine"),
            ("schmidt", "schmid"),
            ("gomez", "gomes"),
        ] {
            assert_eq!(sound(one), sound(other), "{one} {other}");
        }
        for (one, other) in [("smith", "jones"), ("mary", "mark"), ("dana", "dora")] {
            assert_ne!(sound(one), sound(other), "{one} {other}");
        }
    }

    #[test]
    fn words_without_ascii_letters_have_no_code() {
        for word in ["", "王", "7"] {
            assert_eq!(sound(word), "");
        }
    }

    proptest! {
        #[test]
        fn codes_are_no_longer_than_words(word in "[a-z王]{0,20}") {
            prop_assert!(sound(&word).len() <= word.len());
        }
    }
}
