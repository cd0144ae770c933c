use super::*;
use crate::problem::{FieldProblem, Findings};
use jiff::civil::{Date, date};
use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

const TODAY: Date = date(2026, 11, 21);
const ISSUED: Date = date(2020, 3, 1);

fn dollars(amount: &str) -> Decimal {
    amount.parse().unwrap()
}

fn input(kind: &str) -> TransactionInput {
    TransactionInput {
        kind: kind.into(),
        transaction_date: "03/01/2024".into(),
        amount: "5,000".into(),
        ..TransactionInput::default()
    }
}

/// Returns `field code` of each finding.
fn codes(input: &TransactionInput, line: Line) -> Vec<String> {
    let mut findings = Findings::default();
    let read = read(input, (line, Some(ISSUED)), TODAY, &mut findings);
    assert_eq!(read.is_none(), !findings.is_acceptable());
    let code = |one: FieldProblem| format!("{} {}", one.field, one.code);
    findings.0.into_iter().map(code).collect()
}

#[test]
fn normalizes_a_transaction() {
    let typed = TransactionInput {
        surrender_charge: "$250.5".into(),
        tax_withheld: "0".into(),
        note: "  For   the roof ".into(),
        ..input("Withdrawal")
    };
    let expected = TransactionEntry {
        kind: ContractTransactionKind::Withdrawal,
        transaction_date: date(2024, 3, 1),
        amount: dollars("5000.00"),
        surrender_charge: Some(dollars("250.50")),
        tax_withheld: Some(Decimal::ZERO),
        note: Some("For the roof".into()),
    };
    let known = (Line::Annuity, Some(ISSUED));
    assert_eq!(
        read(&typed, known, TODAY, &mut Findings::default()),
        Some(expected)
    );
    assert_eq!(codes(&input("Loan"), Line::Life), [""; 0]);
    // Any past date is valid without an issue date.
    let old = TransactionInput {
        transaction_date: "1950-01-01".into(),
        ..input("Loan")
    };
    let mut findings = Findings::default();
    assert!(read(&old, (Line::Life, None), TODAY, &mut findings).is_some());
}

type Change = fn(&mut TransactionInput);

#[test]
fn names_each_invalid_field() {
    let cases: [(Change, &str); 15] = [
        (|one| one.kind = String::new(), "kind required"),
        (|one| one.kind = "Gift".into(), "kind unknown_code"),
        (
            |one| one.transaction_date = String::new(),
            "transactionDate date_missing",
        ),
        (
            |one| one.transaction_date = "11/22/2026".into(),
            "transactionDate future",
        ),
        (
            |one| one.transaction_date = "02/29/2020".into(),
            "transactionDate before_issue",
        ),
        (|one| one.amount = String::new(), "amount money_missing"),
        (|one| one.amount = "0.00".into(), "amount out_of_range"),
        (|one| one.amount = "1.234".into(), "amount money_too_precise"),
        (
            |one| one.surrender_charge = "-1".into(),
            "surrenderCharge money_negative",
        ),
        (
            |one| one.surrender_charge = "5000".into(),
            "surrenderCharge above_amount",
        ),
        (
            |one| {
                one.surrender_charge = "3000".into();
                one.tax_withheld = "2000".into();
            },
            "taxWithheld above_amount",
        ),
        (|one| one.tax_withheld = "some".into(), "taxWithheld money_format"),
        (
            |one| {
                one.kind = "Loan".into();
                one.tax_withheld = "1".into();
            },
            "taxWithheld not_for_kind",
        ),
        (
            |one| {
                one.kind = "LoanInterest".into();
                one.surrender_charge = "1".into();
            },
            "surrenderCharge not_for_kind",
        ),
        (|one| one.note = "x".repeat(201), "note too_long"),
    ];
    for (change, expected) in cases {
        let mut typed = input("Withdrawal");
        change(&mut typed);
        assert_eq!(codes(&typed, Line::Life), [expected], "{typed:?}");
    }
    let ancient = TransactionInput {
        transaction_date: "0202-01-01".into(),
        ..input("Loan")
    };
    let mut findings = Findings::default();
    read(&ancient, (Line::Life, None), TODAY, &mut findings);
    assert_eq!(findings.0[0].code, "too_early");
}

