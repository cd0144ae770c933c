//! Loading a book of business from CSV and XLSX files.

mod errors;
pub mod support;
mod totals;

use rust_decimal::Decimal;
use server::book::Report;
use server::crypto::Place;
use std::path::{Path, PathBuf};
use support::{Directory, count, database, database_of_plain_owner, differences, order, row_json, run};

/// Returns the directory of the public data sets. Prints a message and returns `None` if they are not installed next to
/// the project.
fn public_data() -> Option<PathBuf> {
    let path = PathBuf::from("../../shared/data");
    let is_there = path.join("insurance-lifelib").is_dir() && path.join("annuities-actxps").is_dir();
    if !is_there {
        println!("skipped: no public data sets in {}", path.display());
    }
    is_there.then_some(path)
}

/// Returns the sum assured of all rows, computed without the server's reader.
fn point_table_sum(data: &Path) -> Decimal {
    use calamine::{Data, Reader};
    let path = data.join("insurance-lifelib/term_model_point_table.xlsx");
    let mut workbook: calamine::Xlsx<_> = calamine::open_workbook(path).unwrap();
    let range = workbook.worksheet_range_at(0).unwrap().unwrap();
    let cells = range.rows().skip(1).map(|row| match row[5] {
        Data::Int(whole) => Decimal::from(whole),
        Data::Float(number) => Decimal::try_from(number).unwrap(),
        _ => panic!("not a number: {row:?}"),
    });
    cells.sum()
}

/// Returns the sum of the premiums of all rows and that of the active rows.
fn census_sums(data: &Path) -> (Decimal, Decimal) {
    let mut sums = (Decimal::ZERO, Decimal::ZERO);
    let mut reader = csv::Reader::from_path(data.join("annuities-actxps/annuity_census_1_5000.csv")).unwrap();
    for row in reader.records() {
        let row = row.unwrap();
        let premium: Decimal = row[9].parse().unwrap();
        sums.0 += premium;
        if &row[1] == "Active" {
            sums.1 += premium;
        }
    }
    sums
}

