//! Upload, preview and import of a file.

use super::support::{AGENT, OWNER, Wizard, app, assert_totals_correct, counts, many_agents};
use crate::support::FIRM;
use serde_json::{Value, json};
use server::crypto::Place;

const PEOPLE: &str = "\
First Name,Last Name,Email,NPN,ZIP,State,Tier
Ada,Lovelace,ada@example.com,100001,02134,MA,Gold
Grace,Hopper,grace@example.com,100002,2134,MA,
Ada,Lovelace,ada@example.com,100001,02134,MA,Gold
Edsger,Dijkstra,not-an-address,100003,,,
Alan,Turing,alan@example.com,100004,,,Silver
";

#[tokio::test]
async fn import_matches_the_preview() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    app.agent("Alan Turing").with("npn", "100004").insert().await;
    let wizard = Wizard::begin(&admin, AGENT, PEOPLE)
        .await
        .matching_by(&["npn"])
        .with_target(6, "custom:Tier");
    let preview = wizard.preview().await;
    let expected = counts(&[
        ("new", 2),
        ("duplicateInFile", 1),
        ("duplicateInFirm", 1),
        ("error", 1),
        ("total", 5),
    ]);
    assert_eq!(preview["counts"], expected, "{preview}");
    let rows: Vec<_> = preview["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["row"].as_u64().unwrap(), row["outcome"].as_str().unwrap()))
        .collect();
    assert_eq!(
        rows,
        [
            (2, "new"),
            (3, "new"),
            (4, "duplicateInFile"),
            (5, "error"),
            (6, "duplicateInFirm")
        ]
    );
    assert_eq!(preview["rows"][1]["person"]["address"]["postalCode"], "02134");
    assert_eq!(preview["rows"][4]["contactName"], "Turing, Alan");
    assert_eq!(
        app.number("SELECT count(*) FROM contact").await,
        1,
        "the preview writes nothing"
    );

    wizard.import().await;
    let waiting = "SELECT gin_clean_pending_list('contact_search')";
    assert_eq!(app.number(waiting).await, 0, "the search index has the new rows");
    let upload = admin.get(wizard.path("")).await.ok()["upload"].clone();
    assert_eq!(upload["counts"], expected);
    assert_eq!(upload["fileName"], "people.csv");
    let page = admin
        .post(
            "/FirmAgent/search",
            json!({ "selectColumns": ["name", "npn", "source"] }),
        )
        .await
        .ok();
    let names: Vec<_> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Hopper, Grace", "Lovelace, Ada", "Turing, Alan"]);
    let stored = app
        .text("SELECT concat_ws(' ', custom_fields ->> 'Tier', source, source_file, source_row, created_by) FROM contact WHERE npn = '100001'")
        .await;
    assert_eq!(
        stored,
        Some(format!("Gold Import people.csv 2 {}", admin.user_key))
    );
    assert_eq!(
        app.text("SELECT string_agg(name, ',') FROM custom_field")
            .await
            .as_deref(),
        Some("Tier")
    );
    let audited = "SELECT concat_ws(' ', actor_key, details ->> 'added', details ->> 'changed') FROM audit_log WHERE action = 'import'";
    assert_eq!(app.text(audited).await, Some(format!("{} 2 0", admin.user_key)));
    assert_totals_correct(&app).await;
    assert_eq!(
        app.number("SELECT count(*) FROM report_change WHERE list = 'agents' AND columns IS NULL")
            .await,
        3
    );

    // Rejected rows can be downloaded with the reason. Only their staged rows remain.
    let rejected = admin.get(wizard.path("/rejected")).await.text();
    let lines: Vec<&str> = rejected.lines().collect();
    assert_eq!(lines.len(), 4, "{rejected}");
    assert!(lines[0].ends_with(",Tier,Row,Reason"), "{rejected}");
    assert!(
        lines[1].ends_with(",4,Row 2 in the file is for the same contact (by NPN)."),
        "{rejected}"
    );
    assert!(
        lines[2].starts_with("Edsger,Dijkstra,not-an-address") && lines[2].contains("@"),
        "{rejected}"
    );
    assert!(
        lines[3].ends_with("\"This contact already exists: Turing, Alan (by NPN).\""),
        "{rejected}"
    );

    // The corrected rows keep their mapping and row numbers.
    let corrected = rejected.replace("not-an-address", "edsger");
    let again = Wizard::begin(&admin, AGENT, &corrected).await;
    assert_eq!(again.mapping["columns"][6]["target"], "custom:Tier");
    assert_eq!(again.mapping["columns"][8]["target"], Value::Null);
    again.preview().await;
    let rejected = admin.get(again.path("/rejected")).await.text();
    assert!(rejected.starts_with(lines[0]), "{rejected}");
    assert!(rejected.contains(",5,Email: "), "{rejected}");
    let left = format!(
        "SELECT count(*) FROM upload_row WHERE storage_guid = '{}'",
        wizard.guid
    );
    assert_eq!(app.number(&left).await, 3);

    // Submitting again returns the same result without importing again.
    assert_eq!(wizard.try_submit(&expected).await.ok()["state"], "Done");
    wizard.try_preview().await.refused(422, "already_submitted");
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 3);
}

