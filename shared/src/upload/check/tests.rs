use super::*;
use crate::upload::groups::FaultGroups;
use crate::upload::mapping::ColumnMapping;
use crate::upload::mapping::tests::{column, mapping_of};
use crate::upload::question::Answer;
use crate::upload::repair::repairs_of;
use jiff::civil::date;
use proptest::prelude::*;

const CONTEXT: Context = Context {
    today: date(2026, 11, 21),
    is_demo_firm: false,
};

fn check_all(kind: ContactKind, mapping: &Mapping, rows: &[&[&str]]) -> Vec<CheckedRow> {
    let rows: Vec<StringRecord> = rows.iter().map(|row| row.iter().copied().collect()).collect();
    let mut profile = Profile::new(kind, mapping);
    rows.iter().for_each(|row| profile.row(row));
    let check = Check::new(kind, mapping, &profile, CONTEXT);
    rows.iter().map(|row| check.check(row)).collect()
}

fn check_one(kind: ContactKind, mapping: &Mapping, row: &[&str]) -> CheckedRow {
    check_all(kind, mapping, &[row]).remove(0)
}

fn codes(row: &CheckedRow) -> Vec<(&str, &str, bool)> {
    row.faults
        .iter()
        .map(|fault| (fault.field.as_str(), fault.code.as_str(), fault.warning))
        .collect()
}

fn repaired(mut mapping: Mapping, code: &str, field: &str, kind: RepairKind) -> Mapping {
    mapping.repairs.push(Repair {
        code: code.into(),
        field: field.into(),
        kind,
    });
    mapping
}

fn text(value: &str) -> Option<String> {
    Some(value.into())
}

#[test]
fn normalizes_a_row_to_a_person() {
    use Field::*;
    let mapping = mapping_of([FullName, Email, Phone, State, PostalCode, Dob, TaxId, Npn, Notes]);
    let row = check_one(
        ContactKind::Agent,
        &mapping,
        &[
            " Whitfield,  Dana M. Jr ",
            "Dana@Example.COM",
            "415.555.0100 x12",
            "massachusetts",
            "2139",
            "1960-03-04",
            "123-45-6789",
            "0017654321",
            "likes tea",
        ],
    );
    assert_eq!(codes(&row), []);
    assert!(row.is_acceptable());
    let person = row.person;
    assert_eq!(
        [
            person.first_name,
            person.middle_name,
            person.last_name,
            person.suffix
        ],
        [text("Dana"), text("M."), text("Whitfield"), text("Jr")]
    );
    assert_eq!(person.email, text("Dana@example.com"));
    assert_eq!(person.phone, text("+14155550100x12"));
    assert_eq!(person.address.state, text("MA"));
    assert_eq!(person.address.postal_code, text("02139"));
    assert_eq!(person.dob, Some(date(1960, 3, 4)));
    assert_eq!((person.tax_id, person.npn), (text("123456789"), text("17654321")));
    assert_eq!(person.notes, text("likes tea"));
}

#[test]
fn reports_form_faults_with_their_column() {
    use Field::*;
    let mapping = mapping_of([FirstName, LastName, Email, Phone, State]);
    let row = check_one(
        ContactKind::Insured,
        &mapping,
        &["Dana", "", "nobody", "12", "Calif"],
    );
    assert_eq!(
        codes(&row),
        [
            ("person.address.state", "unknown_state", false),
            ("person.lastName", "required", false),
            ("person.email", "invalid_email", false),
            ("person.phone", "invalid_phone", false),
        ]
    );
    assert_eq!(
        row.faults.iter().map(|fault| fault.column).collect::<Vec<_>>(),
        [Some(4), Some(1), Some(2), Some(3)]
    );
    assert!(!row.is_acceptable());
    assert!(row.reason().contains("Email: Enter an email address with an @."));
}

#[test]
fn recognizes_blank_rows() {
    let mapping = mapping_of([Field::FullName, Field::Email]);
    let row = check_one(ContactKind::Agent, &mapping, &["  ", "", " "]);
    assert!(row.is_blank && row.faults.is_empty() && !row.is_acceptable());
}

