use super::*;
use crate::contract::Line;
use crate::problem::{FieldProblem, Findings};
use jiff::civil::{Date, date};
use rust_decimal::Decimal;
use uuid::Uuid;

const TODAY: Date = date(2026, 11, 27);
const ANNUITY: Uuid = Uuid::from_u128(1);
const OLD: Uuid = Uuid::from_u128(2);

fn filled() -> BestInterestForm {
    let text = || "Text".to_owned();
    BestInterestForm {
        consumer_profile: ConsumerProfile {
            age: "67".into(),
            annual_income: "85000.00".into(),
            financial_situation: text(),
            financial_experience: "Good".into(),
            insurance_needs: text(),
            financial_objectives: text(),
            intended_use: text(),
            time_horizon: "SixToTen".into(),
            existing_assets: text(),
            liquidity_needs: text(),
            liquid_net_worth: "640000.00".into(),
            risk_tolerance: "Moderate".into(),
            accepts_non_guaranteed: Some(false),
            funding_source: "Savings".into(),
            tax_status: "Joint".into(),
        },
        recommendation: Recommendation {
            annuity_uuid: ANNUITY.to_string(),
            options_considered: vec!["Bonds".into()],
            basis: text(),
            date: "2026-11-20".into(),
            producer: "Dana Whitfield".into(),
        },
        replacement: Replacement {
            is_replacement: Some(false),
            ..Replacement::default()
        },
        disclosure: Disclosure {
            producer_disclosure_given_on: "2026-11-20".into(),
            compensation_type: "Commission".into(),
            carriers_available: "Several".into(),
        },
        consumer_statements: ConsumerStatements::default(),
    }
}

fn replacing() -> BestInterestForm {
    BestInterestForm {
        replacement: Replacement {
            is_replacement: Some(true),
            replaced_uuid: Some(OLD),
            surrender_charge: "1200.00".into(),
            lost_benefits: "A rider".into(),
            new_fees: "None".into(),
            other_exchange_within60_months: Some(false),
            benefits_outweigh: Some(true),
        },
        ..filled()
    }
}

fn signed() -> ConsumerStatement {
    ConsumerStatement {
        signed_on: "2026-11-20".into(),
        document_id: Some(Uuid::from_u128(9)),
    }
}

/// Returns `path code` of each error, without the `form.` prefix of the path.
fn codes(form: BestInterestForm, is_complete: bool) -> Vec<String> {
    let input = BestInterestInput {
        is_complete,
        form,
        ..BestInterestInput::default()
    };
    let mut findings = Findings::default();
    let checked = check(&input, TODAY, &mut findings);
    assert_eq!(checked.is_none(), !findings.is_acceptable());
    let code = |one: FieldProblem| format!("{} {}", one.field.trim_start_matches("form."), one.code);
    findings.0.into_iter().map(code).collect()
}

#[test]
fn complete_forms_have_all_required_fields() {
    assert_eq!(codes(filled(), true), [""; 0]);
    assert_eq!(codes(replacing(), true), [""; 0]);
    assert_eq!(codes(BestInterestForm::default(), false), [""; 0]);
    let full = completeness(&filled());
    assert_eq!((full.filled, full.required, full.missing.len()), (23, 23, 0));
    let full = completeness(&replacing());
    assert_eq!((full.filled, full.required), (28, 28));
    let empty = completeness(&BestInterestForm::default());
    assert_eq!((empty.filled, empty.required), (0, 23));
    assert_eq!(codes(BestInterestForm::default(), true).len(), 23);
}

type Change = fn(&mut BestInterestForm);

