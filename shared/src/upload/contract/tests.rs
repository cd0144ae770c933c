use super::*;
use crate::contact::Field;
use crate::contract::{Annuity, Line, Policy};
use crate::upload::check::RowFault;
use crate::upload::mapping::{Mapping, Mode, Transform};
use crate::upload::profile::Profile;
use crate::upload::repair::{Repair, RepairKind, repairs_of};
use crate::upload::suggest;
use crate::upload::target::Target;
use crate::upload::upload_type::UploadType;
use csv::StringRecord;
use jiff::civil::{Date, date};
use serde_json::json;
use uuid::Uuid;

const TODAY: Date = date(2026, 11, 21);

fn records(rows: &[&[&str]]) -> Vec<StringRecord> {
    rows.iter().map(|row| row.iter().copied().collect()).collect()
}

fn suggested(line: Line, headers: &[&str], rows: &[&[&str]]) -> Mapping {
    let headers: Vec<String> = headers.iter().map(|header| (*header).to_owned()).collect();
    suggest::mapping(line, &headers, &records(rows), &[])
}

fn targets(mapping: &Mapping) -> Vec<String> {
    let code = |target: &Option<Target>| target.clone().map(String::from).unwrap_or_default();
    mapping
        .columns
        .iter()
        .map(|column| code(&column.target))
        .collect()
}

/// Reads rows of policies with the suggested mapping.
fn read(
    headers: &[&str],
    rows: &[&[&str]],
    set: impl FnOnce(&mut Mapping),
) -> (Mapping, Vec<CheckedContract>) {
    let mut mapping = suggested(Line::Life, headers, rows);
    set(&mut mapping);
    let rows = records(rows);
    let mut profile = Profile::new(Line::Life, &mapping);
    for row in &rows {
        profile.row(row);
    }
    let check = ContractCheck::new(Line::Life, &mapping, &profile, TODAY);
    let checked = rows.iter().map(|row| check.check(row)).collect();
    (mapping, checked)
}

fn codes(faults: &[RowFault]) -> Vec<String> {
    let text = |fault: &RowFault| format!("{}: {}", fault.field, fault.code);
    faults.iter().map(text).collect()
}

#[test]
fn stored_fields_match_the_contract_json() {
    let (policy, annuity) = (json!(Policy::default()), json!(Annuity::default()));
    for (line, contract) in [(Line::Life, policy), (Line::Annuity, annuity)] {
        for field in ContractField::all(line) {
            let is_stored = contract.get(field.code()).is_some();
            assert_eq!(field.is_stored(), is_stored, "{}", field.code());
            assert!(field.is_for(line));
            let party = field.party();
            let details = party.and_then(|party| party.share_field).into_iter();
            for code in details.chain(party.and_then(|party| party.type_field)) {
                assert!(ContractField::of(line, code).is_some_and(|field| !field.is_stored()));
            }
        }
    }
    assert_eq!(ContractField::of(Line::Life, "annuitant2"), None);
    assert_eq!(ContractField::of(Line::Annuity, "insured2"), None);
}

#[test]
fn recognizes_abbreviated_headers() {
    for (header, target) in [
        ("Pol Num", "policyNumber"),
        ("Pol No", "policyNumber"),
        ("Stat", "status"),
        ("Pol Stat", "status"),
        ("Stat Cd", "status"),
        ("Stat Dt", "statusDate"),
        ("Carr Nm", "carrier"),
        ("Eff Date", "issueDate"),
        ("Iss Dt", "issueDate"),
        ("EffDt", "issueDate"),
        ("Iss St", "issueState"),
        ("Iss Age", "issueAge"),
        ("Mode Prem", "modalPremium"),
        ("Ann Prem", "annualizedPremium"),
        ("Prem Mode", "premiumMode"),
        ("Prem Freq", "premiumMode"),
        ("Owner Nm", "owner"),
        ("Ownr Name", "owner"),
        ("Insured Nm", "insured"),
        ("Insd", "insured"),
        ("Jnt Owner", "owner2"),
        ("Writing Agt", "agent"),
        ("Wrtg Agt Nm", "agent"),
        ("Face Amt", "faceAmount"),
        ("Dth Ben", "deathBenefit"),
        ("Tot Dth Bnft Amt", "deathBenefit"),
        ("Csh Val", "policyCashValue"),
        ("Surr Val", "policySurrenderValue"),
        ("Loan Bal", "loanBalance"),
        ("Pd To Dt", "paidToDate"),
        ("Nxt Prem Dt", "nextPremiumDate"),
        ("Pmt Method", "paymentMethod"),
        ("Mat Dt", "maturityDate"),
        ("UW Class", "riskClass"),
        ("Prod Typ", "productType"),
        ("Prod Nm", "productName"),
        ("Shoe Sz", ""),
        ("Int", ""),
        ("Nm", ""),
    ] {
        let mapping = suggested(Line::Life, &[header], &[]);
        assert_eq!(targets(&mapping), [target], "{header}");
    }
}

