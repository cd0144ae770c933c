//! ZIP archives of sent documents and of previews.

use super::{FIRST, app_with, client, cohort_of, monthly, path, schedule, send, with};
use crate::support::{Client, FIRM, MailServer};
use aws_lc_rs::digest::{SHA256, digest};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;

pub async fn files(client: &Client, path: String) -> BTreeMap<String, String> {
    let files = binary_files(client, path).await.into_iter();
    files
        .map(|(name, content)| (name, String::from_utf8(content).unwrap()))
        .collect()
}

pub async fn binary_files(client: &Client, path: String) -> BTreeMap<String, Vec<u8>> {
    let reply = client.get(path).await;
    assert_eq!(
        reply.header("content-type"),
        "application/zip",
        "{}",
        reply.status
    );
    let mut archive = ZipArchive::new(Cursor::new(reply.body.clone())).unwrap();
    (0..archive.len())
        .map(|i| {
            let mut file = archive.by_index(i).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            (file.name().unwrap().into_owned(), content)
        })
        .collect()
}

#[tokio::test]
async fn archives_sent_documents_and_previews_the_next_ones_from_current_data() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let people = [
        client(&app, "Ada Lee").await,
        client(&app, "Bob ../Lee").await,
        client(&app, "Cy Lee").await,
    ];
    let cohort = cohort_of(&admin, &people).await;
    app.execute("UPDATE contact SET email = NULL WHERE first_name = 'Cy'")
        .await;
    app.execute("UPDATE contact SET email = 'bob@mail.example' WHERE first_name = 'Bob'")
        .await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    let document = format!("{}/document", path(&saved));
    let before = files(&admin, document.clone()).await;
    let names: Vec<&str> = before.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "0001 _Lee, Bob/Policies.csv",
            "0002 Lee, Ada/Policies.csv",
            "Message.txt",
            "Recipients.csv"
        ]
    );
    assert!(before["Message.txt"].starts_with("Your contracts\r\n"));
    assert!(before["Recipients.csv"].contains("\"Lee, Cy\",,2026-11-30,Skipped,No email address"));
    send(&app, &mailer, FIRST).await;
    // Replaces the attachments with unencrypted files, as earlier versions stored them.
    let dir = app.app.config.data_dir.join("files");
    let keys = "SELECT documents->0->>'storageKey' FROM cohort_send_recipient WHERE documents IS NOT NULL";
    let sealed_key = app.text(keys).await.unwrap();
    let sealed = std::fs::read(dir.join(&sealed_key)).unwrap();
    assert!(!sealed.windows(5).any(|part| part == b"P-Ada" || part == b"P-Bob"));
    for (name, content) in before.iter().filter(|(name, _)| name.ends_with("Policies.csv")) {
        let hash = digest(&SHA256, content.as_bytes());
        let hash: String = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        let key = format!("{FIRM}/{}/{hash}", &hash[..2]);
        let path = dir.join(&key);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        let kept = json!([{ "name": "Policies.csv", "storageKey": key, "sizeBytes": content.len() }]);
        let who = if name.contains("Ada") { "Ada" } else { "Bob" };
        app.execute(&format!(
            "UPDATE cohort_send_recipient SET documents = '{kept}' WHERE name LIKE '%{who}%'"
        ))
        .await;
    }
    let archive = format!("{document}?sendDate=2026-11-30");
    assert_eq!(
        files(&admin, archive.clone()).await["0002 Lee, Ada/Policies.csv"],
        before["0002 Lee, Ada/Policies.csv"]
    );
    server::files::round(&app.app.files).await.unwrap();
    let plain = "SELECT count(*) FROM cohort_send_recipient WHERE documents->0->>'uuid' IS NULL AND documents IS NOT NULL";
    assert_eq!(app.number(plain).await, 0);
    app.execute("UPDATE policy SET policy_number = 'NEW-' || policy_number")
        .await;
    let sent = files(&admin, format!("{document}?sendDate=2026-11-30")).await;
    assert_eq!(
        sent["0002 Lee, Ada/Policies.csv"],
        before["0002 Lee, Ada/Policies.csv"]
    );
    assert!(sent["Recipients.csv"].contains("ada.lee@mail.example,2026-11-30,Sent,"));
    let next = files(&admin, document.clone()).await;
    assert!(next["0002 Lee, Ada/Policies.csv"].contains("NEW-P-Ada Lee"));
    let change = json!({ "scheduleId": saved["scheduleId"], "version": 1, "status": "Ended" });
    admin
        .post(format!("/Cohort/{cohort}/schedule"), with(monthly(), &change))
        .await
        .ok();
    assert_eq!(
        files(&admin, document.clone()).await,
        sent,
        "an ended schedule returns its last send"
    );
    admin
        .get(format!("{document}?sendDate=2026-11-29"))
        .await
        .refused(404, "not_found");
    admin
        .get(format!("{document}?sendDate=x"))
        .await
        .refused(404, "not_found");
    let logged = "SELECT count(*) FROM audit_log WHERE action = 'download' AND subject_type = 'cohort'";
    assert_eq!(app.number(logged).await, 5);
}
