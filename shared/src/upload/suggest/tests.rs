use super::*;
use crate::contact::custom::CustomField;
use crate::upload::mapping::LeftOut;

fn records(rows: &[&[&str]]) -> Vec<StringRecord> {
    rows.iter().map(|row| row.iter().copied().collect()).collect()
}

fn suggested(kind: ContactKind, headers: &[&str], rows: &[&[&str]]) -> Vec<Option<Target>> {
    let headers: Vec<String> = headers.iter().map(|header| (*header).to_owned()).collect();
    mapping(kind, &headers, &records(rows), &[])
        .columns
        .into_iter()
        .map(|column| column.target)
        .collect()
}

fn field_of(kind: ContactKind, header: &str) -> Option<Field> {
    suggested(kind, &[header], &[])[0]
        .as_ref()
        .and_then(Target::field)
}

#[test]
fn recognizes_header_spellings() {
    use ContactKind::*;
    use Field::*;
    for (field, kind, headers) in [
        (
            FirstName,
            Agent,
            vec![
                "FNAME",
                "First Name",
                "given_name",
                "firstName",
                "Agent First Name",
                "Vorname",
                "FIRST",
            ],
        ),
        (
            LastName,
            Insured,
            vec![
                "LNAME",
                "Surname",
                "family-name",
                "Insured Last Name",
                "Last Name*",
            ],
        ),
        (MiddleName, Agent, vec!["MI", "Middle Initial", "Additional Name"]),
        (
            FullName,
            Owner,
            vec!["Name", "Owner Name", "Policyholder Name", "Client Full Name"],
        ),
        (
            Email,
            Agent,
            vec![
                "E-mail",
                "Email Address",
                "EMAIL_ADDR",
                "E-mail 1 - Value",
                "Work Email",
                "Primary E-Mail",
            ],
        ),
        (
            Phone,
            Agent,
            vec![
                "Phone",
                "Home Phone",
                "Tel.",
                "Telephone #",
                "Phone 1 - Value",
                "Business Phone No.",
            ],
        ),
        (
            MobilePhone,
            Owner,
            vec!["Cell", "Mobile #", "Cell Phone Number", "Phone 2"],
        ),
        (
            Line1,
            Agent,
            vec![
                "Address",
                "Street Address",
                "Addr1",
                "Mailing Address Line 1",
                "Address 1 - Street",
            ],
        ),
        (Line2, Agent, vec!["Address 2", "Apt/Suite", "ADDR_2"]),
        (City, Agent, vec!["City", "Home City", "Town"]),
        (
            State,
            Agent,
            vec!["State", "ST", "State/Province", "Mailing State"],
        ),
        (
            PostalCode,
            Agent,
            vec![
                "Zip",
                "ZIP Code",
                "Postal Code",
                "POSTCODE",
                "Home Zip",
                "Zip/Postal",
            ],
        ),
        (Country, Agent, vec!["Country", "Country Code"]),
        (
            Dob,
            Owner,
            vec![
                "DOB",
                "Birth Date",
                "Date of Birth",
                "BIRTHDAY",
                "Owner DOB",
                "D.O.B.",
            ],
        ),
        (Sex, Insured, vec!["Gender", "SEX"]),
        (
            TaxId,
            Owner,
            vec!["SSN", "Tax ID", "SSN/EIN", "Social Security Number", "Owner SSN"],
        ),
        (
            Npn,
            Agent,
            vec![
                "NPN",
                "NPN #",
                "National Producer Number",
                "Agent NPN",
                "NPN_NUMBER",
            ],
        ),
        (
            AgencyCode,
            Agent,
            vec!["Agency Code", "Writing Number", "Rep Code"],
        ),
        (OwnerType, Owner, vec!["Owner Type", "Entity Type"]),
        (TrustDate, Owner, vec!["Trust Date", "Date of Trust"]),
        (
            OrganizationName,
            Owner,
            vec!["Company", "Organization", "Trust Name", "Entity Name"],
        ),
        (
            ExternalId,
            Owner,
            vec!["External ID", "CRM ID", "Client Number", "ID"],
        ),
        (Notes, Owner, vec!["Notes", "COMMENTS", "Remarks"]),
        (Suffix, Owner, vec!["Suffix", "Name Suffix"]),
        (Title, Owner, vec!["Title", "Salutation", "Prefix"]),
    ] {
        for header in headers {
            assert_eq!(field_of(kind, header), Some(field), "{header}");
        }
    }
}