#[test]
fn recognizes_headers_of_carriers() {
    let headers = [
        "Policy No.",
        "Carrier Name",
        "Policy Status",
        "Plan",
        "Plan Type",
        "Face",
        "Death Benefit",
        "Mode",
        "Premium",
        "Annual Premium",
        "Accumulation Value",
        "Cash Surrender Value",
        "Issue Date",
        "Paid To Date",
        "Insured Name",
        "Policy Owner",
        "Writing Agent NPN",
        "State",
        "Shoe Size",
        "As Of",
    ];
    assert_eq!(
        targets(&suggested(Line::Life, &headers, &[])),
        [
            "policyNumber",
            "carrier",
            "status",
            "productName",
            "productType",
            "faceAmount",
            "deathBenefit",
            "premiumMode",
            "modalPremium",
            "annualizedPremium",
            "policyCashValue",
            "policySurrenderValue",
            "issueDate",
            "paidToDate",
            "insured",
            "owner",
            "agent",
            "issueState",
            "",
            "valuesAsOf",
        ]
    );
    let headers = [
        "Contract #",
        "Company",
        "Account Value",
        "CSV",
        "Qualification",
        "Annuitant",
        "Premium",
    ];
    assert_eq!(
        targets(&suggested(Line::Annuity, &headers, &[])),
        [
            "contractNumber",
            "carrier",
            "contractValue",
            "annuitySurrenderValue",
            "taxType",
            "annuitant",
            "premiumsPaid",
        ]
    );
}

#[test]
fn maps_headings_of_exported_lists() {
    for line in Line::ALL {
        let fields: Vec<ContractField> = ContractField::all(*line).collect();
        let headings: Vec<&str> = fields.iter().map(|field| field.label()).collect();
        let codes: Vec<&str> = fields.iter().map(|field| field.code()).collect();
        let mapping = suggested(*line, &headings, &[]);
        assert_eq!(targets(&mapping), codes, "{line:?}");
        assert_eq!(mapping.problems(*line).0, [], "{line:?}");
    }
}

#[test]
fn leaves_out_fields_whose_values_would_all_fail() {
    let rows: &[&[&str]] = &[&["P-1", "Whole Life", "soon", "n/a"], &["P-2", "UL", "later", ""]];
    let headers = ["Policy Number", "Type", "Issue Date", "Cash Value"];
    assert_eq!(
        targets(&suggested(Line::Life, &headers, rows)),
        ["policyNumber", "productType", "", ""]
    );
}