#[test]
fn skips_rows_without_values_in_mapped_columns() {
    let mapping = mapping_of([Field::FullName, Field::TaxId]);
    for cells in [["  ", "", "not mapped"], ["", "***-**-1234", ""]] {
        let row = check_one(ContactKind::Agent, &mapping, &cells);
        assert!(
            !row.is_blank && row.is_skipped && !row.is_acceptable(),
            "{cells:?}"
        );
        assert_eq!(codes(&row), [("", "nothing_mapped", false)]);
        assert!(row.reason().starts_with("Skipped: nothing mapped."));
    }
    assert!(repairs_of("nothing_mapped", "").is_empty());
}

#[test]
fn skips_rows_that_repeat_the_headings() {
    let mapping = mapping_of([Field::FirstName, Field::LastName]);
    let row = check_one(ContactKind::Agent, &mapping, &["Column 0", " Column  1", "x"]);
    assert!(row.is_skipped);
    assert_eq!(codes(&row), [("", "repeated_heading", false)]);
}

#[test]
fn rejects_identifiers_in_scientific_notation() {
    use Field::*;
    for field in [Npn, TaxId, Phone, PostalCode, ExternalId, AgencyCode] {
        let mut mapping = mapping_of([FirstName, LastName, field]);
        mapping.columns[2].transform = Transform::AsIs;
        let row = ["Ada", "Lee", "1.23457E+07"];
        let before = check_one(ContactKind::Agent, &mapping, &row);
        assert_eq!(codes(&before), [(field.path(), "scientific_notation", false)]);
        assert!(!repairs_of("scientific_notation", field.path()).contains(&RepairKind::KeepDigits));
        for code in ["scientific_notation", "invalid_npn", "invalid_tax_id"] {
            let mapping = repaired(mapping.clone(), code, field.path(), RepairKind::KeepDigits);
            let mut after = check_one(ContactKind::Agent, &mapping, &row);
            assert!(!after.is_acceptable(), "{field:?} {code}");
            assert_eq!(field.text_mut(&mut after.person).unwrap().as_deref(), None);
        }
    }
    let mut mapping = mapping_of([FirstName, LastName]);
    mapping.columns.push(column(2, Target::Custom("Account".into())));
    let row = check_one(ContactKind::Agent, &mapping, &["Ada", "Lee", "4.11111E+15"]);
    assert_eq!(codes(&row), [("custom.Account", "scientific_notation", false)]);
    let row = check_one(ContactKind::Agent, &mapping, &["Ada", "Lee", "12E5"]);
    assert!(row.is_acceptable());
}

#[test]
fn keeps_decimal_numbers_when_only_digits_are_kept() {
    let mapping = mapping_of([Field::FirstName, Field::LastName, Field::Npn]);
    let mapping = repaired(mapping, "invalid_npn", "person.npn", RepairKind::KeepDigits);
    let row = check_one(ContactKind::Agent, &mapping, &["Ada", "Lee", "17654321.0"]);
    assert_eq!(codes(&row), [("person.npn", "invalid_npn", false)]);
}

#[test]
fn reads_all_amounts_of_a_column_with_the_same_separators() {
    let mut mapping = mapping_of([Field::FullName]);
    mapping.columns.push(ColumnMapping {
        transform: Transform::Money,
        ..column(1, Target::Custom("Value".into()))
    });
    let values = |cells: [&str; 3]| {
        let rows: Vec<[&str; 2]> = cells.iter().map(|cell| ["Ada Lee", *cell]).collect();
        let rows: Vec<&[&str]> = rows.iter().map(<[_; 2]>::as_slice).collect();
        let checked = check_all(ContactKind::Agent, &mapping, &rows);
        checked
            .into_iter()
            .map(|row| row.custom.get("Value").cloned().ok_or(row.reason()))
            .collect::<Vec<_>>()
    };
    let guessed = values(["8.756.189.999.999.990", "87.561.9", "1.2.3"]);
    assert!(guessed.iter().all(std::result::Result::is_err), "{guessed:?}");
    assert_eq!(
        values(["1.234,5", "1.234", "7"]),
        ["1234.50", "1234.00", "7.00"].map(|amount| Ok(amount.to_owned()))
    );
}

