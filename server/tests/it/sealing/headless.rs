//! Values sealed by earlier versions, which have no header and are bound only to their firm. A job re-encrypts them.

use super::at_node_with;
use crate::support::{FIRM, OTHER_FIRM, TestApp, sealing_key};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::hkdf;
use serde_json::json;
use server::crypto::Sealer;
use server::sealing::worker;
use uuid::Uuid;

/// Seals a value in the format of earlier versions with [`sealing_key`].
fn sealed_before(firm: i32, digits: &str) -> Vec<u8> {
    let master = hkdf::Salt::new(hkdf::HKDF_SHA256, b"firmbook").extract(&[7; 32]);
    let mut key = [0; 32];
    let purpose: &[&[u8]] = &[b"seal"];
    let derived = master.expand(purpose, hkdf::HKDF_SHA256).unwrap();
    derived.fill(&mut key).unwrap();
    let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &key).unwrap());
    let (nonce, mut sealed) = ([3; 12], digits.as_bytes().to_vec());
    let bound_to = Aad::from(firm.to_be_bytes());
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), bound_to, &mut sealed)
        .unwrap();
    [&nonce[..], &sealed].concat()
}

/// Adds agents with the same tax number, sealed in the format of earlier versions.
async fn add_old(app: &TestApp, firm: i32, count: i32, digits: &str) {
    let sealer = Sealer::new(&sealing_key()).unwrap();
    app.owner
        .execute(
            "INSERT INTO contact (firm_id, uuid, kind, display_name, tax_id_kind, tax_id_cipher, tax_id_key_id,
               tax_id_hash, tax_id_last4)
             SELECT $1, gen_random_uuid(), 1, 'Ada ' || i, 'Ssn', $2, 1, $3, right($4, 4) FROM generate_series(1, $5) i",
            &[
                &firm,
                &sealed_before(firm, digits),
                &sealer.hash(firm, digits),
                &digits,
                &count,
            ],
        )
        .await
        .unwrap();
}

const HEADLESS: &str = "SELECT count(*) FROM contact WHERE substr(tax_id_cipher, 1, 4) <> 'FbV2'";

#[tokio::test]
async fn nodes_reencrypt_values_of_earlier_versions_and_then_reject_them() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    // Adds more than one batch to one firm and a few values to another.
    add_old(&app, FIRM, 1_100, "523861947").await;
    add_old(&app, OTHER_FIRM, 3, "528612211").await;
    let uuid = app.text("SELECT uuid::text FROM contact WHERE firm_id = 1 AND display_name = 'Ada 7'");
    let uuid: Uuid = uuid.await.unwrap().parse().unwrap();
    let reveal = format!("/FirmAgent/agent/{uuid}/reveal");
    assert_eq!(admin.post(&reveal, json!({})).await.ok()["taxId"], "523-86-1947");

    let other_node = super::unlock(&app, &sealing_key()).await.unwrap();
    let (db, sealer) = (&app.app.db, &app.app.sealer);
    let round = async |sealer: &Sealer| while !worker::round(db, sealer).await.unwrap() {};
    tokio::join!(round(sealer), round(&other_node));
    assert_eq!(app.number(HEADLESS).await, 0);
    assert_eq!(
        app.number("SELECT count(DISTINCT tax_id_cipher) FROM contact")
            .await,
        1_103
    );
    let unchanged = "SELECT count(*) FROM contact WHERE version = 1 AND tax_id_last4 IN ('1947', '2211')";
    assert_eq!(app.number(unchanged).await, 1_103);
    assert_eq!(admin.post(&reveal, json!({})).await.ok()["taxId"], "523-86-1947");

    // Writes by a node of an earlier version fail, because the value would be unreadable.
    let old = sealed_before(FIRM, "523861947");
    let put_back = "UPDATE contact SET tax_id_cipher = $1 WHERE firm_id = 1";
    let refused = app.owner.execute(put_back, &[&old]).await.unwrap_err();
    let refused = refused.as_db_error().unwrap().message().to_owned();
    assert_eq!(refused, "the sealed value has no header");
    // A value restored from a backup is not decrypted either, on this node or on one that starts later.
    app.execute("SET session_replication_role = replica").await;
    app.owner.execute(put_back, &[&old]).await.unwrap();
    admin
        .post(&reveal, json!({}))
        .await
        .refused(422, "sealed_value_damaged");
    let later = at_node_with(&app, &admin, &sealing_key()).await;
    later
        .post(&reveal, json!({}))
        .await
        .refused(422, "sealed_value_damaged");
}

#[tokio::test]
async fn interrupted_work_resumes_where_it_stopped() {
    let app = TestApp::new().await;
    add_old(&app, FIRM, 700, "523861947").await;
    // The second batch fails.
    app.execute(
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF (SELECT count(*) FROM contact WHERE substr(tax_id_cipher, 1, 4) = 'FbV2') >= 500 THEN
             RAISE EXCEPTION 'interrupted';
           END IF;
           RETURN NULL;
         END $$;
         CREATE TRIGGER fail BEFORE UPDATE ON contact FOR EACH STATEMENT EXECUTE FUNCTION fail()",
    )
    .await;
    assert!(worker::round(&app.app.db, &app.app.sealer).await.is_err());
    assert_eq!(app.number(HEADLESS).await, 200);
    app.execute("DROP TRIGGER fail ON contact").await;
    assert!(worker::round(&app.app.db, &app.app.sealer).await.unwrap());
    assert_eq!(app.number(HEADLESS).await, 0);
}