#[test]
fn mapping_requires_the_number_and_only_fields_of_its_line() {
    let problems = |line: Line, targets: &[&str]| {
        let mut mapping = suggested(line, &vec!["x"; targets.len()], &[]);
        for (column, target) in mapping.columns.iter_mut().zip(targets) {
            let target = Target::try_from((*target).to_owned()).unwrap();
            column.transform = Transform::choices(&target)[0];
            column.target = Some(target);
        }
        let found = mapping.problems(line).0.into_iter();
        found.map(|problem| problem.code).collect::<Vec<_>>()
    };
    assert_eq!(problems(Line::Life, &["policyNumber", "deathBenefit"]), [""; 0]);
    assert_eq!(problems(Line::Life, &["deathBenefit"]), ["no_number"]);
    assert_eq!(
        problems(Line::Life, &["policyNumber", "contractValue"]),
        ["not_for_kind"]
    );
    assert_eq!(
        problems(Line::Annuity, &["contractNumber", "contractValue"]),
        [""; 0]
    );
    assert_eq!(
        problems(Line::Life, &["policyNumber", "firstName"]),
        ["not_for_kind"]
    );
    assert_eq!(
        problems(Line::Life, &["policyNumber", "status", "status"]),
        ["taken_twice"]
    );
    let mut mapping = suggested(Line::Life, &["Policy Number", "Issue Date"], &[]);
    mapping.columns[1].transform = Transform::Money;
    assert_eq!(mapping.problems(Line::Life).0[0].code, "transform_does_not_fit");
    let contacts = suggested(Line::Life, &["Policy Number"], &[]);
    assert_eq!(contacts.problems(UploadType::Agents).0[0].code, "not_for_kind");
}

#[test]
fn reads_values_as_in_the_json_of_a_contract() {
    let headers = [
        "Policy Number",
        "Carrier",
        "Status",
        "Product Type",
        "Death Benefit",
        "Issue Date",
        "Tobacco",
        "Issue Age",
        "Loan Rate",
        "Mode",
    ];
    let row: &[&str] = &[
        "AB-001",
        "Acme Life",
        "Active",
        "UL",
        "$500,000",
        "3/31/2020",
        "Non-Smoker",
        "41",
        "5.50%",
        "M",
    ];
    let (_, checked) = read(&headers, &[row], |_| {});
    assert_eq!(codes(&checked[0].faults), [""; 0]);
    assert_eq!(
        json!(checked[0].values),
        json!({
            "policyNumber": "AB-001", "carrier": "Acme Life", "status": "InForce", "productType": "UniversalLife",
            "deathBenefit": "500000.00", "issueDate": "2020-03-31", "isTobacco": false, "issueAge": 41,
            "loanRate": "5.5", "premiumMode": "Monthly",
        })
    );
}

#[test]
fn reads_shares_and_types_of_second_people() {
    let headers = [
        "Policy Number",
        "Agent",
        "Agent Share",
        "Co-Agent",
        "Agent 2 Type",
        "Agent 2 Share",
        "Joint Owner",
        "Joint Insured",
        "Riders",
    ];
    let row = &["1", "17", "60%", "18", "Servicing", "40", "Bo Lee", "L-2", "Term"];
    let (mapping, checked) = read(&headers, &[row], |_| {});
    assert_eq!(mapping.problems(Line::Life).0, []);
    assert_eq!(codes(&checked[0].faults), [""; 0]);
    assert_eq!(
        json!(checked[0].values),
        json!({
            "policyNumber": "1", "agent": "17", "agentShare": "60", "agent2": "18", "agent2Type": "2",
            "agent2Share": "40", "owner2": "Bo Lee", "insured2": "L-2", "riders": ["Term"],
        })
    );
    let (_, checked) = read(&["Policy Number", "Agent Share"], &[&["1", "150"]], |_| {});
    assert_eq!(codes(&checked[0].faults), ["agentShare: percent_range"]);
}

#[test]
fn schedule_changes_only_if_a_charge_changes() {
    let stored = Annuity {
        contract_number: "C-1".into(),
        carrier_uuid: Some(Uuid::from_u128(7)),
        product_type: "FIA".into(),
        status: "Pending".into(),
        surrender_schedule: ["7.00", "6"].map(|charge| charge.parse().unwrap()).into(),
        ..Annuity::default()
    };
    let mapping = Mapping {
        mode: Mode::Update,
        ..Mapping::default()
    };
    let judged = |charges: serde_json::Value| {
        let values = Values::from([("surrenderSchedule".into(), charges)]);
        let row = ContractRow {
            values: &values,
            carrier_uuid: None,
            owners: 1,
        };
        judge(Some(&stored), &row, &mapping, TODAY)
    };
    assert_eq!(judged(json!(["7", "6.0"])), Judged::Unchanged);
    for charges in [json!(["7", "5"]), json!(["7"])] {
        let Judged::Update(after) = judged(charges.clone()) else {
            panic!("{charges}");
        };
        assert_eq!(json!(after.surrender_schedule), charges);
    }
}

