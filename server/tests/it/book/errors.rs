//! Invalid books: each error is reported and nothing is stored.

use super::support::{Directory, count, database, order, run};
use server::book::Refusal;
use tokio_postgres::Client;

async fn refusal(client: &mut Client, files: &[(&str, &[u8])]) -> Refusal {
    let book = Directory::with(files);
    let error = run(client, &order(book.path(), "Broken")).await.unwrap_err();
    for table in [
        "firm",
        "carrier",
        "contact",
        "policy",
        "annuity",
        "contract_party",
        "firm_list_total",
    ] {
        assert_eq!(count(client, table).await, 0, "{table}");
    }
    error.downcast().unwrap_or_else(|error| panic!("{error:#}"))
}

/// Returns the error message for a book that cannot be read.
async fn failure(files: &[(&str, &[u8])]) -> String {
    let (_database, mut client) = database().await;
    let book = Directory::with(files);
    let error = run(&mut client, &order(book.path(), "Broken")).await.unwrap_err();
    assert_eq!(count(&client, "firm").await, 0);
    format!("{error:#}").replace(&format!("{}/", book.path().display()), "")
}

fn error_lines(refusal: &Refusal) -> Vec<String> {
    refusal
        .errors
        .iter()
        .map(|error| {
            let column = error.column.as_deref().unwrap_or("-");
            format!("{} {} {column} {}", error.file, error.row, error.code)
        })
        .collect()
}

#[tokio::test]
async fn reports_each_error_with_file_row_and_column() {
    let (_database, mut client) = database().await;
    let refusal = refusal(
        &mut client,
        &[
            ("carriers.csv", b"naicCode,name\n99001,Alder Mutual\n9901,Short\n99001,Another Name\n"),
            (
                "agents.csv",
                b"\xef\xbb\xbfNPN,First Name,last_name,externalId,email,phone,state,dob\n\
                1234567,Ann,Able,a1,ann@example.com,212-555-0100,NY,1980-02-30\n\
                01234567,Bob,Best,a1,bob@@example.com,12,ZZ,1970-01-01\n\
                ,,,,,,,\n\
                77,Cy,\n\
                88,D\xff,Doe,,,,,\n\
                \n\
                99,Eve,,,,,,2030-01-01\n",
            ),
            ("owners.csv", b"externalId,ownerType,firstName,lastName,taxId\no1,Pirate,A,B,\no2,1,A,B,900-12-3456\n"),
            (
                "policies.csv",
                b"policyNumber,carrier,productType,status,deathBenefit,agent,insured,premiumMode,modalPremium,owner,owner2,agentShare\n\
                P-1,Nobody Life,Term,InForce,,1234567,i1,Monthly,-5,,,\n\
                P 2,99001,Trem,In Force,100.555,9,,Weekly,,,,\n\
                P-3,99001,FIA,Lapsed,,,,,,o2,o2,50\n\
                p3,99001,Term,Lapsed,,,,,,,,\n",
            ),
            (
                "annuities.csv",
                b"contractNumber,carrier,productType,status,contractValue,annuitySurrenderValue,surrenderSchedule,riders\n\
                X,99001,FIA,Annuitized,10,11,9\xc2\xa0%;108,GLWB;Sleigh\n",
            ),
        ],
    )
    .await;
    assert_eq!(
        error_lines(&refusal),
        [
            "carriers.csv 3 naicCode invalid_naic_code",
            "carriers.csv 4 naicCode carrier_differs",
            "agents.csv 2 dob date_no_such_day",
            "agents.csv 3 state unknown_state",
            "agents.csv 3 email invalid_email",
            "agents.csv 3 phone invalid_phone",
            "agents.csv 3 externalId duplicate",
            "agents.csv 3 npn duplicate",
            "agents.csv 5 - cell_count",
            "agents.csv 6 - not_utf8",
            "agents.csv 8 lastName required",
            "agents.csv 8 dob in_future",
            "owners.csv 2 ownerType unknown_code",
            "owners.csv 3 taxId invalid_tax_id",
            "policies.csv 2 carrier unknown_carrier",
            "policies.csv 2 modalPremium money_negative",
            "policies.csv 2 deathBenefit required_in_force",
            "policies.csv 2 insured unknown_reference",
            "policies.csv 3 premiumMode unknown_code",
            "policies.csv 3 productType unknown_code",
            "policies.csv 3 deathBenefit money_too_precise",
            "policies.csv 3 agent unknown_reference",
            "policies.csv 4 productType not_for_line",
            "policies.csv 4 agentShare person_required",
            "policies.csv 4 owner2 duplicate",
            "policies.csv 5 policyNumber duplicate",
            "annuities.csv 2 surrenderSchedule percent_range",
            "annuities.csv 2 annuitySurrenderValue surrender_above_value",
            "annuities.csv 2 riders unknown_code",
        ]
    );
    assert_eq!(refusal.count, 29);
    let text = refusal.to_string();
    assert!(text.starts_with(
        "carriers.csv, row 3, column naicCode: Enter a five-digit NAIC code. (invalid_naic_code)"
    ));
    assert!(
        text.contains("Use one of: Annual, Semi-Annual, Quarterly, Monthly"),
        "{text}"
    );
    assert!(text.ends_with("29 errors: nothing was loaded"));
    assert!(
        !text.contains("900-12-3456"),
        "error messages never contain tax numbers"
    );
}