#[test]
fn ignores_columns_about_other_people() {
    for (kind, header) in [
        (ContactKind::Owner, "Agent First Name"),
        (ContactKind::Owner, "Insured DOB"),
        (ContactKind::Agent, "Spouse Name"),
        (ContactKind::Agent, "Beneficiary Last Name"),
        (ContactKind::Insured, "NPN"),
        (ContactKind::Insured, "Company"),
        (ContactKind::Agent, "Favourite Colour"),
        (ContactKind::Agent, ""),
    ] {
        assert_eq!(field_of(kind, header), None, "{header}");
    }
}

#[test]
fn uses_values_when_the_header_is_unknown() {
    let rows: &[&[&str]] = &[
        &[
            "a@example.com",
            "Whitfield, Dana",
            "(415) 555-0100",
            "CA",
            "123-45-6789",
            "17654321",
        ],
        &[
            "b@example.com",
            "Lee, Ada",
            "415-555-0101",
            "NY",
            "234-56-7890",
            "18654321",
        ],
    ];
    let targets = suggested(
        ContactKind::Agent,
        &[
            "Column A", "Column B", "Column C", "Column D", "Column E", "Column F",
        ],
        rows,
    );
    let fields: Vec<Option<Field>> = targets.iter().map(|target| target.as_ref()?.field()).collect();
    use Field::*;
    assert_eq!(
        fields,
        [
            Some(Email),
            Some(FullName),
            Some(Phone),
            Some(State),
            Some(TaxId),
            None
        ],
        "a plain number may be anything"
    );
}

#[test]
fn values_can_contradict_a_header() {
    let targets = suggested(
        ContactKind::Agent,
        &["Email", "Contact"],
        &[
            &["415-555-0100", "a@example.com"],
            &["415-555-0101", "b@example.com"],
        ],
    );
    assert_eq!(targets[1], Some(Target::Field(Field::Email)));
    assert_ne!(targets[0], Some(Target::Field(Field::Email)));
}

#[test]
fn omits_suggestions_whose_values_would_all_fail() {
    for (header, values, expected) in [
        ("Sex", ["yes", "no"], None),
        ("Date of birth", ["n/a", "unknown"], None),
        ("Date of birth", ["n/a", "1960-03-04"], Some(Field::Dob)),
        ("NPN", ["pending", "none"], None),
        ("State", ["North", "South"], None),
        ("ZIP", ["A1", "B2"], None),
        ("ZIP", ["2861", "501"], Some(Field::PostalCode)),
        ("Country", ["Canada", "UK"], Some(Field::Country)),
        ("SSN", ["***-**-1234", "***-**-1235"], Some(Field::TaxId)),
    ] {
        let targets = suggested(ContactKind::Agent, &[header], &[&[values[0]], &[values[1]]]);
        assert_eq!(targets, [expected.map(Target::Field)], "{header} {values:?}");
    }
    let abroad = suggested(
        ContactKind::Agent,
        &["ZIP", "Country"],
        &[&["K1A 0B1", "Canada"], &["SW1A 1AA", "UK"]],
    );
    assert_eq!(abroad[0], Some(Target::Field(Field::PostalCode)));
}

#[test]
fn suggests_the_organization_for_a_name_column_of_companies() {
    let rows: &[&[&str]] = &[&["Harbor LLC"], &["Pine Trust"], &["Initech"]];
    use ContactKind::*;
    for (kind, field) in [
        (Agent, Field::OrganizationName),
        (Owner, Field::OrganizationName),
        (Insured, Field::FullName),
    ] {
        assert_eq!(suggested(kind, &["NAME"], rows), [Some(Target::Field(field))]);
    }
    let people: &[&[&str]] = &[&["Ada Lee"], &["Bo Ek"], &["Harbor LLC"]];
    assert_eq!(
        suggested(Owner, &["NAME"], people),
        [Some(Target::Field(Field::FullName))]
    );
}