#[test]
fn offers_padding_for_zip_codes_without_a_state() {
    let mapping = mapping_of([Field::FullName, Field::PostalCode]);
    let path = "person.address.postalCode";
    let row = check_one(ContactKind::Agent, &mapping, &["Ada Lee", "2861"]);
    assert_eq!(codes(&row), [(path, "postal_code_zero_padding", false)]);
    let mapping = repaired(mapping, "postal_code_zero_padding", path, RepairKind::PadZip);
    for (cell, padded) in [
        ("2861", "02861"),
        ("2139", "02139"),
        ("90210", "90210"),
        ("907", "00907"),
    ] {
        let row = check_one(ContactKind::Agent, &mapping, &["Ada Lee", cell]);
        assert!(row.is_acceptable());
        assert_eq!(row.person.address.postal_code, text(padded));
    }
}

#[test]
fn accepts_rows_shorter_than_the_header() {
    let mapping = mapping_of([Field::FullName, Field::Email]);
    assert!(check_one(ContactKind::Agent, &mapping, &["Ada Lee"]).is_acceptable());
}

#[test]
fn reads_all_dates_of_a_column_in_one_order() {
    let mapping = mapping_of([Field::FullName, Field::Dob]);
    let rows = check_all(
        ContactKind::Agent,
        &mapping,
        &[
            &["Ada Lee", "1/2/1960"],
            &["Bo Ek", "31/12/1970"],
            &["Cy Fox", "12/31/1970"],
            &["Di Gu", "1960-05-06T10:00"],
            &["Ed Ha", "soon"],
        ],
    );
    assert!(
        codes(&rows[0]).contains(&("person.dob", "date_open", false)),
        "the column has both orders"
    );
    let mapping = Mapping {
        answers: vec![Answer {
            question: "dateOrder:1".into(),
            choice: "dmy".into(),
        }],
        ..mapping
    };
    let rows = check_all(
        ContactKind::Agent,
        &mapping,
        &[
            &["Ada Lee", "1/2/1960"],
            &["Cy Fox", "12/31/1970"],
            &["Di Gu", "1960-05-06T10:00"],
            &["Ed Ha", "soon"],
            &["Flo In", "31/12/1970"],
        ],
    );
    assert_eq!(rows[0].person.dob, Some(date(1960, 2, 1)));
    assert_eq!(codes(&rows[1]), [("person.dob", "date_no_such_day", false)]);
    assert_eq!(codes(&rows[2]), [("person.dob", "time_dropped", true)]);
    assert_eq!(codes(&rows[3]), [("person.dob", "date_format", false)]);
}

#[test]
fn derives_owner_type_from_the_name() {
    let mapping = mapping_of([Field::FullName]);
    let rows = check_all(
        ContactKind::Owner,
        &mapping,
        &[&["Lee, Ada"], &["The Lee Family Trust"], &["Riverside Group"]],
    );
    assert_eq!(rows[0].person.owner_type, Some(1));
    assert_eq!(rows[1].person.owner_type, Some(2));
    assert_eq!(rows[1].person.organization_name, text("The Lee Family Trust"));
    assert!(
        rows[1].is_acceptable() && !rows[1].faults.is_empty(),
        "accepted with a warning"
    );
    assert!(
        rows[2].is_acceptable(),
        "the firm may already have this owner: {:?}",
        rows[2]
    );
    assert_eq!(rows[2].person.owner_type, None);
    let mapping = Mapping {
        answers: vec![Answer {
            question: "ownerType".into(),
            choice: "3".into(),
        }],
        ..mapping
    };
    let rows = check_all(ContactKind::Owner, &mapping, &[&["Riverside Group"]]);
    assert_eq!(rows[0].person.owner_type, Some(3));
}