#[test]
fn reports_each_missing_required_field() {
    let cases: [(Change, &str); 12] = [
        (
            |form| form.consumer_profile.age = String::new(),
            "consumerProfile.age required",
        ),
        (
            |form| form.consumer_profile.annual_income = " ".into(),
            "consumerProfile.annualIncome required",
        ),
        (
            |form| form.consumer_profile.accepts_non_guaranteed = None,
            "consumerProfile.riskTolerance required",
        ),
        (
            |form| form.consumer_profile.risk_tolerance = String::new(),
            "consumerProfile.riskTolerance required",
        ),
        (
            |form| form.recommendation.basis = String::new(),
            "recommendation.basis required",
        ),
        (
            |form| form.recommendation.options_considered = vec![" ".into()],
            "recommendation.optionsConsidered required",
        ),
        (
            |form| form.recommendation.annuity_uuid = String::new(),
            "recommendation.annuityUuid required",
        ),
        (
            |form| form.replacement.is_replacement = None,
            "replacement.isReplacement required",
        ),
        (
            |form| form.replacement.new_fees = String::new(),
            "replacement.newFees required",
        ),
        (
            |form| form.replacement.benefits_outweigh = None,
            "replacement.benefitsOutweigh required",
        ),
        (
            |form| form.disclosure.carriers_available = String::new(),
            "disclosure.carriersAvailable required",
        ),
        (
            |form| form.consumer_statements.refused_information.signed_on = "2026-11-20".into(),
            "consumerStatements.refusedInformation.documentId required",
        ),
    ];
    for (change, expected) in cases {
        let mut form = replacing();
        change(&mut form);
        assert_eq!(codes(form.clone(), true), [expected]);
        assert_eq!(codes(form, false), [""; 0], "{expected}");
    }
}

#[test]
fn names_each_invalid_field() {
    let cases: [(Change, &str); 13] = [
        (
            |form| form.consumer_profile.age = "121".into(),
            "consumerProfile.age out_of_range",
        ),
        (
            |form| form.consumer_profile.annual_income = "-5".into(),
            "consumerProfile.annualIncome money_negative",
        ),
        (
            |form| form.consumer_profile.time_horizon = "Soon".into(),
            "consumerProfile.timeHorizon unknown_code",
        ),
        (
            |form| form.consumer_profile.insurance_needs = "x".repeat(4001),
            "consumerProfile.insuranceNeeds too_long",
        ),
        (
            |form| form.recommendation.annuity_uuid = "that one".into(),
            "recommendation.annuityUuid unknown_contract",
        ),
        (
            |form| form.recommendation.options_considered = vec!["x".into(); 21],
            "recommendation.optionsConsidered too_many",
        ),
        (
            |form| form.recommendation.options_considered = vec!["x".repeat(201)],
            "recommendation.optionsConsidered[0] too_long",
        ),
        (
            |form| form.recommendation.date = "2026-11-28".into(),
            "recommendation.date future",
        ),
        (
            |form| form.recommendation.date = "soon".into(),
            "recommendation.date date_format",
        ),
        (
            |form| form.recommendation.date = "2026-11-19".into(),
            "disclosure.producerDisclosureGivenOn order",
        ),
        (
            |form| form.replacement.replaced_uuid = Some(ANNUITY),
            "replacement.replacedUuid unknown_contract",
        ),
        (
            |form| form.disclosure.compensation_type = "Gift".into(),
            "disclosure.compensationType unknown_code",
        ),
        (
            |form| form.consumer_statements.refused_information.signed_on = "2027-01-01".into(),
            "consumerStatements.refusedInformation.signedOn future",
        ),
    ];
    for (change, expected) in cases {
        let mut form = replacing();
        change(&mut form);
        let found = codes(form, false);
        assert!(found.contains(&expected.to_owned()), "{expected}: {found:?}");
    }
}

#[test]
fn signed_refusal_replaces_only_the_profile() {
    let mut form = BestInterestForm {
        consumer_profile: ConsumerProfile::default(),
        ..filled()
    };
    form.consumer_statements.refused_information = signed();
    assert_eq!(codes(form.clone(), true), [""; 0]);
    assert_eq!(completeness(&form).required, 9);
    form.recommendation.basis = String::new();
    assert_eq!(codes(form, true), ["recommendation.basis required"]);
}

#[test]
fn costly_replacements_need_the_consumers_decision() {
    let mut form = replacing();
    form.replacement.benefits_outweigh = Some(false);
    let refused = ["replacement.benefitsOutweigh not_in_best_interest"];
    assert_eq!(codes(form.clone(), true), refused);
    assert_eq!(codes(form.clone(), false), [""; 0]);
    let mut decided = form.clone();
    decided.consumer_statements.not_based_on_recommendation = signed();
    assert_eq!(codes(decided, true), [""; 0]);
    form.recommendation.annuity_uuid = NO_ANNUITY.into();
    assert_eq!(codes(form, true), [""; 0]);
}