#[test]
fn maps_suburb_to_city() {
    assert_eq!(field_of(ContactKind::Owner, "suburb"), Some(Field::City));
}

#[test]
fn suggests_each_field_once() {
    let targets = suggested(
        ContactKind::Agent,
        &[
            "Phone",
            "Work Phone",
            "Email",
            "Email 2",
            "Address",
            "Mailing Address",
            "Notes",
            "Comments",
        ],
        &[],
    );
    use Field::*;
    let fields: Vec<Option<Field>> = targets.iter().map(|target| target.as_ref()?.field()).collect();
    assert_eq!(fields[0], Some(Phone));
    assert_eq!(fields[1], Some(MobilePhone), "a second telephone");
    assert_eq!(fields[2], Some(Email));
    assert_eq!(fields[3], None);
    assert_eq!((fields[4], fields[5]), (Some(Line1), None));
    assert_eq!(
        (fields[6], fields[7]),
        (Some(Notes), Some(Notes)),
        "notes are gathered"
    );
}

#[test]
fn omits_a_full_name_if_its_parts_are_present() {
    let targets = suggested(
        ContactKind::Agent,
        &["Name", "First Name", "Last Name", "Company"],
        &[],
    );
    assert_eq!(targets[0], None);
    assert_eq!(targets[1], Some(Target::Field(Field::FirstName)));
    assert_eq!(targets[3], None, "the firm that an agent works for");
}

#[test]
fn suggestions_have_no_mapping_errors() {
    for kind in ContactKind::ALL {
        let headers = [
            "Last, First",
            "Full Name",
            "FNAME",
            "LNAME",
            "Suffix",
            "DOB",
            "Zip",
            "NPN",
            "Company",
            "Type",
        ]
        .map(String::from);
        let mapping = mapping(kind, &headers, &[], &[]);
        assert_eq!(mapping.problems(kind).0, [], "{kind:?}");
    }
}

#[test]
fn recognizes_custom_fields_by_name() {
    let own = ["Client Tier".to_owned(), "Commission".to_owned()];
    let headers = ["client_tier", "COMMISSION"].map(String::from);
    let mapping = mapping(
        ContactKind::Owner,
        &headers,
        &records(&[&["A", "5%"], &["B", "7.5%"]]),
        &own,
    );
    assert_eq!(
        mapping.columns[0].target,
        Some(Target::Custom("Client Tier".into()))
    );
    assert_eq!(mapping.columns[1].transform, Transform::Percent);
}

#[test]
fn recognizes_city_state_and_zip_in_one_column() {
    let rows = records(&[
        &["Ada", "Lee", "Springfield, IL 62704", "Boston, MA"],
        &["Bo", "Ek", "Reno NV 89501", "Reno"],
        &["Cy", "Fox", "Washington, DC", ""],
    ]);
    let becomes = |headers: [&str; 4]| {
        let headers = headers.map(String::from);
        let mapping = mapping(ContactKind::Agent, &headers, &rows, &[]);
        assert_eq!(mapping.problems(ContactKind::Agent).0, []);
        let column = &mapping.columns[2];
        (column.target.clone(), column.transform)
    };
    let city = Some(Target::Field(Field::City));
    let split = (city.clone(), Transform::SplitPlace);
    assert_eq!(becomes(["First", "Last", "City/State/Zip", "x"]), split);
    assert_eq!(
        becomes(["First", "Last", "City", "State"]),
        split,
        "one of them alone"
    );
    assert_eq!(
        becomes(["First", "Last", "What is this", "x"]).0,
        None,
        "not sure enough"
    );
}