#[test]
fn kinds_are_limited_to_their_line() {
    use ContractTransactionKind::{
        Loan, LoanInterest, LoanRepayment, RequiredMinimumDistribution, SystematicWithdrawal, Withdrawal,
    };
    let of = |line| ContractTransactionKind::of(line).collect::<Vec<_>>();
    assert_eq!(of(Line::Life), [Loan, LoanRepayment, LoanInterest, Withdrawal]);
    assert_eq!(
        of(Line::Annuity),
        [Withdrawal, SystematicWithdrawal, RequiredMinimumDistribution]
    );
    for kind in ContractTransactionKind::ALL.iter().copied() {
        for line in [Line::Life, Line::Annuity] {
            let expected: &[&str] = if kind.fits(line) {
                &[]
            } else {
                &["kind not_for_line"]
            };
            assert_eq!(codes(&input(kind.code()), line), expected, "{kind:?} {line:?}");
        }
    }
    let mut findings = Findings::default();
    read(&input("Loan"), (Line::Annuity, None), TODAY, &mut findings);
    let message = "“Loan” does not apply to annuities. Choose another transaction type.";
    assert_eq!(findings.0[0].message, message);
    let life = TransactionChoices::of(Line::Life).kinds;
    assert_eq!(
        (life[3].code.as_str(), life[3].is_withdrawal),
        ("Withdrawal", true)
    );
    assert!(life[..3].iter().all(|kind| !kind.is_withdrawal));
}

#[test]
fn limits_the_number_of_transactions() {
    assert_eq!(check_count(500), Ok(()));
    assert_eq!(check_count(501).unwrap_err().code, "too_many_transactions");
}

fn one(id: u128, kind: ContractTransactionKind, day: Date, amount: &str) -> ContractTransaction {
    ContractTransaction {
        uuid: Uuid::from_u128(id),
        kind: kind.code().into(),
        transaction_date: day,
        amount: dollars(amount),
        ..ContractTransaction::default()
    }
    .named()
}

fn policy(loan_balance: Option<&str>) -> TransactionFacts {
    TransactionFacts {
        loan_balance: loan_balance.map(dollars),
        ..TransactionFacts::without_values(Line::Life, Some(ISSUED))
    }
}

fn annuity() -> TransactionFacts {
    TransactionFacts {
        contract_value: Some(dollars("100000")),
        contract_value_date: Some(date(2026, 11, 1)),
        free_withdrawal_percent: Some(dollars("10.0000")),
        ..TransactionFacts::without_values(Line::Annuity, Some(ISSUED))
    }
}

#[test]
fn names_a_transaction_by_kind_amount_and_date() {
    let loan = one(1, ContractTransactionKind::Loan, date(2024, 3, 1), "5000");
    assert_eq!(loan.name, "Loan of $5,000.00 on 03/01/2024");
    assert_eq!(loan.kind_label, "Loan");
}

#[test]
fn computes_the_loan_balance_after_each_transaction() {
    use ContractTransactionKind::{Loan, LoanInterest, LoanRepayment, Withdrawal};
    let all = vec![
        one(5, LoanRepayment, date(2024, 3, 1), "1000.50"),
        one(9, Loan, date(2024, 3, 1), "5000"),
        one(3, Withdrawal, date(2024, 6, 1), "700"),
        one(2, LoanInterest, date(2025, 3, 1), "200"),
        one(1, LoanRepayment, date(2026, 3, 1), "1200"),
    ];
    let found = history(all, &policy(Some("2999.50")), TODAY);
    let rows = found.transactions.iter();
    let rows: Vec<_> = rows.map(|row| (row.uuid.as_u128(), row.balance_after)).collect();
    let expected = [
        (1, Some(dollars("2999.50"))),
        (2, Some(dollars("4199.50"))),
        (3, None),
        (5, Some(dollars("3999.50"))),
        (9, Some(dollars("5000"))),
    ];
    assert_eq!(
        rows, expected,
        "newest first, and loans before repayments of the day"
    );
    let loan = LoanSummary {
        outstanding: dollars("2999.50"),
        borrowed: dollars("5000"),
        interest: dollars("200"),
        repaid: dollars("2200.50"),
    };
    assert_eq!((found.loan, found.total_withdrawn), (Some(loan), dollars("700")));
    assert_eq!((found.contract_year, found.distributions), (None, None));
    assert_eq!(found.warnings, [""; 0]);
}