#[test]
fn recognizes_owner_types_by_label_number_and_synonym() {
    let mapping = mapping_of([Field::OrganizationName, Field::OwnerType]);
    for (cell, owner_type) in [
        ("trust", Some(2)),
        ("3", Some(3)),
        ("LLC", Some(3)),
        ("alien", None),
    ] {
        let row = check_one(ContactKind::Owner, &mapping, &["Lakeside", cell]);
        assert_eq!(row.person.owner_type, owner_type, "{cell}");
    }
    let row = check_one(ContactKind::Owner, &mapping, &["Lakeside", "alien"]);
    assert_eq!(
        codes(&row),
        [("person.ownerType", "unknown_owner_type", false)],
        "reported once"
    );
}

#[test]
fn splits_city_state_and_zip() {
    let mut mapping = mapping_of([Field::FirstName, Field::LastName, Field::City]);
    mapping.columns[2].transform = Transform::SplitPlace;
    for (cell, stored, faults) in [
        ("Springfield,  il 62704", ["Springfield", "IL", "62704"], vec![]),
        ("Boston, MA 2134", ["Boston", "MA", "02134"], vec![]),
        ("Reno, Nevada", ["Reno", "NV", ""], vec![]),
        (
            "Paris, France",
            ["Paris, France", "", ""],
            vec![("person.address.city", "place_not_split", true)],
        ),
        (
            "Reno, NV 123",
            ["Reno", "NV", "123"],
            vec![("person.address.postalCode", "invalid_postal_code", false)],
        ),
    ] {
        let row = check_one(ContactKind::Agent, &mapping, &["Ada", "Lee", cell]);
        assert_eq!(codes(&row), faults, "{cell}");
        assert!(row.faults.iter().all(|fault| fault.column == Some(2)));
        let address = row.person.address;
        let found = [address.city, address.state, address.postal_code].map(Option::unwrap_or_default);
        assert_eq!(found, stored, "{cell}");
    }
    assert!(mapping.problems(ContactKind::Agent).0.is_empty());
    mapping.columns.push(column(3, Field::State));
    let problems = mapping.problems(ContactKind::Agent);
    assert_eq!(problems.0[0].code, "place_and_parts");
}

#[test]
fn reads_custom_fields_by_their_transform() {
    let mut mapping = mapping_of([Field::FullName]);
    for (index, (name, transform)) in [
        ("Tier", Transform::AsIs),
        ("Income", Transform::Money),
        ("Share", Transform::Percent),
        ("Since", Transform::Date),
    ]
    .into_iter()
    .enumerate()
    {
        let mut column = column(index as u32 + 1, Target::Custom(name.into()));
        column.transform = transform;
        mapping.columns.push(column);
    }
    let row = check_one(
        ContactKind::Owner,
        &mapping,
        &["Ada Lee", " A  plus ", "$ 1,234.50", "5 %", "Mar 1, 2020"],
    );
    let custom: Vec<_> = row
        .custom
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(
        custom,
        [
            ("Income", "1234.50"),
            ("Share", "5"),
            ("Since", "2020-03-01"),
            ("Tier", "A plus")
        ]
    );
    let row = check_one(
        ContactKind::Owner,
        &mapping,
        &["Ada Lee", "", "1.234.567.890.12", "120", ""],
    );
    assert_eq!(
        codes(&row),
        [
            ("custom.Income", "money_grouping", false),
            ("custom.Share", "percent_range", false)
        ]
    );
}

