//! Undoing an import.

use super::support::{AGENT, Wizard, app, assert_totals_correct, counts, many_agents};
use serde_json::json;
use server::upload::leftovers::round;
use uuid::Uuid;

#[tokio::test]
async fn undo_restores_the_state_before_the_import() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = app
        .agent("Ada Byron")
        .with("npn", "000001")
        .with("city", "Paris")
        .insert()
        .await;
    let everything = "SELECT string_agg(to_jsonb(c) - array['version', 'updated_at', 'updated_by']::text[] #>> '{}', '\n' ORDER BY uuid)
                      FROM contact c WHERE deleted_at IS NULL";
    let before = app.text(everything).await;
    let file =
        "NPN,First Name,Last Name,City,SSN,Tier\n1,Ada,King,London,523-86-1947,Gold\n2,New,Lee,Rome,,\n";
    let wizard = Wizard::begin(&admin, AGENT, file)
        .await
        .matching_by(&["npn"])
        .in_mode("update")
        .deciding("identityChange", "same")
        .with_target(5, "custom:Tier");
    assert_eq!(
        wizard.import().await,
        counts(&[("new", 1), ("update", 1), ("total", 2)])
    );
    assert_ne!(app.text(everything).await, before);
    let shown = admin.get(format!("/FirmAgent/agent/{}", ada.uuid)).await.ok();
    assert_eq!(shown["taxIdMasked"], "***-**-1947");

    let upload = wizard.undo().await;
    assert_eq!(
        (&upload["state"], &upload["conflictCount"]),
        (&json!("Undone"), &json!(0))
    );
    assert_eq!(app.text(everything).await, before);
    let audited = "SELECT concat_ws(' ', details ->> 'removed', details ->> 'changedBack', details ->> 'kept') FROM audit_log WHERE action = 'undoImport'";
    assert_eq!(app.text(audited).await.as_deref(), Some("1 1 0"));
    assert_totals_correct(&app).await;
    // A second undo has no effect.
    assert_eq!(
        admin.post(wizard.path("/undo"), json!({})).await.ok()["state"],
        "Undone"
    );
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'undoImport'")
            .await,
        1
    );
    // The file can be imported again.
    let again = Wizard::begin(&admin, AGENT, file)
        .await
        .matching_by(&["npn"])
        .in_mode("update")
        .deciding("identityChange", "same");
    assert_eq!(
        again.counts().await,
        counts(&[("new", 1), ("update", 1), ("total", 2)])
    );
}

#[tokio::test]
async fn undo_keeps_and_lists_contacts_changed_since_the_import() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = app
        .agent("Ada Byron")
        .with("npn", "100001")
        .with("city", "Paris")
        .with("email", "old@example.com")
        .insert()
        .await;
    let file = "NPN,First Name,Last Name,City,Email\n100001,Ada,King,London,new@example.com\n\
                100002,Changed,Lee,Rome,\n100003,Attached,Lee,Rome,\n100004,Deleted,Lee,Rome,\n100005,Gone,Lee,Rome,\n\
                100006,Formed,Lee,Rome,\n100007,Medical,Lee,Rome,\n";
    let wizard = Wizard::begin(&admin, AGENT, file)
        .await
        .matching_by(&["npn"])
        .in_mode("update")
        .deciding("identityChange", "same");
    assert_eq!(
        wizard.import().await,
        counts(&[("new", 6), ("update", 1), ("total", 7)])
    );
    let details = admin.get(wizard.path("")).await.ok();
    assert_eq!(
        details["updated"],
        json!([{ "recordUuid": ada.uuid, "displayName": "King, Ada" }])
    );
    let uuid = async |npn: &str| {
        app.text(&format!("SELECT uuid FROM contact WHERE npn = '{npn}'"))
            .await
            .unwrap()
    };
    // Changes the city of two contacts, attaches records to three, and deletes one.
    app.execute("UPDATE contact SET city = 'Oslo', version = version + 1 WHERE npn IN ('100001', '100002')")
        .await;
    let attached = uuid("100003").await;
    let policy = app.policy("P-1").insert().await;
    admin
        .put(
            format!("/FirmAgent/1/policy/{}/type/1", policy.uuid),
            json!({ "uuid": attached }),
        )
        .await
        .ok();
    let form = json!({ "firm_id": 1, "uuid": Uuid::now_v7(), "owner_uuid": uuid("100006").await, "number": 1,
                       "state": "Draft", "content": "{}" });
    app.insert("best_interest", form).await;
    let request = json!({ "firm_id": 1, "uuid": Uuid::now_v7(), "insured_uuid": uuid("100007").await,
                          "content": "\\x00", "content_key_id": 1 });
    app.insert("medical_request", request).await;
    let deleted = uuid("100004").await;
    admin.delete(format!("/FirmAgent/1/agent/{deleted}")).await.ok();

    let upload = wizard.undo().await;
    assert_eq!(
        (&upload["state"], &upload["conflictCount"]),
        (&json!("Undone"), &json!(5))
    );
    let details = admin.get(wizard.path("")).await.ok();
    assert_eq!(details["updated"], json!([]));
    let kept: Vec<_> = details["conflicts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kept| {
            (
                kept["displayName"].as_str().unwrap(),
                kept["fields"].clone(),
                kept["reason"].clone(),
            )
        })
        .collect();
    assert_eq!(
        kept,
        [
            ("Byron, Ada", json!(["person.address.city"]), json!(null)),
            ("Lee, Attached", json!([]), json!("attached")),
            ("Lee, Changed", json!([]), json!("changed")),
            ("Lee, Formed", json!([]), json!("attached")),
            ("Lee, Medical", json!([]), json!("attached")),
        ]
    );
    let shown = format!(
        "SELECT concat_ws('|', display_name, city, email) FROM contact WHERE uuid = '{}'",
        ada.uuid
    );
    assert_eq!(
        app.text(&shown).await.as_deref(),
        Some("Byron, Ada|Oslo|old@example.com")
    );
    let there =
        "SELECT string_agg(display_name, ', ' ORDER BY display_name) FROM contact WHERE deleted_at IS NULL";
    assert_eq!(
        app.text(there).await.as_deref(),
        Some("Byron, Ada, Lee, Attached, Lee, Changed, Lee, Formed, Lee, Medical")
    );
    assert_totals_correct(&app).await;
}