#[tokio::test]
async fn remembers_the_mapping_of_a_header() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, PEOPLE)
        .await
        .matching_by(&["npn"])
        .with_target(6, "custom:Tier");
    wizard.import().await;
    let again = Wizard::begin(&admin, AGENT, PEOPLE).await;
    assert_eq!(again.mapping["columns"][6]["target"], "custom:Tier");
    assert_eq!(again.mapping["matchKeys"], json!(["npn"]));
    let details = admin.get(again.path("")).await.ok();
    assert_eq!(details["customFields"], json!(["Tier"]));
    assert_eq!(details["upload"]["state"], "Mapping");
    let all = admin.get("/Cohort/bulk").await.ok();
    let states: Vec<&Value> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|upload| &upload["state"])
        .collect();
    assert_eq!(states, ["Mapping", "Done"], "newest first");
}

#[tokio::test]
async fn fills_blanks_or_replaces_values_by_mode() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let file =
        "NPN,First Name,Last Name,City,Phone\n100001,Ada,King,London,415-555-0100\n100002,Grace,Hopper,,\n";
    let agent = |npn: &str, name: &str| app.agent(name).with("npn", npn).with("city", "Paris");
    let ada = agent("100001", "Ada Byron").insert().await;
    let grace = agent("100002", "Grace Hopper").insert().await;
    let shown = async |uuid| {
        app.text(&format!(
            "SELECT concat_ws('|', display_name, city, phone, version) FROM contact WHERE uuid = '{uuid}'"
        ))
        .await
        .unwrap()
    };
    let fill = Wizard::begin(&admin, AGENT, file)
        .await
        .matching_by(&["npn"])
        .in_mode("fillBlanks");
    let preview = fill.preview().await;
    assert_eq!(
        preview["counts"],
        counts(&[("update", 1), ("unchanged", 1), ("total", 2)])
    );
    let change =
        json!({ "field": "person.phone", "label": "Phone", "before": null, "after": "(415) 555-0100" });
    assert_eq!(preview["rows"][0]["changes"], json!([change]));
    fill.import().await;
    assert_eq!(shown(ada.uuid).await, "Byron, Ada|Paris|+14155550100|2");
    assert_eq!(shown(grace.uuid).await, "Hopper, Grace|Paris|1");

    let update = Wizard::begin(&admin, AGENT, file)
        .await
        .matching_by(&["npn"])
        .in_mode("update")
        .deciding("identityChange", "same");
    let preview = update.preview().await;
    assert_eq!(
        preview["counts"],
        counts(&[("update", 1), ("unchanged", 1), ("total", 2)])
    );
    assert_eq!(
        preview["rows"][0]["changes"],
        json!([
            { "field": "person.lastName", "label": "Last name", "before": "Byron", "after": "King" },
            { "field": "person.address.city", "label": "City", "before": "Paris", "after": "London" },
        ])
    );
    update.import().await;
    let updated = admin.get(update.path("/updated")).await.text();
    assert_eq!(
        updated.trim_start_matches('\u{feff}').lines().collect::<Vec<_>>(),
        [
            "Name,Record ID,Field,Before,After".to_owned(),
            format!("\"King, Ada\",{},Last name,Byron,King", ada.uuid),
            format!("\"King, Ada\",{},City,Paris,London", ada.uuid),
        ]
    );
    assert_eq!(shown(ada.uuid).await, "King, Ada|London|+14155550100|3");
    assert_eq!(
        shown(grace.uuid).await,
        "Hopper, Grace|Paris|1",
        "an empty cell does not clear a value"
    );
    assert_totals_correct(&app).await;
}

