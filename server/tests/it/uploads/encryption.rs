//! Uploaded files and staged rows contain no plaintext tax numbers, and modified files are detected.

use super::support::{AGENT, Wizard, app, many_agents};
use crate::reading::zipped::{cell, xlsx};
use crate::support::{FIRM, TestApp};
use serde_json::json;
use shared::permission::AdminUserType;
use std::path::{Path, PathBuf};

const NUMBERS: [&str; 4] = ["523-86-1947", "523861947", "528-61-2211", "528612211"];
/// The second row has an invalid email address, the third one an invalid tax number.
const PEOPLE: &str = "First Name,Last Name,Email,SSN,Tier,Other\n\
    Ada,Lee,ada@example.com,523-86-1947,Gold,523861947\n\
    Grace,Hopper,no address,528-61-2211,Gold,528612211\n\
    Alan,Turing,alan@example.com,528-61-22115,Gold,x\n";

fn files_in(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .flat_map(|path| {
            if path.is_dir() {
                files_in(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// Searches every file and every row of every table.
async fn assert_no_tax_number_stored(app: &TestApp, dir: &Path, when: &str) {
    for path in files_in(dir) {
        let content = std::fs::read(&path).unwrap();
        for number in NUMBERS {
            let stands = content
                .windows(number.len())
                .any(|part| part == number.as_bytes());
            assert!(!stands, "{number} found in {} {when}", path.display());
        }
    }
    let tables = "SELECT string_agg(table_name, ' ') FROM information_schema.tables
                  WHERE table_schema = 'public' AND table_type = 'BASE TABLE'";
    let tables = app.text(tables).await.unwrap();
    assert!(tables.contains("upload_row"), "{tables}");
    for table in tables.split(' ') {
        for number in NUMBERS {
            let hex: String = number.bytes().map(|byte| format!("{byte:02x}")).collect();
            let sql = format!(
                "SELECT count(*) FROM {table} WHERE {table}::text LIKE '%{number}%' OR {table}::text LIKE '%{hex}%'"
            );
            assert_eq!(app.number(&sql).await, 0, "{number} found in {table} {when}");
        }
    }
}

#[tokio::test]
async fn stores_no_plaintext_tax_number_in_files_or_tables() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let mut wizard = Wizard::begin(&admin, AGENT, PEOPLE)
        .await
        .with_target(4, "custom:Tier");
    assert_eq!(files_in(&dir.join("files")).len(), 1);
    assert_no_tax_number_stored(&app, &dir, "after the upload").await;

    // Samples sent by the client are masked before they are stored.
    wizard.mapping["columns"][3]["sample"] = json!(["523-86-1947", "528612211"]);
    wizard.mapping["columns"][5]["sample"] = json!(["523861947"]);
    let preview = wizard.preview().await;
    assert_eq!(preview["counts"]["error"], 2, "{preview:#}");
    assert_eq!(
        preview["mapping"]["columns"][3]["sample"],
        json!(["***-**-1947", "*****2211"])
    );
    assert_no_tax_number_stored(&app, &dir, "after the preview").await;

    wizard.import().await;
    assert_eq!(
        app.text("SELECT tax_id_last4 FROM contact").await.as_deref(),
        Some("1947")
    );
    assert_no_tax_number_stored(&app, &dir, "after the import").await;
    wizard.undo().await;
    assert_no_tax_number_stored(&app, &dir, "after the undo").await;
}

#[tokio::test]
async fn rejected_rows_show_full_tax_numbers_only_with_permission() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, PEOPLE).await;
    wizard.import().await;
    let whole = admin.get(wizard.path("/rejected")).await.text();
    assert!(
        whole.contains("no address,528-61-2211,Gold,528612211,"),
        "{whole}"
    );
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    staff.put(format!("/Account/firm/{FIRM}"), json!({})).await.ok();
    let masked = staff.get(wizard.path("/rejected")).await.text();
    assert!(
        masked.contains("no address,***-**-2211,Gold,*****2211,"),
        "{masked}"
    );
    assert!(
        masked.contains("alan@example.com,***-**-*2115,Gold,x,"),
        "{masked}"
    );
    assert_eq!(masked.lines().count(), 3);
}

#[tokio::test]
async fn rejects_truncated_or_modified_files() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let row = |number: u32, texts: [&str; 3]| {
        let cells: String = ["A", "B", "C"]
            .iter()
            .zip(texts)
            .map(|(column, text)| cell(&format!("{column}{number}"), text))
            .collect();
        format!(r#"<row r="{number}">{cells}</row>"#)
    };
    let sheet = row(1, ["First Name", "Last Name", "SSN"]) + &row(2, ["Ada", "Lee", "523-86-1947"]);
    let text = many_agents(3_000);
    for (name, content) in [
        ("people.xlsx", xlsx(&sheet, &[])),
        ("people.csv", text.into_bytes()),
    ] {
        let wizard = Wizard::begin_named(&admin, AGENT, name, &content).await;
        let path = dir.join(format!("files/{FIRM}/uploads/{}", wizard.guid));
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 1;
        let of_another = Wizard::begin(&app.other_firm_admin().await, AGENT, PEOPLE).await;
        let of_another = dir.join(format!("files/2/uploads/{}", of_another.guid));
        for (what, changed) in [
            ("flipped", flipped),
            ("cut", whole[..whole.len() - 1].to_vec()),
            ("emptied", Vec::new()),
            ("replaced", content.clone()),
            ("another firm's", std::fs::read(of_another).unwrap()),
        ] {
            std::fs::write(&path, changed).unwrap();
            let refused = wizard.try_preview().await.refused(422, "stored_file_damaged");
            assert!(
                refused["message"].as_str().unwrap().contains("upload it again"),
                "{name} {what}"
            );
            let again = admin
                .post(wizard.path("/reading"), json!({ "choices": [] }))
                .await;
            again.refused(422, "stored_file_damaged");
        }
        std::fs::write(&path, &whole).unwrap();
        assert_eq!(
            wizard.preview().await["counts"]["error"],
            0,
            "the restored file is readable"
        );
    }
}

#[tokio::test]
async fn import_of_a_damaged_file_fails_with_an_error_code() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(3)).await;
    let seen = wizard.counts().await;
    let hold = "SELECT pg_advisory_lock(hashtext('firmbook_import'), 1)";
    app.execute(hold).await;
    assert_eq!(wizard.try_submit(&seen).await.status, 202);
    // Simulates a database crash that empties the staged rows, so that the import reads the file again.
    app.execute("DELETE FROM upload_row").await;
    std::fs::write(dir.join(format!("files/{FIRM}/uploads/{}", wizard.guid)), b"").unwrap();
    app.execute(&hold.replace("lock", "unlock")).await;
    let upload = wizard.finished().await;
    assert_eq!(
        (&upload["state"], &upload["error"]["code"]),
        (&json!("Failed"), &json!("stored_file_damaged"))
    );
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 0);
}

