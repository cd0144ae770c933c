//! Import of policies and annuities: matching, updates, people, permissions and undo.

use super::support::{AGENT, Wizard, app, counts, map_path, multipart, send};
use crate::support::{FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::AdminUserType;

pub const POLICIES: u8 = 4;
const ANNUITIES: u8 = 5;

const FEED: &str = "Policy Number,Carrier,Status,Product Type,Death Benefit,Cash Value,Owner,Insured,Agent\n\
    ab-001,Cedar Life,Active,UL,\"$600,000.00\",750.00,,,\n\
    P-900,Cedar Life,In Force,Term,250000,0,\"Byron, Ada\",Bo Lee,17654321\n";

/// Maintained totals of all contacts and lists, which triggers keep.
const KEPT: &str = "SELECT concat_ws('; ',
    (SELECT string_agg(to_jsonb(t) #>> '{}', ', ' ORDER BY uuid) FROM contact_total t),
    (SELECT string_agg(concat_ws(' ', list, rows, death, cash, value), ', ' ORDER BY list)
     FROM (SELECT list, sum(row_count) AS rows, sum(death_benefit) AS death, sum(policy_cash_value) AS cash,
             sum(contract_value) AS value
           FROM firm_list_total GROUP BY list) sums
     WHERE rows > 0))";

pub async fn assert_kept_totals(app: &TestApp) {
    let before = app.text(KEPT).await;
    app.execute("SELECT firmbook_refresh_firm(1)").await;
    assert_eq!(app.text(KEPT).await, before);
}

/// Inserts a policy with its owner, and people for new policies.
async fn firm(app: &TestApp) -> (crate::support::Row, crate::support::Row) {
    let policy = app
        .policy("AB-001")
        .with("product_type", "UniversalLife")
        .with("death_benefit", "500000")
        .with("cash_value", "700")
        .insert()
        .await;
    let owner = app.owner("Ada Byron").insert().await;
    app.insured("Bo Lee").insert().await;
    app.agent("Cy Fox").with("npn", "17654321").insert().await;
    app.link(&policy, &owner).await;
    (policy, owner)
}

fn faults(row: &Value) -> Vec<String> {
    let text = |fault: &Value| {
        format!(
            "{}: {}",
            fault["field"].as_str().unwrap(),
            fault["code"].as_str().unwrap()
        )
    };
    row["faults"].as_array().unwrap().iter().map(text).collect()
}

#[tokio::test]
async fn import_updates_and_adds_policies_as_previewed() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let (policy, owner) = firm(&app).await;
    let wizard = Wizard::begin(&admin, POLICIES, FEED).await.in_mode("update");
    let preview = wizard.preview().await;
    assert_eq!(
        preview["counts"],
        counts(&[("new", 1), ("update", 1), ("total", 2)])
    );
    let row = &preview["rows"][0];
    assert_eq!(row["contract"]["uuid"], json!(policy.uuid));
    assert_eq!(row["contract"]["number"], "AB-001");
    assert_eq!(row["contract"]["values"]["status"], "In Force");
    let change = |row: &Value, label: &str| {
        let changes = row["changes"].as_array().unwrap();
        let found = changes.iter().find(|change| change["label"] == label);
        found.map(|change| json!([change["before"], change["after"]]))
    };
    assert_eq!(
        change(row, "Death Benefit"),
        Some(json!(["$500,000.00", "$600,000.00"]))
    );
    assert_eq!(change(row, "Status"), None);

    wizard.import().await;
    let saved = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
    assert_eq!(saved["contract"]["deathBenefit"], "600000.00");
    assert_eq!(saved["contract"]["policyNumber"], "AB-001");
    assert_eq!(saved["version"], 2);
    assert_eq!(
        saved["parties"][0]["uuid"],
        json!(owner.uuid),
        "people of stored policies stay"
    );
    let history: Vec<&str> = saved["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["values"]["cashValue"].as_str().unwrap())
        .collect();
    assert_eq!(history, ["750.00", "700.00"], "the previous values are kept");

    let query = json!({ "filter": [{ "column": "policyNumber", "op": "eq", "value": "P-900" }] });
    let page = admin.post("/allpolicy/search", query).await.ok();
    let added = page["items"][0]["uuid"].as_str().unwrap();
    let added = admin.get(format!("/allpolicy/{added}")).await.ok();
    assert_eq!(
        (&added["source"], &added["sourceRow"]),
        (&json!("Import"), &json!(3))
    );
    let people: Vec<Value> = added["parties"]
        .as_array()
        .unwrap()
        .iter()
        .map(|party| json!([party["name"], party["role"], party["typeId"], party["origin"]]))
        .collect();
    assert_eq!(
        people,
        [
            json!(["Fox, Cy", "Agent", 1, "Import"]),
            json!(["Byron, Ada", "Owner", 1, "Import"]),
            json!(["Lee, Bo", "Insured", 1, "Import"]),
        ]
    );
    assert_kept_totals(&app).await;
    let audited = "SELECT string_agg(concat_ws(' ', action, subject_type, details ->> 'added', details ->> 'changed'), ', ')
                   FROM audit_log WHERE action IN ('importPolicies', 'change') AND subject_type IN ('upload', 'policy')";
    assert_eq!(
        app.text(audited).await.as_deref(),
        Some("change policy, importPolicies upload 1 1")
    );

    // Importing the same file again changes nothing.
    let again = Wizard::begin(&admin, POLICIES, FEED).await.in_mode("update");
    assert_eq!(again.counts().await, counts(&[("unchanged", 2), ("total", 2)]));
    assert_eq!(again.try_submit(&again.counts().await).await.status, 422);
}

#[tokio::test]
async fn add_only_skips_existing_contracts_and_blanks_are_filled_by_mode() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    firm(&app).await;
    let wizard = Wizard::begin(&admin, POLICIES, FEED).await;
    assert_eq!(
        wizard.counts().await,
        counts(&[("new", 1), ("duplicateInFirm", 1), ("total", 2)])
    );
    let file = "Policy Number,Product,Death Benefit\nAB001,Flex UL,1\n";
    let wizard = Wizard::begin(&admin, POLICIES, file).await.in_mode("fillBlanks");
    let preview = wizard.preview().await;
    let labels: Vec<&str> = preview["rows"][0]["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["label"].as_str().unwrap())
        .collect();
    assert_eq!(
        labels,
        ["Product"],
        "matched by number alone, and the benefit is kept"
    );
}

#[tokio::test]
async fn faults_name_the_field_and_can_be_repaired() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    firm(&app).await;
    app.owner("Twin Lee").insert().await;
    app.owner("Twin Lee").insert().await;
    let file = "Policy Number,Carrier,Status,Product Type,Death Benefit,Owner,Agent\n\
        ,Cedar Life,Lapsed,Term,1,,\n\
        N-1,No Such Mutual,Lapsed,Term,1,,\n\
        N-2,Cedar Life,In Force,Term,1,,\n\
        N-3,Cedar Life,In Force,Term,1,Nobody Here,\n\
        N-4,Cedar Life,In Force,Term,1,Twin Lee,\n\
        N-5,Cedar Life,Sleeping,Term,1,,\n\
        N-6,,Lapsed,Term,1,,\n\
        N-7,Cedar Life,Lapsed,Term,1,,Nobody Here\n\
        N-8,Cedar Life,Lapsed,Term,1,,\n\
        n 8,Cedar Life,Lapsed,Term,2,,\n\
        N-3,Cedar Life,Lapsed,Term,1,,\n";
    let mut wizard = Wizard::begin(&admin, POLICIES, file).await;
    let preview = wizard.preview().await;
    let found: Vec<Vec<String>> = preview["rows"].as_array().unwrap().iter().map(faults).collect();
    assert_eq!(
        found,
        [
            vec!["policyNumber: required"],
            vec!["carrier: unknown_carrier"],
            vec!["status: owner_required"],
            vec!["owner: unknown_person"],
            vec!["owner: ambiguous_person"],
            vec!["status: unknown_term"],
            vec!["carrier: required"],
            vec!["agent: unknown_person"],
            vec![],
            vec![],
        ]
    );
    // The last row is on the next page. Rows with errors do not make later rows duplicates.
    assert_eq!(
        preview["counts"],
        counts(&[("new", 2), ("duplicateInFile", 1), ("error", 8), ("total", 11)])
    );
    assert_eq!(preview["rows"][9]["earlierRow"], 10);
    let group = preview["groups"]
        .as_array()
        .unwrap()
        .iter()
        .find(|group| group["field"] == "agent")
        .unwrap();
    assert_eq!(
        (&group["label"], &group["repairs"], &group["samples"]),
        (
            &json!("Agent"),
            &json!(["clear", "skipRows"]),
            &json!([{ "row": 9, "value": "Nobody Here" }])
        )
    );
    wizard.mapping["repairs"] = json!([
        { "code": "unknown_person", "field": "agent", "kind": "clear" },
        { "code": "unknown_term", "field": "status", "kind": "skipRows" },
        { "code": "unknown_carrier", "field": "carrier", "kind": "skipRows" },
    ]);
    assert_eq!(
        wizard.counts().await,
        counts(&[
            ("new", 3),
            ("duplicateInFile", 1),
            ("error", 5),
            ("skipped", 2),
            ("total", 11)
        ])
    );
    wizard.import().await;
    let rejected = admin.get(wizard.path("/rejected")).await.text();
    let line = |number: &str| {
        rejected
            .lines()
            .find(|line| line.starts_with(number))
            .unwrap()
            .to_owned()
    };
    assert!(
        line("N-2").contains("Status: A contract needs an owner"),
        "{rejected}"
    );
    assert!(
        line("n 8").contains("Row 10 in the file is for the same policy."),
        "{rejected}"
    );
    assert!(!rejected.contains("N-7"));
}

#[tokio::test]
async fn undo_deletes_added_contracts_and_restores_changed_ones() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    firm(&app).await;
    let state = "SELECT string_agg(to_jsonb(p) - array['version', 'updated_at', 'updated_by']::text[] #>> '{}', '\n' ORDER BY uuid)
                 FROM policy p WHERE deleted_at IS NULL";
    let before = app.text(state).await;
    let wizard = Wizard::begin(&admin, POLICIES, FEED).await.in_mode("update");
    wizard.import().await;
    let details = admin.get(wizard.path("")).await.ok();
    let listed: Vec<&Value> = details["updated"]
        .as_array()
        .unwrap()
        .iter()
        .map(|record| &record["displayName"])
        .collect();
    assert_eq!(listed, [&json!("AB-001")]);
    let updated = admin.get(wizard.path("/updated")).await.text();
    assert!(
        updated.contains("AB-001") && updated.contains("Death Benefit,\"$500,000.00\",\"$600,000.00\""),
        "{updated}"
    );
    assert_ne!(app.text(state).await, before);
    let upload = wizard.undo().await;
    assert_eq!(
        (&upload["state"], &upload["conflictCount"]),
        (&json!("Undone"), &json!(0))
    );
    assert_eq!(app.text(state).await, before);
    let links = "SELECT count(*) FROM contract_party WHERE deleted_at IS NULL";
    assert_eq!(app.number(links).await, 1);
    assert_kept_totals(&app).await;
    let again = Wizard::begin(&admin, POLICIES, FEED).await.in_mode("update");
    assert_eq!(
        again.import().await,
        counts(&[("new", 1), ("update", 1), ("total", 2)])
    );
}

