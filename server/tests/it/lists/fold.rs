//! Text folding, number keys and search text in SQL match the shared rules.

use crate::support::{FIRM, TestApp};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::json;
use shared::contact::search::search_text;
use shared::contact::{Address, Person, name::display_name};
use shared::contract::contract_number_key;
use shared::contract::payment_method::{EXAMPLES, pays_automatically};
use shared::text::{FOLD_FROM, FOLD_TO, fold};

#[tokio::test]
async fn sql_folds_characters_like_the_shared_rules() {
    let app = TestApp::new().await;
    let alone = ('\u{1}'..='\u{24f}')
        .chain('\u{1e00}'..='\u{1eff}')
        .map(String::from);
    let further = [
        "ΣΑΒ",
        "кириллица",
        "王小明",
        "שרה",
        "ﬁ",
        "Ǆ",
        "ẞ",
        "Å",
        "\u{1f469}",
        "e\u{301}",
        "ABC ÀÖß",
        "",
    ];
    let texts: Vec<String> = alone.chain(further.map(String::from)).collect();
    let rows = app
        .owner
        .query(
            "SELECT text, firmbook_fold(text) FROM unnest($1::text[]) AS texts (text)",
            &[&texts],
        )
        .await
        .unwrap();
    assert_eq!(rows.len(), texts.len());
    for row in rows {
        let (text, folded): (String, String) = (row.get(0), row.get(1));
        assert_eq!(folded, fold(&text), "{text:?}");
    }
}

#[tokio::test]
async fn sql_folds_by_the_generated_table() {
    let app = TestApp::new().await;
    let definition = app
        .text("SELECT pg_get_functiondef('firmbook_fold(text)'::regprocedure)")
        .await
        .unwrap();
    assert!(
        definition.contains(FOLD_FROM) && definition.contains(FOLD_TO),
        "{definition}"
    );
}

#[tokio::test]
async fn search_finds_names_with_any_marks_without_them() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Thị Nguyễn").insert().await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &agent).await;
    for typed in ["Nguyen", "NGUYỄN thi", "nguyên"] {
        for list in ["FirmAgent", "allpolicy"] {
            let query = json!({ "searchText": typed });
            let page = admin.post(format!("/{list}/search"), query).await.ok();
            assert_eq!(page["totalRecords"], 1, "{list} {typed}");
        }
        let quick = admin
            .get(format!(
                "/QuickSearch?text={}",
                typed
                    .replace('ễ', "%E1%BB%85")
                    .replace('Ễ', "%E1%BB%84")
                    .replace('ê', "%C3%AA")
                    .replace(' ', "%20")
            ))
            .await
            .ok();
        assert_eq!(quick["people"][0]["name"], "Nguyễn, Thị", "{typed}: {quick}");
    }
}

#[tokio::test]
async fn search_and_filters_find_phones_in_common_spellings() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee")
        .with("phone", "+14155550100x12")
        .insert()
        .await;
    app.agent("Bob Lee").with("phone", "+14155550199").insert().await;
    for (typed, found) in [
        ("(415) 555-0100 x12", 1),
        ("(415) 555-0100", 1),
        ("415-555-0100", 1),
        ("415.555.0100", 1),
        ("+1 415 555 0100", 1),
        ("lee (415) 555", 2),
        ("555-01", 2),
        ("(416) 555", 0),
    ] {
        let query = json!({ "searchText": typed });
        let page = admin.post("/FirmAgent/search", query).await.ok();
        assert_eq!(page["totalRecords"], found, "{typed}");
    }
    for (op, value, found) in [
        ("contains", "(415) 555-0100", 1),
        ("contains", "555-01", 2),
        ("startsWith", "(415)", 2),
        ("eq", "(415) 555-0199", 1),
        ("eq", "415.555.0100 ext 12", 1),
        ("ne", "(415) 555-0199", 1),
    ] {
        let query = json!({ "filter": [{ "column": "phone", "op": op, "value": value }] });
        let page = admin.post("/FirmAgent/search", query).await.ok();
        assert_eq!(page["totalRecords"], found, "{op} {value}");
    }
}

#[tokio::test]
async fn sql_folds_random_text_and_numbers_like_the_shared_rules() {
    let app = TestApp::new().await;
    let mut runner = TestRunner::deterministic();
    let any_text = "[ -~]{0,12}[À-ɏḀ-ỿ]{0,6}\\PC{0,6}";
    let texts: Vec<String> = (0..500)
        .map(|_| any_text.new_tree(&mut runner).unwrap().current())
        .collect();
    let sql = "SELECT text, firmbook_fold(text), translate(upper(text COLLATE \"C\"), ' -', '')
               FROM unnest($1::text[]) AS texts (text)";
    for row in app.owner.query(sql, &[&texts]).await.unwrap() {
        let (text, folded, key): (String, String, String) = (row.get(0), row.get(1), row.get(2));
        assert_eq!(
            (folded, key),
            (fold(&text), contract_number_key(&text)),
            "{text:?}"
        );
    }
}

