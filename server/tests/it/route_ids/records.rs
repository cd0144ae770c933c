//! The records that a route's path parameters name, in the caller's firm and in another one.

mod book;
mod create;
mod medical;

pub use book::{Book, Owner};
pub use medical::medical_request;

use super::parameters;
use crate::routes::{kind_of, part_of};
use crate::support::TestApp;
use serde_json::Value;
use server::routes::Route;
use shared::contact::ContactKind;
use shared::permission::FirmUserType;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Values by path parameter. `trust` is used only in bodies.
pub struct Records {
    values: BTreeMap<&'static str, String>,
    kind: ContactKind,
    /// The kind of text that the path names, such as a cover page or a letter.
    part: &'static str,
    mapping: Value,
}

impl Records {
    /// Creates the records that the path names. Deletes the last one if the route restores a record.
    pub async fn create(app: &TestApp, book: &Book, owner: &Owner, route: &Route) -> Self {
        let path = route.path.as_str();
        let mut records = Self {
            values: BTreeMap::from([("firmId", owner.firm.to_string())]),
            kind: kind_of(path),
            part: part_of(path),
            mapping: Value::Null,
        };
        let has = |name: &str| parameters(path).contains(&name);
        let of_contact = [
            "uuid",
            "firmId",
            "policyId",
            "policyUuid",
            "annuityUuid",
            "documentUuid",
            "ownerId",
            "workUuid",
        ];
        let has_cohort = has("cohortUuid") || has("cohortId");
        let is_book = path.starts_with("/BookOfBusiness");
        let is_summary = path.starts_with("/ReportSummary");
        if has_cohort || is_book || has("documentId") || of_contact.into_iter().any(has) {
            records.add_contact(app, book, owner, has("annuityUuid")).await;
        }
        if path.contains("/gifts") {
            records.add_gift(app, owner).await;
        }
        if has("beneficiaryUuid") {
            records.add_beneficiary(app, owner, has("annuityUuid")).await;
        }
        if has("transactionUuid") {
            records.add_transaction(app, owner, has("annuityUuid")).await;
        }
        if path.starts_with("/Trust/{") {
            records.add_trust(app, owner).await;
        }
        if path.contains("/letters") {
            records.add_letters(app, owner, path).await;
        }
        if has("ownerId") {
            records.add_form(app, owner, route).await;
        }
        if has_cohort {
            records.add_cohort(app, owner).await;
        }
        if has("reportUuid") {
            records.add_report(app, owner).await;
        }
        if path.starts_with("/FirmInsuredMedical/{") {
            records.add_medical(owner, path).await;
        } else if has("documentUuid") {
            records.add_document(owner).await;
        }
        if is_book || is_summary || has("templateUuid") {
            records.add_template(app, owner, is_summary).await;
        }
        if path.ends_with("/retry") {
            records.add_failed_version(app, owner, is_summary).await;
        } else if has("documentId") {
            records.add_stored_book(app, owner, is_summary).await;
        }
        if has("storageGuid") {
            records.add_upload(owner).await;
        }
        if has("editUuid") {
            records.add_bulk_edit(app, owner, path).await;
        }
        if has("imageUuid") {
            records.add_text_image(app, owner).await;
        }
        if has("globalTemplateUuid") {
            records.add_global_template(app, owner).await;
        }
        if has("mergeUuid") {
            records.add_merge(app, owner, path).await;
        }
        if has("pairUuid") {
            records.add_pair(app, owner).await;
        }
        if has("partnerUuid") {
            records.add_partner(app, owner).await;
        }
        if has("notificationId") {
            records.add_notification(app, owner).await;
        }
        if has("userKey") || has("reportUuid") {
            let user = app.user(FirmUserType::ViewOnly, owner.firm).await;
            records.set(&["userKey"], &user.user_key);
        }
        if has("workUuid") {
            records.set(&["userKey"], &owner.admin.user_key);
        }
        records.set(&["adminUserKey"], &owner.admin_user_key);
        if path.ends_with("/restore") {
            records.delete_last(app, path).await;
        }
        records
    }

    /// Returns whether the path addresses records that belong to one user and are not shared with all colleagues.
    pub fn belong_to_users(path: &str) -> bool {
        let names = [
            "cohortUuid",
            "reportUuid",
            "storageGuid",
            "editUuid",
            "mergeUuid",
            "pairUuid",
            "notificationId",
            "adminUserKey",
        ];
        names.iter().any(|name| parameters(path).contains(name))
    }

    /// Returns the value of a path parameter. Panics for one without a value, so that new ones are added here.
    pub fn value(&self, parameter: &str) -> String {
        match parameter {
            "sendDate" => "2026-11-21".to_owned(),
            "uploadType" | "typeId" | "groupBy" | "ownerType" => "1".to_owned(),
            "deliverableType" => "3".to_owned(),
            "textKind" => "1".to_owned(),
            "flag" => "true".to_owned(),
            "workKind" => "premiumsDue".to_owned(),
            "grouping" => "carriers".to_owned(),
            "logo" => "app".to_owned(),
            "part" => self.part.to_owned(),
            "list" => "agents".to_owned(),
            "favoriteKind" => self.kind.noun().to_owned(),
            other => match self.values.get(other) {
                Some(value) => value.clone(),
                None => panic!("{other} has no value"),
            },
        }
    }

    /// Returns the value of a required query parameter.
    pub fn query_value(&self, parameter: &str) -> String {
        match parameter {
            "version" => "1".to_owned(),
            "contactUuids" => self.value("uuid"),
            "templateType" => "1".to_owned(),
            "reason" => "Request".to_owned(),
            "name" => "Due".to_owned(),
            other => panic!("{other} has no value"),
        }
    }

    /// Returns an id that no record has, or `None` if the parameter is not an id.
    pub fn unknown(&self, parameter: &str) -> Option<String> {
        let own = self.values.get(parameter)?;
        Some(match (own.parse::<i64>(), own.parse::<Uuid>()) {
            (Ok(_), _) => "999999".to_owned(),
            (_, Ok(_)) if parameter == "userKey" => Uuid::now_v7().simple().to_string(),
            (_, Ok(_)) => Uuid::now_v7().to_string(),
            _ => "staff-unknown".to_owned(),
        })
    }

    /// Returns the ids that bodies may contain, with their names.
    pub fn ids(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let values = self.values.iter().map(|(name, value)| (*name, value));
        values.filter(|(_, value)| value.parse::<Uuid>().is_ok())
    }

    pub fn kind(&self) -> ContactKind {
        self.kind
    }

    /// Returns the suggested mapping of the upload.
    pub fn mapping(&self) -> &Value {
        &self.mapping
    }

    fn set(&mut self, names: &[&'static str], value: &dyn ToString) {
        for name in names {
            self.values.insert(name, value.to_string());
        }
    }

    fn id(&self, name: &str) -> &str {
        &self.values[name]
    }
}
