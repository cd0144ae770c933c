//! Validation and normalization of email addresses.

use crate::fault::Fault;
use crate::unicode;

pub const MAX_EMAIL: usize = 254;
const MAX_LOCAL: usize = 64;
const MAX_LABEL: usize = 63;

/// Lower-cases the host of an email address. The local part keeps its case and its `+` tag. Non-ASCII letters
/// are accepted on both sides.
///
/// # Errors
/// Returns `invalid_email` with a message that names the problem.
pub fn normalize(typed: &str) -> Result<String, Fault> {
    let refuse = |message: &'static str| Err(Fault::new("invalid_email", message));
    let Some((local, host)) = typed.split_once('@') else {
        return refuse("Enter an email address with an @.");
    };
    if host.contains('@') {
        return refuse("Enter an email address with only one @.");
    }
    let host = unicode::lowercase(host);
    if local.chars().count() + 1 + host.chars().count() > MAX_EMAIL {
        return refuse("Enter an email address of up to 254 characters.");
    }
    if local.is_empty() || local.chars().count() > MAX_LOCAL {
        return refuse("Enter 1 to 64 characters before the @.");
    }
    if local.split('.').any(str::is_empty) || !local.chars().all(is_local) {
        return refuse("Remove the invalid character or dot before the @.");
    }
    let labels: Vec<&str> = host.split('.').collect();
    let top_level = labels.last().copied().unwrap_or_default();
    if labels.len() < 2 || top_level.chars().all(|c| c.is_ascii_digit()) {
        return refuse("Enter a valid email address.");
    }
    if !labels.into_iter().all(is_label) {
        return refuse("Enter a valid domain after the @.");
    }
    Ok(format!("{local}@{host}"))
}

fn is_local(c: char) -> bool {
    c == '.' || c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c) || is_foreign_letter(c)
}

fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL).contains(&label.chars().count())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label
            .chars()
            .all(|c| c == '-' || c.is_ascii_alphanumeric() || is_foreign_letter(c))
}

fn is_foreign_letter(c: char) -> bool {
    !c.is_ascii() && c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lower_cases_only_the_host() {
        for (typed, stored) in [
            ("Dana.Whitfield@Example.COM", "Dana.Whitfield@example.com"),
            ("dana+policies@mail.example.com", "dana+policies@mail.example.com"),
            ("o'neil@a-b.co", "o'neil@a-b.co"),
            ("jürgen@Müller.DE", "jürgen@müller.de"),
            ("x@xn--mller-kva.de", "x@xn--mller-kva.de"),
        ] {
            assert_eq!(normalize(typed).as_deref(), Ok(stored));
        }
    }

    #[test]
    fn rejects_invalid_addresses() {
        let long_local = format!("{}@example.com", "a".repeat(65));
        let long_label = format!("a@{}.com", "b".repeat(64));
        let long = format!("a@{}com", "bcdefgh.".repeat(32));
        for typed in [
            "",
            "dana",
            "@example.com",
            "dana@",
            "dana@@example.com",
            "a@b@c.com",
            "dana@example",
            "dana@1.2.3.4",
            "dana@-example.com",
            "dana@example-.com",
            "dana@exa_mple.com",
            "dana@.com",
            "dana@example..com",
            "dana@example.com.",
            ".dana@example.com",
            "dana.@example.com",
            "da..na@example.com",
            "da na@example.com",
            "\"dana\"@example.com",
            "<dana@example.com>",
            "dana@example.com, lee@example.com",
            "dana@exa mple.com",
            &long_local,
            &long_label,
            &long,
        ] {
            assert_eq!(normalize(typed).unwrap_err().code, "invalid_email", "{typed}");
        }
    }

    proptest! {
        #[test]
        fn normalize_is_idempotent(typed in "[a-zA-Z.+é]{1,8}@[a-zA-ZİÉ.-]{1,12}") {
            if let Ok(stored) = normalize(&typed) {
                prop_assert_eq!(normalize(&stored), Ok(stored));
            }
        }
    }
}