#[tokio::test]
async fn matches_rows_by_the_first_key_with_a_match() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = app
        .owner("Ada Lee")
        .with("email", "ADA@example.com")
        .insert()
        .await;
    let grace = app.owner("Grace Lee").with("external_id", "X-2").insert().await;
    let alan = app.owner("Alan Lee").insert().await;
    let place = Place::tax_id(FIRM, alan.uuid);
    let sealed = app.app.sealer.seal(place, "523861947").unwrap();
    app.owner
        .execute(
            "UPDATE contact SET tax_id_kind = 'Ssn', tax_id_cipher = $1, tax_id_key_id = $2, tax_id_hash = $3, tax_id_last4 = $4
             WHERE uuid = $5::text::uuid",
            &[&sealed.cipher, &sealed.key_id, &sealed.hash, &sealed.last4, &alan.uuid.to_string()],
        )
        .await
        .unwrap();
    app.owner("Twin Lee")
        .with("email", "twin@example.com")
        .insert()
        .await;
    app.owner("Twin Lee")
        .with("email", "twin@example.com")
        .insert()
        .await;
    let file = "First Name,Last Name,Email,SSN,External ID\n\
                Ada,Lee,ada@EXAMPLE.com,,X-9\n\
                Grace,Lee,,,X-2\n\
                Alan,Lee,,523-86-1947,X-2\n\
                Twin,Lee,twin@example.com,,X-7\n\
                New,Lee,new@example.com,,X-5\n\
                Newer,Lee,,,X-5\n";
    let wizard =
        Wizard::begin(&admin, OWNER, file)
            .await
            .matching_by(&["ssn", "emailAndLastName", "externalId"]);
    let preview = wizard.preview().await;
    let matched: Vec<_> = preview["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["outcome"].as_str().unwrap(),
                row["contactUuid"].as_str().unwrap_or("-"),
            )
        })
        .collect();
    let (ada, grace) = (ada.uuid.to_string(), grace.uuid.to_string());
    assert_eq!(matched[0], ("duplicateInFirm", ada.as_str()), "{preview}");
    assert_eq!(matched[1], ("duplicateInFirm", grace.as_str()));
    let alan = alan.uuid.to_string();
    assert_eq!(
        matched[2],
        ("duplicateInFirm", alan.as_str()),
        "the SSN outranks the external id of an earlier row"
    );
    assert_eq!(matched[3].0, "error");
    assert_eq!(matched[4].0, "new");
    assert_eq!(
        matched[5].0, "review",
        "the external id of a row with another first name"
    );
    let groups = preview["groups"].as_array().unwrap();
    assert!(
        groups
            .iter()
            .any(|group| group["code"] == "ambiguous_match" && group["count"] == 1),
        "{groups:?}"
    );
    // Staged rows contain no plaintext tax number.
    let clear = app
        .number("SELECT count(*) FROM upload_row r WHERE r::text LIKE '%523861947%' OR r::text LIKE '%523-86-1947%'")
        .await;
    assert_eq!(clear, 0);
    assert_eq!(
        app.number("SELECT count(*) FROM upload u WHERE u::text LIKE '%86-1947%'")
            .await,
        0
    );
}

#[tokio::test]
async fn adds_all_contacts_in_the_file_to_the_cohort() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let alan = app.agent("Alan Turing").with("npn", "100004").insert().await;
    let cohort = admin
        .post(
            "/Cohort",
            json!({ "name": "Readers", "contactType": 1, "kind": "Static" }),
        )
        .await
        .ok();
    let cohort = cohort["uuid"].as_str().unwrap();
    let wizard = Wizard::begin(&admin, AGENT, PEOPLE).await.matching_by(&["npn"]);
    let seen = wizard.counts().await;
    let unknown = uuid::Uuid::now_v7().to_string();
    wizard
        .try_submit_into(&unknown, &seen)
        .await
        .refused(404, "not_found");
    wizard
        .try_submit_into("nonsense", &seen)
        .await
        .refused(404, "not_found");
    wizard.try_submit_into(cohort, &seen).await.ok();
    assert_eq!(wizard.finished().await["state"], "Done");
    let page = admin.get(format!("/Cohort/{cohort}")).await.ok();
    assert_eq!(page["contactCount"], 3);
    let is_in = format!(
        "SELECT count(*) FROM cohort_contact WHERE contact_uuid = '{}'",
        alan.uuid
    );
    assert_eq!(app.number(&is_in).await, 1);

    assert_eq!(wizard.undo().await["state"], "Undone");
    assert_eq!(app.number("SELECT count(*) FROM cohort_contact").await, 0);
    assert_eq!(
        admin.get(format!("/Cohort/{cohort}")).await.ok()["contactCount"],
        0
    );
}

