//! Invalid upload bodies and files.

use super::support::{AGENT, BOUNDARY, Wizard, app, app_with, map_path, multipart, send};
use crate::support::{ClamdBehavior, Client, FakeClamd};
use axum::body::Body;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http::header;
use serde_json::json;
use std::path::Path;
use std::time::Duration;

fn files_in(dir: &Path) -> usize {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .map(|path| if path.is_dir() { files_in(&path) } else { 1 })
        .sum()
}

async fn upload(client: &Client, name: &str, content: &[u8]) -> crate::support::Reply {
    send(client, &map_path(client, AGENT), multipart(name, content)).await
}

/// Returns a multipart body without its closing boundary.
fn unfinished_body(content: &[u8]) -> Bytes {
    let whole = multipart("a.csv", content);
    let end = format!("\r\n--{BOUNDARY}--\r\n").len();
    whole[..whole.len() - end].to_vec().into()
}

#[tokio::test]
async fn rejects_infected_files_without_leftovers() {
    let clamd = FakeClamd::tcp().await;
    let (app, dir) = app_with(|config, _| config.clamd = Some(clamd.address.parse().unwrap())).await;
    let admin = app.admin().await;
    upload(&admin, "a.csv", b"Name\nEICAR\n")
        .await
        .refused(422, "virus");
    assert_eq!(files_in(&dir), 0);
    let logged = "SELECT count(*) FROM audit_log WHERE action = 'virus' AND subject_type = 'upload'";
    assert_eq!(app.number(logged).await, 1);
    assert_eq!(upload(&admin, "a.csv", b"Name\nAda Lee\n").await.status, 201);
    *clamd.behavior.lock().unwrap() = ClamdBehavior::Close;
    upload(&admin, "a.csv", b"Name\nAda Lee\n")
        .await
        .refused(503, "virus_scan_unavailable");
    assert_eq!(files_in(&dir), 1);
}

#[tokio::test]
async fn rejects_invalid_bodies_without_leftovers() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let path = map_path(&admin, AGENT);
    admin.post(&path, json!({})).await.refused(400, "not_multipart");
    for (body, code) in [
        (Vec::new(), "body_unreadable"),
        (format!("--{BOUNDARY}--\r\n").into_bytes(), "no_file"),
        (b"no boundary at all".to_vec(), "body_unreadable"),
        // The closing boundary is missing.
        (multipart("a.csv", b"Name\nAda").split_last_chunk::<8>().unwrap().0.to_vec(), "body_unreadable"),
        (
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nx\r\n--{BOUNDARY}--\r\n").into_bytes(),
            "no_file",
        ),
        (
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n").repeat(10_000).into_bytes(),
            "too_many_parts",
        ),
        (
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; x=\"{}\"\r\n\r\n", "x".repeat(1 << 20)).into_bytes(),
            "body_unreadable",
        ),
        (
            [&unfinished_body(b"First Name\nAda\n")[..], b"\r\n", &multipart("b.csv", b"First Name\nBo\n")].concat(),
            "several_files",
        ),
    ] {
        send(&admin, &path, body).await.refused(400, code);
    }
    // The connection breaks in the middle of the file.
    let cut: Vec<u8> = multipart("a.csv", b"First Name,Last Name\nAda,Lee\n");
    let half = Bytes::from(cut[..cut.len() / 2].to_vec());
    let gone = stream::iter([Ok(half), Err(std::io::Error::other("gone"))]);
    send(&admin, &path, Body::from_stream(gone))
        .await
        .refused(400, "body_unreadable");
    // A Content-Length above the limit, and a file above the limit.
    let mut request = admin.request(http::Method::POST, &path, Some(Body::from("x")));
    let form = format!("multipart/form-data; boundary={BOUNDARY}");
    request
        .headers_mut()
        .insert(header::CONTENT_TYPE, form.parse().unwrap());
    request
        .headers_mut()
        .insert(header::CONTENT_LENGTH, "30000000".parse().unwrap());
    admin.run(request).await.refused(413, "too_large");
    let large = vec![b'x'; (25 << 20) + 1];
    upload(&admin, "a.csv", &large).await.refused(413, "too_large");
    // A file of exactly the maximum size passes the size check.
    let mut most = large;
    most.pop();
    most[..5].copy_from_slice(b"%PDF-");
    upload(&admin, "a.csv", &most)
        .await
        .refused(422, "unknown_format");
    // An endless body without a Content-Length.
    let endless = stream::iter(0..)
        .map(|part| {
            if part == 0 {
                unfinished_body(b"")
            } else {
                Bytes::from_static(&[b'x'; 65_536])
            }
        })
        .map(Ok::<_, std::io::Error>);
    send(&admin, &path, Body::from_stream(endless))
        .await
        .refused(413, "too_large");
    assert_eq!(files_in(&dir.join("files")), 0);
    assert_eq!(app.number("SELECT count(*) FROM upload").await, 0);
    assert_eq!(
        upload(&admin, "a.csv", b"First Name,Last Name\nAda,Lee\n")
            .await
            .status,
        201
    );
}

