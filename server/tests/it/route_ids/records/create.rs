//! Creates each kind of record.

use super::{Book, Owner, Records};
use crate::route_ids::parameters;
use crate::support::{OTHER_FIRM, TestApp};
use crate::uploads::support::{AGENT, Wizard};
use axum::body::Body;
use http::Method;
use serde_json::json;
use server::crypto::Place;
use server::routes::Route;
use shared::best_interest::{BestInterestContent, FormOwner};
use shared::contact::ContactKind;
use uuid::Uuid;

const CSV: &str = "First Name,Last Name,NPN\nAda,Lee,17654321\n";

impl Records {
    /// Adds an unused image.
    pub(super) async fn add_text_image(&mut self, app: &TestApp, owner: &Owner) {
        let uuid = Uuid::now_v7();
        app.execute(&format!(
            "INSERT INTO text_image (firm_id, uuid, name, media_type, width, height, size_bytes, hash, bytes, created_by,
                 created_at)
             VALUES ({}, '{uuid}', '{}', 'image/png', 1, 1, 16, '{uuid}', '{uuid}', '{}', now())",
            owner.firm, owner.name, owner.admin.user_key
        ))
        .await;
        self.set(&["imageUuid"], &uuid);
    }

    /// Adds a global template. Global templates belong to no firm, so the other firm gets an unknown uuid.
    pub(super) async fn add_global_template(&mut self, app: &TestApp, owner: &Owner) {
        let uuid = Uuid::now_v7();
        self.set(&["globalTemplateUuid"], &uuid);
        if owner.firm == OTHER_FIRM {
            return;
        }
        app.execute(&format!(
            "INSERT INTO global_template (uuid, template_type, name, body) VALUES ('{uuid}', 1, '{uuid}', '{{}}')"
        ))
        .await;
    }

    /// Adds a contact with a tax number, and a contract.
    pub(super) async fn add_contact(&mut self, app: &TestApp, book: &Book, owner: &Owner, is_annuity: bool) {
        let contact = match self.kind {
            ContactKind::Agent if owner.is_in_block => book.agent_in_block(),
            kind => {
                let contact = app.contact(kind, &format!("Ada {}", owner.name));
                contact.of_firm(owner.firm).with("owner_type", 1).insert().await
            }
        };
        let number = format!("{} {}", owner.name, contact.uuid);
        let contract = if is_annuity {
            app.annuity(&number)
        } else {
            app.policy(&number)
        };
        let contract = contract.of_firm(owner.firm).with("status", "Lapsed");
        let contract = contract.insert().await;
        app.link_as(&contract, &contact, 2).await;
        if owner.is_in_block && self.kind != ContactKind::Agent {
            app.link(&contract, &book.agent_in_block()).await;
        }
        let place = Place::tax_id(owner.firm, contact.uuid);
        let sealed = app.app.sealer.seal(place, "523861947").unwrap();
        app.owner
            .execute(
                "UPDATE contact SET tax_id_kind = 'Ssn', tax_id_cipher = $1, tax_id_key_id = $2, tax_id_hash = $3,
                   tax_id_last4 = $4 WHERE uuid = $5::text::uuid",
                &[
                    &sealed.cipher,
                    &sealed.key_id,
                    &sealed.hash,
                    &sealed.last4,
                    &contact.uuid.to_string(),
                ],
            )
            .await
            .unwrap();
        self.set(&["uuid"], &contact.uuid);
        self.set(
            &["policyId", "policyUuid", "annuityUuid", "workUuid"],
            &contract.uuid,
        );
    }

    /// Adds a trust as an owner of the policy, and a gift to the trust.
    pub(super) async fn add_gift(&mut self, app: &TestApp, owner: &Owner) {
        let trust = app.owner(&format!("{} Trust", owner.name)).of_firm(owner.firm);
        let trust = trust.with("owner_type", 2).insert().await;
        let party = json!({ "firm_id": owner.firm, "contract_uuid": self.id("policyUuid"), "line": 1, "kind": 2,
                            "contact_uuid": trust.uuid, "role": "Owner", "type_id": 1 });
        app.insert("contract_party", party).await;
        let gift = Uuid::now_v7();
        let row = json!({ "firm_id": owner.firm, "uuid": gift, "policy_uuid": self.id("policyUuid"),
                          "trust_uuid": trust.uuid, "amount": 5000, "gift_date": "2026-12-01",
                          "letter_date": "2026-12-04", "premium_due": "2027-01-15" });
        app.insert("premium_gift", row).await;
        Self::allow_letters(app, owner, trust.uuid).await;
        self.set(&["giftUuid"], &gift);
        self.set(&["trust"], &trust.uuid);
    }

    /// Adds a beneficiary to the contract.
    pub(super) async fn add_beneficiary(&mut self, app: &TestApp, owner: &Owner, is_annuity: bool) {
        let beneficiary = Uuid::now_v7();
        let row = json!({ "firm_id": owner.firm, "uuid": beneficiary, "contract_uuid": self.id("policyUuid"),
                          "line": if is_annuity { 2 } else { 1 }, "class": "Primary", "name": "Bo Lee" });
        app.insert("beneficiary", row).await;
        self.set(&["beneficiaryUuid"], &beneficiary);
    }

    /// Adds a withdrawal to the contract.
    pub(super) async fn add_transaction(&mut self, app: &TestApp, owner: &Owner, is_annuity: bool) {
        let transaction = Uuid::now_v7();
        let row = json!({ "firm_id": owner.firm, "uuid": transaction, "contract_uuid": self.id("policyUuid"),
                          "line": if is_annuity { 2 } else { 1 }, "kind": "Withdrawal",
                          "transaction_date": "2026-11-20", "amount": 5000 });
        app.insert("contract_transaction", row).await;
        self.set(&["transactionUuid"], &transaction);
    }

    /// Turns the policy's owner into a trust and adds a person to it.
    pub(super) async fn add_trust(&mut self, app: &TestApp, owner: &Owner) {
        let trust = self.id("uuid").to_owned();
        app.execute(&format!(
            "UPDATE contact SET owner_type = 2, organization_name = display_name WHERE uuid = '{trust}'"
        ))
        .await;
        let person = Self::allow_letters(app, owner, trust.parse().unwrap()).await;
        self.set(&["personUuid"], &person);
    }

    /// Adds a received gift to the trust, a document, and a letter unless the path creates letters.
    pub(super) async fn add_letters(&mut self, app: &TestApp, owner: &Owner, path: &str) {
        let (gift, letter) = (Uuid::now_v7(), Uuid::now_v7());
        let trustee = json!({ "firm_id": owner.firm, "uuid": Uuid::now_v7(), "trust_uuid": self.id("uuid"),
                              "role": "Trustee", "name": "Grace Hopper" });
        app.insert("trust_person", trustee).await;
        let row = json!({ "firm_id": owner.firm, "uuid": gift, "policy_uuid": self.id("policyUuid"),
                          "trust_uuid": self.id("uuid"), "amount": 5000, "gift_date": "2026-11-20",
                          "letter_date": "2026-11-23", "premium_due": "2027-01-15", "received_on": "2026-11-20" });
        app.insert("premium_gift", row).await;
        self.set(&["giftUuid"], &gift);
        let documents = [Uuid::now_v7(), Uuid::now_v7()];
        for document in documents {
            let row = json!({ "firm_id": owner.firm, "uuid": document, "subject_type": "owner",
                              "subject_uuid": self.id("uuid"), "name": owner.name, "media_type": "text/plain",
                              "size_bytes": 1, "content_hash": "\\x00", "storage_key": "k" });
            app.insert("document", row).await;
        }
        self.set(&["documentUuid"], &documents[0]);
        if path.ends_with("/letters") {
            return;
        }
        let is_delivered = path.ends_with("}/delivery");
        let (state, method, day) = if is_delivered {
            ("Delivered", Some("Hand"), Some("2026-11-21"))
        } else {
            ("Draft", None, None)
        };
        let row = json!({ "firm_id": owner.firm, "uuid": letter, "gift_uuid": gift,
                          "person_uuid": self.id("personUuid"), "beneficiary": owner.name, "addressee": owner.name,
                          "amount": 5000, "letter_date": "2026-11-21", "gift_amount": 5000,
                          "gift_received_on": "2026-11-20", "document_uuid": documents[1], "state": state,
                          "method": method, "delivered_on": day });
        app.insert("crummey_letter", row).await;
        self.set(&["letterUuid"], &letter);
    }

    /// Adds a best interest form to the owner, unless the route creates one.
    pub(super) async fn add_form(&mut self, app: &TestApp, owner: &Owner, route: &Route) {
        let form = Uuid::now_v7();
        let holder = self.id("uuid").to_owned();
        self.set(&["ownerId"], &holder);
        self.set(&["formUuid"], &form);
        if route.path.ends_with("/BestInterest") && route.method == Method::POST {
            return;
        }
        let content = BestInterestContent {
            owner: FormOwner {
                uuid: holder.parse().unwrap(),
                name: owner.name.clone(),
                owner_type: 1,
                ..FormOwner::default()
            },
            ..BestInterestContent::default()
        };
        let row = json!({ "firm_id": owner.firm, "uuid": form, "owner_uuid": holder, "number": 1, "state": "Complete",
                          "content": json!(content).to_string() });
        app.insert("best_interest", row).await;
    }

    /// Sets the trust's type and adds a beneficiary with a withdrawal right. Returns the beneficiary.
    async fn allow_letters(app: &TestApp, owner: &Owner, trust: Uuid) -> Uuid {
        let details = json!({ "firm_id": owner.firm, "contact_uuid": trust, "trust_type": "Ilit" });
        app.insert("trust", details).await;
        let person = Uuid::now_v7();
        let row = json!({ "firm_id": owner.firm, "uuid": person, "trust_uuid": trust, "role": "Beneficiary",
                          "name": format!("Bo {}", owner.name), "has_withdrawal_right": true });
        app.insert("trust_person", row).await;
        person
    }

    /// Adds a cohort of the contact and a schedule.
    pub(super) async fn add_cohort(&mut self, app: &TestApp, owner: &Owner) {
        let (cohort, schedule) = (Uuid::now_v7(), Uuid::now_v7());
        let name = format!("{} {cohort}", owner.name);
        let row = json!({ "firm_id": owner.firm, "uuid": cohort, "name": name, "contact_kind": 1,
                          "kind": "Static", "created_by": owner.user_key });
        app.insert("cohort", row).await;
        let member = json!({ "firm_id": owner.firm, "cohort_uuid": cohort, "contact_uuid": self.id("uuid") });
        app.insert("cohort_contact", member).await;
        let row = json!({ "firm_id": owner.firm, "uuid": schedule, "cohort_uuid": cohort, "name": owner.name,
                          "frequency": "Monthly", "first_send_date": "2026-12-30", "send_time": "09:00",
                          "time_zone": "America/New_York", "send_to": "Contact", "subject": owner.name,
                          "message": owner.name, "owner_key": owner.user_key });
        app.insert("cohort_schedule", row).await;
        self.set(&["cohortUuid", "cohortId"], &cohort);
        self.set(&["scheduleUuid"], &schedule);
    }

    pub(super) async fn add_report(&mut self, app: &TestApp, owner: &Owner) {
        let report = Uuid::now_v7();
        let row = json!({ "firm_id": owner.firm, "uuid": report, "report_type": 2, "owner_key": owner.user_key,
                          "name": format!("{} {report}", owner.name),
                          "query": { "selectColumns": ["policyNumber"], "filter": [] } });
        app.insert("report", row).await;
        self.set(&["reportUuid"], &report);
    }

    pub(super) async fn add_document(&mut self, owner: &Owner) {
        let path = format!(
            "/FirmAgent/agent/{}/documents?name={}.txt",
            self.id("uuid"),
            owner.name
        );
        let content = Some(Body::from("A note."));
        let document = owner.admin.send(Method::POST, &path, content).await.ok();
        self.set(&["documentUuid"], &document["uuid"].as_str().unwrap());
    }

    /// Adds a template of the firm for report summaries or for books of the contact's kind.
    pub(super) async fn add_template(&mut self, app: &TestApp, owner: &Owner, is_summary: bool) {
        let template = Uuid::now_v7();
        let kind = if is_summary { 3 } else { self.kind as i16 };
        let row = json!({ "firm_id": owner.firm, "uuid": template, "template_type": kind,
                          "name": format!("{} {template}", owner.name), "body": {} });
        app.insert("template", row).await;
        self.set(&["templateUuid"], &template);
    }

    /// Adds a report summary or a book of the contact that could not be generated.
    pub(super) async fn add_failed_version(&mut self, app: &TestApp, owner: &Owner, is_summary: bool) {
        let document = Uuid::now_v7();
        let (subject, uuid, kind) = if is_summary {
            ("report_uuid", "reportUuid", 3)
        } else {
            ("contact_uuid", "uuid", self.kind as i16)
        };
        let row = json!({ "firm_id": owner.firm, "document_uuid": document, subject: self.id(uuid),
                          "template_uuid": self.id("templateUuid"), "deliverable_type": kind, "group_by": 1,
                          "requested_by": owner.user_key, "is_staffs": false, "error": "Failed.",
                          "requested_at": "2026-11-27T00:00:00Z", "next_try_at": "2026-11-27T00:00:00Z" });
        app.insert("summary_job", row).await;
        self.set(&["documentId"], &document);
    }

    /// Adds the row of a stored book or report summary, which uses the file of an uploaded document.
    pub(super) async fn add_stored_book(&mut self, app: &TestApp, owner: &Owner, is_summary: bool) {
        let resource = if self.kind == ContactKind::Agent {
            "FirmAgent/agent"
        } else {
            "FirmOwner/owner"
        };
        let path = format!(
            "/{resource}/{}/documents?name={}.txt",
            self.id("uuid"),
            owner.name
        );
        let document = owner
            .admin
            .send(Method::POST, &path, Some(Body::from("A book.")))
            .await
            .ok();
        let uuid = document["uuid"].as_str().unwrap();
        let template = self.id("templateUuid");
        let subject = if is_summary {
            format!(
                ", subject_type = 'report', subject_uuid = '{}'",
                self.id("reportUuid")
            )
        } else {
            String::new()
        };
        let stored_by = &owner.user_key;
        app.execute(&format!(
            "UPDATE document SET template_uuid = '{template}', stored_by = '{stored_by}'{subject} WHERE uuid = '{uuid}'"
        ))
        .await;
        self.set(&["documentId"], &uuid);
    }

    /// Uploads a file as the owner, or as an administrator if the owner has no permission.
    pub(super) async fn add_upload(&mut self, owner: &Owner) {
        let wizard = match Wizard::try_begin(&owner.uploader, AGENT, CSV).await {
            Some(wizard) => wizard,
            None => Wizard::begin(&owner.admin, AGENT, CSV).await,
        };
        self.set(&["storageGuid"], &wizard.guid);
        self.mapping = wizard.mapping;
    }

    /// Adds an edit of several contracts, without contracts.
    pub(super) async fn add_bulk_edit(&mut self, app: &TestApp, owner: &Owner, path: &str) {
        let edit = Uuid::now_v7();
        let line = if path.contains("annuity") { 2 } else { 1 };
        let row = json!({ "firm_id": owner.firm, "uuid": edit, "line": line, "user_key": owner.user_key,
                          "created_at": "2026-11-20T00:00:00Z", "result": {} });
        app.insert("bulk_edit", row).await;
        self.set(&["editUuid"], &edit);
    }

    /// Adds a merge of two contacts without contracts.
    pub(super) async fn add_merge(&mut self, app: &TestApp, owner: &Owner, path: &str) {
        let (merge, target, merged) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
        let kind = if path.contains("OwnerResolution") { 2 } else { 1 };
        let row = json!({ "firm_id": owner.firm, "uuid": target, "kind": kind, "version": 1,
                          "display_name": owner.name, "last_name": owner.name });
        app.insert("contact", row.clone()).await;
        let mut hidden = row;
        hidden["uuid"] = json!(merged);
        hidden["merged_into"] = json!(target);
        hidden["merged_by"] = json!(merge);
        hidden["deleted_at"] = json!("2026-11-20T00:00:00Z");
        app.insert("contact", hidden).await;
        let row = json!({ "firm_id": owner.firm, "uuid": merge, "contact_kind": kind, "target_uuid": target,
                          "merged_uuids": [merged], "target_name": owner.name, "merged_names": [owner.name],
                          "fields": { "before": {}, "after": {} }, "created_at": "2026-11-20T00:00:00Z",
                          "created_by": owner.user_key });
        app.insert("resolution", row).await;
        self.set(&["mergeUuid"], &merge);
        self.set(&["target"], &target);
    }

    /// Adds a pair of agents that may be duplicates.
    pub(super) async fn add_pair(&mut self, app: &TestApp, owner: &Owner) {
        let pair = Uuid::now_v7();
        let contacts = [Uuid::now_v7(), Uuid::now_v7()];
        for uuid in contacts {
            let row = json!({ "firm_id": owner.firm, "uuid": uuid, "kind": 1, "version": 1,
                              "display_name": owner.name, "last_name": owner.name });
            app.insert("contact", row).await;
        }
        let row = json!({ "firm_id": owner.firm, "uuid": pair, "contact_kind": 1, "first_uuid": contacts[0],
                          "second_uuid": contacts[1], "percent": 80, "reasons": [], "reason_labels": "",
                          "found_at": "2026-11-20T00:00:00Z" });
        app.insert("duplicate_pair", row).await;
        self.set(&["pairUuid"], &pair);
    }

    pub(super) async fn add_notification(&mut self, app: &TestApp, owner: &Owner) {
        let key = Uuid::now_v7();
        let row = json!({ "firm_id": owner.firm, "user_key": owner.user_key, "notification_type": 29,
                          "display_name": owner.name, "is_read": false, "dedup_key": key,
                          "create_date": "2026-11-20T00:00:00Z" });
        app.insert("user_notification", row).await;
        let id =
            format!("SELECT user_notification_history_id FROM user_notification WHERE dedup_key = '{key}'");
        self.set(&["notificationId"], &app.number(&id).await);
    }

    /// Adds a partner with a key and a webhook.
    pub(super) async fn add_partner(&mut self, app: &TestApp, owner: &Owner) {
        let (partner, key) = (Uuid::now_v7(), Uuid::now_v7());
        let row = json!({ "firm_id": owner.firm, "uuid": partner, "name": format!("Bank {}", owner.name),
                          "origins": ["https://bank.example"], "created_at": "2026-11-20T00:00:00Z" });
        app.insert("partner", row).await;
        let row = json!({ "firm_id": owner.firm, "uuid": key, "partner_uuid": partner, "ending": "abcd",
                          "key_hash": format!("\\x{}", key.simple()), "created_at": "2026-11-20T00:00:00Z" });
        app.insert("partner_key", row).await;
        self.set(&["partnerUuid"], &partner);
        self.set(&["keyUuid"], &key);
        let (webhook, delivery) = (Uuid::now_v7(), Uuid::now_v7());
        let row = json!({ "firm_id": owner.firm, "uuid": webhook, "partner_uuid": partner,
                          "url": "https://bank.example/", "events": ["contact.updated"], "secret": "\\x00",
                          "secret_key_id": 1, "created_at": "2026-11-20T00:00:00Z" });
        app.insert("webhook", row).await;
        let row = json!({ "firm_id": owner.firm, "uuid": delivery, "webhook_uuid": webhook, "event_id": delivery,
                          "event": "contact.updated", "body": "{}", "created_at": "2026-11-20T00:00:00Z" });
        app.insert("webhook_delivery", row).await;
        self.set(&["webhookUuid"], &webhook);
        self.set(&["deliveryUuid"], &delivery);
    }

    /// Deletes the record that the last parameter names.
    pub(super) async fn delete_last(&self, app: &TestApp, path: &str) {
        let last = *parameters(path).last().expect("a parameter");
        let (table, column) = match last {
            "policyUuid" => ("policy", "uuid"),
            "annuityUuid" => ("annuity", "uuid"),
            "cohortUuid" => ("cohort", "uuid"),
            "scheduleUuid" => ("cohort_schedule", "uuid"),
            "documentUuid" => ("document", "uuid"),
            "personUuid" => ("trust_person", "uuid"),
            "beneficiaryUuid" => ("beneficiary", "uuid"),
            "transactionUuid" => ("contract_transaction", "uuid"),
            "uuid" if path.contains("{policyId}") => ("contract_party", "contact_uuid"),
            "uuid" => ("contact", "uuid"),
            other => panic!("{other} cannot be restored"),
        };
        let value = self.id(last);
        app.execute(&format!(
            "UPDATE {table} SET deleted_at = now() WHERE {column} = '{value}'"
        ))
        .await;
    }
}
