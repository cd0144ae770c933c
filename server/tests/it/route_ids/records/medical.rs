//! Creates the medical requests that paths name.

use super::{Owner, Records};
use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

impl Records {
    /// Adds an authorization and a draft to the insured. Sends the draft if the path needs a letter.
    pub(super) async fn add_medical(&mut self, owner: &Owner, path: &str) {
        let insured = format!("/FirmInsuredMedical/{}", self.id("uuid"));
        let file = format!("{insured}/documents?name=a.txt");
        let content = Some(Body::from("Signed."));
        let record = owner.admin.send(Method::POST, &file, content).await.ok();
        let document = text(&record["authorizations"][0]["documentId"]);
        let mut input = medical_request();
        input["authorization"]["documentId"] = json!(document);
        let add = format!("/FirmInsuredMedical/request/{}", self.id("uuid"));
        let mut record = owner.admin.post(add, input).await.ok();
        let request = text(&record["requests"][0]["uuid"]);
        if path.contains("/letter/") || path.ends_with("{requestUuid}/documents") {
            let send = format!("{insured}/request/{request}/send");
            let body = json!({ "version": 1, "method": "Mail" });
            record = owner.admin.post(send, body).await.ok();
            self.set(
                &["letterUuid"],
                &text(&record["requests"][0]["letters"][0]["uuid"]),
            );
        }
        self.set(&["documentUuid"], &document);
        self.set(&["requestUuid"], &request);
    }
}

fn text(id: &Value) -> String {
    id.as_str().unwrap().to_owned()
}

/// Returns a request whose authorization has every element except its document.
pub fn medical_request() -> Value {
    json!({
        "version": 1,
        "requestType": "APS",
        "provider": { "name": "Mercy Hospital",
                      "address": { "line1": "1 Main Street", "city": "Reno", "state": "NV", "postalCode": "89501" } },
        "dateFrom": "2020-01-01",
        "dateTo": "2026-11-01",
        "purpose": "Underwriting",
        "authorization": { "information": "All", "discloserKind": "Class", "discloser": "Any physician",
                           "recipient": "The firm", "purpose": "Underwriting", "expiresOn": "2026-12-31",
                           "signedOn": "2026-11-01", "signedBy": "Self", "statesRightToRevoke": true,
                           "statesNoConditioning": true, "statesRedisclosure": true },
    })
}
