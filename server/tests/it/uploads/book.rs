//! Loading the files of a book into an existing firm.

use super::contracts::assert_kept_totals;
use super::support::app;
use crate::book::support::Directory;
use crate::support::{Client, FIRM, TestApp};
use serde_json::{Value, json};
use server::auth::Viewer;
use server::book::find_inputs;
use server::request::RequestInfo;
use server::upload::book::{BookImport, import};
use shared::permission::FirmUserType::ViewOnly;

const AGENTS: &str = "npn,externalId,firstName,lastName,state,agentIntegrationEnabled\n\
    017654321,A-1,Dana,Whitfield,new york,no\n18273645,A-2,José,Núñez,CA,\n";
const OWNERS: &str = "externalId,ownerType,firstName,lastName\nO-1,1,Ana,Núñez\nO-2,1,Bo,Lee\n";
const INSUREDS: &str = "externalId,firstName,lastName,dob\nL-1,Ana,Núñez,2/3/1961\nL-2,Bo,Lee,\n";
const POLICIES: &str = "policyNumber,carrier,productType,status,deathBenefit,policyCashValue,valuesAsOf,agent,owner,insured,riders,tobacco,\
    agentShare,agent2,agent2Type,agent2Share,ownerShare,owner2,owner2Share,insured2\n\
    P-1,Cedar Life,WholeLife,InForce,\"$250,000.00\",\"1,200.50\",10/1/2026,017654321,O-1,L-1,WaiverOfPremium;LongTermCare,yes,\
    60,A-2,Servicing,40,62.5,O-2,37.5,L-2\n\
    P-2,12345,Term,In Force,500000,,,A-2,O-1,L-1,,,,,,,,,,\n";
const ANNUITIES: &str = "contractNumber,carrier,productType,status,contractValue,taxType,agent,owner,annuitant,annuitant2,surrenderSchedule\n\
    C-1,Cedar,MYGA,InForce,75000,NonQualified,A-1,O-1,L-1,L-2,7;6.5;5\n";

/// Returns the external ID, role, type and share of each person on a contract.
async fn people(app: &TestApp, number: &str) -> String {
    let sql = format!(
        "SELECT string_agg(concat_ws(' ', external_id, role, type_id, trim_scale(share_percent)), ', ' ORDER BY external_id)
         FROM contract_party JOIN contact ON contact.uuid = contact_uuid
         WHERE contract_uuid IN (SELECT uuid FROM policy WHERE policy_number = '{number}'
                                 UNION SELECT uuid FROM annuity WHERE contract_number = '{number}')"
    );
    app.text(&sql).await.unwrap()
}

async fn load(app: &TestApp, user: &Client, files: &[(&str, &str)]) -> anyhow::Result<BookImport> {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    let directory = Directory::with(&files);
    let mut transaction = app.app.db.begin(FIRM).await.unwrap();
    let viewer = Viewer::of_firm_user(
        &mut transaction,
        (FIRM, &user.user_key),
        None,
        RequestInfo::default(),
    )
    .await
    .unwrap()
    .unwrap();
    transaction.finish();
    let inputs = find_inputs(directory.path(), None)?;
    import(&app.app.uploads, &viewer, &inputs).await
}

/// Returns the number of new, updated and unchanged rows by file.
fn changes(import: &BookImport) -> Vec<(&str, [u32; 3])> {
    let files = import.imported.iter();
    files
        .map(|file| {
            (
                &*file.name,
                [file.counts.new, file.counts.update, file.counts.unchanged],
            )
        })
        .collect()
}

async fn policy(app: &TestApp, number: &str) -> Value {
    let sql = format!(
        "SELECT jsonb_build_object('death', death_benefit, 'cash', cash_value, 'asOf', values_as_of, 'agent', agent_name, 'tobacco', is_tobacco,
           'owner', owner_name, 'insured', insured_name,
           'riders', jsonb_path_query_array(riders, '$[*].type'))::text
         FROM policy WHERE policy_number = '{number}' AND deleted_at IS NULL"
    );
    serde_json::from_str(&app.text(&sql).await.unwrap_or("null".into())).unwrap()
}