#[tokio::test]
async fn adds_a_file_of_existing_contacts_to_a_cohort() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    app.agent("Alan Turing").with("npn", "100004").insert().await;
    let cohort = admin
        .post(
            "/Cohort",
            json!({ "name": "Readers", "contactType": 1, "kind": "Static" }),
        )
        .await
        .ok();
    let cohort = cohort["uuid"].as_str().unwrap();
    let invalid = "First Name,Last Name,Email,NPN\nEdsger,Dijkstra,not-an-address,100003\n";
    let wizard = Wizard::begin(&admin, AGENT, invalid).await.matching_by(&["npn"]);
    let seen = wizard.counts().await;
    assert_eq!(seen, counts(&[("error", 1), ("total", 1)]));
    wizard
        .try_submit_into(cohort, &seen)
        .await
        .refused(422, "nothing_to_import");
    let existing = "First Name,Last Name,NPN\nAlan,Turing,100004\n";
    let wizard = Wizard::begin(&admin, AGENT, existing).await.matching_by(&["npn"]);
    let seen = wizard.counts().await;
    assert_eq!(seen, counts(&[("duplicateInFirm", 1), ("total", 1)]));
    wizard.try_submit(&seen).await.refused(422, "nothing_to_import");
    wizard.try_submit_into(cohort, &seen).await.ok();
    assert_eq!(wizard.finished().await["state"], "Done");
    assert_eq!(
        admin.get(format!("/Cohort/{cohort}")).await.ok()["contactCount"],
        1
    );
}

#[tokio::test]
async fn adds_no_contacts_of_ambiguous_rows_to_a_cohort() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    for city in ["Reno", "Salem"] {
        let twin = app.owner("Twin Lee").with("email", "twin@example.com");
        twin.with("city", city).insert().await;
    }
    let cohort = admin
        .post(
            "/Cohort",
            json!({ "name": "Readers", "contactType": 2, "kind": "Static" }),
        )
        .await
        .ok();
    let file = "First Name,Last Name,Email,City\nTwin,Lee,twin@example.com,Boston\n";
    let wizard = Wizard::begin(&admin, OWNER, file)
        .await
        .matching_by(&["emailAndLastName"]);
    let seen = wizard.counts().await;
    assert_eq!(seen, counts(&[("error", 1), ("total", 1)]));
    wizard
        .try_submit_into(cohort["uuid"].as_str().unwrap(), &seen)
        .await
        .refused(422, "nothing_to_import");
}

#[tokio::test]
async fn counts_rows_without_values_in_mapped_columns() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let file = "First Name,Last Name,Comment on file\nAda,Lee,x\n,,see Ada\n,,\nFirst Name,Last Name,Comment on file\n";
    let mut wizard = Wizard::begin(&admin, AGENT, file).await;
    wizard.mapping["columns"][2]["target"] = Value::Null;
    let preview = wizard.preview().await;
    assert_eq!(
        preview["counts"],
        counts(&[("new", 1), ("skipped", 2), ("total", 3)])
    );
    let codes: Vec<&str> = preview["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["nothing_mapped", "repeated_heading"]);
    wizard.import().await;
    let rejected = admin.get(wizard.path("/rejected")).await.text();
    assert!(rejected.contains("Skipped: nothing mapped."), "{rejected}");
}

#[tokio::test]
async fn previews_a_large_file_in_pages() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(2_500))
        .await
        .matching_by(&["npn"]);
    assert_eq!(wizard.counts().await, counts(&[("new", 2_500), ("total", 2_500)]));
    let page = admin
        .post(
            format!("/Cohort/bulk/preview/{}", wizard.guid),
            json!({ "mapping": wizard.mapping, "limit": { "offset": 2_490, "rowCount": 20 } }),
        )
        .await
        .ok();
    let rows: Vec<u64> = page["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["row"].as_u64().unwrap())
        .collect();
    assert_eq!(rows, (2_492..=2_501).collect::<Vec<u64>>());
    wizard.import().await;
    assert_eq!(
        app.number(
            "SELECT sum(row_count)::bigint FROM firm_list_total WHERE firm_id = 1 AND list = 'agents'"
        )
        .await,
        2_500
    );
    assert_totals_correct(&app).await;
    let found = admin
        .post("/FirmAgent/search", json!({ "searchText": "a2400@example" }))
        .await
        .ok();
    assert_eq!(found["totalRecords"], 1);
}