#[test]
fn rejects_tax_ids_in_unencrypted_fields() {
    let mut mapping = mapping_of([Field::FullName]);
    mapping.columns.push(column(1, Target::Custom("Spouse".into())));
    mapping
        .columns
        .push(column(2, Target::Custom("Spouse SSN".into())));
    let mut by_header = column(3, Target::Custom("Reference".into()));
    by_header.header = "Tax ID".into();
    by_header.transform = Transform::Money;
    mapping.columns.push(by_header);
    let cells = ["Ada Lee", "Bo, SSN 123-45-6789", "123456789", "123456789"];
    let row = check_one(ContactKind::Owner, &mapping, &cells);
    assert_eq!(
        codes(&row),
        [
            ("custom.Spouse", "tax_id_in_clear", false),
            ("custom.Spouse SSN", "tax_id_in_clear", false),
            ("custom.Reference", "tax_id_in_clear", false),
        ]
    );
    assert!(row.custom.is_empty());
    let mut groups = FaultGroups::default();
    groups.add(2, &row.faults, row.is_skipped, &cells.iter().collect());
    for group in groups.into_groups() {
        assert!(group.samples[0].value.ends_with("6789"), "{group:?}");
        assert!(!group.samples[0].value.contains("45"), "{group:?}");
        assert_eq!(group.repairs, [RepairKind::Clear, RepairKind::SkipRows]);
    }
    // Clearing the value makes the row acceptable. Columns without tax IDs keep their values.
    let field = "custom.Spouse SSN";
    let cleared = repaired(mapping, "tax_id_in_clear", field, RepairKind::Clear);
    let row = check_one(
        ContactKind::Owner,
        &cleared,
        &["Ada Lee", "Bo", "123456789", "6789"],
    );
    assert!(codes(&row).is_empty());
    assert_eq!(row.custom["Reference"], "6789.00");
    assert!(!row.custom.contains_key("Spouse SSN"));
    assert!(row.person.notes.is_none());
}

#[test]
fn combines_several_notes_columns() {
    let mapping = mapping_of([Field::FullName, Field::Notes, Field::Notes]);
    let row = check_one(ContactKind::Agent, &mapping, &["Ada Lee", "one", "two"]);
    assert_eq!(row.person.notes, text("Column 1: one\nColumn 2: two"));
}

#[test]
fn repairs_every_row_with_the_fault() {
    use Field::*;
    for (field, code, cell, kind, value, notes) in [
        (
            PostalCode,
            "postal_code_zero_padding",
            "2139",
            RepairKind::PadZip,
            Some("02139"),
            None,
        ),
        (Phone, "invalid_phone", "call me", RepairKind::Clear, None, None),
        (
            Phone,
            "invalid_phone",
            "call me",
            RepairKind::MoveToNotes,
            None,
            Some("Phone: call me"),
        ),
        (
            Npn,
            "invalid_npn",
            "NPN 17654321",
            RepairKind::KeepDigits,
            Some("17654321"),
            None,
        ),
        (
            Title,
            "too_long",
            "Her Most Serene and Gracious Highness",
            RepairKind::Cut,
            Some("Her Most Serene and Gracious H"),
            None,
        ),
        (
            Email,
            "invalid_email",
            "nobody",
            RepairKind::MoveToNotes,
            None,
            Some("Email: nobody"),
        ),
    ] {
        let mut mapping = mapping_of([FirstName, LastName, State, field]);
        mapping.columns[3].transform = Transform::AsIs;
        let row: &[&str] = &["Ada", "Lee", "MA", cell];
        let before = check_one(ContactKind::Agent, &mapping, row);
        assert_eq!(codes(&before), [(field.path(), code, false)], "{cell}");
        assert!(repairs_of(code, field.path()).contains(&kind), "{code} {kind:?}");
        let mut after = check_one(
            ContactKind::Agent,
            &repaired(mapping, code, field.path(), kind),
            row,
        );
        assert_eq!(codes(&after), [], "{cell}");
        let slot = field.text_mut(&mut after.person).unwrap().take();
        assert_eq!(
            (slot.as_deref(), after.person.notes.as_deref()),
            (value, notes),
            "{cell}"
        );
    }
}

