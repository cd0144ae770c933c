//! Medical requests for insureds: drafts, letters, follow-ups, received records, access and encryption.

mod access;
mod drafts;
mod due;
mod kills;
mod letters;
mod list;
mod open_requests;
mod receive;
mod sealed;

use crate::documents::upload;
use crate::support::{Client, Row, TestApp};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use uuid::Uuid;

const PDF: &[u8] = b"%PDF-1.7 signed authorization";

/// Starts an app with a separate data directory.
async fn app() -> (TestApp, PathBuf) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("medical-{}", server::ids::new_uuid()));
    let app = TestApp::with(|config, _| config.data_dir.clone_from(&dir)).await;
    (app, dir)
}

/// An insured with an uploaded authorization.
struct Insured {
    row: Row,
    uuid: Uuid,
    authorization: Uuid,
}

impl Insured {
    async fn new(app: &TestApp, client: &Client) -> Self {
        let row = app.insured("Ada Lee").with("dob", "1960-05-01").insert().await;
        let uuid = row.uuid;
        let path = format!("/FirmInsuredMedical/{uuid}/documents");
        let record = upload(client, &path, "HIPAA.pdf", PDF).await.ok();
        Self {
            row,
            uuid,
            authorization: id(&record["authorizations"][0]["documentId"]),
        }
    }

    fn path(&self) -> String {
        format!("/FirmInsuredMedical/{}", self.uuid)
    }

    fn view(&self) -> String {
        format!("{}?reason=Request", self.path())
    }

    fn add_path(&self) -> String {
        format!("/FirmInsuredMedical/request/{}", self.uuid)
    }

    fn request_path(&self, request: &Value) -> String {
        format!("{}/request/{}", self.path(), id(&request["uuid"]))
    }

    /// Returns a complete request.
    fn input(&self) -> Value {
        json!({
            "requestType": "APS",
            "provider": {
                "name": "Mercy Hospital", "phone": null, "fax": "415 555 0100",
                "address": { "line1": "1 Main Street", "city": "Reno", "state": "NV", "postalCode": "89501" },
            },
            "dateFrom": "01/01/2020",
            "dateTo": "11/01/2026",
            "purpose": "Zebra underwriting",
            "authorization": {
                "documentId": self.authorization,
                "information": "All medical records",
                "discloserKind": "Named",
                "discloser": "Mercy Hospital",
                "recipient": "First Firm",
                "purpose": "Life insurance",
                "expiresOn": "12/31/2026",
                "signedOn": "11/01/2026",
                "signedBy": "Self",
                "statesRightToRevoke": true,
                "statesNoConditioning": true,
                "statesRedisclosure": true,
            },
            "notes": "Zebra notes",
        })
    }

    /// Adds a complete draft.
    async fn draft(&self, client: &Client) -> Value {
        latest(&client.post(self.add_path(), self.input()).await.ok())
    }

    /// Creates the next letter of a request.
    async fn send(&self, client: &Client, request: &Value) -> Value {
        let body = json!({ "version": request["version"], "method": "Mail" });
        let path = format!("{}/send", self.request_path(request));
        latest(&client.post(path, body).await.ok())
    }

    /// Records that the latest letter was mailed today.
    async fn mail(&self, client: &Client, request: &Value) -> Value {
        let (path, version) = self.last_letter(request);
        let body = json!({ "version": version, "state": "Sent", "sentOn": "11/21/2026" });
        latest(&client.put(path, body).await.ok())
    }

    fn last_letter(&self, request: &Value) -> (String, Value) {
        let letter = request["letters"].as_array().unwrap().last().unwrap().clone();
        let path = format!("{}/letter/{}", self.request_path(request), id(&letter["uuid"]));
        (path, letter["version"].clone())
    }

    /// Creates a mailed request whose follow-up is due today.
    async fn overdue(&self, app: &TestApp, client: &Client) -> Value {
        let sent = self.send(client, &self.draft(client).await).await;
        self.mail(client, &sent).await;
        self.two_weeks_later(app, client).await
    }

    /// Changes all requests so that their next step is due today. Returns the latest request.
    async fn two_weeks_later(&self, app: &TestApp, client: &Client) -> Value {
        app.execute("UPDATE medical_request SET sent_on = '2026-11-07', due_on = '2026-11-21'")
            .await;
        latest(&client.get(self.view()).await.ok())
    }
}

fn id(value: &Value) -> Uuid {
    value.as_str().unwrap().parse().unwrap()
}

fn latest(record: &Value) -> Value {
    record["requests"][0].clone()
}
