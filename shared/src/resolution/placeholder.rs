//! Detection of placeholder and shared values.

/// Returns whether a folded first or last name is a placeholder for an unknown name.
pub(super) fn is_placeholder_name(name: &str) -> bool {
    matches!(
        name,
        "na" | "none" | "null" | "unknown" | "unk" | "tbd" | "test" | "missing" | "notavailable" | "noname"
    )
}

/// Returns whether the local part of an email address is a placeholder for a missing address.
pub(super) fn is_placeholder_mailbox(local: &str) -> bool {
    let letters: String = local.chars().filter(char::is_ascii_alphanumeric).collect();
    matches!(
        letters.as_str(),
        "" | "na"
            | "no"
            | "none"
            | "null"
            | "unknown"
            | "test"
            | "noemail"
            | "nomail"
            | "noreply"
            | "donotreply"
            | "noaddress"
            | "notavailable"
            | "invalid"
            | "declined"
            | "refused"
            | "x"
            | "xx"
            | "xxx"
    )
}

/// Returns whether the local part of an email address is a shared mailbox, such as `info`.
pub(super) fn is_shared_mailbox(local: &str) -> bool {
    matches!(
        local,
        "admin"
            | "agency"
            | "billing"
            | "claims"
            | "contact"
            | "customerservice"
            | "frontdesk"
            | "hello"
            | "help"
            | "info"
            | "insurance"
            | "mail"
            | "office"
            | "reception"
            | "sales"
            | "service"
            | "services"
            | "support"
            | "team"
    )
}

/// Returns whether the digits of a phone number are made up: `555-555-5555` or `123-456-7890`.
pub(super) fn is_placeholder_phone(digits: &str) -> bool {
    let bytes = digits.as_bytes();
    bytes.windows(2).all(|two| two[0] == two[1])
        || matches!(digits, "1234567890" | "0123456789" | "9999999999")
        || bytes.len() >= 7 && bytes[bytes.len() - 7..].windows(2).all(|two| two[0] == two[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_placeholders() {
        assert!(is_placeholder_name("unknown") && !is_placeholder_name("nadia"));
        assert!(is_placeholder_mailbox("no-email") && !is_placeholder_mailbox("nora"));
        assert!(is_shared_mailbox("office") && !is_shared_mailbox("officer.dana"));
        for (digits, expected) in [
            ("5555555555", true),
            ("4155555555", true),
            ("1234567890", true),
            ("4155550100", false),
        ] {
            assert_eq!(is_placeholder_phone(digits), expected, "{digits}");
        }
    }
}