#[test]
fn warns_about_loans_that_do_not_add_up() {
    use ContractTransactionKind::{Loan, LoanRepayment, Withdrawal};
    let loan = one(1, Loan, date(2024, 3, 1), "5000");
    let warnings = |all: Vec<ContractTransaction>, recorded| history(all, &policy(recorded), TODAY).warnings;
    let differs = "The policy shows a loan balance of $0.00, but the transactions add up to $5,000.00.";
    assert_eq!(warnings(vec![loan.clone()], None), [differs]);
    assert_eq!(warnings(vec![loan.clone()], Some("5000.00")), [""; 0]);
    let repaid = vec![loan.clone(), one(2, LoanRepayment, date(2025, 1, 2), "5000")];
    assert_eq!(warnings(repaid, None), [""; 0]);
    // A balance without loan transactions has no history to compare with.
    let withdrawal = one(3, Withdrawal, date(2025, 1, 2), "1");
    assert_eq!(warnings(vec![withdrawal], Some("9000")), [""; 0]);
    let too_early = vec![loan, one(2, LoanRepayment, date(2024, 2, 29), "1000")];
    assert_eq!(
        warnings(too_early, Some("4000")),
        ["The loan repayment of $1,000.00 on 02/29/2024 exceeds the loan balance of $0.00."]
    );
}

#[test]
fn compares_withdrawals_of_the_contract_year_with_the_free_amount() {
    use ContractTransactionKind::{RequiredMinimumDistribution, SystematicWithdrawal, Withdrawal};
    let before = one(1, Withdrawal, date(2026, 2, 28), "40000");
    let monthly = one(2, SystematicWithdrawal, date(2026, 3, 1), "4000");
    let more = one(3, Withdrawal, TODAY, "6000.01");
    let year = |all: &[&ContractTransaction], facts: &TransactionFacts| {
        let all: Vec<_> = all.iter().map(|one| (*one).clone()).collect();
        let found = history(all, facts, TODAY);
        (found.contract_year.unwrap(), found.warnings)
    };
    let (found, warnings) = year(&[&before, &monthly], &annuity());
    let expected = YearWithdrawals {
        from: date(2026, 3, 1),
        to: date(2027, 2, 28),
        withdrawn: dollars("4000"),
        free_amount: Some(dollars("10000")),
        basis: "10% of the contract value of $100,000.00 as of 11/01/2026. \
                Carriers may use the value at the start of the contract year."
            .into(),
    };
    assert_eq!((found, warnings), (expected, vec![]));

    let (found, warnings) = year(&[&before, &monthly, &more], &annuity());
    assert_eq!(found.withdrawn, dollars("10000.01"));
    let sentence = "Withdrawals since 03/01/2026 exceed the free withdrawal amount by $0.01. A surrender charge may apply.";
    assert_eq!(warnings, [sentence]);

    // Required distributions above the free amount have no charge, but other withdrawals in the same year do.
    let required = one(4, RequiredMinimumDistribution, TODAY, "12000");
    let facts = TransactionFacts {
        rmd_taken: Some(dollars("12000")),
        ..annuity()
    };
    assert_eq!(year(&[&required], &facts).1, [""; 0]);
    let (found, warnings) = year(&[&required, &monthly], &facts);
    assert_eq!(found.withdrawn, dollars("16000"));
    assert!(warnings[0].contains("by $4,000.00."), "{warnings:?}");
}

type FactChange = fn(&mut TransactionFacts);

#[test]
fn explains_a_missing_free_amount() {
    let large = one(1, ContractTransactionKind::Withdrawal, TODAY, "90000");
    let cases: [(FactChange, Option<&str>); 4] = [
        (
            |facts| facts.surrender_period_end_date = Some(TODAY),
            Some("The surrender period ended on 11/21/2026. Withdrawals have no surrender charge."),
        ),
        (
            |facts| facts.free_withdrawal_percent = None,
            Some("The contract has no free withdrawal percentage."),
        ),
        (
            |facts| facts.contract_value = None,
            Some("The contract value is not known."),
        ),
        (|facts| facts.issue_date = None, None),
    ];
    for (change, expected) in cases {
        let mut facts = annuity();
        change(&mut facts);
        let found = history(vec![large.clone()], &facts, TODAY);
        let year = found.contract_year.map(|year| (year.free_amount, year.basis));
        assert_eq!(year, expected.map(|basis| (None, basis.to_owned())));
        assert_eq!(
            (found.warnings, found.total_withdrawn),
            (vec![], dollars("90000"))
        );
    }
}