/// Staged numbers are sealed for new contacts. An update seals them for the existing contact, and an undo
/// restores the previous number.
#[tokio::test]
async fn imported_and_restored_tax_numbers_can_be_decrypted_in_updated_contacts() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let person = |email: &str, number: &str| json!({ "person": { "firstName": "Ada", "lastName": "Lee", "email": email, "taxId": number } });
    let ada = admin
        .post(
            format!("/FirmAgent/{FIRM}"),
            person("ada@example.com", "523-86-1947"),
        )
        .await
        .ok();
    let reveal = async |uuid: &str| {
        let path = format!("/FirmAgent/agent/{uuid}/reveal");
        admin.post(path, json!({})).await.ok()["taxId"].clone()
    };
    app.execute("UPDATE contact SET npn = '100001'").await;
    let file = "First Name,Last Name,NPN,SSN\n\
        Ada,Lee,100001,528-61-2211\nGrace,Lee,100002,528-61-2212\n";
    let wizard = Wizard::begin(&admin, AGENT, file)
        .await
        .matching_by(&["npn"])
        .in_mode("update")
        .deciding("identityChange", "same");
    let preview = wizard.preview().await;
    assert_eq!(
        (&preview["counts"]["new"], &preview["counts"]["update"]),
        (&json!(1), &json!(1)),
        "{preview:#}"
    );
    wizard.import().await;
    let ada = ada["uuid"].as_str().unwrap();
    assert_eq!(reveal(ada).await, "528-61-2211");
    let grace = app.text("SELECT uuid::text FROM contact WHERE first_name = 'Grace'");
    assert_eq!(reveal(&grace.await.unwrap()).await, "528-61-2212");
    wizard.undo().await;
    assert_eq!(reveal(ada).await, "523-86-1947");
}

#[tokio::test]
async fn import_with_the_staged_number_of_another_row_fails_with_an_error_code() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    app.agent("Ada Lee")
        .with("email", "ada@example.com")
        .insert()
        .await;
    let file = "First Name,Last Name,Email,SSN\n\
        Ada,Lee,ada@example.com,528-61-2211\nGrace,Lee,grace@example.com,528-61-2212\n";
    let wizard = Wizard::begin(&admin, AGENT, file)
        .await
        .matching_by(&["emailAndLastName"])
        .in_mode("update");
    let seen = wizard.counts().await;
    app.execute(
        "UPDATE upload_row r SET tax_id_cipher = other.tax_id_cipher FROM upload_row other
         WHERE r.row_number <> other.row_number",
    )
    .await;
    assert_eq!(wizard.try_submit(&seen).await.status, 202);
    let upload = wizard.finished().await;
    assert_eq!(
        (&upload["state"], &upload["error"]["code"]),
        (&json!("Failed"), &json!("sealed_value_damaged"))
    );
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 1);
}

/// Before encryption was introduced, uploads were stored unencrypted in the document directories.
#[tokio::test]
async fn reads_unencrypted_files_of_earlier_versions() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(3)).await;
    std::fs::create_dir_all(dir.join("files/1/ab")).unwrap();
    std::fs::write(dir.join("files/1/ab/abc"), many_agents(3)).unwrap();
    app.execute("UPDATE upload SET storage_key = '1/ab/abc'").await;
    assert_eq!(wizard.preview().await["counts"]["new"], 3);
    // An unencrypted file in the uploads directory is rejected.
    app.execute("UPDATE upload SET storage_key = '1/uploads/abc', staged_key = NULL")
        .await;
    std::fs::copy(dir.join("files/1/ab/abc"), dir.join("files/1/uploads/abc")).unwrap();
    wizard.try_preview().await.refused(422, "stored_file_damaged");
}