#[tokio::test]
async fn stored_number_keys_match_the_shared_rules() {
    let app = TestApp::new().await;
    let numbers = [
        "ab-001 234",
        "AB001235",
        "ß-é 7",
        "--",
        "  x",
        "\u{2013}9",
        "0001",
    ];
    for number in numbers {
        app.policy(number).insert().await;
        app.annuity(number).insert().await;
    }
    for table in [
        "policy_number AS number, number_key FROM policy",
        "contract_number, number_key FROM annuity",
    ] {
        for row in app.owner.query(&format!("SELECT {table}"), &[]).await.unwrap() {
            let (number, key): (String, String) = (row.get(0), row.get(1));
            assert_eq!(key, contract_number_key(&number));
        }
    }
}

#[tokio::test]
async fn stored_search_text_matches_the_shared_rules() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let some = |text: &str| Some(text.to_owned());
    let people = [
        Person {
            first_name: some("Zoë"),
            last_name: some("Whitfield"),
            ..Person::default()
        },
        Person {
            first_name: some("İbrahim"),
            middle_name: some("ßen"),
            last_name: some("Łukasz"),
            email: some("Z.O@example.com"),
            phone: some("+14155550100x12"),
            mobile_phone: some("+4915112345678"),
            npn: some("17654321"),
            agency_code: some("AG-Ü1"),
            external_id: some("Ext 9"),
            address: Address {
                city: some("Zürich"),
                ..Address::default()
            },
            ..Person::default()
        },
        Person {
            organization_name: some("王小明 Agency & Co"),
            ..Person::default()
        },
    ];
    for person in people {
        let added = admin
            .post(format!("/FirmAgent/{FIRM}"), json!({ "person": person }))
            .await
            .ok();
        assert_eq!(added["displayName"], display_name(&person));
        let sql = format!(
            "SELECT search_text FROM contact WHERE uuid = '{}'",
            added["uuid"].as_str().unwrap()
        );
        let stored: Person = serde_json::from_value(added["person"].clone()).unwrap();
        assert_eq!(app.text(&sql).await.unwrap(), search_text(&stored));
    }
}

#[tokio::test]
async fn search_finds_every_word_in_any_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app
        .agent("Zoë Whitfield")
        .with("email", "zw@example.com")
        .with("city", "Zürich")
        .insert()
        .await;
    app.agent("Bo Lee").insert().await;
    let policy = app.policy("AB-001 234").insert().await;
    app.link(&policy, &agent).await;
    for typed in [
        "zoe",
        "WHITFIELD zürich",
        "zw@EXAMPLE",
        " zo\u{a0}whit ",
        "urich zoe",
    ] {
        let page = admin
            .post("/FirmAgent/search", json!({ "searchText": typed }))
            .await
            .ok();
        assert_eq!(
            (&page["totalRecords"], &page["items"][0]["name"]),
            (&json!(1), &json!("Whitfield, Zoë")),
            "{typed}"
        );
    }
    for typed in ["ab001234", "001 234", "cedar zoe", "AB-001"] {
        let page = admin
            .post("/allpolicy/search", json!({ "searchText": typed }))
            .await
            .ok();
        assert_eq!(page["totalRecords"], 1, "{typed}");
    }
    for typed in ["zoe lee", "%", "_", "\\"] {
        assert_eq!(
            admin
                .post("/FirmAgent/search", json!({ "searchText": typed }))
                .await
                .ok()["totalRecords"],
            0,
            "{typed}"
        );
    }
    for typed in ["", "   ", "\0"] {
        assert_eq!(
            admin
                .post("/FirmAgent/search", json!({ "searchText": typed }))
                .await
                .ok()["totalRecords"],
            2,
            "{typed:?}"
        );
    }
}

#[tokio::test]
async fn sql_recognizes_automatic_payment_by_the_same_rule() {
    let app = TestApp::new().await;
    let methods: Vec<String> = EXAMPLES.iter().map(|(method, _)| method.to_string()).collect();
    let rows = app
        .owner
        .query(
            "SELECT method, firmbook_pays_automatically(method) FROM unnest($1::text[]) AS methods (method)",
            &[&methods],
        )
        .await
        .unwrap();
    assert_eq!(rows.len(), EXAMPLES.len());
    for row in rows {
        let (method, is_automatic): (String, bool) = (row.get(0), row.get(1));
        assert_eq!(is_automatic, pays_automatically(Some(&method)), "{method:?}");
    }
    let missing = app.text("SELECT firmbook_pays_automatically(NULL)::text").await;
    assert_eq!(missing.as_deref(), Some("false"));
}