#[tokio::test]
async fn undo_keeps_contracts_that_were_edited_or_used_later() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let (policy, owner) = firm(&app).await;
    let file = "Policy Number,Carrier,Status,Product Type,Death Benefit,Cash Value,Owner\n\
        AB-001,Cedar Life,In Force,UL,600000,750,\n\
        U-1,Cedar Life,Lapsed,Term,1,0,\n\
        U-2,Cedar Life,Lapsed,Term,1,0,\n\
        U-3,Cedar Life,Lapsed,Term,1,0,\n";
    let wizard = Wizard::begin(&admin, POLICIES, file).await.in_mode("update");
    wizard.import().await;
    let uuid = async |number: &str| {
        let sql = format!("SELECT uuid FROM policy WHERE policy_number = '{number}'");
        app.text(&sql).await.unwrap()
    };
    let entry = json!({ "kind": "Loan", "transactionDate": "2026-11-20", "amount": "5.00" });
    let used = uuid("U-1").await;
    admin
        .post(format!("/allpolicy/{used}/transactions"), entry)
        .await
        .ok();
    let attached = uuid("U-2").await;
    admin
        .put(
            format!("/FirmOwner/1/policy/{attached}"),
            json!({ "uuid": owner.uuid, "typeId": 1 }),
        )
        .await
        .ok();
    app.execute("UPDATE policy SET death_benefit = 7, version = version + 1 WHERE policy_number = 'AB-001'")
        .await;
    let upload = wizard.undo().await;
    assert_eq!(
        (&upload["state"], &upload["conflictCount"]),
        (&json!("Undone"), &json!(3))
    );
    let details = admin.get(wizard.path("")).await.ok();
    let kept: Vec<Value> = details["conflicts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kept| json!([kept["displayName"], kept["fields"], kept["reason"]]))
        .collect();
    assert_eq!(
        kept,
        [
            json!(["AB-001", ["deathBenefit"], null]),
            json!(["U-1", [], "used"]),
            json!(["U-2", [], "used"]),
        ]
    );
    let saved = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
    assert_eq!(saved["contract"]["deathBenefit"], "7.00");
    assert_eq!(saved["contract"]["policyCashValue"], "700.00");
    let gone = "SELECT count(*) FROM policy WHERE policy_number = 'U-3' AND deleted_at IS NULL";
    assert_eq!(app.number(gone).await, 0);
}

