//! A policy's PolicyGuard guidelines.

use crate::support::{CARRIER, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;

fn range_lines(standing: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    standing
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            format!(
                "{} {}..{} has {}{}",
                one["parameter"].as_str().unwrap(),
                text(&one["minimum"]),
                text(&one["maximum"]),
                text(&one["current"]),
                if one["isOut"] == true { " out" } else { "" }
            )
        })
        .collect()
}

fn ranges() -> Value {
    json!([
        { "parameter": "lapseAge", "minimum": "95" },
        { "parameter": "deathBenefit", "minimum": "$ 200,000", "maximum": "300,000" },
        { "parameter": "creditingRate", "minimum": "3.5", "maximum": "" },
        { "parameter": "comdex", "minimum": "80" },
    ])
}

#[tokio::test]
async fn saves_ranges_and_marks_values_outside_them() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute(&format!(
        "UPDATE carrier SET comdex = 79 WHERE uuid = '{CARRIER}'"
    ))
    .await;
    let policy = app
        .policy("P-1")
        .with("death_benefit", "250000.00")
        .with("lapse_age", 90)
        .with("crediting_rate", "4.25")
        .insert()
        .await;
    let path = format!("/allpolicy/{}/guidelines", policy.uuid);
    let none = admin.get(&path).await.ok();
    assert_eq!(range_lines(&none)[0], "lapseAge -..- has 90");
    let body = json!({ "before": [], "guidelines": ranges() });
    let expected = [
        "lapseAge 95..- has 90 out",
        "deathBenefit 200000.00..300000.00 has 250000.00",
        "premium -..- has 0.00",
        "creditingRate 3.5..- has 4.2500",
        "comdex 80..- has 79 out",
    ];
    assert_eq!(range_lines(&admin.put(&path, body.clone()).await.ok()), expected);
    assert_eq!(range_lines(&admin.get(&path).await.ok()), expected);
    let conflict = admin.put(&path, body).await.refused(409, "version_conflict");
    assert_eq!(range_lines(&conflict["current"]), expected);
    let fewer = json!({ "before": ranges(), "guidelines": [{ "parameter": "comdex", "minimum": "75" }] });
    let after = admin.put(&path, fewer).await.ok();
    assert_eq!(range_lines(&after)[4], "comdex 75..- has 79");
    assert_eq!(app.number("SELECT count(*) FROM policy_guideline").await, 1);
    let fields = app
        .text(
            "SELECT details ->> 'fields' FROM audit_log WHERE action = 'guidelines' ORDER BY id DESC LIMIT 1",
        )
        .await;
    assert_eq!(
        fields.as_deref(),
        Some(r#"["comdex", "creditingRate", "deathBenefit", "lapseAge"]"#)
    );
}

#[tokio::test]
async fn rejects_invalid_ranges_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/allpolicy/{}/guidelines", policy.uuid);
    for (range, field, code) in [
        (
            json!({ "parameter": "salary", "minimum": "1" }),
            "guidelines[0].parameter",
            "unknown_code",
        ),
        (
            json!({ "parameter": "lapseAge", "minimum": "131" }),
            "guidelines[0].minimum",
            "out_of_range",
        ),
        (
            json!({ "parameter": "premium", "maximum": "-5" }),
            "guidelines[0].maximum",
            "money_negative",
        ),
        (
            json!({ "parameter": "premium", "minimum": "6", "maximum": "5" }),
            "guidelines[0].maximum",
            "order",
        ),
    ] {
        admin
            .put(&path, json!({ "before": [], "guidelines": [range] }))
            .await
            .invalid(field, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM policy_guideline").await, 0);
}

#[tokio::test]
async fn rejects_users_without_permission_or_scope() {
    let app = TestApp::new().await;
    let policy = app.policy("P-1").insert().await;
    let foreign = app.policy("P-2").of_firm(OTHER_FIRM).insert().await;
    let path = format!("/allpolicy/{}/guidelines", policy.uuid);
    let body = json!({ "before": [], "guidelines": [] });
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer.get(&path).await.ok();
    viewer.put(&path, body.clone()).await.refused(403, "forbidden");
    let advisor = app.advisor().await;
    advisor.get(&path).await.refused(404, "not_found");
    advisor.put(&path, body.clone()).await.refused(404, "not_found");
    let admin = app.admin().await;
    let path = format!("/allpolicy/{}/guidelines", foreign.uuid);
    admin.get(&path).await.refused(404, "not_found");
    admin.put(&path, body).await.refused(404, "not_found");
}