#[test]
fn samples_are_distinct_limited_and_masked() {
    let headers = ["Name", "SSN", "Other"].map(String::from);
    let rows = records(&[
        &["Ada Lee", "123456789", "123-45-6789"],
        &["", "", ""],
        &["Ada Lee", "234-56-7890", "x"],
        &["Bo Ek", "345-67-8901", "y"],
        &["Cy Fox", "", "z"],
        &["Di Gu", "", "w"],
    ]);
    let mapping = mapping(ContactKind::Owner, &headers, &rows, &[]);
    let samples: Vec<&[String]> = mapping
        .columns
        .iter()
        .map(|column| column.sample.as_slice())
        .collect();
    assert_eq!(samples[0], ["Ada Lee", "Bo Ek", "Cy Fox"]);
    assert_eq!(samples[1], ["*****6789", "***-**-7890", "***-**-8901"]);
    assert_eq!(samples[2], ["***-**-6789", "x", "y"]);
}

#[test]
fn maps_exported_lists_by_column_key() {
    use ContactKind::{Agent, Insured, Owner};
    use Field::{AgencyCode, FirstName, FullName, LastName, Npn, OrganizationName, OwnerType};
    use LeftOut::{KeptByPortal, Masked, SaidElsewhere};
    type Columns<'a> = &'a [(&'a str, &'a str, Result<Field, LeftOut>)];
    let cases: [(ContactKind, Columns); 6] = [
        (
            Agent,
            &[
                ("name", "Who", Ok(FullName)),
                ("npn", "Phone", Ok(Npn)),
                ("policyCount", "NPN", Err(KeptByPortal)),
                ("taxId", "Tax ID", Err(Masked)),
                ("createdAt", "Date of Birth", Err(KeptByPortal)),
                ("agencyCode", "Age", Ok(AgencyCode)),
            ],
        ),
        (
            Owner,
            &[
                ("name", "Name", Ok(FullName)),
                ("firstName", "First", Err(SaidElsewhere)),
                ("organizationName", "Last", Err(SaidElsewhere)),
                ("ownerType", "Type", Ok(OwnerType)),
            ],
        ),
        // Without the full name, organizations would have no name.
        (
            Agent,
            &[
                ("name", "Name", Ok(FullName)),
                ("firstName", "First", Err(SaidElsewhere)),
                ("lastName", "Last", Err(SaidElsewhere)),
            ],
        ),
        (
            Insured,
            &[
                ("name", "Name", Err(SaidElsewhere)),
                ("firstName", "First", Ok(FirstName)),
                ("lastName", "Last", Ok(LastName)),
                ("npn", "NPN", Err(KeptByPortal)),
            ],
        ),
        (
            Agent,
            &[
                ("organizationName", "Last", Ok(OrganizationName)),
                ("firstName", "Organization", Ok(FirstName)),
                ("lastName", "First", Ok(LastName)),
                ("name", "Name", Err(SaidElsewhere)),
            ],
        ),
        (
            Owner,
            &[("name", "", Ok(FullName)), ("age", "", Err(KeptByPortal))],
        ),
    ];
    for (kind, expected) in cases {
        let columns: Vec<_> = expected
            .iter()
            .map(|(key, heading, _)| (*key, *heading))
            .collect();
        let mapping = exported_list_mapping(kind, &columns, &[]);
        assert_eq!(mapping.problems(kind), crate::problem::Findings::default());
        for (column, (key, _, becomes)) in mapping.columns.iter().zip(expected) {
            let field = column.target.as_ref().and_then(Target::field);
            assert_eq!((field, column.left_out), (becomes.ok(), becomes.err()), "{key}");
        }
    }
}

#[test]
fn maps_custom_columns_by_the_name_of_the_field() {
    let field = |name: &str, column: Option<&str>| CustomField {
        name: name.into(),
        column: column.map(str::to_owned),
    };
    let fields = [field("Tier", Some("customField2")), field("Office", None)];
    let columns = [
        ("name", "Name"),
        ("customField2", "Level"),
        ("customField1", "Custom Field 1"),
    ];
    let mapping = exported_list_mapping(ContactKind::Agent, &columns, &fields);
    let targets: Vec<_> = mapping
        .columns
        .into_iter()
        .map(|column| (column.target, column.left_out))
        .collect();
    assert_eq!(
        targets,
        [
            (Some(Field::FullName.into()), None),
            (Some(Target::Custom("Tier".into())), None),
            (None, Some(LeftOut::KeptByPortal)),
        ]
    );
}
