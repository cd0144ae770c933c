//! The page cache: invalidated by local changes immediately, and by changes of other nodes once notified.

use super::book::search_path;
use crate::support::{Client, FIRM, OTHER_FIRM, TestApp, config, sealing_key, wait_until};
use serde_json::{Value, json};
use server::app::{App, router};
use server::crypto::Sealer;
use shared::list::ListName;
use shared::permission::FirmUserType;

const LISTS: [ListName; 5] = [
    ListName::Agents,
    ListName::Owners,
    ListName::Insureds,
    ListName::Policies,
    ListName::Annuities,
];

async fn page(client: &Client, list: ListName) -> Value {
    client.post(search_path(list), json!({})).await.ok()
}

/// Requests the first page of each list until all of them are cached.
async fn cache_all(app: &App, client: &Client) {
    wait_until("the pages are cached", async || {
        for list in LISTS {
            page(client, list).await;
        }
        (app.pages.count() == LISTS.len()).then_some(())
    })
    .await;
}

async fn assert_cache_current(client: &Client, after: &str) {
    let kept = client.with_page_cache();
    for list in LISTS {
        assert_eq!(
            page(&kept, list).await,
            page(client, list).await,
            "{list:?} {after}"
        );
    }
}

#[tokio::test]
async fn serves_cached_pages_without_the_database() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let kept = admin.with_page_cache();
    app.agent("Ada Lee").insert().await;
    cache_all(&app.app, &kept).await;
    app.execute("BEGIN; LOCK TABLE contact IN ACCESS EXCLUSIVE MODE")
        .await;
    assert_eq!(page(&kept, ListName::Agents).await["totalRecords"], 1);
    let fresh = tokio::spawn(async move { page(&admin, ListName::Agents).await });
    app.wait_for_blocked_statement().await;
    app.execute("ROLLBACK").await;
    assert_eq!(fresh.await.unwrap(), page(&kept, ListName::Agents).await);
}

#[tokio::test]
async fn every_kind_of_change_invalidates_the_cache() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").insert().await;
    let policy = app.policy("P-1").with("status", "Lapsed").insert().await;
    let kept = admin.with_page_cache();
    cache_all(&app.app, &kept).await;

    let body = json!({ "person": { "firstName": "Bo", "lastName": "Moss" } });
    let added = admin.post(format!("/FirmAgent/{FIRM}"), body).await;
    assert_eq!(added.status, 201);
    assert_cache_current(&admin, "after an agent was added").await;

    let read = admin.get(format!("/FirmAgent/agent/{}", agent.uuid)).await.ok();
    let mut person = read["person"].clone();
    person["lastName"] = json!("Renamed");
    let body = json!({ "person": person, "version": read["version"] });
    let path = format!("/FirmAgent/{FIRM}/agent/{}", agent.uuid);
    admin.post(&path, body).await.ok();
    assert_cache_current(&admin, "after a change").await;

    let attached = format!("/FirmAgent/{FIRM}/policy/{}/type/1", policy.uuid);
    admin.put(attached, json!({ "uuid": agent.uuid })).await.ok();
    assert_cache_current(&admin, "after the agent was attached").await;

    let detached = format!("/FirmAgent/{FIRM}/policy/{}/contact/{}", policy.uuid, agent.uuid);
    assert!(admin.delete(detached).await.status.is_success());
    assert_cache_current(&admin, "after the agent was detached").await;

    assert!(admin.delete(&path).await.status.is_success());
    assert_cache_current(&admin, "after the agent was deleted").await;

    assert!(
        admin
            .post(format!("{path}/restore"), json!({}))
            .await
            .status
            .is_success()
    );
    assert_cache_current(&admin, "after the agent was restored").await;
    assert_eq!(page(&kept, ListName::Agents).await["totalRecords"], 2);
}

#[tokio::test]
async fn writes_of_other_nodes_invalidate_the_cache() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let other = App::new(
        config(&app.idp),
        &app.database.app_url,
        Sealer::new(&sealing_key()).unwrap(),
        app.app.clock,
    )
    .unwrap();
    let there = admin.with_page_cache().at_router(router(other.clone()));
    cache_all(&other, &there).await;
    let body = json!({ "person": { "firstName": "Bo", "lastName": "Moss" } });
    assert_eq!(admin.post(format!("/FirmAgent/{FIRM}"), body).await.status, 201);
    wait_until("the other node returns the new agent", async || {
        (page(&there, ListName::Agents).await["totalRecords"] == 1).then_some(())
    })
    .await;

    cache_all(&other, &there).await;
    app.execute(
        "BEGIN; SET LOCAL session_replication_role = replica;
         UPDATE contact SET display_name = 'Loaded'; COMMIT",
    )
    .await;
    wait_until(
        "a load with other triggers disabled invalidates the cache",
        async || (page(&there, ListName::Agents).await["items"][0]["name"] == "Loaded").then_some(()),
    )
    .await;
}

#[tokio::test]
async fn cached_pages_respect_the_viewers_scope() {
    let app = TestApp::new().await;
    let kept = app.admin().await.with_page_cache();
    app.agent("Ada Lee").insert().await;
    cache_all(&app.app, &kept).await;
    let outsiders = [
        app.advisor().await,
        app.as_role(FirmUserType::TrustedAdvisor).await,
        app.user(FirmUserType::AccountAdministrator, OTHER_FIRM).await,
    ];
    for outsider in outsiders {
        let seen = page(&outsider.with_page_cache(), ListName::Agents).await;
        assert_eq!(seen["totalRecords"], 0);
    }
    let kept_one = json!({ "reportUuid": server::db::new_uuid() });
    kept.post("/FirmAgent/search", kept_one)
        .await
        .refused(404, "not_found");
}
