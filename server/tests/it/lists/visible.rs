//! Every list hides the rows outside the viewer's scope.

use super::book::{fill, search_path};
use crate::support::{FIRM, TestApp};
use serde_json::json;
use server::auth::Scope;
use server::list::{ScopedQuery, totals};
use shared::list::{ListName, ListQuery, check};

const ROWS: i64 = 20;

#[tokio::test]
async fn hides_rows_outside_the_scope_in_every_list() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let nothing = Scope::Block {
        agents: Vec::new(),
        maker: "nobody".to_owned(),
    };
    for list in ListName::ALL {
        fill(&app, list, ROWS as usize).await;
        assert_eq!(
            admin.post(search_path(list), json!({})).await.ok()["totalRecords"],
            ROWS
        );
        for (scope, expected) in [
            (Scope::All, ROWS),
            (nothing.clone(), 0),
            (Scope::Shared(Vec::new().into()), 0),
        ] {
            let query = check(list, &ListQuery::default(), jiff::civil::date(2026, 11, 21)).unwrap();
            let question = ScopedQuery { query, scope };
            let visible = totals::count(&app.app.db, FIRM, &question).await.unwrap();
            assert_eq!(visible, expected, "{list:?} {:?}", question.scope);
        }
    }
}
