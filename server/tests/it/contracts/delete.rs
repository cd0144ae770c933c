//! Deleting and restoring a contract.

use super::{LINES, pending};
use crate::support::TestApp;
use serde_json::json;

#[tokio::test]
async fn deletes_and_restores_a_contract_with_its_parties() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let advisor = app.advisor().await;
    let agent = app.agent("Ada Agent").insert().await;
    let owner = app.owner("Olga Owner").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    for (resource, _, number) in LINES {
        let mut contract = pending(resource, "1");
        contract["deathBenefit"] = json!("10.00");
        let parties = json!([{ "kind": 1, "uuid": agent.uuid, "typeId": 1 }, { "kind": 2, "uuid": owner.uuid, "typeId": 1 }]);
        let added = admin
            .post(
                format!("/{resource}"),
                json!({ "contract": contract, "parties": parties }),
            )
            .await
            .ok();
        let path = format!("/{resource}/{}", added["uuid"].as_str().unwrap());
        advisor.delete(&path).await.refused(403, "forbidden");
        assert_eq!(admin.delete(&path).await.status, 204);
        admin.get(&path).await.refused(404, "not_found");
        admin.delete(&path).await.refused(404, "not_found");
        let search = admin.post(format!("/{resource}/search"), json!({})).await.ok();
        assert_eq!(search["totalRecords"], 0);
        let count = |record: &serde_json::Value| {
            record["totals"]["policyCount"].as_i64().unwrap()
                + record["totals"]["annuityCount"].as_i64().unwrap()
        };
        let of_owner = format!("/FirmOwner/owner/{}", owner.uuid);
        assert_eq!(count(&admin.get(&of_owner).await.ok()), 0);

        let back = admin.post(format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(
            (&back["parties"], &back["contract"]),
            (&added["parties"], &added["contract"])
        );
        assert_eq!(count(&admin.get(&of_owner).await.ok()), 1);
        admin
            .post(format!("{path}/restore"), json!({}))
            .await
            .refused(404, "not_found");

        // The number is reused or a party is deleted before the restore.
        admin.delete(&path).await;
        let other = admin
            .post(
                format!("/{resource}"),
                json!({ "contract": pending(resource, "1") }),
            )
            .await
            .ok();
        let taken = admin
            .post(format!("{path}/restore"), json!({}))
            .await
            .refused(409, "taken");
        assert_eq!(taken["errors"][0]["field"], format!("contract.{number}"));
        admin
            .delete(format!("/{resource}/{}", other["uuid"].as_str().unwrap()))
            .await;
        admin.delete(format!("/FirmOwner/1/owner/{}", owner.uuid)).await;
        let back = admin.post(format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(back["parties"].as_array().unwrap().len(), 1);
        admin.delete(&path).await;
        admin
            .post(format!("/FirmOwner/1/owner/{}/restore", owner.uuid), json!({}))
            .await
            .ok();
    }
}
