//! Helpers that take an upload through all steps.

use crate::support::{Client, Reply, TestApp, wait_until};
use axum::body::Body;
use http::{Method, header};
use serde_json::{Value, json};
use server::config::Config;
use std::path::{Path, PathBuf};
use uuid::Uuid;

pub const AGENT: u8 = 1;
pub const OWNER: u8 = 2;

/// Starts an app with a separate data directory.
pub async fn app() -> (TestApp, PathBuf) {
    app_with(|_, _| {}).await
}

pub async fn app_with(set: impl FnOnce(&mut Config, &mut String)) -> (TestApp, PathBuf) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("uploads-{}", server::ids::new_uuid()));
    let app = TestApp::with(|config, url| {
        config.data_dir.clone_from(&dir);
        set(config, url);
    })
    .await;
    (app, dir)
}

pub const BOUNDARY: &str = "part-of-a-test";

pub fn multipart(name: &str, content: &[u8]) -> Vec<u8> {
    let mut body = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         Content-Type: text/csv\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(content);
    body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    body
}

pub async fn send(client: &Client, path: &str, body: impl Into<Body>) -> Reply {
    let mut request = client.request(Method::POST, path, Some(body.into()));
    let form = format!("multipart/form-data; boundary={BOUNDARY}");
    request
        .headers_mut()
        .insert(header::CONTENT_TYPE, form.parse().unwrap());
    client.run(request).await
}

pub fn map_path(client: &Client, kind: u8) -> String {
    format!("/Cohort/bulk/map/{kind}/firm/{}", client.firm)
}

/// An upload in progress with its user and mapping.
pub struct Wizard {
    pub client: Client,
    pub guid: Uuid,
    pub mapping: Value,
}

impl Wizard {
    /// Uploads a file and uses the suggested mapping.
    pub async fn begin(client: &Client, kind: u8, file: &str) -> Self {
        Self::begin_named(client, kind, "people.csv", file.as_bytes()).await
    }

    pub async fn begin_named(client: &Client, kind: u8, name: &str, content: &[u8]) -> Self {
        let reply = send(client, &map_path(client, kind), multipart(name, content)).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        Self::of(client, &reply)
    }

    /// Uploads a file. Returns `None` if the client may not upload.
    pub async fn try_begin(client: &Client, kind: u8, file: &str) -> Option<Self> {
        let content = multipart("people.csv", file.as_bytes());
        let reply = send(client, &map_path(client, kind), content).await;
        (reply.status == 201).then(|| Self::of(client, &reply))
    }

    fn of(client: &Client, reply: &Reply) -> Self {
        let start = reply.json();
        Self {
            client: client.clone(),
            guid: start["storageGuid"].as_str().unwrap().parse().unwrap(),
            mapping: start["mapping"].clone(),
        }
    }

    pub fn matching_by(mut self, keys: &[&str]) -> Self {
        self.mapping["matchKeys"] = json!(keys);
        self
    }

    pub fn in_mode(mut self, mode: &str) -> Self {
        self.mapping["mode"] = json!(mode);
        self
    }

    pub fn with_target(mut self, column: usize, target: &str) -> Self {
        self.mapping["columns"][column]["target"] = json!(target);
        self.mapping["columns"][column]["transform"] = json!("asIs");
        self
    }

    /// Adds a decision for all rows with this reason.
    pub fn deciding(mut self, reason: &str, choice: &str) -> Self {
        self.decide(json!({ "reason": reason, "choice": choice }));
        self
    }

    pub fn decide(&mut self, decision: Value) {
        let decisions = &mut self.mapping["decisions"];
        decisions.as_array_mut().unwrap().push(decision);
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/Cohort/bulk/{}{rest}", self.guid)
    }

    pub async fn try_preview(&self) -> Reply {
        let path = format!("/Cohort/bulk/preview/{}", self.guid);
        self.client.post(path, json!({ "mapping": self.mapping })).await
    }

    pub async fn preview(&self) -> Value {
        self.try_preview().await.ok()
    }

    pub async fn counts(&self) -> Value {
        self.preview().await["counts"].clone()
    }

    pub async fn try_submit(&self, counts: &Value) -> Reply {
        self.try_submit_into("none", counts).await
    }

    pub async fn try_submit_into(&self, cohort: &str, counts: &Value) -> Reply {
        let path = format!("/Cohort/bulk/submit/{}/cohort/{cohort}", self.guid);
        self.client.post(path, json!({ "counts": counts })).await
    }

    /// Previews, submits and waits for the import to finish. Returns the previewed counts.
    pub async fn import(&self) -> Value {
        let counts = self.counts().await;
        assert_eq!(self.try_submit(&counts).await.status, 202);
        assert_eq!(self.finished().await["state"], "Done");
        counts
    }

    pub async fn undo(&self) -> Value {
        assert_eq!(self.client.post(self.path("/undo"), json!({})).await.status, 202);
        self.finished().await
    }

    /// Waits until the server has finished processing and returns the upload.
    pub async fn finished(&self) -> Value {
        let path = self.path("");
        wait_until("the import ends", async || {
            let upload = self.client.get(&path).await.ok()["upload"].clone();
            let is_working = upload["state"] == "Submitted" || upload["state"] == "Undoing";
            (!is_working).then_some(upload)
        })
        .await
    }
}

/// Returns preview counts. Counts that are not given are zero.
pub fn counts(named: &[(&str, u32)]) -> Value {
    let mut counts = json!({ "new": 0, "update": 0, "unchanged": 0, "duplicateInFile": 0, "duplicateInFirm": 0,
                             "review": 0, "error": 0, "skipped": 0, "total": 0, "warning": 0 });
    for (name, count) in named {
        counts[*name] = json!(count);
    }
    counts
}

/// Returns a CSV file of `rows` agents with distinct names, emails and NPNs.
pub fn many_agents(rows: usize) -> String {
    let mut file = String::from("First Name,Last Name,Email,NPN,City,State\n");
    for row in 0..rows {
        let letters: String = format!("{row:06}")
            .chars()
            .map(|digit| char::from(b'a' + digit as u8 - b'0'))
            .collect();
        file += &format!(
            "Ada,Lee{letters},a{row}@example.com,{},Springfield,IL\n",
            100_000 + row
        );
    }
    file
}

/// Checks that the maintained list counts equal a full recomputation.
pub async fn assert_totals_correct(app: &TestApp) {
    let kept = "SELECT string_agg(list || ' ' || row_count, ', ' ORDER BY list)
                FROM (SELECT list, sum(row_count) AS row_count FROM firm_list_total WHERE firm_id = 1 GROUP BY list) sums
                WHERE row_count > 0";
    let before = app.text(kept).await;
    app.execute("SELECT firmbook_refresh_firm(1)").await;
    assert_eq!(app.text(kept).await, before);
}
