//! Images in the texts of deliverables.

use super::{OF_AGENTS, agent_with_contracts, app_with};
use crate::support::{Client, Reply, TestApp};
use axum::body::Body;
use http::Method;
use lopdf::Document;
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

const DISCLOSURE: &str = "/BookOfBusiness/BookOfBusinessSettings/firmagent/Disclosure";

/// Returns a white image of 60 × 40 pixels. Each shade gives a different image.
fn png(shade: u8) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(60, 40, image::Rgb([shade; 3]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

async fn upload(client: &Client, bytes: Vec<u8>) -> Reply {
    client
        .send(
            Method::POST,
            "/TextImage?name=Office.png",
            Some(Body::from(bytes)),
        )
        .await
}

async fn uploaded(client: &Client, shade: u8) -> Uuid {
    let reply = upload(client, png(shade)).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["uuid"].as_str().unwrap().parse().unwrap()
}

fn showing(images: &[Uuid], version: Option<i32>) -> Value {
    let blocks = images
        .iter()
        .map(|uuid| json!({ "type": "image", "attrs": { "uuid": uuid, "alt": "Our office", "width": 50 } }));
    json!({ "value": { "type": "doc", "content": blocks.collect::<Vec<_>>() }, "version": version })
}

/// Returns the sizes of the images in a PDF.
fn sizes(reply: &Reply) -> Vec<(i64, i64)> {
    assert_eq!(reply.status, 200, "{}", reply.text());
    let document = Document::load_mem(&reply.body).unwrap();
    let number = |dictionary: &lopdf::Dictionary, key: &[u8]| dictionary.get(key).unwrap().as_i64().unwrap();
    let images = document.objects.values().filter_map(|object| {
        let dictionary = &object.as_stream().ok()?.dict;
        let is_image = dictionary.get(b"Subtype").ok()?.as_name().ok()? == b"Image";
        is_image.then(|| (number(dictionary, b"Width"), number(dictionary, b"Height")))
    });
    images.collect()
}

#[tokio::test]
async fn a_text_shows_an_image_in_previews_and_documents() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    let image = uploaded(&admin, 255).await;

    let again = upload(&admin, png(255)).await;
    assert_eq!(
        (again.status.as_u16(), &again.json()["uuid"]),
        (200, &json!(image))
    );
    let list = admin.get("/TextImage").await.ok();
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(list[0]["name"], "Office.png");
    assert_eq!((&list[0]["width"], &list[0]["height"]), (&json!(60), &json!(40)));
    assert_eq!(list[0]["sizeBytes"], png(255).len());
    assert_eq!(list[0]["createdBy"], "Dana Account Administrator");
    let file = admin.get(format!("/TextImage/{image}")).await;
    assert_eq!(file.header("content-type"), "image/png");
    assert_eq!(file.body, png(255));

    let text = showing(&[image], None);
    let preview = json!({ "value": text["value"] });
    let pages = admin.post(format!("{DISCLOSURE}/preview"), preview).await.ok();
    assert!(pages["pages"].to_string().contains("data:image/png"));
    admin.put(DISCLOSURE, text).await.ok();
    let body = json!({ "uuid": agent.uuid, "templateUuid": OF_AGENTS });
    let book = admin.post("/BookOfBusiness/FirmAgent/generate", body).await;
    assert_eq!(sizes(&book), [(60, 40)]);

    let audit = "SELECT string_agg(action || ' ' || subject_type, ', ' ORDER BY id) FROM audit_log
                 WHERE subject_uuid = (SELECT uuid FROM text_image)";
    assert_eq!(app.text(audit).await.unwrap(), "add image");
    let log = json!({ "selectColumns": ["record", "details"], "searchText": "Office.png" });
    let entry = admin.post("/AuditLog/search", log).await.ok()["items"][0].clone();
    assert_eq!(
        (&entry["record"], &entry["details"]),
        (&json!("Office.png"), &json!("Office.png"))
    );
}

#[tokio::test]
async fn only_unused_images_can_be_deleted() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let image = uploaded(&admin, 255).await;
    let path = format!("/TextImage/{image}");
    admin.put(DISCLOSURE, showing(&[image], None)).await.ok();
    let refusal = admin.delete(&path).await.refused(422, "image_in_use");
    assert_eq!(
        refusal["message"],
        "A text shows this image. Remove it from the text first."
    );
    admin.delete(format!("{DISCLOSURE}?version=1")).await.ok();
    assert_eq!(admin.delete(&path).await.status, 204);
    admin.delete(&path).await.refused(404, "not_found");
    admin
        .put(DISCLOSURE, showing(&[image], None))
        .await
        .invalid("value", "unknown_image");
}

