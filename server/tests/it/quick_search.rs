//! The quick search in the header: matches, ranking and scope.

use crate::contacts::resource;
use crate::support::{Client, FIRM, OTHER_FIRM, Row, TestApp};
use serde_json::{Value, json};
use shared::contact::ContactKind;
use shared::permission::FirmUserType;

/// Returns the request path for a text, which is percent-encoded.
fn search_path(text: &str) -> String {
    let encoded: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("/QuickSearch?text={encoded}")
}

async fn search(client: &Client, text: &str) -> Value {
    client.get(search_path(text)).await.ok()
}

/// Returns the names or numbers in a result group.
async fn labels(client: &Client, group: &str, text: &str) -> Vec<String> {
    let field = if group == "people" { "name" } else { "number" };
    let found = search(client, text).await;
    let group = found[group].as_array().unwrap();
    group
        .iter()
        .map(|row| row[field].as_str().unwrap().to_owned())
        .collect()
}

const NOTHING: [&str; 0] = [];

#[tokio::test]
async fn finds_people_and_contracts_by_name_number_npn_and_email() {
    let app = TestApp::new().await;
    let dana = app.as_role(FirmUserType::ViewOnly).await;
    let agent = app
        .agent("Zoë Whitfield")
        .with("npn", "17654321")
        .with("email", "z.whit@example.com")
        .insert()
        .await;
    let owner = app.owner("Ola Bright").with("city", "Napa").insert().await;
    let insured = app
        .insured("Ida Stone")
        .with("email", "ida@stone.example")
        .insert()
        .await;
    let policy = app.policy("AB-001 234").insert().await;
    let annuity = app
        .annuity("AN 77-1")
        .with("status", "Surrendered")
        .insert()
        .await;
    for contact in [&agent, &owner] {
        app.link(&policy, contact).await;
        app.link(&annuity, contact).await;
    }
    app.link(&policy, &insured).await;

    assert_eq!(
        search(&dana, "whitfield").await,
        json!({
            "people": [{ "kind": 1, "uuid": agent.uuid, "name": "Whitfield, Zoë", "detail": "17654321" }],
            "policies": [{ "uuid": policy.uuid, "number": "AB-001 234", "status": "InForce",
                           "detail": "Stone, Ida · Cedar Life" }],
            "annuities": [{ "uuid": annuity.uuid, "number": "AN 77-1", "status": "Surrendered",
                            "detail": "Bright, Ola · Cedar Life" }],
        })
    );
    for text in [
        "17654321",
        "0017654321",
        "765432",
        "Z.WHIT@example",
        "zoe whit",
        "whitfield, z",
        "  ZOË  ",
    ] {
        assert_eq!(labels(&dana, "people", text).await, ["Whitfield, Zoë"], "{text}");
    }
    for text in ["ab001234", "AB-001", "ab 0012", "1-2 34", "0 0 1", "stone ab-001"] {
        assert_eq!(labels(&dana, "policies", text).await, ["AB-001 234"], "{text}");
    }
    assert_eq!(
        search(&dana, "ida@").await["people"][0]["detail"],
        "ida@stone.example"
    );
    assert_eq!(search(&dana, "ola").await["people"][0]["detail"], "Napa");
    for text in ["zoe nobody", "ab001235", "nobody"] {
        assert_eq!(
            search(&dana, text).await,
            json!({ "people": [], "policies": [], "annuities": [] }),
            "{text}"
        );
    }
}

#[tokio::test]
async fn ranks_prefix_before_word_before_substring_and_returns_six() {
    let app = TestApp::new().await;
    let dana = app.admin().await;
    for name in [
        "Bo Markson",
        "Mark Dale",
        "Al Denmark",
        "Cy Mark",
        "Di Mark-Lee",
        "Eva Markson",
        "Flo Marker",
    ] {
        app.owner(name).insert().await;
    }
    app.insured("Gil Aardvark")
        .with("email", "marko@example.com")
        .insert()
        .await;
    assert_eq!(
        labels(&dana, "people", "mark").await,
        [
            "Mark, Cy",
            "Mark-Lee, Di",
            "Marker, Flo",
            "Markson, Bo",
            "Markson, Eva",
            "Aardvark, Gil"
        ]
    );
    assert_eq!(
        labels(&dana, "people", "mark d").await,
        ["Dale, Mark", "Mark-Lee, Di", "Aardvark, Gil", "Denmark, Al"]
    );
    // Two letters match prefixes only.
    assert_eq!(labels(&dana, "people", "de").await, ["Denmark, Al"]);
    for number in ["X 1001", "1001-9", "10-010", "55-1001"] {
        app.policy(number).insert().await;
    }
    assert_eq!(
        labels(&dana, "policies", "1001").await,
        ["10-010", "1001-9", "X 1001", "55-1001"]
    );
    assert_eq!(labels(&dana, "policies", "10").await, ["10-010", "1001-9"]);
    for i in 0..20 {
        app.annuity(&format!("A{i:02}")).insert().await;
    }
    assert_eq!(
        labels(&dana, "annuities", "a0").await,
        ["A00", "A01", "A02", "A03", "A04", "A05"]
    );
    assert_eq!(labels(&dana, "annuities", "cedar").await.len(), 6);
}