/// Clients that send too slowly or stop sending are disconnected.
#[tokio::test]
async fn disconnects_slow_and_silent_senders() {
    let (app, dir) = app_with(|config, _| config.sender_patience = Duration::from_millis(100)).await;
    let admin = app.admin().await;
    let path = map_path(&admin, AGENT);
    let start = || stream::iter([Ok::<_, std::io::Error>(unfinished_body(b"First Name\n"))]);
    let silent = Body::from_stream(start().chain(stream::pending()));
    send(&admin, &path, silent).await.refused(400, "body_unreadable");
    let nothing = Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>());
    send(&admin, &path, nothing).await.refused(400, "body_unreadable");
    let ticks = tokio::time::interval(Duration::from_millis(10));
    let drops = stream::unfold(ticks, async |mut ticks| {
        ticks.tick().await;
        Some((Ok(Bytes::from_static(b"x")), ticks))
    });
    let slow = Body::from_stream(start().chain(drops));
    send(&admin, &path, slow).await.refused(400, "body_unreadable");
    assert_eq!(files_in(&dir.join("files")), 0);
}

#[tokio::test]
async fn rejects_unreadable_files_with_an_error_code() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    for (name, content, code) in [
        ("a.csv", &b""[..], "empty"),
        ("a.csv", b"\n\n\n", "empty"),
        (
            "a.xls",
            b"<html><body><table><tr><td>Ada</td></tr></table></body></html>",
            "html_posing_as_workbook",
        ),
        ("a.xlsx", b"PK\x03\x04 and no more", "unreadable"),
        ("a.csv", b"%PDF-1.7 something", "unknown_format"),
    ] {
        let reply = upload(&admin, name, content).await;
        assert_eq!(reply.refused(422, code)["code"], code, "{name}");
    }
    send(
        &admin,
        "/Cohort/bulk/map/6/firm/1",
        multipart("a.csv", b"Name\nAda\n"),
    )
    .await
    .refused(404, "not_found");
    assert_eq!(app.number("SELECT count(*) FROM upload").await, 0);
    assert_eq!(files_in(&dir.join("files")), 0, "rejected files are not stored");
}

#[tokio::test]
async fn rejects_invalid_mappings() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(
        &admin,
        AGENT,
        "First Name,Last Name,Email\nAda,Lee,a@example.com\n",
    )
    .await;
    let path = format!("/Cohort/bulk/preview/{}", wizard.guid);
    admin.post(&path, json!({})).await.refused(400, "invalid");
    admin
        .post(&path, json!({ "mapping": { "columns": [] } }))
        .await
        .invalid("columns", "no_name");
    let twice = wizard.with_target(2, "firstName");
    twice
        .try_preview()
        .await
        .invalid("columns[2].target", "taken_twice");
    twice
        .try_submit(&super::support::counts(&[]))
        .await
        .refused(422, "not_previewed");
    admin
        .post(
            twice.path("/reading"),
            json!({ "choices": [{ "kind": "sheet", "value": "None" }] }),
        )
        .await;
    let again = admin
        .post(
            twice.path("/reading"),
            json!({ "choices": [{ "kind": "headerRow", "value": null }] }),
        )
        .await
        .ok();
    assert_eq!(again["reading"]["headerRow"], json!(null));
    assert_eq!(again["mapping"]["columns"].as_array().unwrap().len(), 3);
}

/// PostgreSQL cannot store NUL characters.
#[tokio::test]
async fn imports_text_with_nul_characters() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let file = "First Name,Last Name,Email,Notes,Odd\nA\0da,Lee,not\0an address,x\0y,\\u0000 \0 z\nGrace,Hopper,g@example.com,\\u0000,\\u0000\n";
    let wizard = Wizard::begin(&admin, AGENT, file)
        .await
        .with_target(4, "custom:Odd");
    let preview = wizard.preview().await;
    assert_eq!(preview["counts"]["total"], 2, "{preview}");
    wizard.import().await;
    let odd = app
        .text("SELECT custom_fields ->> 'Odd' FROM contact WHERE last_name = 'Hopper'")
        .await;
    assert_eq!(odd.as_deref(), Some("\\u0000"));
}