#[test]
fn amounts_follow_the_separators_of_their_column() {
    let rows: &[&[&str]] = &[&["1", "1.234.567,50"], &["2", "2.000,00"]];
    let (_, checked) = read(&["Policy Number", "Cash Value"], rows, |_| {});
    assert_eq!(checked[0].values["policyCashValue"], "1234567.50");
    assert_eq!(checked[1].values["policyCashValue"], "2000.00");
    let rows: &[&[&str]] = &[&["1", "1,234.50"], &["2", "8.756.189.999"]];
    let (_, checked) = read(&["Policy Number", "Cash Value"], rows, |_| {});
    assert_eq!(codes(&checked[1].faults), ["policyCashValue: money_grouping"]);
}

#[test]
fn reports_unreadable_values_in_their_field() {
    let headers = [
        "Policy Number",
        "Status",
        "Cash Value",
        "Issue Date",
        "Tobacco",
        "Issue Age",
        "Loan Rate",
        "Agent",
    ];
    let good: &[&str] = &["P-1", "Lapsed", "1", "2020-01-02", "Yes", "30", "5", "17654321"];
    let bad: &[&str] = &[
        "1.23457E+07",
        "Sleeping",
        "-5",
        "2020-02-31",
        "maybe",
        "200",
        "x",
        "1.76543E+07",
    ];
    let (_, checked) = read(&headers, &[good, bad], |_| {});
    assert!(checked[0].is_acceptable());
    assert!(!checked[1].is_acceptable());
    assert_eq!(
        codes(&checked[1].faults),
        [
            "policyNumber: scientific_notation",
            "status: unknown_term",
            "policyCashValue: money_negative",
            "issueDate: date_format",
            "isTobacco: not_a_flag",
            "issueAge: not_a_number",
            "loanRate: percent_format",
            "agent: scientific_notation",
        ]
    );
    assert_eq!(checked[1].faults[1].column, Some(1));
}

#[test]
fn repairs_clear_values_or_skip_rows() {
    let repair = |kind| Repair {
        code: "unknown_term".into(),
        field: "status".into(),
        kind,
    };
    let rows: &[&[&str]] = &[&["P-1", "Lapsed"], &["P-2", "Sleeping"]];
    let headers = ["Policy Number", "Status"];
    let (_, cleared) = read(&headers, rows, |mapping| {
        mapping.repairs = vec![repair(RepairKind::Clear)];
    });
    assert!(cleared[1].is_acceptable() && !cleared[1].values.contains_key("status"));
    let (_, skipped) = read(&headers, rows, |mapping| {
        mapping.repairs = vec![repair(RepairKind::SkipRows)];
    });
    assert!(skipped[1].is_skipped && !skipped[0].is_skipped);
    assert_eq!(
        repairs_of("unknown_term", "status"),
        [RepairKind::Clear, RepairKind::SkipRows]
    );
    assert_eq!(
        repairs_of("scientific_notation", "policyNumber"),
        [RepairKind::SkipRows]
    );
    // An empty field cannot be cleared. Unnamed riders can, with the other ones.
    for (code, field) in [
        ("required", "status"),
        ("required_in_force", "deathBenefit"),
        ("agent_required", "agent"),
    ] {
        assert_eq!(repairs_of(code, field), [RepairKind::SkipRows], "{code}");
    }
    assert!(repairs_of("required", "riders").contains(&RepairKind::Clear));
}