#[tokio::test]
async fn links_people_with_shares_and_rejects_the_same_person_twice() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    firm(&app).await;
    app.agent("Di Roe").with("external_id", "A-2").insert().await;
    let file = "Policy Number,Carrier,Status,Product Type,Death Benefit,Agent,Agent Share,Agent 2,Agent 2 Type,Riders\n\
        N-1,Cedar Life,Lapsed,Term,1,17654321,50,A-2,,Term\n\
        N-2,Cedar Life,Lapsed,Term,1,17654321,,Cy Fox,,\n\
        N-3,Cedar Life,Lapsed,Term,1,,50,,Agency,\n\
        N-4,Cedar Life,Lapsed,Term,1,,,,,Sidecar\n\
        N-5,Cedar Life,Lapsed,Term,1,A-2,100.5,,,\n";
    let wizard = Wizard::begin(&admin, POLICIES, file).await;
    let preview = wizard.preview().await;
    let found: Vec<Vec<String>> = preview["rows"].as_array().unwrap().iter().map(faults).collect();
    assert_eq!(
        found,
        [
            vec![],
            vec!["agent2: duplicate"],
            vec!["agentShare: person_required", "agent2Type: person_required"],
            vec!["riders: unknown_term"],
            vec!["agentShare: percent_range"],
        ]
    );
    let values = &preview["rows"][0]["contract"]["values"];
    assert_eq!(
        (&values["riders"], &values["agentShare"]),
        (&json!("Term"), &json!("50%"))
    );
    wizard.import().await;
    let added = "SELECT string_agg(concat_ws(' ', agent_name, type_id, share_percent::int, riders -> 0 ->> 'type'), ', '
                   ORDER BY type_id)
                 FROM contract_party JOIN policy ON contract_uuid = policy.uuid AND policy_number = 'N-1'";
    assert_eq!(
        app.text(added).await.as_deref(),
        Some("Fox, Cy; Roe, Di 1 50 Term, Fox, Cy; Roe, Di 3 Term")
    );
}

