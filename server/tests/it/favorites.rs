//! Users' favorites.

use crate::support::{Client, OTHER_FIRM, Row, TestApp};
use serde_json::{Value, json};
use shared::favorite::MAX_FAVORITES;
use shared::permission::FirmUserType;
use uuid::Uuid;

async fn titles(client: &Client) -> Vec<String> {
    let all = client.get("/Favorite").await.ok();
    let line = |one: &Value| {
        let text = |key: &str| one[key].as_str().unwrap_or_default().to_owned();
        format!("{} {} ({})", text("kind"), text("title"), text("detail"))
    };
    all.as_array().unwrap().iter().map(line).collect()
}

fn path(kind: &str, row: &Row) -> String {
    format!("/Favorite/{kind}/{}", row.uuid)
}

async fn add(client: &Client, kind: &str, row: &Row) {
    assert_eq!(client.put(path(kind, row), Value::Null).await.status, 204);
}

const NONE: [&str; 0] = [];

#[tokio::test]
async fn lists_records_of_every_kind_with_their_current_names() {
    let app = TestApp::new().await;
    let dana = app.as_role(FirmUserType::ViewOnly).await;
    let agent = app.agent("Ada Lee").with("npn", "17654321").insert().await;
    let trust = app
        .owner("Pine Family Trust")
        .with("owner_type", 2)
        .insert()
        .await;
    let insured = app.insured("Ida Stone").with("city", "Napa").insert().await;
    let policy = app.policy("AB-001").insert().await;
    let annuity = app.annuity("AN-77").insert().await;
    app.link(&policy, &insured).await;
    for (kind, row) in [
        ("agent", &agent),
        ("owner", &trust),
        ("trust", &trust),
        ("insured", &insured),
        ("policy", &policy),
        ("annuity", &annuity),
    ] {
        add(&dana, kind, row).await;
        add(&dana, kind, row).await;
    }
    // The list shows the current name instead of the name at the time when the favorite was added.
    app.execute("UPDATE contact SET display_name = 'Lee-Moss, Ada' WHERE npn = '17654321'")
        .await;
    let mut shown = titles(&dana).await;
    assert_eq!(shown.len(), 6, "{shown:?}");
    assert!(
        shown[0].starts_with("annuity AN-77 ("),
        "the latest first: {shown:?}"
    );
    shown.sort();
    assert_eq!(shown[0], "agent Lee-Moss, Ada (17654321)");
    assert_eq!(shown[2], "insured Stone, Ida (Napa)");
    assert!(shown[4].starts_with("policy AB-001 (Stone, Ida · "), "{shown:?}");

    assert_eq!(dana.delete(path("agent", &agent)).await.status, 204);
    dana.delete(path("agent", &agent)).await.refused(404, "not_found");
    assert_eq!(titles(&dana).await.len(), 5);
    app.execute("UPDATE contact SET deleted_at = now() WHERE owner_type = 2")
        .await;
    assert_eq!(titles(&dana).await.len(), 3, "deleted records are left out");
}

#[tokio::test]
async fn users_see_only_their_own_favorites_that_they_can_open() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let (mine, foreign) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Bo Moss").insert().await,
    );
    app.give_block(&advisor, &[&mine]).await;
    let stranger = app.agent("Cy Hill").of_firm(OTHER_FIRM).insert().await;
    add(&admin, "agent", &foreign).await;
    assert_eq!(titles(&advisor).await, NONE);
    add(&advisor, "agent", &mine).await;
    for hidden in [&foreign, &stranger] {
        advisor
            .put(path("agent", hidden), Value::Null)
            .await
            .refused(404, "not_found");
    }
    for (kind, row) in [
        ("owner", &mine),
        ("trust", &mine),
        ("policy", &mine),
        ("report", &mine),
    ] {
        advisor
            .put(path(kind, row), Value::Null)
            .await
            .refused(404, "not_found");
    }
    assert_eq!(titles(&advisor).await, ["agent Lee, Ada ()"]);
    assert_eq!(titles(&admin).await, ["agent Moss, Bo ()"]);
    let other = app.other_firm_admin().await;
    other
        .delete(path("agent", &foreign))
        .await
        .refused(404, "not_found");
    assert_eq!(titles(&admin).await.len(), 1);
}

#[tokio::test]
async fn a_user_has_at_most_a_hundred_favorites() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").insert().await;
    app.execute(&format!(
        "INSERT INTO favorite (firm_id, user_key, kind, uuid)
         SELECT 1, '{}', 'agent', gen_random_uuid() FROM generate_series(1, {MAX_FAVORITES})",
        admin.user_key
    ))
    .await;
    let refused = admin.put(path("agent", &agent), Value::Null).await;
    let body = refused.refused(422, "too_many");
    assert_eq!(
        body["message"],
        json!("You can have up to 100 favorites. Remove one first.")
    );
    let unknown = format!("/Favorite/agent/{}", Uuid::nil());
    admin.put(unknown, Value::Null).await.refused(422, "too_many");
}