#[test]
fn stores_normalized_values() {
    let mut form = replacing();
    form.consumer_profile.annual_income = "$ 85,000".into();
    form.recommendation.date = "11/20/2026".into();
    form.recommendation.producer = "  Dana   Whitfield ".into();
    form.recommendation.options_considered = vec![" Bonds ".into(), String::new()];
    let input = BestInterestInput {
        form,
        is_complete: true,
        ..BestInterestInput::default()
    };
    assert_eq!(check(&input, TODAY, &mut Findings::default()), Some(replacing()));
    // Details of a replacement are dropped if there is none.
    let mut form = replacing();
    form.replacement.is_replacement = Some(false);
    let input = BestInterestInput { form, ..input };
    assert_eq!(check(&input, TODAY, &mut Findings::default()), Some(filled()));
}

#[test]
fn warns_about_social_security_numbers() {
    let mut form = filled();
    form.consumer_profile.financial_situation = "SSN 123-45-6789".into();
    assert_eq!(
        codes(form, true),
        ["consumerProfile.financialSituation looks_like_ssn"]
    );
}

#[test]
fn displays_labels_dates_and_amounts() {
    let name = |uuid: &str| (uuid == OLD.to_string()).then(|| "Apex L-1".to_owned());
    let blocks = blocks(&replacing(), &name);
    let text = |path: &str| {
        let mut fields = blocks.iter().flat_map(|block| &block.fields);
        fields
            .find(|field| field.path == format!("form.{path}"))
            .unwrap()
            .text
            .clone()
    };
    assert_eq!(text("consumerProfile.annualIncome"), "$85,000.00");
    assert_eq!(
        text("consumerProfile.riskTolerance"),
        "Moderate; guaranteed values only"
    );
    assert_eq!(text("recommendation.date"), "11/20/2026");
    assert_eq!(text("replacement.replacedUuid"), "Apex L-1");
    assert_eq!(text("replacement.otherExchangeWithin60Months"), "No");
    assert_eq!(text("consumerStatements.refusedInformation"), "");
}

#[test]
fn every_path_exists_in_the_form() {
    let input = serde_json::json!(BestInterestInput {
        form: replacing(),
        ..BestInterestInput::default()
    });
    let none = |_: &str| None;
    for field in blocks(&replacing(), &none)
        .into_iter()
        .flat_map(|block| block.fields)
    {
        let pointer = format!("/{}", field.path.replace('.', "/"));
        assert!(input.pointer(&pointer).is_some(), "{pointer}");
    }
}

#[test]
fn compares_versions_field_by_field() {
    let none = |_: &str| None;
    let mut newer = replacing();
    newer.consumer_profile.annual_income = "90000.00".into();
    for (old, new, fee) in [
        (filled(), newer.clone(), ("", "None")),
        (newer, filled(), ("None", "")),
    ] {
        let compared = compare(&blocks(&old, &none), &blocks(&new, &none));
        let changed: Vec<&ComparedField> = compared
            .iter()
            .flat_map(|block| &block.fields)
            .filter(|field| field.is_changed)
            .collect();
        assert_eq!(changed.len(), 8, "{changed:?}");
        let fees = changed
            .iter()
            .find(|field| field.path.ends_with("newFees"))
            .unwrap();
        assert_eq!((fees.old.as_str(), fees.new.as_str()), fee);
    }
}

fn values() -> ContractValues {
    ContractValues {
        uuid: OLD,
        line: Line::Annuity.number(),
        number: "L-1".into(),
        carrier: "Apex".into(),
        product: "Fixed Annuity".into(),
        status: "Active".into(),
        value: Some(Decimal::new(10_000_000, 2)),
        surrender_value: Some(Decimal::new(9_400_050, 2)),
        has_cash_surrender: true,
        loan_balance: None,
        death_benefit: Some(Decimal::new(10_500_000, 2)),
        cost_basis: None,
        guaranteed_rate: Some(Decimal::new(300, 2)),
        surrender_period_end_date: None,
        riders: vec!["GLWB".into()],
    }
}

#[test]
fn fills_a_replacement_from_the_contract_values() {
    let filled = replacement_from(&values());
    assert_eq!(filled.surrender_charge, "5999.50");
    assert_eq!(
        filled.lost_benefits,
        "Death benefit: $105,000.00\nGuaranteed rate: 3% a year\nRiders: Guaranteed Lifetime Withdrawal"
    );
    assert_eq!(
        (filled.is_replacement, filled.replaced_uuid),
        (Some(true), Some(OLD))
    );
    // A loan is not a charge. A market value adjustment can make the surrender value higher than the value.
    let policy = ContractValues {
        line: Line::Life.number(),
        loan_balance: Some(Decimal::new(500_000, 2)),
        ..values()
    };
    assert_eq!(replacement_from(&policy).surrender_charge, "999.50");
    let adjusted = ContractValues {
        surrender_value: Some(Decimal::new(10_100_000, 2)),
        ..values()
    };
    assert_eq!(adjusted.surrender_charge(), Some(Decimal::ZERO));
    let unknown = ContractValues {
        value: None,
        ..values()
    };
    assert_eq!(replacement_from(&unknown).surrender_charge, "");
}