#[tokio::test]
async fn warns_about_people_shares_and_riders_that_existing_contracts_keep() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let (policy, owner) = firm(&app).await;
    app.execute("UPDATE policy SET riders = '[{\"type\": \"Term\"}]'")
        .await;
    app.execute("UPDATE contract_party SET share_percent = 50").await;
    let file = |people: &str| {
        format!("Policy Number,Death Benefit,Owner,Owner Share,Agent,Riders\nAB-001,500000,{people}\n")
    };
    let preview = async |people: &str| {
        let wizard = Wizard::begin(&admin, POLICIES, &file(people))
            .await
            .in_mode("update");
        let preview = wizard.preview().await;
        let groups = preview["groups"].as_array().unwrap().clone();
        let found: Vec<Vec<String>> = preview["rows"].as_array().unwrap().iter().map(faults).collect();
        (preview["counts"].clone(), found[0].clone(), groups)
    };
    let (_, found, groups) = preview("\"Byron, Ada\",50.00%,,Term").await;
    assert_eq!((found, groups.len()), (vec![], 0), "as stored");
    // Unknown people of existing contracts are not an error.
    assert_eq!(preview(",,Nobody Here,").await.1, [""; 0]);

    let (found_counts, found, groups) = preview("\"Byron, Ada\",40,17654321,GLWB").await;
    assert_eq!(
        found,
        [
            "ownerShare: not_updated",
            "agent: not_updated",
            "riders: not_updated"
        ]
    );
    assert_eq!(
        found_counts,
        counts(&[("unchanged", 1), ("warning", 1), ("total", 1)])
    );
    let is_warning = |group: &Value| group["warning"] == true && group["repairs"] == json!([]);
    assert!(groups.len() == 3 && groups.iter().all(is_warning), "{groups:?}");

    // The warnings do not prevent the import of the other values.
    let changed = file("\"Byron, Ada\",40,17654321,GLWB").replace("500000", "510000");
    let wizard = Wizard::begin(&admin, POLICIES, &changed).await.in_mode("update");
    assert_eq!(
        wizard.import().await,
        counts(&[("update", 1), ("warning", 1), ("total", 1)])
    );
    let saved = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
    assert_eq!(saved["contract"]["deathBenefit"], "510000.00");
    assert_eq!(saved["riders"][0]["type"], "Term");
    let people = saved["parties"].as_array().unwrap();
    assert_eq!((people.len(), &people[0]["uuid"]), (1, &json!(owner.uuid)));
}