#[tokio::test]
async fn requires_2_to_100_characters_and_treats_wildcards_literally() {
    let app = TestApp::new().await;
    let dana = app.admin().await;
    app.owner("Ann 100%_Sure").insert().await;
    app.owner("Ann Plain").insert().await;
    app.owner("小明 王").insert().await;
    app.policy("P%_1").insert().await;
    app.policy("PAB1").insert().await;
    let nothing = json!({ "people": [], "policies": [], "annuities": [] });
    for text in ["", " ", "a", " a ", "\u{200B}a"] {
        assert_eq!(search(&dana, text).await, nothing, "{text:?}");
    }
    assert_eq!(dana.get("/QuickSearch").await.ok(), nothing);
    dana.get(search_path(&"x".repeat(101)))
        .await
        .invalid("text", "length");
    assert_eq!(search(&dana, &"ü".repeat(100)).await, nothing);
    for text in ["100%_", "%_sur", "00%_sure"] {
        assert_eq!(labels(&dana, "people", text).await, ["100%_Sure, Ann"], "{text}");
    }
    assert_eq!(labels(&dana, "people", "小明").await, ["王, 小明"]);
    assert_eq!(labels(&dana, "policies", "P%").await, ["P%_1"]);
    assert_eq!(labels(&dana, "policies", "p%_1").await, ["P%_1"]);
    for text in ["%%", "__", "a%n", "\\\\", "--", "' OR 1=1 --", "\0\0\0"] {
        assert_eq!(search(&dana, text).await, nothing, "{text:?}");
    }
}

/// Inserts an agent, an owner and an insured named Mira, all on one policy and one annuity. Returns the agent.
async fn side(app: &TestApp, firm: i32, name: &str) -> Row {
    let agent = app.agent(&format!("Mira {name}")).of_firm(firm).insert().await;
    let owner = app.owner(&format!("Mira {name}")).of_firm(firm).insert().await;
    let insured = app.insured(&format!("Mira {name}")).of_firm(firm).insert().await;
    for contract in [
        app.policy(&format!("Mira {name}")).of_firm(firm).insert().await,
        app.annuity(&format!("Mira {name}")).of_firm(firm).insert().await,
    ] {
        for contact in [&agent, &owner, &insured] {
            app.link(&contract, contact).await;
        }
    }
    agent
}

#[tokio::test]
async fn finds_only_openable_records_in_the_viewers_scope() {
    let app = TestApp::new().await;
    let mine = side(&app, FIRM, "Mine").await;
    side(&app, FIRM, "Theirs").await;
    side(&app, OTHER_FIRM, "Foreign").await;
    let (advisor, manager, outside) = (
        app.advisor().await,
        app.as_role(FirmUserType::OfficeManager).await,
        app.as_role(FirmUserType::TrustedAdvisor).await,
    );
    app.give_block(&advisor, &[&mine]).await;
    app.give_block(&outside, &[&mine]).await;
    let support =
        json!({ "firm_id": FIRM, "user_key": manager.user_key, "professional_key": advisor.user_key });
    app.insert("firm_assignment_support", support).await;
    // "mi" is a prefix of the numbers, "mira" occurs in all names and numbers.
    for text in ["mi", "mira", "mine", "mira mine"] {
        for client in [&advisor, &manager] {
            let found = search(client, text).await;
            assert_eq!(found["people"].as_array().unwrap().len(), 3, "{text}");
            for person in found["people"].as_array().unwrap() {
                assert_eq!(person["name"], "Mine, Mira");
                assert_opens(client, &person["kind"], &person["uuid"]).await;
            }
            for (group, resource) in [("policies", "allpolicy"), ("annuities", "allannuity")] {
                let contracts = found[group].as_array().unwrap();
                assert_eq!(contracts.len(), 1, "{text}");
                assert_eq!(contracts[0]["number"], "Mira Mine");
                let uuid = contracts[0]["uuid"].as_str().unwrap();
                client.get(format!("/{resource}/{uuid}")).await.ok();
            }
        }
        assert_eq!(
            search(&outside, text).await,
            json!({ "people": [], "policies": [], "annuities": [] })
        );
    }
    let admin = app.admin().await;
    for group in ["policies", "annuities"] {
        assert_eq!(labels(&admin, group, "mira").await, ["Mira Mine", "Mira Theirs"]);
    }
    let stranger = app.other_firm_admin().await;
    assert_eq!(labels(&stranger, "policies", "mira").await, ["Mira Foreign"]);
    assert_eq!(labels(&stranger, "people", "mine").await, NOTHING);
}

async fn assert_opens(client: &Client, kind: &Value, uuid: &Value) {
    let kind = ContactKind::try_from(u8::try_from(kind.as_u64().unwrap()).unwrap()).unwrap();
    let path = format!("/{}/{}/{}", resource(kind), kind.noun(), uuid.as_str().unwrap());
    client.get(path).await.ok();
}

#[tokio::test]
async fn deleted_records_are_not_found() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Olga Winter").insert().await;
    app.owner("Olga Summer")
        .with("deleted_at", "2026-01-01T00:00:00Z")
        .insert()
        .await;
    app.policy("OLGA-2")
        .with("deleted_at", "2026-01-01T00:00:00Z")
        .insert()
        .await;
    let policy = app.policy("OLGA-1").insert().await;
    app.link(&policy, &owner).await;
    assert_eq!(labels(&admin, "people", "olga").await, ["Winter, Olga"]);
    assert_eq!(labels(&admin, "policies", "ol").await, ["OLGA-1"]);
}