#[tokio::test]
async fn lists_up_to_1000_errors_and_counts_all() {
    let (_database, mut client) = database().await;
    let mut file = String::from("externalId,firstName,lastName\n");
    (0..1_500).for_each(|i| file.push_str(&format!("i{i},,Able\n")));
    let refusal = refusal(&mut client, &[("insureds.csv", file.as_bytes())]).await;
    assert_eq!((refusal.errors.len(), refusal.count), (1_000, 1_500));
    assert!(
        refusal
            .to_string()
            .ends_with("and 500 more\n1500 errors: nothing was loaded")
    );
}

#[tokio::test]
async fn checks_headers_before_rows() {
    let (_database, mut client) = database().await;
    let files: [(&str, &[u8]); 3] = [
        ("agents.csv", b""),
        (
            "insureds.csv",
            b"externalId,favouriteColour,email,E-Mail\nx,y,z,\n",
        ),
        ("policies.csv", b"policyNumber,status\nP,\n"),
    ];
    let refusal = refusal(&mut client, &files).await;
    assert_eq!(
        error_lines(&refusal),
        [
            "agents.csv 1 - no_header",
            "insureds.csv 1 favouriteColour unknown_column",
            "insureds.csv 1 E-Mail column_twice",
            "policies.csv 1 carrier column_missing",
            "policies.csv 1 productType column_missing",
        ]
    );
}

#[tokio::test]
async fn reports_unreadable_files_in_one_sentence() {
    assert_eq!(
        failure(&[("agents.csv", b"\xff\xfen\0p\0n\0")]).await,
        "agents.csv is UTF-16 (little-endian); save it as UTF-8"
    );
    assert!(
        failure(&[])
            .await
            .ends_with("contains no agents.csv, owners.csv or other file named after a table")
    );
    assert!(
        failure(&[("agents.csv", b""), ("agents.xlsx", b"")])
            .await
            .ends_with("agents.csv and agents.xlsx; remove one of them")
    );
    assert!(
        failure(&[("agents.xlsx", b"not a workbook")])
            .await
            .starts_with("cannot read agents.xlsx")
    );
}

#[tokio::test]
async fn rejects_invalid_mappings() {
    let (_database, mut client) = database().await;
    let point = "id,sex\n1,F\n2,Q\n";
    for (mapping, expected) in [
        ("{", "mapping.json is not a valid mapping"),
        (r#"{"sources":[]}"#, "the mapping has no sources"),
        (
            r#"{"sources":[{"table":"agents","file":"b.csv","columns":{}}]}"#,
            "b.csv, named in the mapping, does not exist",
        ),
        (
            r#"{"sources":[{"table":"insureds","file":"a.csv","columns":{"lastNam":{"column":"id"}}}]}"#,
            "invalid mapping of a.csv: the insureds table has no column “lastNam”",
        ),
        (
            r#"{"sources":[{"table":"insureds","file":"a.csv","columns":{"lastName":{"column":"name"}}}]}"#,
            "invalid mapping of a.csv: column “lastName”: unknown column “name”",
        ),
        (
            r#"{"sources":[{"table":"policies","file":"a.csv","columns":{"policyNumber":{"column":"id"}}}]}"#,
            "invalid mapping of a.csv: the policies table requires the column “carrier”",
        ),
        (
            r#"{"sources":[{"table":"insureds","file":"a.csv","columns":{"firstName":{"const":"A"},
              "lastName":{"const":"B"},"sex":{"column":"sex","values":{"F":"F"}}}}]}"#,
            "a.csv, row 3, column sex: The mapping has no entry for “Q”. (unmapped_value)\n1 error: nothing was loaded",
        ),
    ] {
        let book = Directory::with(&[("a.csv", point.as_bytes()), ("mapping.json", mapping.as_bytes())]);
        let path = book.path().join("mapping.json");
        let mut order = order(book.path(), "Broken");
        order.mapping = Some(&path);
        let error = format!("{:#}", run(&mut client, &order).await.unwrap_err());
        assert!(error.contains(expected), "{error}");
        assert_eq!(count(&client, "firm").await, 0);
    }
}

#[tokio::test]
async fn rejects_an_existing_firm_and_an_unknown_administrator() {
    let (_database, mut client) = database().await;
    let book = Directory::with(&[("insureds.csv", b"firstName,lastName\nAnn,Able\n")]);
    let mut once = order(book.path(), " Harbor  & Pine ");
    run(&mut client, &once).await.unwrap();
    let error = run(&mut client, &order(book.path(), "Harbor & Pine"))
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "firm “Harbor & Pine” already exists with id 1");
    once.firm_name = "Other";
    once.administrator = Some("nobody");
    let error = run(&mut client, &once).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "0 users have the sign-in name “nobody”; expected one"
    );
    assert_eq!(count(&client, "contact").await, 1);
}