#[tokio::test]
async fn imports_annuities_with_annuity_fields() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let annuity = app.annuity("C-1").with("contract_value", "100").insert().await;
    app.owner("Ada Byron").with("external_id", "O-7").insert().await;
    app.insured("Ada Byron").insert().await;
    let file = "Contract #,Company,Status,Type,Account Value,Surrender Schedule,Issue Date,Owner,Annuitant,Qualification\n\
        C-1,Cedar Life,In Force,Fixed,250.50,,,,,IRA\n\
        C-2,Cedar Life,In Force,MYGA,1000,,03/31/2024,O-7,Ada Byron,NQ\n";
    let wizard = Wizard::begin(&admin, ANNUITIES, file).await.in_mode("update");
    let preview = wizard.preview().await;
    assert_eq!(preview["groups"], json!([]));
    assert_eq!(
        preview["rows"][1]["contract"]["values"]["productType"],
        "Multi-Year Guaranteed (MYGA)"
    );
    assert_eq!(
        wizard.import().await,
        counts(&[("new", 1), ("update", 1), ("total", 2)])
    );
    let saved = admin.get(format!("/allannuity/{}", annuity.uuid)).await.ok();
    assert_eq!(saved["contract"]["contractValue"], "250.50");
    assert_eq!(saved["contract"]["taxType"], "TraditionalIRA");
    let roles = "SELECT string_agg(role || ' ' || type_id, ', ' ORDER BY role) FROM contract_party";
    assert_eq!(app.text(roles).await.as_deref(), Some("Annuitant 0, Owner 1"));
    assert_kept_totals(&app).await;
}

#[tokio::test]
async fn requires_a_new_preview_if_the_firms_data_changed() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    firm(&app).await;
    let wizard = Wizard::begin(&admin, POLICIES, FEED).await.in_mode("update");
    let counts = wizard.counts().await;
    app.execute("UPDATE policy SET deleted_at = now() WHERE policy_number = 'AB-001'")
        .await;
    let reply = wizard.try_submit(&counts).await;
    let current = reply.refused(409, "counts_changed")["current"].clone();
    assert_eq!(current["counts"]["error"], 1, "a policy in force needs an owner");
}

#[tokio::test]
async fn rows_of_a_long_file_keep_the_outcomes_of_the_preview() {
    // Longer than a chunk, so that the first policy is already stored when the last row is checked.
    const ROWS: u32 = 2_001;
    let (app, _) = app().await;
    let admin = app.admin().await;
    let mut file = String::from("Policy Number,Carrier,Status,Product Type,Death Benefit\n");
    for row in 0..ROWS {
        file += &format!("L-{row},Cedar Life,Lapsed,Term,1\n");
    }
    file += "L-0,Cedar Life,Lapsed,Term,2\nL-0,,Lapsed,Term,2\n";
    let wizard = Wizard::begin(&admin, POLICIES, &file).await.in_mode("update");
    assert_eq!(
        wizard.import().await,
        counts(&[
            ("new", ROWS),
            ("duplicateInFile", 1),
            ("error", 1),
            ("total", ROWS + 2)
        ])
    );
}

