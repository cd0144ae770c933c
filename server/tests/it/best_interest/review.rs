use super::Setting;
use crate::notices::{hours_later, names};
use crate::support::TestApp;
use serde_json::{Value, json};
use server::notify::rules::round;

/// Sets the review date of all forms.
async fn due_on(app: &TestApp, day: &str) {
    app.execute(&format!(
        "ALTER TABLE best_interest DISABLE TRIGGER keep_signed;
         UPDATE best_interest SET review_due_date = '{day}';
         ALTER TABLE best_interest ENABLE TRIGGER keep_signed"
    ))
    .await;
}

#[tokio::test]
async fn users_are_reminded_of_reviews() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    ada.sign(&admin, &ada.create(&admin, true).await).await;
    let reviews = async || {
        let listed = names(&admin).await;
        let reviews = listed.into_iter().filter(|name| name.contains("review"));
        reviews.collect::<Vec<_>>()
    };
    round(&app.app.db, hours_later(24)).await.unwrap();
    assert_eq!(reviews().await, [""; 0]);
    due_on(&app, "2026-12-23").await;
    round(&app.app.db, hours_later(48)).await.unwrap();
    let expected = ["Lee, Ada: best interest review due 12/23/2026"];
    assert_eq!(reviews().await, expected);
    round(&app.app.db, hours_later(72)).await.unwrap();
    assert_eq!(reviews().await, expected);
}

#[tokio::test]
async fn the_home_page_and_the_list_show_reviews_that_are_due() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    ada.sign(&admin, &ada.create(&admin, true).await).await;
    let work = async || {
        let home = admin.get("/Home").await.ok();
        let mut kinds = home["kinds"].as_array().unwrap().clone().into_iter();
        let kind = kinds.find(|kind| kind["kind"] == "bestInterestReviews").unwrap();
        (home, kind)
    };
    assert_eq!(work().await.1["total"], 0);
    for day in ["2026-12-20", "2026-10-01"] {
        due_on(&app, day).await;
        let (home, card) = work().await;
        let row = &home["items"][0];
        assert_eq!(
            (&row["who"], &row["day"], &row["uuid"]),
            (&json!("Lee, Ada"), &json!(day), &json!(ada.owner.uuid))
        );
        let query = json!({ "selectColumns": ["name", "bestInterestStatus", "bestInterestReviewDue"],
                            "filter": card["filter"] });
        let listed: Value = admin.post("/FirmOwner/search", query).await.ok();
        assert_eq!(listed["totalRecords"], 1, "{listed}");
        assert_eq!(listed["items"][0]["bestInterestStatus"], "Signed");
    }
    due_on(&app, "2027-01-20").await;
    assert_eq!(work().await.1["total"], 0);
}