#[test]
fn compares_distributions_of_the_calendar_year_with_the_annuity() {
    use ContractTransactionKind::{RequiredMinimumDistribution, Withdrawal};
    let all = vec![
        one(1, RequiredMinimumDistribution, date(2025, 12, 31), "900"),
        one(2, RequiredMinimumDistribution, date(2026, 1, 1), "400"),
        one(3, Withdrawal, date(2026, 1, 2), "50"),
    ];
    let found = |taken: Option<&str>, required: Option<&str>, all: &[ContractTransaction]| {
        let facts = TransactionFacts {
            rmd_amount: required.map(dollars),
            rmd_taken: taken.map(dollars),
            ..annuity()
        };
        let found = history(all.to_vec(), &facts, TODAY);
        (found.distributions, found.warnings)
    };
    let summary = |taken: &str, required: Option<&str>| {
        Some(DistributionSummary {
            year: 2026,
            taken: dollars(taken),
            required: required.map(dollars),
        })
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(
        found(Some("400.00"), Some("1000"), &all),
        (summary("400", Some("1000")), none.clone())
    );
    let differs = "The annuity shows $500.00 of required distributions taken, but the transactions of 2026 add up to $400.00.";
    assert_eq!(
        found(Some("500"), None, &all),
        (summary("400", None), vec![differs.into()])
    );
    // Distributions of earlier years do not contradict the annuity.
    assert_eq!(
        found(Some("500"), None, &all[..1]),
        (summary("0", None), none.clone())
    );
    assert_eq!(
        found(None, Some("1000"), &[]),
        (summary("0", Some("1000")), none.clone())
    );
    assert_eq!(found(None, None, &all[2..]), (None, none));
}

#[test]
fn contracts_provide_the_values_of_their_line() {
    let policy = crate::contract::Policy {
        issue_date: Some(ISSUED),
        loan_balance: Some(dollars("5")),
        ..Default::default()
    };
    let expected = TransactionFacts {
        loan_balance: Some(dollars("5")),
        ..TransactionFacts::without_values(Line::Life, Some(ISSUED))
    };
    assert_eq!(policy.transaction_facts(), expected);
    let annuity = crate::contract::Annuity {
        values_as_of: Some(TODAY),
        rmd_taken: Some(dollars("7")),
        ..Default::default()
    };
    let expected = TransactionFacts {
        contract_value_date: Some(TODAY),
        rmd_taken: Some(dollars("7")),
        ..TransactionFacts::without_values(Line::Annuity, None)
    };
    assert_eq!(annuity.transaction_facts(), expected);
}

fn any_transactions() -> impl Strategy<Value = Vec<ContractTransaction>> {
    let kinds: Vec<_> = ContractTransactionKind::of(Line::Life).collect();
    let transaction = (proptest::sample::select(kinds), 0_i64..2_000, 1_i64..1_000_000);
    proptest::collection::vec(transaction, 0..30).prop_map(|all| {
        let numbered = all.into_iter().zip(1..);
        numbered
            .map(|((kind, days, cents), id)| {
                let day = crate::date::plus_days(ISSUED, days).unwrap();
                one(id, kind, day, &Decimal::new(cents, 2).to_string())
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn balances_and_sums_do_not_depend_on_entry_order(all in any_transactions(), by in 0_usize..30) {
        let mut rotated = all.clone();
        rotated.rotate_left(by.min(all.len()));
        let found = history(all.clone(), &policy(None), TODAY);
        prop_assert_eq!(&found, &history(rotated, &policy(None), TODAY));

        // Each balance differs from the one before by the amount of its transaction.
        let mut balance = Decimal::ZERO;
        for row in found.transactions.iter().rev() {
            let Some(after) = row.balance_after else { continue };
            prop_assert_eq!((after - balance).abs(), row.amount);
            balance = after;
        }
        let loan = found.loan.unwrap_or_default();
        prop_assert_eq!(loan.outstanding, balance);
        prop_assert_eq!(loan.borrowed + loan.interest - loan.repaid, balance);
        let total: Decimal = all.iter().map(|one| one.amount).sum();
        prop_assert_eq!(loan.borrowed + loan.interest + loan.repaid + found.total_withdrawn, total);
        prop_assert_eq!(found.transactions.len(), all.len());
    }
}