#[test]
fn skips_blank_rows_repeated_headings_and_rows_without_mapped_values() {
    let rows: &[&[&str]] = &[
        &["", "", ""],
        &["Policy Number", "Status", "x"],
        &["", "", "note"],
        &["P-1", "Lapsed", ""],
    ];
    let (_, checked) = read(&["Policy Number", "Status", "Remark"], rows, |_| {});
    assert!(checked[0].is_blank);
    assert_eq!(codes(&checked[1].faults), [": repeated_heading"]);
    assert_eq!(codes(&checked[2].faults), [": nothing_mapped"]);
    assert!(checked[3].is_acceptable());
}

fn stored() -> Policy {
    Policy {
        policy_number: "AB-001".into(),
        carrier_uuid: Some(Uuid::from_u128(7)),
        product_type: "UniversalLife".into(),
        status: "InForce".into(),
        issue_date: Some(date(2020, 3, 31)),
        death_benefit: Some("500000.00".parse().unwrap()),
        annualized_premium: Some("1200.00".parse().unwrap()),
        premium_mode: Some("Monthly".into()),
        modal_premium: Some("100.00".parse().unwrap()),
        policy_cash_value: Some("0.00".parse().unwrap()),
        policy_surrender_value: Some("0.00".parse().unwrap()),
        values_as_of: Some(date(2026, 1, 31)),
        ..Policy::default()
    }
}

fn judged(stored: Option<&Policy>, values: serde_json::Value, mode: Mode, owners: usize) -> Judged<Policy> {
    let values: Values = serde_json::from_value(values).unwrap();
    let row = ContractRow {
        values: &values,
        carrier_uuid: Some(Uuid::from_u128(7)),
        owners,
    };
    let mapping = Mapping {
        mode,
        ..suggested(Line::Life, &["Policy Number", "Cash Value"], &[])
    };
    judge(stored, &row, &mapping, TODAY)
}

fn updated(values: serde_json::Value, mode: Mode) -> Policy {
    match judged(Some(&stored()), values, mode, 1) {
        Judged::Update(policy) => *policy,
        other => panic!("{other:?}"),
    }
}

#[test]
fn update_replaces_given_values_and_sets_their_dates() {
    let after = updated(
        json!({ "policyNumber": "ab001", "policyCashValue": "750.00" }),
        Mode::Update,
    );
    assert_eq!(after.policy_cash_value, "750.00".parse().ok());
    assert_eq!(after.values_as_of, Some(TODAY));
    assert_eq!(
        after.policy_number, "AB-001",
        "the number is the key and stays as stored"
    );
    let dated = updated(
        json!({ "policyNumber": "AB-001", "policyCashValue": "750.00", "valuesAsOf": "2026-10-31" }),
        Mode::Update,
    );
    assert_eq!(dated.values_as_of, Some(date(2026, 10, 31)));
    let lapsed = updated(
        json!({ "policyNumber": "AB-001", "status": "Lapsed" }),
        Mode::Update,
    );
    assert_eq!(
        (lapsed.status.as_str(), lapsed.status_date),
        ("Lapsed", Some(TODAY))
    );
}

#[test]
fn older_values_are_imported_only_if_the_user_accepts_them() {
    let values = |day: &str| {
        let row = json!({ "policyNumber": "AB-001", "policyCashValue": "5.00", "valuesAsOf": day });
        serde_json::from_value::<Values>(row).unwrap()
    };
    let judged = |day: &str, repairs: Vec<Repair>| {
        let row = ContractRow {
            values: &values(day),
            carrier_uuid: None,
            owners: 1,
        };
        let mapping = Mapping {
            mode: Mode::Update,
            repairs,
            ..suggested(Line::Life, &["Policy Number", "Cash Value", "As Of"], &[])
        };
        judge(Some(&stored()), &row, &mapping, TODAY)
    };
    let Judged::Refused(faults) = judged("2026-01-30", Vec::new()) else {
        panic!("the stored values are of January 31");
    };
    assert_eq!(codes(&faults), ["valuesAsOf: older_values"]);
    assert_eq!(faults[0].column, Some(2));
    assert_eq!(
        repairs_of("older_values", "valuesAsOf"),
        [RepairKind::TakeOlder, RepairKind::SkipRows]
    );
    let repair = Repair {
        code: "older_values".into(),
        field: "valuesAsOf".into(),
        kind: RepairKind::TakeOlder,
    };
    assert!(matches!(judged("2026-01-30", vec![repair]), Judged::Update(_)));
    for day in ["2026-01-31", "2026-02-28"] {
        assert!(matches!(judged(day, Vec::new()), Judged::Update(_)), "{day}");
    }
}