#[test]
fn repairs_unreadable_cells() {
    let mapping = mapping_of([Field::FullName, Field::Dob]);
    let noted = repaired(
        mapping.clone(),
        "date_format",
        "person.dob",
        RepairKind::MoveToNotes,
    );
    let row = check_one(ContactKind::Agent, &noted, &["Ada Lee", "about 1960"]);
    assert!(row.is_acceptable());
    assert_eq!(row.person.notes, text("Date of birth: about 1960"));
    let cleared = repaired(mapping, "in_future", "person.dob", RepairKind::Clear);
    let row = check_one(ContactKind::Agent, &cleared, &["Ada Lee", "2030-01-01"]);
    assert!(row.is_acceptable() && row.person.dob.is_none());
}

#[test]
fn skips_rows_by_fault() {
    let mapping = repaired(
        mapping_of([Field::FirstName, Field::LastName]),
        "required",
        "person.lastName",
        RepairKind::SkipRows,
    );
    let rows = check_all(ContactKind::Agent, &mapping, &[&["Ada", ""], &["Ada", "Lee"]]);
    assert!(rows[0].is_skipped && !rows[0].is_acceptable());
    assert_eq!(rows[0].reason(), "Last name: Enter a last name.");
    assert!(!rows[1].is_skipped);
}

#[test]
fn repairs_a_lone_last_name_as_organization() {
    let mapping = repaired(
        mapping_of([Field::FullName]),
        "required",
        "person.firstName",
        RepairKind::TakeAsOrganization,
    );
    let row = check_one(ContactKind::Agent, &mapping, &["Lakeside"]);
    assert_eq!(codes(&row), []);
    assert_eq!(row.person.organization_name, text("Lakeside"));
}

#[test]
fn removes_the_apostrophe_of_an_export() {
    let mapping = mapping_of([Field::FullName, Field::Phone]);
    let row = check_one(ContactKind::Agent, &mapping, &["Ada Lee", "'+14155550100"]);
    assert_eq!(row.person.phone, text("+14155550100"));
}

#[test]
fn groups_faults_by_code_and_field() {
    let mapping = mapping_of([Field::FullName, Field::Phone, Field::TaxId]);
    let rows: [&[&str]; 4] = [
        &["Ada Lee", "12", "123-45-678"],
        &["Bo Ek", "none", "123-45-6789"],
        &["Cy Fox9", "415-555-0100", ""],
        &["Di Gu", "13", ""],
    ];
    let mut groups = FaultGroups::default();
    for (number, (row, checked)) in (2..).zip(rows.iter().zip(check_all(ContactKind::Agent, &mapping, &rows)))
    {
        groups.add(
            number,
            &checked.faults,
            checked.is_skipped,
            &row.iter().copied().collect(),
        );
    }
    let groups = groups.into_groups();
    let summary: Vec<_> = groups
        .iter()
        .map(|g| (g.code.as_str(), g.count, g.warning))
        .collect();
    assert_eq!(
        summary,
        [
            ("invalid_phone", 3, false),
            ("invalid_tax_id", 1, false),
            ("has_digits", 1, true)
        ]
    );
    assert_eq!(
        (groups[0].samples[0].row, groups[0].samples[0].value.as_str()),
        (2, "12")
    );
    assert_eq!(
        groups[1].samples[0].value, "***-*5-678",
        "no more digits than a mask shows"
    );
    assert_eq!(groups[0].repairs[0], RepairKind::MoveToNotes);
}

fn any_mapping() -> impl Strategy<Value = (ContactKind, Mapping)> {
    let kind = prop_oneof![
        Just(ContactKind::Agent),
        Just(ContactKind::Owner),
        Just(ContactKind::Insured)
    ];
    let fields = proptest::collection::vec(proptest::sample::select(Field::ALL), 1..8);
    let repairs = proptest::collection::vec(
        (
            proptest::sample::select(vec![
                "invalid_phone",
                "required",
                "too_long",
                "date_format",
                "invalid_email",
            ]),
            proptest::sample::select(Field::ALL),
            proptest::sample::select(vec![
                RepairKind::PadZip,
                RepairKind::KeepDigits,
                RepairKind::Cut,
                RepairKind::TakeAsOrganization,
                RepairKind::MoveToNotes,
                RepairKind::Clear,
                RepairKind::SkipRows,
            ]),
        ),
        0..4,
    );
    (kind, fields, repairs).prop_map(|(kind, fields, repairs)| {
        let mut mapping = Mapping {
            columns: (0..)
                .zip(fields)
                .map(|(index, field)| column(index, field))
                .collect(),
            ..Mapping::default()
        };
        for (code, field, kind) in repairs {
            mapping = repaired(mapping, code, field.path(), kind);
        }
        (kind, mapping)
    })
}

