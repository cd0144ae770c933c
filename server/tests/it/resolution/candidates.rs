//! Possible duplicates of a firm.

use super::{KINDS, merge, new_contact, path, selection};
use crate::support::{FIRM, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::contact::ContactKind;
use shared::permission::FirmUserType;

async fn names(client: &crate::support::Client, kind: ContactKind, query: Value) -> Vec<String> {
    let found = client
        .post(format!("{}/Candidates", path(kind)), query)
        .await
        .ok();
    let items = found["items"].as_array().unwrap();
    assert_eq!(found["total"], json!(items.len()));
    let name = |pair: &Value| {
        let mut names = [
            pair["first"]["name"].as_str().unwrap(),
            pair["second"]["name"].as_str().unwrap(),
        ];
        names.sort_unstable();
        format!("{} = {}", names[0], names[1])
    };
    items.iter().map(name).collect()
}

#[tokio::test]
async fn lists_pairs_of_the_firm_with_reasons() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let born = |name: &str, date: &str| new_contact(&app, kind, name).with("dob", date);
        born("Robert Quillfeather", "1950-02-28").insert().await;
        born("Bob Quillfeather", "1950-02-28").insert().await;
        born("Robert Quillfeather", "1950-02-28")
            .of_firm(OTHER_FIRM)
            .insert()
            .await;
        let ada = born("Ada Lee", "1980-01-01").insert().await;
        let found = admin
            .post(format!("{}/Candidates", path(kind)), json!({}))
            .await
            .ok();
        assert_eq!(found["total"], 1);
        let pair = &found["items"][0];
        assert!(pair["percent"].as_u64().unwrap() >= 75, "{pair}");
        let of = |uuid: &Value| json!({ "contactUuid": uuid });
        assert_eq!(names(&admin, kind, of(&pair["second"]["uuid"])).await.len(), 1);
        assert_eq!(
            names(&admin, kind, of(&json!(ada.uuid))).await,
            Vec::<String>::new()
        );
        let labels: Vec<_> = pair["reasons"]
            .as_array()
            .unwrap()
            .iter()
            .map(|reason| &reason["label"])
            .collect();
        assert!(
            labels.contains(&&json!("First name is a nickname or variant")),
            "{labels:?}"
        );
        assert!(labels.contains(&&json!("Date of birth matches")), "{labels:?}");
    }
}

#[tokio::test]
async fn dismissed_pair_returns_when_one_of_them_changes() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let born = |name: &str| new_contact(&app, kind, name).with("dob", "1950-02-28");
        let robert = born("Robert Quillfeather").insert().await;
        let bob = born("Bob Quillfeather").insert().await;
        let pair = vec!["Quillfeather, Bob = Quillfeather, Robert".to_owned()];
        let call = async |what: &str| {
            let body = selection(kind, &[robert.uuid, bob.uuid]);
            assert_eq!(
                admin
                    .post(format!("{}/Candidates/{what}", path(kind)), body)
                    .await
                    .status,
                204
            );
        };
        let open = async || names(&admin, kind, json!({})).await;
        let dismissed = async || names(&admin, kind, json!({ "isDismissed": true })).await;
        assert_eq!((open().await, dismissed().await), (pair.clone(), vec![]));
        call("dismiss").await;
        assert_eq!((open().await, dismissed().await), (vec![], pair.clone()));
        app.execute(&format!(
            "UPDATE contact SET notes = 'x' WHERE uuid = '{}'",
            bob.uuid
        ))
        .await;
        assert_eq!(open().await, Vec::<String>::new(), "notes are not compared");
        app.execute(&format!(
            "UPDATE contact SET city = 'Austin' WHERE uuid = '{}'",
            bob.uuid
        ))
        .await;
        assert_eq!((open().await, dismissed().await), (pair.clone(), vec![]));
        call("dismiss").await;
        call("reopen").await;
        assert_eq!(open().await, pair);
        merge(&admin, kind, &[robert.uuid, bob.uuid]).await;
        assert_eq!(open().await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn rejects_other_pairs_firms_and_missing_permission() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = app.agent("Ada Lee").insert().await;
    let twin = app.agent("A. Lee").insert().await;
    let pair = selection(ContactKind::Agent, &[ada.uuid, twin.uuid]);
    for uuids in [vec![], vec![ada.uuid], vec![ada.uuid, ada.uuid]] {
        let body = selection(ContactKind::Agent, &uuids);
        admin
            .post("/AgentResolution/Candidates/dismiss", body)
            .await
            .refused(422, "not_a_pair");
    }
    admin
        .post(
            "/OwnerResolution/Candidates/dismiss",
            selection(ContactKind::Owner, &[ada.uuid, twin.uuid]),
        )
        .await
        .refused(404, "not_found");
    let foreign = app.other_firm_admin().await;
    foreign
        .post("/AgentResolution/Candidates/dismiss", pair.clone())
        .await
        .refused(404, "not_found");
    let advisor = app.as_role(FirmUserType::Professional).await;
    advisor
        .post("/AgentResolution/Candidates", json!({}))
        .await
        .refused(403, "forbidden");
    advisor
        .post("/AgentResolution/Candidates/dismiss", pair)
        .await
        .refused(403, "forbidden");
    assert_eq!(
        app.number(&format!(
            "SELECT count(*) FROM dismissed_pair WHERE firm_id = {FIRM}"
        ))
        .await,
        0
    );
}
