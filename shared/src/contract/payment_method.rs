//! Payment methods, which are free text in the wording of their source.

use crate::text::fold;

/// Words in a payment method that indicate automatic payment.
const AUTOMATIC: [&str; 10] = [
    "electronic",
    "eft",
    "ach",
    "draft",
    "debit",
    "automatic",
    "autopay",
    "credit card",
    "list bill",
    "pac",
];

/// Words in a payment method that indicate a failed automatic payment.
const RETURNED: [&str; 5] = ["returned", "rejected", "declined", "nsf", "insufficient funds"];

/// Returns whether premiums are paid automatically, as far as the payment method says. The SQL function
/// `firmbook_pays_automatically` has the same rule.
pub fn pays_automatically(method: Option<&str>) -> bool {
    let method = fold(method.unwrap_or_default());
    let has = |wanted: &str| {
        let wanted: Vec<&str> = wanted.split(' ').collect();
        let words: Vec<&str> = method
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        words.windows(wanted.len()).any(|found| found == wanted)
    };
    AUTOMATIC.into_iter().any(has) && !RETURNED.into_iter().any(has)
}

/// Payment methods in the wording of carriers, and whether their premiums are paid automatically.
pub const EXAMPLES: [(&str, bool); 16] = [
    ("Electronic", true),
    ("EFT", true),
    ("Monthly bank draft", true),
    ("ACH debit", true),
    ("Credit Card", true),
    ("credit-card", true),
    ("List  Bill", true),
    ("PAC/monthly", true),
    ("", false),
    ("Direct Bill", false),
    ("Check", false),
    ("Paper bill, each month", false),
    ("Pacific Direct", false),
    ("EFT - returned", false),
    ("Bank draft (NSF)", false),
    ("Credit card, declined", false),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_automatic_payment_by_words() {
        for (method, expected) in EXAMPLES {
            assert_eq!(pays_automatically(Some(method)), expected, "{method}");
        }
        assert!(!pays_automatically(None));
    }
}