#[test]
fn equal_values_change_nothing() {
    let same = json!({ "policyNumber": "AB-001", "deathBenefit": "500000.0", "status": "InForce" });
    assert_eq!(
        judged(Some(&stored()), same.clone(), Mode::Update, 1),
        Judged::Unchanged
    );
    assert_eq!(judged(Some(&stored()), same, Mode::AddOnly, 1), Judged::Exists);
    let classed = Policy {
        risk_class: Some("1".into()),
        ..stored()
    };
    let row = json!({ "policyNumber": "AB-001", "riskClass": "01" });
    assert!(
        matches!(judged(Some(&classed), row, Mode::Update, 1), Judged::Update(_)),
        "texts are compared as texts"
    );
}

#[test]
fn filling_blanks_keeps_stored_values() {
    let row = json!({ "policyNumber": "AB-001", "deathBenefit": "1.00", "policyCashValue": "750.00",
                      "productName": "Flex UL" });
    let after = updated(row, Mode::FillBlanks);
    assert_eq!(after.death_benefit, stored().death_benefit);
    assert_eq!(
        after.policy_cash_value,
        "750.00".parse().ok(),
        "lists store zero for a missing amount"
    );
    assert_eq!(after.product_name.as_deref(), Some("Flex UL"));
    for row in [
        json!({ "policyNumber": "AB-001", "deathBenefit": "1.00" }),
        json!({ "policyNumber": "AB-001", "policyGuard": true }),
    ] {
        assert_eq!(
            judged(Some(&stored()), row, Mode::FillBlanks, 1),
            Judged::Unchanged
        );
    }
}

#[test]
fn new_premium_recomputes_the_annualized_premium() {
    let after = updated(
        json!({ "policyNumber": "AB-001", "modalPremium": "150.00" }),
        Mode::Update,
    );
    assert_eq!(after.annualized_premium, "1800.00".parse().ok());
    let after = updated(
        json!({ "policyNumber": "AB-001", "modalPremium": "150.00", "annualizedPremium": "1750.00" }),
        Mode::Update,
    );
    assert_eq!(after.annualized_premium, "1750.00".parse().ok());
    let after = updated(
        json!({ "policyNumber": "AB-001", "premiumMode": "Flexible" }),
        Mode::Update,
    );
    assert_eq!(
        after.annualized_premium,
        "1200.00".parse().ok(),
        "no fixed frequency"
    );
}

#[test]
fn new_contract_follows_the_rules_of_the_form() {
    let row = json!({ "policyNumber": "P-9", "productType": "Term", "status": "InForce", "deathBenefit": "250000.00" });
    let Judged::New(policy) = judged(None, row.clone(), Mode::AddOnly, 1) else {
        panic!("a complete row is a new policy");
    };
    assert_eq!(policy.carrier_uuid, Some(Uuid::from_u128(7)));
    let refused = |row, owners| match judged(None, row, Mode::Update, owners) {
        Judged::Refused(faults) => codes(&faults),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(row, 0), ["status: owner_required"]);
    assert_eq!(
        refused(json!({ "policyNumber": "P-9" }), 1),
        ["productType: required", "status: required"]
    );
}

#[test]
fn stored_errors_do_not_block_updates_of_other_fields() {
    let odd = Policy {
        maturity_date: Some(date(2019, 1, 1)),
        ..stored()
    };
    let row = json!({ "policyNumber": "AB-001", "policyCashValue": "5.00" });
    assert!(matches!(
        judged(Some(&odd), row, Mode::Update, 1),
        Judged::Update(_)
    ));
    let row = json!({ "policyNumber": "AB-001", "maturityDate": "2018-01-01" });
    let Judged::Refused(faults) = judged(Some(&odd), row, Mode::Update, 1) else {
        panic!("the row has the error itself");
    };
    assert_eq!(codes(&faults), ["maturityDate: not_after_issue"]);
}