#[tokio::test]
async fn loads_updates_and_undoes_a_book_in_an_existing_firm() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    app.policy("OLD-1").with("death_benefit", "10.00").insert().await;
    let files = [
        ("agents.csv", AGENTS),
        ("owners.csv", OWNERS),
        ("insureds.csv", INSUREDS),
        ("policies.csv", POLICIES),
        ("annuities.csv", ANNUITIES),
    ];
    let first = load(&app, &admin, &files).await.unwrap();
    assert_eq!(first.stopped, None);
    assert_eq!(
        changes(&first),
        [
            ("agents.csv", [2, 0, 0]),
            ("owners.csv", [2, 0, 0]),
            ("insureds.csv", [2, 0, 0]),
            ("policies.csv", [2, 0, 0]),
            ("annuities.csv", [1, 0, 0]),
        ]
    );
    let expected = json!({ "death": 250_000.00, "cash": 1200.50, "asOf": "2026-10-01", "agent": "Whitfield, Dana; Núñez, José",
                           "owner": "Lee, Bo; Núñez, Ana", "insured": "Núñez, Ana; Lee, Bo", "tobacco": true,
                           "riders": ["WaiverOfPremium", "LongTermCare"] });
    assert_eq!(policy(&app, "P-1").await, expected);
    assert_eq!(policy(&app, "P-2").await["riders"], json!([]));
    assert_eq!(
        people(&app, "P-1").await,
        "A-1 Agent 1 60, A-2 Agent 2 40, L-1 Insured 1, L-2 Insured 2, O-1 Owner 1 62.5, O-2 Owner 1 37.5"
    );
    assert_eq!(
        people(&app, "C-1").await,
        "A-1 Agent 1, L-1 Annuitant 0, L-2 JointAnnuitant 0, O-1 Owner 1"
    );
    let charges = "SELECT surrender_schedule::text FROM annuity";
    assert_eq!(app.text(charges).await.as_deref(), Some("{7.0000,6.5000,5.0000}"));
    assert_kept_totals(&app).await;

    // Loading the same files again changes nothing and leaves no uploads.
    let again = load(&app, &admin, &files).await.unwrap();
    assert!(
        again
            .imported
            .iter()
            .all(|file| file.counts.unchanged == file.counts.total && file.warnings.is_empty()),
        "{again:?}"
    );
    assert_eq!(app.number("SELECT count(*) FROM upload").await, 5);

    let moved = POLICIES.replace("A-2,O-1", "A-1,O-1");
    let warned = load(&app, &admin, &[("policies.csv", &moved)]).await.unwrap();
    let [policies] = warned.imported.as_slice() else {
        panic!("{warned:?}");
    };
    assert_eq!((policies.counts.unchanged, policies.counts.warning), (2, 1));
    assert!(
        policies.warnings[0].starts_with("row 3, Agent: ") && policies.warnings.len() == 1,
        "{policies:?}"
    );

    let feed = "policyNumber,carrier,productType,status,deathBenefit,policyCashValue,valuesAsOf\n\
        P-1,Cedar Life,WholeLife,InForce,250000,1300,2026-11-01\n";
    let update = load(&app, &admin, &[("policies.csv", feed)]).await.unwrap();
    assert_eq!(changes(&update), [("policies.csv", [0, 1, 0])]);
    assert_eq!(policy(&app, "P-1").await["cash"], 1300.00);
    assert_kept_totals(&app).await;

    // The user can find the uploads in the portal and undo them.
    let uploads = admin.get("/Cohort/bulk").await.ok();
    let latest = uploads[0]["storageGuid"].as_str().unwrap().to_owned();
    assert_eq!(uploads[0]["fileName"], "policies.csv");
    let undone = admin.post(format!("/Cohort/bulk/{latest}/undo"), json!({})).await;
    assert_eq!(undone.status, 202);
    crate::support::wait_until("the undo ends", async || {
        (policy(&app, "P-1").await["cash"] == 1200.50).then_some(())
    })
    .await;
    assert_kept_totals(&app).await;
    let audited = "SELECT string_agg(DISTINCT actor_key, ',') FROM audit_log WHERE action = 'import'";
    assert_eq!(app.text(audited).await.as_ref(), Some(&admin.user_key));
}

#[tokio::test]
async fn a_file_with_errors_stops_the_import_and_stays_as_a_draft() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let policies = POLICIES.replace("A-2,O-1", "A-9,O-1");
    let files = [
        ("agents.csv", AGENTS),
        ("owners.csv", OWNERS),
        ("insureds.csv", INSUREDS),
        ("policies.csv", &policies),
        ("annuities.csv", ANNUITIES),
    ];
    let result = load(&app, &admin, &files).await.unwrap();
    assert_eq!(changes(&result).len(), 3);
    let stopped = result.stopped.unwrap();
    assert_eq!((stopped.counts.new, stopped.counts.error), (1, 1));
    let text = stopped.to_string();
    assert!(
        text.starts_with("policies.csv: row 3, Agent: ") && text.contains("A-9"),
        "{text}"
    );
    assert_eq!(
        app.number("SELECT count(*) FROM policy").await + app.number("SELECT count(*) FROM annuity").await,
        0
    );
    let draft = admin
        .get(format!("/Cohort/bulk/{}", stopped.storage_guid))
        .await
        .ok();
    assert_eq!(draft["upload"]["state"], "Preview");

    // Nothing is imported if a file cannot be read.
    let unknown = [
        ("owners.csv", OWNERS),
        ("policies.csv", "policyNumber,shoeSize\nP-1,9\n"),
    ];
    let error = load(&app, &admin, &unknown).await.unwrap_err();
    assert!(error.to_string().contains("shoeSize"), "{error}");
    let integrated = AGENTS.replace(",no", ",yes");
    let error = load(
        &app,
        &admin,
        &[("agents.csv", &integrated), ("owners.csv", OWNERS)],
    )
    .await
    .unwrap_err();
    assert!(error.to_string().contains("(not_imported)"), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("agents.csv, row 2, column agentIntegrationEnabled")
    );
    assert_eq!(
        app.number("SELECT count(*) FROM upload").await,
        4,
        "no more than before"
    );
    let carriers = [("carriers.csv", "naicCode,name\n99001,Alder Mutual Life\n")];
    assert!(load(&app, &admin, &carriers).await.is_err());
}

#[tokio::test]
async fn only_users_who_may_import_load_a_book() {
    let (app, _) = app().await;
    let reader = app.as_role(ViewOnly).await;
    let error = load(&app, &reader, &[("owners.csv", OWNERS)]).await.unwrap_err();
    assert!(error.is::<server::error::ApiError>(), "{error:?}");
    assert_eq!(app.number("SELECT count(*) FROM upload").await, 0);
}
