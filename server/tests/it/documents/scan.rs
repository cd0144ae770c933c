//! Virus scan of uploads.

use super::{PDF, app_with, documents_path, files_in, upload};
use crate::support::{ClamdBehavior, FakeClamd};
use serde_json::json;

const INFECTED: &[u8] = b"%PDF-1.7 EICAR";

#[tokio::test]
async fn rejects_infected_documents_and_records_them() {
    for clamd in [FakeClamd::tcp().await, FakeClamd::unix()] {
        let (app, dir) = app_with(|config| config.clamd = Some(clamd.address.parse().unwrap())).await;
        let admin = app.admin().await;
        let policy = app.policy("P-1").insert().await;
        let path = documents_path(&policy);
        upload(&admin, &path, "clean.pdf", PDF).await.ok();
        let large = vec![1; 3_000_000];
        upload(&admin, &path, "large.bin", large.clone()).await.ok();
        assert_eq!(*clamd.scanned.lock().unwrap(), [PDF.len(), large.len()]);
        let refused = upload(&admin, &path, "infected.pdf", INFECTED).await;
        refused.refused(422, "virus");
        assert_eq!(files_in(&dir), 2);
        assert_eq!(admin.get(&path).await.ok().as_array().unwrap().len(), 2);
        let activity = admin
            .get(format!("/allpolicy/{}/activity", policy.uuid))
            .await
            .ok();
        let entry = &activity["items"][0];
        assert_eq!(
            (&entry["action"], &entry["about"]),
            (&json!("virus"), &json!("infected.pdf"))
        );
        let virus = app
            .text("SELECT details ->> 'virus' FROM audit_log WHERE action = 'virus'")
            .await;
        assert_eq!(virus.as_deref(), Some("Eicar-Test-Signature"));
    }
}

#[tokio::test]
async fn rejects_documents_that_cannot_be_scanned() {
    let clamd = FakeClamd::tcp().await;
    let (app, dir) = app_with(|config| config.clamd = Some(clamd.address.parse().unwrap())).await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = documents_path(&policy);
    for behavior in [ClamdBehavior::TooLarge, ClamdBehavior::Close] {
        *clamd.behavior.lock().unwrap() = behavior;
        upload(&admin, &path, "a.pdf", PDF)
            .await
            .refused(503, "virus_scan_unavailable");
    }
    drop(clamd);
    upload(&admin, &path, "a.pdf", PDF)
        .await
        .refused(503, "virus_scan_unavailable");
    assert_eq!(files_in(&dir), 0);
    assert_eq!(admin.get(&path).await.ok(), json!([]));
}
