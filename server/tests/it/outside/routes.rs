//! Every route, called by outside advisors with each kind of share.

use super::{Book, DOCUMENT, HIDDEN_AMOUNT, HIDDEN_TEXT, SHARES, Share, with_names};
use crate::routes::{concrete_path, kind_of};
use crate::support::{FIRM, TestApp};
use http::Method;
use serde_json::json;
use server::routes::table;
use shared::contact::ContactKind;
use std::path::Path;

/// The snapshot has a column for each kind of share: rows, records, and records with documents. The records
/// are rows of shared reports that show only names and numbers. A new route fails this test until its line is
/// reviewed.
#[tokio::test]
async fn shares_open_routes_as_in_the_reviewed_snapshot() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("outside-{}", server::ids::new_uuid()));
    let app = TestApp::with(|config, _| config.data_dir.clone_from(&dir)).await;
    let admin = app.admin().await;
    let book = Book::fill(&app, &admin).await;
    let document = app
        .text("SELECT uuid::text FROM document WHERE subject_type = 'policy'")
        .await
        .unwrap();
    let mut advisors = Vec::new();
    for share in SHARES {
        advisors.push((with_names(&app, &admin, share).await, share));
    }
    let mut matrix = format!("{:6} {:66} rows records documents\n", "", "");
    for route in table() {
        matrix += &format!("{:6} {:66}", route.method.as_str(), route.path);
        let contact = match kind_of(&route.path) {
            ContactKind::Agent => &book.contacts[0],
            ContactKind::Owner => &book.contacts[1],
            ContactKind::Insured => &book.contacts[2],
        };
        let contract = &book.contracts[usize::from(route.path.contains("{annuityUuid}"))];
        let template = match route.path.as_str() {
            "/QuickSearch" => "/QuickSearch?text=Hidden",
            path => path,
        };
        let template = template.replace("{documentUuid}", &document);
        let path = concrete_path(&template, FIRM, contract.uuid, contact.uuid);
        for (advisor, share) in &advisors {
            let session = format!("{} {} {share:?}", route.method, route.path);
            let advisor = app.in_another_session(advisor, &session);
            let body = (route.method != Method::GET).then(|| json!({}).to_string().into());
            let reply = advisor.send(route.method.clone(), &path, body).await;
            let status = reply.status.as_u16();
            assert!(status < 500 && status != 401, "{path}: {status}");
            let width = ["rows", "records", "documents"][*share as usize].len();
            let shown = if status == 403 {
                "-".to_owned()
            } else {
                status.to_string()
            };
            matrix += &format!(" {shown:>width$}");
            if *share != Share::Documents {
                let text = String::from_utf8_lossy(&reply.body).to_lowercase();
                assert!(!text.contains(DOCUMENT), "{path}: {text}");
                let is_hidden = text.contains(&HIDDEN_TEXT.to_lowercase()) || text.contains(HIDDEN_AMOUNT);
                let is_description = route.path == "/openapi.json";
                assert!(
                    *share == Share::Records || is_description || !is_hidden,
                    "{path}: {text}"
                );
            }
        }
        matrix += "\n";
    }
    insta::assert_snapshot!("outside_advisors", matrix);
}

/// A record that is not in a shared report can never be opened, regardless of the grants.
#[tokio::test]
async fn records_outside_the_shared_rows_cannot_be_opened() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("outside-{}", server::ids::new_uuid()));
    let app = TestApp::with(|config, _| config.data_dir.clone_from(&dir)).await;
    let admin = app.admin().await;
    let book = Book::fill(&app, &admin).await;
    let outside = with_names(&app, &admin, Share::Documents).await;
    for path in book.record_paths() {
        outside.get(&path).await.ok();
    }
    let shared = super::share_opening;
    // Shares reports with the same grants that do not contain the records.
    let other = app
        .as_role(shared::permission::FirmUserType::TrustedAdvisor)
        .await;
    for (report_type, _, column) in super::NAMES {
        let query = json!({ "selectColumns": [column], "searchText": "nobody has this name" });
        let saved = crate::reports::report(&admin, report_type, &format!("Other {report_type}"), query).await;
        shared(&admin, &saved, &other, Share::Documents).await;
    }
    for path in book.record_paths() {
        for call in ["", "/activity", "/documents"] {
            other.get(format!("{path}{call}")).await.refused(404, "not_found");
        }
    }
    let document = app.text("SELECT uuid::text FROM document LIMIT 1").await.unwrap();
    outside.get(format!("/Document/{document}")).await;
    other
        .get(format!("/Document/{document}"))
        .await
        .refused(404, "not_found");
}

/// A record's activity names its documents, so it also depends on the grants.
#[tokio::test]
async fn activity_names_documents_only_if_they_can_be_opened() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("outside-{}", server::ids::new_uuid()));
    let app = TestApp::with(|config, _| config.data_dir.clone_from(&dir)).await;
    let admin = app.admin().await;
    let book = Book::fill(&app, &admin).await;
    for (share, entries) in [(Share::Records, 0), (Share::Documents, 1)] {
        let outside = with_names(&app, &admin, share).await;
        for path in book.record_paths() {
            let activity = outside.get(format!("{path}/activity")).await.ok();
            let items = activity["items"].as_array().unwrap();
            assert_eq!(items.len(), entries, "{share:?} {path} {activity}");
            assert!(items.iter().all(|item| item["about"] == DOCUMENT));
        }
    }
}