#[tokio::test]
async fn users_import_only_what_they_can_see_and_write() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let (policy, _) = firm(&app).await;
    let own = app.agent("Own Agent").with("npn", "20000002").insert().await;
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&own]).await;
    let file = "Policy Number,Carrier,Status,Product Type,Death Benefit,Agent\n\
        AB-001,Cedar Life,Lapsed,UL,1,\n\
        N-1,Cedar Life,Lapsed,Term,1,20000002\n\
        N-2,Cedar Life,Lapsed,Term,1,\n\
        N-3,Cedar Life,Lapsed,Term,1,17654321\n";
    let wizard = Wizard::begin(&admin, POLICIES, file).await;
    assert_eq!(wizard.counts().await["new"], 3);
    let theirs = Wizard::begin(&advisor, POLICIES, file).await;
    let preview = theirs.preview().await;
    let found: Vec<Vec<String>> = preview["rows"].as_array().unwrap().iter().map(faults).collect();
    assert_eq!(
        found,
        [
            vec![": outside_block"],
            vec![],
            vec!["agent: agent_required"],
            vec!["agent: unknown_person"],
        ],
        "agents outside the block are unknown"
    );
    assert_eq!(preview["rows"][0]["contract"]["uuid"], Value::Null);
    let other = app.other_firm_admin().await;
    other.get(wizard.path("")).await.refused(404, "not_found");
    let theirs = Wizard::begin(&other, POLICIES, file).await.in_mode("update");
    assert_eq!(
        theirs.counts().await["update"],
        0,
        "policies of another firm never match"
    );
    assert_eq!(policy.firm, FIRM);
    // These staff members can import contacts but only read policies.
    let staff = app.staff(AdminUserType::OperationsManager).await;
    staff.put(format!("/Account/firm/{FIRM}"), json!({})).await.ok();
    let path = |upload_type| format!("/Cohort/bulk/map/{upload_type}/firm/{FIRM}");
    let content = || multipart("feed.csv", FEED.as_bytes());
    assert_eq!(send(&staff, &path(AGENT), content()).await.status, 201);
    send(&staff, &path(POLICIES), content())
        .await
        .refused(403, "forbidden");
    let preview = format!("/Cohort/bulk/preview/{}", wizard.guid);
    let body = json!({ "mapping": wizard.mapping });
    staff.post(preview, body).await.refused(403, "forbidden");
}

#[tokio::test]
async fn rejects_mappings_of_contacts_and_cohorts() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, POLICIES, FEED)
        .await
        .with_target(0, "firstName");
    let problems = wizard.try_preview().await.refused(400, "invalid")["errors"].clone();
    assert_eq!(problems[0]["code"], "not_for_kind");
    let contacts = Wizard::begin(&admin, AGENT, "First Name,Last Name\nAda,Lee\n")
        .await
        .with_target(0, "policyNumber");
    contacts.try_preview().await.refused(400, "invalid");
    let unknown = send(&admin, &map_path(&admin, 6), multipart("a.csv", b"x")).await;
    unknown.refused(404, "not_found");
    firm(&app).await;
    let cohort = json!({ "name": "Agents", "kind": "Static", "contactType": 1, "contactUuids": [] });
    let cohort = admin.post("/Cohort", cohort).await.ok();
    let wizard = Wizard::begin(&admin, POLICIES, FEED).await;
    let counts = wizard.counts().await;
    let into = wizard
        .try_submit_into(cohort["uuid"].as_str().unwrap(), &counts)
        .await;
    into.refused(422, "not_for_this_kind");
}

#[tokio::test]
async fn reimporting_exported_contracts_changes_nothing() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    firm(&app).await;
    app.annuity("C-1")
        .with("death_benefit", "500000")
        .with("surrender_schedule", json!([7, 6.5, 5]))
        .with("riders", json!([{ "type": "GLWB" }]))
        .insert()
        .await;
    for (upload_type, resource) in [(POLICIES, "allpolicy"), (ANNUITIES, "allannuity")] {
        let columns = admin.get(format!("/{resource}/columns")).await.ok();
        let columns = columns.as_array().unwrap().iter();
        let keys: Vec<&Value> = columns.map(|column| &column["key"]).collect();
        let exported = admin
            .post(format!("/{resource}/export"), json!({ "selectColumns": keys }))
            .await
            .text();
        let wizard = Wizard::begin(&admin, upload_type, &exported)
            .await
            .in_mode("update");
        let preview = wizard.preview().await;
        assert_eq!(
            preview["counts"],
            counts(&[("unchanged", 1), ("total", 1)]),
            "{exported} {preview}"
        );
        let edited = exported.replace("500000.00", "510000.00");
        assert_ne!(edited, exported);
        let wizard = Wizard::begin(&admin, upload_type, &edited)
            .await
            .in_mode("update");
        let preview = wizard.preview().await;
        let changes = preview["rows"][0]["changes"].as_array().unwrap().iter();
        let changed: Vec<&Value> = changes.map(|change| &change["field"]).collect();
        assert!(changed.contains(&&json!("deathBenefit")), "{preview}");
        assert!(
            changed
                .iter()
                .all(|field| *field == "deathBenefit" || *field == "valuesAsOf"),
            "{preview}"
        );
    }
}