#[tokio::test]
async fn loads_public_data_sets_with_totals_equal_to_their_sums() {
    let Some(data) = public_data() else { return };
    let (_database, mut client) = database().await;
    client
        .batch_execute(
            "INSERT INTO app_user (user_key, issuer, subject, first_name, last_name)
             VALUES ('u1', 'https://id.example.com', 'ada', 'Ada', 'Able')",
        )
        .await
        .unwrap();
    let mapping = Path::new("src/book/samples/term-points-and-annuity-census.json");
    let mut order = order(&data, "Model Office");
    order.mapping = Some(mapping);
    order.is_demo = true;
    order.administrator = Some("ada");

    let Report { firm_id, rows, .. } = run(&mut client, &order).await.unwrap();

    assert_eq!(firm_id, 1);
    assert_eq!(
        rows,
        [
            ("owners", 15_000),
            ("insureds", 15_000),
            ("policies", 10_000),
            ("annuities", 5_000)
        ]
    );
    let points = point_table_sum(&data);
    let (premiums, active) = census_sums(&data);
    for list in ["policies", "insureds", "owners"] {
        let row = row_json(
            &client,
            &format!("SELECT policy_count, death_benefit::text FROM firm_list_total WHERE list = '{list}'"),
        )
        .await;
        assert_eq!(
            row,
            format!(r#"{{"policy_count":10000,"death_benefit":"{points}.00"}}"#),
            "{list}"
        );
    }
    for list in ["annuities", "insureds", "owners"] {
        let row = row_json(
            &client,
            &format!(
                "SELECT annuity_count AS n, premiums_paid::text AS paid, contract_value::text AS value
                 FROM firm_list_total WHERE list = '{list}'"
            ),
        )
        .await;
        let (paid, value) = (premiums.round_dp(2), active.round_dp(2));
        assert_eq!(
            row,
            format!(r#"{{"n":5000,"paid":"{paid:.2}","value":"{value:.2}"}}"#),
            "{list}"
        );
    }
    assert_eq!(
        count(
            &client,
            "firm_assignment WHERE firm_user_type = 1 AND user_key = 'u1'"
        )
        .await,
        1
    );
    assert_eq!(count(&client, "contract_party").await, 30_000);
    assert_eq!(differences(&client).await, []);
}

const CARRIERS: &str = "NAIC Code,Name,Short Name,phone\n99001,Alder Mutual Life,Alder,800-555-0101\n";
const AGENTS: &str = "npn,externalId,firstName,lastName,state,agentIntegrationEnabled\n\
    017654321,A-1,Dana,Whitfield,new york,yes\n18273645,A-2,José,Núñez,CA,\n";
const OWNERS: &str = "externalId,ownerType,organizationName,firstName,lastName,trustDate,taxId\n\
    O-1,Trust,Núñez Family Trust,,,3/31/2015,12-3456789\nO-2,1,,Ana,Núñez,,123-45-6789\n";
const INSUREDS: &str = "externalId,firstName,lastName,dob,phone,postalCode,state\n\
    L-1,Ana,Núñez,1961-02-28,(212) 555-0123 x5,02139,MA\nL-2,Luis,Núñez,2/1/1958,,,\n";
const POLICIES: &str = "policyNumber,carrier,productType,status,issueDate,deathBenefit,premiumMode,modalPremium,\
    policyCashValue,riders,agent,agentShare,agent2,agent2Type,owner,owner2,insured,insured2\n\
    AM-1 000,alder,Survivorship Whole Life,In Force,2010-05-01,\"$1,250,000.50\",Monthly,100.10,5000,\
    WaiverOfPremium; LongTermCare,17654321,100,A-2,Servicing,O-1,O-2,L-1,L-2\n\
    AM-2,99001,Term,Lapsed,,,,,,,18273645,,,,,,L-2,\n";
const ANNUITIES: &str = "contractNumber,carrier,productType,status,issueDate,contractValue,premiumsPaid,\
    annuitySurrenderValue,surrenderPeriodYears,surrenderSchedule,taxType,owner,annuitant,agent\n\
    X-1,Alder Mutual Life,MYGA,InForce,2024-01-31,100000,90000,93000,3,9;8.5;7,Roth IRA,O-2,L-1,A-1\n";

#[tokio::test]
async fn shows_warnings_with_file_row_and_column_once() {
    let (_database, mut client) = database().await;
    let owners = "externalId,ownerType,firstName,lastName,dob\nO-1,1,Ana,Lee,1900-01-01\n";
    let policies = "policyNumber,carrier,productType,status,deathBenefit,policyCashValue,policySurrenderValue,owner\n\
        W-1,99001,Term,In Force,1000,10,11,O-1\n";
    let book = Directory::with(&[
        ("carriers.csv", CARRIERS.as_bytes()),
        ("owners.csv", owners.as_bytes()),
        ("policies.csv", policies.as_bytes()),
    ]);
    let report = run(&mut client, &order(book.path(), "Warned")).await.unwrap();
    let text = report.warnings.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(report.warnings.count as usize, lines.len() - 1, "{text}");
    let of_policy: Vec<&&str> = lines
        .iter()
        .filter(|line| line.starts_with("policies.csv"))
        .collect();
    assert_eq!(of_policy.len(), 1, "{text}");
    assert!(
        of_policy[0]
            .starts_with("policies.csv, row 2, column policySurrenderValue: The surrender value is higher"),
        "{text}"
    );
    let of_owner = lines.iter().filter(|line| line.starts_with("owners.csv")).count();
    assert!(of_owner <= 1, "contacts are read twice: {text}");
}

fn whole_book() -> Directory {
    Directory::with(&[
        ("carriers.csv", CARRIERS.as_bytes()),
        ("agents.csv", AGENTS.as_bytes()),
        ("owners.csv", OWNERS.as_bytes()),
        ("insureds.csv", INSUREDS.as_bytes()),
        ("policies.csv", POLICIES.as_bytes()),
        ("annuities.csv", ANNUITIES.as_bytes()),
    ])
}

/// Checks that the database contains the values of [`whole_book`].
async fn assert_whole_book(client: &tokio_postgres::Client) {
    assert_eq!(
        row_json(
            client,
            "SELECT display_name, npn, state, agent_integration_enabled, policy_count, annuity_count,
               death_benefit::text, contract_value::text, source, source_file, source_row
             FROM contact JOIN contact_total USING (firm_id, uuid) WHERE external_id = 'A-1'"
        )
        .await,
        r#"{"display_name":"Whitfield, Dana","npn":"17654321","state":"NY","agent_integration_enabled":true,"policy_count":1,"annuity_count":1,"death_benefit":"1250000.50","contract_value":"100000.00","source":"Import","source_file":"agents.csv","source_row":2}"#
    );
    assert_eq!(
        row_json(
            client,
            "SELECT display_name, owner_type, trust_date, tax_id_kind, tax_id_last4, policy_count FROM contact
             JOIN contact_total USING (firm_id, uuid) WHERE external_id = 'O-1'"
        )
        .await,
        r#"{"display_name":"Núñez Family Trust","owner_type":2,"trust_date":"2015-03-31","tax_id_kind":"Ein","tax_id_last4":"6789","policy_count":1}"#
    );
    assert_eq!(
        row_json(
            client,
            "SELECT policy_number, carrier_name, product_type, status, death_benefit::text,
               annualized_premium::text, cash_value::text, riders, party_kinds, insured_name, owner_name, agent_name
             FROM policy WHERE policy_number = 'AM-1 000'"
        )
        .await,
        r#"{"policy_number":"AM-1 000","carrier_name":"Alder Mutual Life","product_type":"SurvivorshipWL","status":"InForce","death_benefit":"1250000.50","annualized_premium":"1201.20","cash_value":"5000.00","riders":[{"type": "WaiverOfPremium"}, {"type": "LongTermCare"}],"party_kinds":7,"insured_name":"Núñez, Ana; Núñez, Luis","owner_name":"Núñez, Ana; Núñez Family Trust","agent_name":"Whitfield, Dana; Núñez, José"}"#
    );
    assert_eq!(
        row_json(
            client,
            "SELECT tax_type, surrender_period_end_date, surrender_schedule::text[], premiums_paid::text
             FROM annuity"
        )
        .await,
        r#"{"tax_type":"RothIRA","surrender_period_end_date":"2027-01-31","surrender_schedule":["9.0000","8.5000","7.0000"],"premiums_paid":"90000.00"}"#
    );
    assert_eq!(
        row_json(
            client,
            "SELECT string_agg(role || type_id || coalesce(' ' || share_percent, ''), ', ' ORDER BY role, type_id)
               AS links
             FROM contract_party JOIN policy ON policy.uuid = contract_uuid WHERE policy_number = 'AM-1 000'"
        )
        .await,
        r#"{"links":"Agent1 100.0000, Agent2, Insured1, Insured2, Owner1, Owner2"}"#
    );
    assert_eq!(
        row_json(client, "SELECT phone, fax FROM carrier").await,
        r#"{"phone":"+18005550101","fax":null}"#
    );
}

#[tokio::test]
async fn loads_all_files_of_a_book() {
    let (_database, mut client) = database().await;
    let book = whole_book();
    let report = run(&mut client, &order(book.path(), "Harbor & Pine"))
        .await
        .unwrap();
    assert_eq!(report.rows.iter().map(|(_, rows)| rows).sum::<u64>(), 10);
    assert_whole_book(&client).await;
    assert_eq!(differences(&client).await, []);
    let sealed: (Vec<u8>, String) = {
        let row = client.query_one(
            "SELECT tax_id_cipher, uuid::text FROM contact WHERE external_id = 'O-2'",
            &[],
        );
        let row = row.await.unwrap();
        (row.get(0), row.get(1))
    };
    assert_eq!(
        support::sealer()
            .open(Place::tax_id(1, sealed.1.parse().unwrap()), &sealed.0)
            .unwrap(),
        "123456789"
    );
}

#[tokio::test]
async fn loads_the_same_book_as_an_owner_subject_to_row_security() {
    let (_database, mut client) = database_of_plain_owner().await;
    let book = whole_book();
    for (name, firm_id) in [("First", 1), ("Second", 2)] {
        let report = run(&mut client, &order(book.path(), name)).await.unwrap();
        assert_eq!(report.firm_id, firm_id);
        client
            .execute(
                "SELECT set_config('firmbook.firm', $1, false)",
                &[&firm_id.to_string()],
            )
            .await
            .unwrap();
        assert_whole_book(&client).await;
        assert_eq!(count(&client, "contact").await, 6);
        client.batch_execute("RESET firmbook.firm").await.unwrap();
        assert_eq!(
            count(&client, "contact").await,
            0,
            "row security hides all contacts"
        );
    }
    // An owner subject to row security can still verify the audit chains.
    let chains = server::audit::verify(&mut client, &[]).await.unwrap();
    let seen: Vec<_> = chains
        .iter()
        .map(|chain| (chain.firm_id, chain.rows, chain.broken))
        .collect();
    assert_eq!(seen, [(1, 1, None), (2, 1, None)]);
}

#[tokio::test]
async fn loads_workbooks_like_csv() {
    let Some(data) = public_data() else { return };
    let (_database, mut client) = database().await;
    let mapping = br#"{"sources":[{"table":"insureds","file":"points.xlsx","columns":{
        "externalId":{"column":"point_id"},"firstName":{"const":"Model"},"lastName":{"template":"Point {point_id}"},
        "sex":{"column":"sex"},"dob":{"column":"age_at_entry","yearsBefore":"2021-01-01"}}}]}"#;
    let book = Directory::with(&[("mapping.json", mapping)]);
    std::fs::copy(
        data.join("insurance-lifelib/term_model_point_table.xlsx"),
        book.path().join("points.xlsx"),
    )
    .unwrap();
    let mapping = book.path().join("mapping.json");
    let mut order = order(book.path(), "Points");
    order.mapping = Some(&mapping);
    run(&mut client, &order).await.unwrap();
    assert_eq!(
        row_json(
            &client,
            "SELECT external_id, dob, sex, display_name FROM contact WHERE source_row = 2"
        )
        .await,
        r#"{"external_id":"1","dob":"1974-01-01","sex":"M","display_name":"Point 1, Model"}"#
    );
}
