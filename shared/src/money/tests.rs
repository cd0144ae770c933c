use super::*;
use proptest::prelude::*;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

#[test]
fn parses_percentages() {
    for (typed, expected) in [
        ("5", "5"),
        (" 5.25 % ", "5.25"),
        ("0.0001", "0.0001"),
        ("100%", "100"),
    ] {
        assert_eq!(parse_percent(typed), Ok(decimal(expected)), "{typed}");
    }
    for typed in ["", "%", "five", "-1", "1,5", "1e2", "1.2.3", "0000000000000"] {
        assert_eq!(
            parse_percent(typed).unwrap_err().code,
            "percent_format",
            "{typed}"
        );
    }
}

#[test]
fn checks_range_and_precision_of_percentages() {
    for (percent, code) in [
        ("0", None),
        ("100.0000", None),
        ("99.99990", None),
        ("100.0001", Some("percent_range")),
        ("-0.1", Some("percent_range")),
        ("1.23456", Some("percent_too_precise")),
    ] {
        let checked = check_percent(decimal(percent));
        assert_eq!(checked.err().map(|fault| fault.code), code, "{percent}");
    }
}

#[test]
fn compares_amounts_exactly() {
    use std::cmp::Ordering::{Equal, Greater, Less};
    for (one, other, expected) in [
        ("9007199254740993.01", "9007199254740993.02", Some(Less)),
        ("10", "9.99", Some(Greater)),
        ("-0.05", "0.01", Some(Less)),
        ("1.50", "1.5", Some(Equal)),
        ("", "1", None),
    ] {
        assert_eq!(compare(one, other), expected, "{one} and {other}");
    }
}

#[test]
fn parses_amounts() {
    for (typed, expected) in [
        ("0", "0"),
        ("1234.5", "1234.50"),
        ("$ 1,234.50", "1234.50"),
        ("$1,234,567", "1234567"),
        ("US$ 12", "12"),
        ("1,234 USD", "1234"),
        (".5", "0.50"),
        ("007", "7"),
        ("12,345", "12345"),
        ("1 234 567", "1234567"),
        ("1 234 567,5", "1234567.50"),
        ("1'234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("1.234.567", "1234567"),
        ("\u{A0}1\u{A0}234.50 ", "1234.50"),
        ("9999999999999999.99", "9999999999999999.99"),
    ] {
        assert_eq!(parse(typed), Ok(decimal(expected)), "{typed}");
    }
}

#[test]
fn rejects_ambiguous_amounts() {
    use MoneyError::*;
    for (typed, error) in [
        ("1.234.567.890.12", Grouping),
        ("1,234,56", Grouping),
        ("12,50", Grouping),
        ("1,2345", Grouping),
        ("0,123", Grouping),
        (",123", Grouping),
        ("1,234,567,", Grouping),
        ("1,,234", Grouping),
        ("1,234.567,00", Grouping),
        ("1 234,567.00", Grouping),
        ("1,234 567", Grouping),
        ("1.234", TooPrecise),
        ("12.500", TooPrecise),
        ("1,234.567", TooPrecise),
        ("12.", Format),
        ("", Empty),
        (" ", Empty),
        ("$", Format),
        (".", Format),
        ("1e3", Format),
        ("12 dollars", Format),
        ("€12", Format),
        ("١٢", Format),
        ("+12", Format),
        ("10000000000000000", TooLarge),
        ("99999999999999999999999999", TooLarge),
    ] {
        assert_eq!(parse(typed), Err(error), "{typed}");
    }
}

#[test]
fn rejects_negative_amounts_in_every_notation() {
    for typed in [
        "(12)",
        "-12",
        "\u{2212}12",
        "$-12",
        "-$12",
        "($12.00)",
        "$(12)",
        "12-",
    ] {
        assert_eq!(parse(typed), Err(MoneyError::Negative), "{typed}");
    }
}

#[test]
fn formats_counts() {
    let counts = [None, Some(0), Some(1_234), Some(-1_000)];
    assert_eq!(counts.map(format_count), ["-", "0", "1,234", "-1,000"]);
}

#[test]
fn formats_whole_dollars_and_cents() {
    for (amount, whole, cents) in [
        ("0", "$0", "$0.00"),
        ("0.49", "$0", "$0.49"),
        ("0.50", "$1", "$0.50"),
        ("-0.49", "$0", "-$0.49"),
        ("-0.50", "-$1", "-$0.50"),
        ("999.50", "$1,000", "$999.50"),
        ("1234567.5", "$1,234,568", "$1,234,567.50"),
        ("123456", "$123,456", "$123,456.00"),
        ("1.005", "$1", "$1.01"),
    ] {
        let amount = Some(decimal(amount));
        assert_eq!(
            (format_whole(amount).as_str(), format_cents(amount).as_str()),
            (whole, cents)
        );
    }
    assert_eq!((format_whole(None), format_cents(None)), ("-".into(), "-".into()));
}

#[test]
fn check_rejects_amounts_that_do_not_fit_the_column() {
    assert_eq!(
        check(decimal("12.5")).map(|amount| amount.to_string()),
        Ok("12.50".into())
    );
    assert_eq!(check(decimal("12.5000")), Ok(decimal("12.5")));
    assert_eq!(check(decimal("-0.01")), Err(MoneyError::Negative));
    assert_eq!(check(decimal("0.001")), Err(MoneyError::TooPrecise));
    assert_eq!(check(decimal("10000000000000000")), Err(MoneyError::TooLarge));
}

#[test]
fn annualizes_by_premium_mode() {
    for (mode, expected) in [
        (PremiumMode::Annual, Some("100.10")),
        (PremiumMode::SemiAnnual, Some("200.20")),
        (PremiumMode::Quarterly, Some("400.40")),
        (PremiumMode::Monthly, Some("1201.20")),
        (PremiumMode::SinglePay, None),
        (PremiumMode::Flexible, None),
        (PremiumMode::NoPremium, None),
    ] {
        assert_eq!(
            annualized(mode, decimal("100.10")),
            expected.map(decimal),
            "{mode:?}"
        );
    }
}

proptest! {
    #[test]
    fn formatted_amount_round_trips(cents in 0i64..1_000_000_000_000_000_000) {
        let amount = Decimal::new(cents, 2);
        prop_assert_eq!(parse(&format_cents(Some(amount))), Ok(amount));
        prop_assert_eq!(parse(&amount.to_string()), Ok(amount));
        prop_assert_eq!(check(amount), Ok(amount));
    }

    #[test]
    fn parsing_never_panics(typed in "[0-9., '$()-]{0,24}|.*") {
        if let Ok(amount) = parse(&typed) {
            prop_assert_eq!(check(amount), Ok(amount));
        }
    }
}
