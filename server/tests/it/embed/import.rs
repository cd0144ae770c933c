//! The widget that imports records from a file.

use super::{ORIGIN, partner};
use crate::support::{Client, TestApp};
use crate::uploads::support::{AGENT, OWNER, Wizard, app as app_with_files, map_path, multipart, send};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

const POLICIES: u8 = 4;
const FILE: &str = "First name,Last name,NPN\nGrace,Hopper,1234567\nAda,Lee,7654321\n";

fn session_of(user: &Client, scopes: &[&str]) -> Value {
    json!({ "widget": "import", "userKey": user.user_key, "origin": ORIGIN, "scopes": scopes })
}

#[tokio::test]
async fn imports_the_records_of_its_scopes() {
    let (app, _dir) = app_with_files().await;
    let partner = partner(&app).await;
    let widget = partner
        .widget(&app, session_of(&partner.admin, &["importAgents"]))
        .await;
    let counts = Wizard::begin(&widget, AGENT, FILE).await.import().await;
    assert_eq!(counts["new"], 2);
    let agents = "SELECT count(*) FROM contact WHERE kind = 1 AND first_name IN ('Grace', 'Ada')";
    assert_eq!(app.number(agents).await, 2);
    // Cohorts are not part of the widget.
    let next = Wizard::begin(&widget, AGENT, "First name,Last name\nBo,Zimmer\n").await;
    let counts = next.counts().await;
    let into_cohort = next.try_submit_into(&Uuid::now_v7().to_string(), &counts).await;
    into_cohort.refused(403, "forbidden");
    for kind in [OWNER, POLICIES] {
        let reply = send(
            &widget,
            &map_path(&widget, kind),
            multipart("a.csv", FILE.as_bytes()),
        )
        .await;
        reply.refused(403, "forbidden");
    }
}

#[tokio::test]
async fn finds_only_uploads_of_its_user_and_scopes() {
    let (app, _dir) = app_with_files().await;
    let partner = partner(&app).await;
    let colleague = app.admin().await;
    let of_colleague = Wizard::begin(&colleague, AGENT, FILE).await;
    let of_user = Wizard::begin(&partner.admin, OWNER, FILE).await;
    let widget = partner
        .widget(&app, session_of(&partner.admin, &["importAgents"]))
        .await;
    for upload in [&of_colleague, &of_user] {
        for reply in [
            widget.get(upload.path("")).await,
            widget.delete(upload.path("")).await,
            widget.get(upload.path("/rejected")).await,
            widget
                .post(
                    format!("/Cohort/bulk/preview/{}", upload.guid),
                    json!({ "mapping": upload.mapping }),
                )
                .await,
        ] {
            reply.refused(404, "not_found");
        }
    }
    // In the portal, the administrator can still open both.
    for upload in [&of_colleague, &of_user] {
        assert_eq!(partner.admin.get(upload.path("")).await.status, 200);
    }
}

#[tokio::test]
async fn users_who_cannot_import_get_no_session() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let reader = app.as_role(FirmUserType::ViewOnly).await;
    let reply = partner
        .backend
        .post("/Embed/session", session_of(&reader, &["importPolicies"]))
        .await;
    reply.refused(403, "user_not_allowed");
    let reply = partner
        .backend
        .post("/Embed/session", session_of(&partner.admin, &[]))
        .await;
    reply.invalid("scopes", "required");
    let reply = partner
        .backend
        .post(
            "/Embed/session",
            session_of(&partner.admin, &["importEverything"]),
        )
        .await;
    assert_eq!(reply.status, 400, "{}", reply.text());
}