#[tokio::test]
async fn an_image_cannot_be_deleted_while_a_text_that_shows_it_is_saved() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for shade in 0..8 {
        let image = uploaded(&admin, shade).await;
        let path = format!("/TextImage/{image}");
        let (saved, deleted) = tokio::join!(
            admin.put(DISCLOSURE, showing(&[image], None)),
            admin.delete(&path)
        );
        match (saved.status.as_u16(), deleted.status.as_u16()) {
            (200, 422) => {
                admin.delete(format!("{DISCLOSURE}?version=1")).await.ok();
            }
            (400, 204) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn rejects_other_firms_and_missing_permission() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let image = uploaded(&admin, 255).await;
    let path = format!("/TextImage/{image}");

    let stranger = app.other_firm_admin().await;
    stranger.get(&path).await.refused(404, "not_found");
    stranger.delete(&path).await.refused(404, "not_found");
    stranger
        .put(DISCLOSURE, showing(&[image], None))
        .await
        .invalid("value", "unknown_image");
    assert_eq!(stranger.get("/TextImage").await.ok(), json!([]));
    // Each firm has its own copy.
    assert_ne!(uploaded(&stranger, 255).await, image);

    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    assert_eq!(viewer.get(&path).await.status, 200);
    upload(&viewer, png(1)).await.refused(403, "forbidden");
    let advisor = app.advisor().await;
    uploaded(&advisor, 2).await;
    advisor.delete(&path).await.refused(403, "forbidden");
}

#[tokio::test]
async fn rejects_files_that_are_not_usable_images() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for bytes in [Vec::new(), b"GIF89a".to_vec(), b"<svg onload=alert(1)>".to_vec()] {
        upload(&admin, bytes).await.refused(400, "not_a_picture");
    }
    let mut cut = png(255);
    cut.truncate(cut.len() - 30);
    upload(&admin, cut).await.refused(422, "image_damaged");
    upload(&admin, vec![0xff; 2 * 1024 * 1024 + 1])
        .await
        .refused(413, "too_large");
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::GrayImage::new(5_000, 3_201)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    upload(&admin, bytes.into_inner())
        .await
        .refused(422, "image_too_large");
    assert_eq!(app.number("SELECT count(*) FROM text_image").await, 0);
}

#[tokio::test]
async fn accepts_an_image_of_almost_the_maximum_size() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    // Noise does not compress, so each pixel takes 3 bytes.
    let mut seed = 1_u32;
    let mut noise = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let picture = image::RgbImage::from_fn(830, 830, |_, _| image::Rgb([noise(), noise(), noise()]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let bytes = bytes.into_inner();
    assert!(
        (2_050_000..=2 * 1024 * 1024).contains(&bytes.len()),
        "{}",
        bytes.len()
    );
    let reply = upload(&admin, bytes).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
}

#[tokio::test]
async fn limits_the_images_of_a_firm() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let first = uploaded(&admin, 0).await;
    app.execute(
        "INSERT INTO text_image (firm_id, uuid, name, media_type, width, height, size_bytes, hash, bytes, created_by,
             created_at)
         SELECT firm_id, gen_random_uuid(), name, media_type, width, height, size_bytes, sha256(n::text::bytea), bytes,
             created_by, created_at
         FROM text_image, generate_series(1, 199) n",
    )
    .await;
    upload(&admin, png(1)).await.refused(422, "too_many_images");
    // Uploading an existing image does not count.
    assert_eq!(upload(&admin, png(0)).await.json()["uuid"], json!(first));
    admin.delete(format!("/TextImage/{first}")).await;
    uploaded(&admin, 1).await;
}