#[test]
fn displays_changes_as_text() {
    let before = json!({ "status": "InForce", "deathBenefit": "500000.00", "loanRate": null, "paidToDate": "2026-01-31",
                         "isTobacco": null });
    let after = json!({ "status": "Lapsed", "deathBenefit": "500000.00", "loanRate": "5.5", "paidToDate": null,
                        "isTobacco": true });
    let texts: Vec<String> = changes(Line::Life, &before, &after)
        .into_iter()
        .map(|change| {
            let text = |value: Option<String>| value.unwrap_or_else(|| "-".into());
            format!(
                "{}: {} > {}",
                change.label,
                text(change.before),
                text(change.after)
            )
        })
        .collect();
    assert_eq!(
        texts,
        [
            "Tobacco: - > Yes",
            "Loan Rate: - > 5.5%",
            "Paid To: 01/31/2026 > -",
            "Status: In Force > Lapsed",
        ]
    );
}

#[test]
fn product_types_depend_on_the_line() {
    let rows = records(&[&["C-1", "MYGA"], &["C-2", "UL"]]);
    let mapping = suggested(Line::Annuity, &["Contract Number", "Product Type"], &[]);
    // As on the server, which parses the mapping from a request with only the field's code.
    let mapping: Mapping = serde_json::from_value(json!(mapping)).unwrap();
    let profile = Profile::new(Line::Annuity, &mapping);
    let check = ContractCheck::new(Line::Annuity, &mapping, &profile, TODAY);
    assert_eq!(check.check(&rows[0]).values["productType"], "MYGA");
    assert_eq!(
        codes(&check.check(&rows[1]).faults),
        ["productType: unknown_term"]
    );
    // The message lists annuity products.
    assert!(
        check.check(&rows[1]).faults[0]
            .message
            .starts_with("Enter one of these: Fixed Deferred, Multi-Year Guaranteed (MYGA),")
    );
    let (before, after) = (json!({ "productType": "FIA" }), json!({ "productType": "MYGA" }));
    let change = &changes(Line::Annuity, &before, &after)[0];
    assert_eq!(change.before.as_deref(), Some("Fixed Indexed (FIA)"));
}

#[test]
fn fields_of_both_lines_have_the_same_label_and_type() {
    for field in ContractField::all(Line::Annuity) {
        if let Some(other) = ContractField::of(Line::Life, field.code()) {
            assert_eq!(
                (field.label(), field.value_type()),
                (other.label(), other.value_type())
            );
        }
    }
}

#[test]
fn contact_and_contract_field_codes_differ() {
    for field in Field::ALL {
        assert!(
            ContractField::from_code(field.code()).is_none(),
            "{}",
            field.code()
        );
    }
}

#[test]
fn errors_list_the_terms_unless_there_are_many() {
    let rows = records(&[&["P-1", "Sleeping", "Ontario", "Weekly"]]);
    let mapping = suggested(
        Line::Life,
        &["Policy Number", "Status", "Issue State", "Premium Mode"],
        &[],
    );
    let profile = Profile::new(Line::Life, &mapping);
    let faults = ContractCheck::new(Line::Life, &mapping, &profile, TODAY)
        .check(&rows[0])
        .faults;
    let messages: Vec<_> = faults
        .iter()
        .map(|fault| (&*fault.field, &*fault.message))
        .collect();
    assert_eq!(messages.len(), 3);
    assert!(
        messages[0]
            .1
            .starts_with("Enter one of these: Pending, In Force, ")
    );
    assert_eq!(
        messages[1..],
        [
            ("issueState", "Enter a valid issue state."),
            (
                "premiumMode",
                "Enter one of these: Annual, Semi-Annual, Quarterly, Monthly, Single Pay, Flexible or None."
            ),
        ]
    );
}
