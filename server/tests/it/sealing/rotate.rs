//! `server rotate-key` while servers are running.

use super::{add, at_node_with, both_keys, command, run, second_key, stderr, unlock};
use crate::support::{FIRM, sealing_key, wait_until};
use crate::uploads::support::{AGENT, Wizard, app};
use serde_json::json;
use server::crypto::key_id_of;
use server::sealing::{Which, reseal_values};
use std::fs::File;
use std::os::unix::fs::PermissionsExt;

const NOT_SECOND: &str = "SELECT
    (SELECT count(*) FROM contact WHERE tax_id_key_id <> 2)
    + (SELECT count(*) FROM upload_row WHERE tax_id_key_id <> 2)
    + (SELECT count(*) FROM upload_effect WHERE before ->> 'tax_id_key_id' <> '2' OR after ->> 'tax_id_key_id' <> '2')";

#[tokio::test]
async fn rotation_reencrypts_everything_while_a_server_is_running() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    unlock(&app, &sealing_key()).await.unwrap();
    let ada = add(&admin, "Ada", "523861947").await;
    // Creates an import that can be undone, and staged rows of an upload that is not submitted.
    let file = "First Name,Last Name,NPN,SSN\nAda,Lee,100001,528612211\n";
    app.execute("UPDATE contact SET npn = '100001'").await;
    let imported = Wizard::begin(&admin, AGENT, file)
        .await
        .matching_by(&["npn"])
        .in_mode("update")
        .deciding("identityChange", "same");
    assert_eq!(imported.import().await["update"], 1);
    let staged = Wizard::begin(&admin, AGENT, "First Name,Last Name,SSN\nGrace,Lee,528612212\n").await;
    staged.preview().await;
    let hash = "SELECT encode(tax_id_hash, 'hex') FROM contact ORDER BY created_at LIMIT 1";
    let before = app.text(hash).await;

    // All nodes list the new key first. Old values can still be decrypted, and new ones use the new key.
    let new = at_node_with(&app, &admin, &both_keys()).await;
    let alan = add(&new, "Alan", "523861948").await;
    assert_eq!(new.post(&ada, json!({})).await.ok()["taxId"], "528-61-2211");
    assert!(app.number(NOT_SECOND).await >= 3);

    let mut rotate = command(&app, &["rotate-key"], &both_keys());
    let rotation = tokio::task::spawn_blocking(move || rotate.output().unwrap());
    let reveals = async {
        for _ in 0..20 {
            assert_eq!(new.post(&ada, json!({})).await.ok()["taxId"], "528-61-2211");
        }
    };
    let (output, ()) = tokio::join!(rotation, reveals);
    let output = output.unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("everything is sealed with key 2; remove key 1 from FIRMBOOK_SEALING_KEY"),
        "{said}"
    );
    assert!(stderr(&output).contains("values: "), "{}", stderr(&output));
    assert_eq!(app.number(NOT_SECOND).await, 0);
    for wizard in [&imported, &staged] {
        let path = dir.join(format!("files/{FIRM}/uploads/{}", wizard.guid));
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(key_id_of(File::open(path).unwrap()).unwrap(), Some(2));
    }
    assert_eq!(app.text(hash).await, before, "the matching key stays");

    // The old key has been retired. A node that still lists it first can neither start nor seal.
    let only = at_node_with(&app, &admin, &format!("2:{}", second_key())).await;
    assert_eq!(only.post(&alan, json!({})).await.ok()["taxId"], "523-86-1948");
    let refused = unlock(&app, &sealing_key()).await.err().unwrap();
    assert!(
        refused.contains("The sealing key with the id 1 was replaced"),
        "{refused}"
    );
    let body = json!({ "person": { "firstName": "Eve", "lastName": "Lee", "taxId": "523861949" } });
    admin
        .post(format!("/FirmAgent/{FIRM}"), body)
        .await
        .refused(500, "unknown");

    // Staged rows and the previous values of an import can be decrypted with the new key.
    let preview = only
        .post(
            format!("/Cohort/bulk/preview/{}", staged.guid),
            json!({ "mapping": staged.mapping }),
        )
        .await
        .ok();
    let submit = format!("/Cohort/bulk/submit/{}/cohort/none", staged.guid);
    let submitted = only.post(submit, json!({ "counts": preview["counts"] })).await;
    assert_eq!(submitted.status, 202);
    let grace = wait_until("the import ends", async || {
        app.text("SELECT uuid::text FROM contact WHERE first_name = 'Grace'")
            .await
    })
    .await;
    let grace = format!("/FirmAgent/agent/{grace}/reveal");
    assert_eq!(only.post(grace, json!({})).await.ok()["taxId"], "528-61-2212");
    imported.undo().await;
    assert_eq!(only.post(&ada, json!({})).await.ok()["taxId"], "523-86-1947");

    let again = run(&app, &["rotate-key"], &format!("2:{}", second_key()));
    assert!(again.status.success(), "{}", stderr(&again));
}

#[tokio::test]
async fn rotation_skips_locked_rows_until_the_next_pass() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    unlock(&app, &sealing_key()).await.unwrap();
    for number in 0..3 {
        add(&admin, "Ada", &format!("52386194{number}")).await;
    }
    let sealer = unlock(&app, &both_keys()).await.unwrap();
    app.execute("BEGIN; SELECT FROM contact ORDER BY uuid LIMIT 1 FOR UPDATE")
        .await;
    let pass = async || {
        reseal_values(&app.app.db, &sealer, Which::NotCurrent, &mut |_| {})
            .await
            .unwrap()
    };
    let first = pass().await;
    assert_eq!((first.sealed, first.skipped, first.unreadable), (2, 1, 0));
    app.execute("ROLLBACK").await;
    let second = pass().await;
    assert_eq!((second.sealed, second.skipped, second.unreadable), (1, 0, 0));
    let version = "SELECT count(*) FROM contact WHERE version = 1 AND tax_id_key_id = 2";
    assert_eq!(
        app.number(version).await,
        3,
        "re-encryption does not change the record"
    );
}

#[tokio::test]
async fn rotation_keeps_the_old_key_while_a_value_cannot_be_decrypted() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    unlock(&app, &sealing_key()).await.unwrap();
    let ada = add(&admin, "Ada", "523861947").await;
    add(&admin, "Grace", "523861948").await;
    app.execute(
        "UPDATE contact SET tax_id_cipher = set_byte(tax_id_cipher, 30, get_byte(tax_id_cipher, 30) # 1) WHERE first_name = 'Grace'",
    )
    .await;
    let output = run(&app, &["rotate-key"], &both_keys());
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("1 values or files could not be decrypted")
            && said.contains("failed to decrypt a stored value"),
        "{said}"
    );
    assert_eq!(
        app.number("SELECT count(*) FROM sealing_key WHERE retired_at IS NOT NULL")
            .await,
        0
    );
    let both = at_node_with(&app, &admin, &both_keys()).await;
    assert_eq!(both.post(&ada, json!({})).await.ok()["taxId"], "523-86-1947");
}
