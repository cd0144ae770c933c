//! Valid request bodies for the schemas in the route table.

use super::records::{Records, medical_request};
use crate::uploads::support::counts;
use crate::{cohort_sends, contracts};
use serde_json::{Value, json};
use server::routes::Route;
use shared::contact::ContactKind;
use shared::deliverable::TemplateSettings;
use utoipa::openapi::RefOr;
use uuid::Uuid;

/// Returns a valid body with the ids of the records. Panics for a schema without a body, so that new ones are added
/// here.
pub fn body_of(route: &Route, records: &Records) -> Value {
    let mut shapes = route.call.takes.iter();
    let json = shapes.find(|shape| shape.media_type == "application/json");
    let Some(RefOr::Ref(schema)) = json.map(|shape| &shape.schema) else {
        return json!({});
    };
    let schema = schema.ref_location.rsplit('/').next().unwrap();
    let id = |name| records.value(name);
    let query = json!({ "selectColumns": ["policyNumber"], "filter": [] });
    match schema {
        "ListQuery" | "IntegrationInput" => json!({}),
        "ContactInput" => person(records),
        "AttachInput" => json!({ "uuid": id("uuid") }),
        "AttachOwnerInput" => json!({ "uuid": id("uuid"), "typeId": 1 }),
        "CohortContacts" => json!({ "contactUuids": [id("uuid")] }),
        "TemplateInput" => {
            let name = Uuid::now_v7().to_string();
            json!({ "name": name, "isDefault": false, "settings": TemplateSettings::default(), "version": 1 })
        }
        "TextInput" => json!({ "value": { "type": "doc", "content": [] }, "version": null }),
        "TextPreviewInput" => json!({ "value": { "type": "doc", "content": [] } }),
        "SummaryRequest" => {
            json!({ "uuid": id("reportUuid"), "templateUuid": id("templateUuid"), "deliverableType": 3 })
        }
        "BookRequest" => json!({ "uuid": id("uuid"), "templateUuid": id("templateUuid") }),
        "CohortInput" => json!({ "name": new_name(), "version": 1 }),
        "ScheduleInput" => cohort_sends::monthly(),
        "ContractDraft_Policy" => contract("allpolicy"),
        "ContractDraft_Annuity" => contract("allannuity"),
        "StatusChange" => json!({ "version": 1, "status": "Terminated", "statusDate": "2026-11-20" }),
        "BulkRequest" => json!({ "contracts": { "rowUuids": [Uuid::now_v7()] },
                                 "change": { "kind": "field", "field": "productName", "value": "Gold" } }),
        "AgentUnmerge" => json!({ "agentData": { "uuid": id("target"), "version": 1 } }),
        "OwnerUnmerge" => json!({ "ownerData": { "uuid": id("target"), "version": 1 } }),
        "GiftDraft" => json!({ "trustUuid": id("trust"), "amount": "5000", "giftDate": "2026-12-01",
                               "letterDate": "2026-12-04", "premiumDue": "2027-01-15", "version": 1 }),
        "BeneficiaryInput" => json!({ "version": 1, "class": "Primary", "name": "Bo Lee" }),
        "TransactionInput" => json!({ "version": 1, "kind": "Withdrawal", "transactionDate": "2026-11-20",
                                      "amount": "5000" }),
        "TrustInput" => json!({ "version": 1, "trustType": "Ilit", "governingState": "DE" }),
        "TrustPersonInput" => json!({ "version": 1, "role": "Beneficiary", "name": "Bo Lee",
                                      "hasWithdrawalRight": true, "contactUuid": id("uuid") }),
        "LettersInput" => json!({ "giftUuid": id("giftUuid"), "giftVersion": 1, "letterDate": "2026-11-21",
                                  "letters": [{ "personUuid": id("personUuid"), "amount": "5000" }] }),
        "DeliveryInput" => json!({ "method": "Hand", "deliveredOn": "2026-11-21",
                                   "letters": [{ "uuid": id("letterUuid"), "version": 1 }] }),
        "NotificationSnooze" => json!({ "until": "2026-11-25" }),
        // The client chooses the uuid, so a valid view would be stored under every uuid.
        "SavedView" => json!({ "name": "", "columns": [] }),
        "SnoozeInput" => json!({ "until": "2026-11-28" }),
        "AssignInput" => json!({ "userKey": id("userKey") }),
        "MedicalRequestInput" => medical_request(),
        "SendInput" => json!({ "version": 1, "method": "Mail" }),
        "LetterChangeInput" => json!({ "version": 1, "state": "Sent", "sentOn": "2026-11-21" }),
        "CloseInput" => json!({ "version": 1, "state": "Cancelled", "because": "Withdrawn" }),
        "ProofInput" => json!({ "version": 1, "documentId": id("documentUuid") }),
        "BestInterestInput" => json!({ "uuid": id("formUuid"), "version": 1, "form": {} }),
        "SignatureInput" => json!({ "version": 1, "consumer": "Ada Lee", "consumerSignedOn": "2026-11-20",
                                    "producer": "Dana Whitfield", "producerSignedOn": "2026-11-20" }),
        "GuidelinesDraft" => json!({ "guidelines": [], "before": [] }),
        "FirmUserInput" => json!({ "firmUserType": 4, "isActive": true, "version": 1 }),
        "ReportInput" => json!({ "name": new_name(), "query": query, "version": 1 }),
        "ReportAccessInput" => json!({ "userKeys": [id("userKey")] }),
        "ReportExport" => json!({ "format": "csv" }),
        "SubscriptionInput" => json!({ "isDigest": true, "subscribedUserKeys": [] }),
        "RetirementInput" => json!({ "isRetired": true, "version": 1 }),
        "TableLayout" => json!({ "columns": [{ "key": "name" }] }),
        "PreviewRequest" => json!({ "mapping": records.mapping() }),
        "SubmitRequest" => json!({ "counts": counts(&[]) }),
        "WebhookInput" => {
            json!({ "url": "https://bank.example/", "events": ["contact.updated"], "isActive": true,
            "version": 1 })
        }
        "PartnerInput" => json!({ "name": new_name(), "origins": ["https://bank.example"], "isActive": true,
                                  "version": 1 }),
        "EmbedPreviewRequest" => json!({ "widget": "policyList" }),
        "ReadingRequest" => json!({ "choices": [] }),
        other => panic!("{other} has no body"),
    }
}

fn person(records: &Records) -> Value {
    let mut body = json!({ "person": { "firstName": "Ada", "lastName": "Lee" }, "version": 1 });
    if records.kind() == ContactKind::Owner {
        body["person"]["ownerType"] = json!(1);
    }
    body
}

fn contract(resource: &str) -> Value {
    // The random part of the uuid.
    let number = &Uuid::now_v7().simple().to_string()[20..];
    json!({ "contract": contracts::pending(resource, number), "version": 1 })
}

/// Returns a name that no record has.
fn new_name() -> String {
    format!("Another {}", Uuid::now_v7())
}