#[tokio::test]
async fn undo_is_available_for_thirty_days() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(3)).await;
    admin
        .post(wizard.path("/undo"), json!({}))
        .await
        .refused(422, "nothing_to_undo");
    wizard.import().await;
    let upload = admin.get(wizard.path("")).await.ok()["upload"].clone();
    assert_eq!(upload["undoUntil"], "2026-12-21T17:00:00Z");
    app.execute("UPDATE upload SET finished_at = finished_at - interval '31 days'")
        .await;
    admin
        .post(wizard.path("/undo"), json!({}))
        .await
        .refused(422, "undo_over");
    app.execute("UPDATE upload SET finished_at = finished_at + interval '2 days'")
        .await;
    assert_eq!(wizard.undo().await["state"], "Undone");
    assert_eq!(
        app.number("SELECT count(*) FROM contact WHERE deleted_at IS NULL")
            .await,
        0
    );
}

#[tokio::test]
async fn undone_contacts_are_purged_after_thirty_days_and_their_tax_ids_at_once() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let file = "NPN,First Name,Last Name,SSN\n1,Ada,King,523-86-1947\n2,Bo,Ek,\n";
    let wizard = Wizard::begin(&admin, AGENT, file).await;
    wizard.import().await;
    let kept = app
        .text("SELECT uuid::text FROM contact WHERE npn = '2'")
        .await
        .unwrap();
    let cohort = json!({ "name": "Kept", "contactType": 1, "kind": "Static" });
    let cohort = admin.post("/Cohort", cohort).await.ok();
    let members = format!("/Cohort/{}/contact", cohort["uuid"].as_str().unwrap());
    admin.post(members, json!({ "contactUuids": [kept] })).await.ok();
    wizard.undo().await;
    let numbers = "SELECT count(*) FROM contact WHERE tax_id_cipher IS NOT NULL";
    assert_eq!(app.number(numbers).await, 0);
    let names = "SELECT string_agg(last_name, ',') FROM contact";
    for (days, left) in [(29, 2), (31, 1)] {
        app.execute(&format!(
            "UPDATE upload SET undone_at = undone_at - interval '{days} days';
             UPDATE contact SET deleted_at = deleted_at - interval '{days} days' WHERE deleted_at IS NOT NULL"
        ))
        .await;
        round(&app.app.uploads).await.unwrap();
        assert_eq!(app.number("SELECT count(*) FROM contact").await, left, "{days}");
    }
    assert_eq!(app.text(names).await.as_deref(), Some("Ek"));
    assert_totals_correct(&app).await;
}