#[test]
fn contracts_without_cash_surrender_have_no_surrender_charge() {
    let surrender = |product: &str, stored: Option<Decimal>| {
        let values = ContractValues {
            surrender_value: recorded(stored),
            has_cash_surrender: has_cash_surrender(product, stored),
            ..values()
        };
        let lines: Vec<String> = values
            .lines()
            .into_iter()
            .filter(|(label, _)| label.starts_with("Surrender"))
            .map(|(label, text)| format!("{label}: {text}"))
            .collect();
        (lines.join(", "), replacement_from(&values).surrender_charge)
    };
    let expect = |lines: &str, charge: &str| (lines.to_owned(), charge.to_owned());
    let (zero, some) = (Some(Decimal::ZERO), Some(Decimal::new(9_400_050, 2)));
    for product in ["DIA", "SPIA", "QLAC"] {
        for stored in [None, zero] {
            let expected = expect("Surrender value: No cash surrender", "");
            assert_eq!(surrender(product, stored), expected, "{product}");
        }
    }
    // Some income annuities can be commuted.
    let with_charge = expect(
        "Surrender value: $94,000.50, Surrender charge: $5,999.50",
        "5999.50",
    );
    for product in ["DIA", "FIA", "from a newer server"] {
        assert_eq!(surrender(product, some), with_charge, "{product}");
    }
    assert_eq!(surrender("FIA", zero), expect("", ""));
}

#[test]
fn stored_forms_with_a_zero_surrender_value_have_no_surrender_charge() {
    let mut stored = serde_json::to_value(values()).unwrap();
    stored["surrenderValue"] = "0.00".into();
    stored.as_object_mut().unwrap().remove("hasCashSurrender");
    let read: ContractValues = serde_json::from_value(stored).unwrap();
    assert_eq!((read.surrender_value, read.has_cash_surrender), (None, true));
    assert_eq!(read.surrender_charge(), None);
}

fn signature() -> SignatureInput {
    SignatureInput {
        version: 3,
        consumer: "Ada Lee".into(),
        consumer_signed_on: "11/21/2026".into(),
        producer: "Dana Whitfield".into(),
        producer_signed_on: "2026-11-24".into(),
        document_id: None,
    }
}

#[test]
fn signatures_must_not_precede_the_recommendation() {
    let sign = |change: fn(&mut SignatureInput)| {
        let mut input = signature();
        change(&mut input);
        let mut findings = Findings::default();
        let signature = check_signature(&input, &filled(), TODAY, &mut findings);
        assert_eq!(signature.is_none(), !findings.is_acceptable());
        let code = |one: FieldProblem| format!("{} {}", one.field, one.code);
        (signature, findings.0.into_iter().map(code).collect::<Vec<_>>())
    };
    let (signature, codes) = sign(|_| ());
    assert_eq!(codes, [""; 0]);
    assert_eq!(signature.unwrap().signed_on(), date(2026, 11, 24));
    type Change = fn(&mut SignatureInput);
    let cases: [(Change, &str); 4] = [
        (|one| one.consumer = " ".into(), "consumer required"),
        (|one| one.producer = "x".repeat(201), "producer too_long"),
        (
            |one| one.consumer_signed_on = "2026-11-19".into(),
            "consumerSignedOn order",
        ),
        (
            |one| one.producer_signed_on = "2026-11-28".into(),
            "producerSignedOn future",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(sign(change).1, [expected]);
    }
}

#[test]
fn review_and_retention_dates_follow_the_signature() {
    assert_eq!(review_due(date(2024, 2, 29)), date(2025, 3, 1));
    assert_eq!(retain_until(TODAY, None), date(2036, 11, 27));
    assert_eq!(retain_until(TODAY, Some("CA")), date(2036, 11, 27));
    assert_eq!(retain_until(TODAY, Some("ME")), date(2029, 11, 27));
}