pub(in crate::upload) fn must_be_storable(kind: ContactKind, row: &CheckedRow) {
    let (again, mut findings) = normalize(kind, row.person.clone(), &CONTEXT);
    if row.person.owner_type.is_none() {
        // Accepted as an update of an existing owner; a new owner would need a type.
        findings.0.retain(|finding| !depends_on_existing_contact(finding));
    }
    assert!(findings.is_acceptable(), "{findings:?} of {row:?}");
    assert_eq!(again, row.person, "normalizing twice changes nothing");
}

proptest! {
    #[test]
    fn every_row_is_storable_or_has_a_fault(
        (kind, mapping) in any_mapping(),
        rows in proptest::collection::vec(proptest::collection::vec("\\PC{0,12}|[0-9/ -]{0,12}|[A-Z][a-z]+", 0..9), 1..8),
    ) {
        let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        for row in check_all(kind, &mapping, &rows) {
            if row.is_acceptable() {
                must_be_storable(kind, &row);
            } else {
                prop_assert!(row.is_blank || row.is_skipped || !row.reason().is_empty());
            }
        }
    }
}

#[test]
fn leaves_out_masked_tax_ids_with_a_warning() {
    let mapping = mapping_of([Field::FullName, Field::TaxId]);
    for masked in ["***-**-1947", "**-***1947", "XXX-XX-1947 *"] {
        let row = check_one(ContactKind::Agent, &mapping, &["Ada Lee", masked]);
        assert_eq!(row.person.tax_id, None);
        assert_eq!(codes(&row), [("person.taxId", "masked_tax_id", true)]);
        assert!(row.is_acceptable());
    }
    assert!(check_one(ContactKind::Agent, &mapping, &["", "***-**-1947"]).is_skipped);
}

#[test]
fn warns_about_social_security_numbers_in_notes() {
    let mapping = mapping_of([Field::FullName, Field::Notes]);
    let row = check_one(
        ContactKind::Agent,
        &mapping,
        &["Ada Lee", "spouse SSN 523-86-1947"],
    );
    assert_eq!(codes(&row), [("person.notes", "looks_like_ssn", true)]);
    assert!(row.is_acceptable());
    let row = check_one(ContactKind::Agent, &mapping, &["Ada Lee", "Policy 523-86-1947"]);
    assert_eq!(codes(&row), []);
    let cleared = repaired(mapping, "looks_like_ssn", "person.notes", RepairKind::Clear);
    let row = check_one(
        ContactKind::Agent,
        &cleared,
        &["Ada Lee", "spouse SSN 523-86-1947"],
    );
    assert_eq!(row.person.notes, None);
}

#[test]
fn owner_type_decides_whether_a_full_name_is_a_person() {
    let mapping = mapping_of([Field::FullName, Field::OwnerType]);
    let rows = [
        ["Church, Ada", "Individual"],
        ["Lee, Hill Advisors", "Charity"],
        ["John & Mary Smith", "Trust"],
        ["Ada Lee", "1"],
    ];
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    let checked = check_all(ContactKind::Owner, &mapping, &rows);
    let names: Vec<_> = checked
        .iter()
        .map(|row| {
            assert_eq!(codes(row), []);
            let person = &row.person;
            (
                person.organization_name.as_deref(),
                person.first_name.as_deref(),
                person.last_name.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        names,
        [
            (None, Some("Ada"), Some("Church")),
            (Some("Lee, Hill Advisors"), None, None),
            (Some("John & Mary Smith"), None, None),
            (None, Some("Ada"), Some("Lee")),
        ]
    );
}
