//! Actions and record kinds of the audit log, and the words for its details.

mod detail;
mod field;
#[cfg(test)]
mod tests;

pub use detail::{DETAILS, DetailKind};

use crate::list::ListName;
use crate::upload::upload_type::UploadType;
use crate::vocabulary::coded;
use serde_json::{Value, json};

coded! {
    /// An audited action.
    AuditAction {
        Add = "add", "Added";
        Change = "change", "Changed";
        Delete = "delete", "Deleted";
        Restore = "restore", "Restored";
        Attach = "attach", "Attached to a contract";
        Detach = "detach", "Removed from a contract";
        Integration = "integration", "Changed agent integration";
        Guidelines = "guidelines", "Set guidelines";
        Upload = "upload", "Uploaded a document";
        Download = "download", "Opened a document";
        Virus = "virus", "Uploaded an infected file";
        Discard = "discard", "Deleted a document";
        Recover = "recover", "Restored a document";
        Generate = "generate", "Generated a document";
        EmailLetter = "emailLetter", "Emailed a letter";
        CreateForm = "createForm", "Created a form";
        ChangeForm = "changeForm", "Changed a form";
        SignForm = "signForm", "Signed a form";
        DeleteForm = "deleteForm", "Deleted a form";
        DownloadForm = "downloadForm", "Opened a form";
        RecordDelivery = "recordDelivery", "Recorded a delivery";
        RemoveDelivery = "removeDelivery", "Removed a delivery";
        EditText = "editText", "Edited a document text";
        RevertText = "revertText", "Reverted a document text";
        Reveal = "reveal", "Viewed a tax ID";
        ViewMedical = "viewMedical", "Viewed medical requests";
        DownloadMedical = "downloadMedical", "Opened a medical document";
        UploadMedical = "uploadMedical", "Stored a medical document";
        AddMedical = "addMedical", "Added a medical request";
        ChangeMedical = "changeMedical", "Changed a medical request";
        SendMedical = "sendMedical", "Created a letter for a medical request";
        Export = "export", "Exported";
        Share = "share", "Shared";
        LinkCalendar = "linkCalendar", "Created a calendar link";
        UnlinkCalendar = "unlinkCalendar", "Deleted a calendar link";
        CreateKey = "createKey", "Created a key";
        RevokeKey = "revokeKey", "Revoked a key";
        OpenWidget = "openWidget", "Opened a widget";
        AddWebhook = "addWebhook", "Added a webhook";
        ChangeWebhook = "changeWebhook", "Changed a webhook";
        DeleteWebhook = "deleteWebhook", "Deleted a webhook";
        ReplaceWebhookSecret = "replaceWebhookSecret", "Replaced the secret of a webhook";
        TestWebhook = "testWebhook", "Sent a test event";
        ReplayWebhook = "replayWebhook", "Sent a webhook event again";
        Grant = "grant", "Changed what a share opens";
        Enlist = "enlist", "Added to a cohort";
        Dismiss = "dismiss", "Removed from a cohort";
        AddSchedule = "addSchedule", "Added a schedule";
        ChangeSchedule = "changeSchedule", "Changed a schedule";
        DeleteSchedule = "deleteSchedule", "Deleted a schedule";
        RestoreSchedule = "restoreSchedule", "Restored a schedule";
        Send = "send", "Sent to a cohort";
        AskSupport = "askSupport", "Asked support a question";
        Load = "load", "Loaded a book of business";
        AssignWork = "assignWork", "Assigned a task";
        UnassignWork = "unassignWork", "Removed the assignment of a task";
        AssignMedical = "assignMedical", "Assigned a medical request";
        UnassignMedical = "unassignMedical", "Removed the assignment of a medical request";
        Import = "import", "Imported contacts";
        ImportPolicies = "importPolicies", "Imported policies";
        ImportAnnuities = "importAnnuities", "Imported annuities";
        UndoImport = "undoImport", "Undid an import";
        Merge = "merge", "Merged";
        Unmerge = "unmerge", "Undid a merge";
        NotDuplicate = "notDuplicate", "Marked as not a duplicate";
        ReopenPair = "reopenPair", "Returned to duplicate review";
        LookInto = "lookInto", "Opened firm";
        Impersonate = "impersonate", "Started impersonation";
        ImpersonateEnd = "impersonateEnd", "Ended impersonation";
        Denied = "denied", "Access denied";
    }
}

impl AuditAction {
    /// Returns whether the action concerns an insured's medical data. The insured's activity feed shows these
    /// entries only to users who can view medical data.
    pub const fn is_medical(self) -> bool {
        matches!(
            self,
            Self::ViewMedical
                | Self::DownloadMedical
                | Self::UploadMedical
                | Self::AddMedical
                | Self::ChangeMedical
                | Self::SendMedical
                | Self::AssignMedical
                | Self::UnassignMedical
        )
    }

    /// Returns the action for an import of these records.
    pub const fn of_import(records: UploadType) -> Self {
        match records {
            UploadType::Agents | UploadType::Owners | UploadType::Insureds => Self::Import,
            UploadType::Policies => Self::ImportPolicies,
            UploadType::Annuities => Self::ImportAnnuities,
        }
    }

    /// Returns whether the action concerns a document attached to a record.
    pub const fn is_about_documents(self) -> bool {
        matches!(
            self,
            Self::Upload | Self::Download | Self::Discard | Self::Recover | Self::Generate
        )
    }
}

coded! {
    /// The kind of record that an audited action applies to. Exports of a list use the list's name instead.
    AuditRecord {
        Agent = "agent", "Agent";
        Owner = "owner", "Owner";
        Insured = "insured", "Insured";
        Policy = "policy", "Policy";
        Annuity = "annuity", "Annuity";
        Report = "report", "Report";
        Cohort = "cohort", "Cohort";
        Template = "template", "Document template";
        Image = "image", "Image";
        Upload = "upload", "Upload";
        User = "user", "User";
        Firm = "firm", "Firm";
        Branding = "branding", "Branding";
        Partner = "partner", "Partner";
        Call = "call", "Call";
    }
}

/// Returns the codes and labels of everything that an audited action can apply to, in menu order: records
/// first, then lists.
pub fn subjects() -> impl Iterator<Item = (&'static str, &'static str)> {
    let records = AuditRecord::ALL
        .iter()
        .map(|record| (record.code(), record.label()));
    let lists = ListName::ALL.map(|list| (list.as_str(), list.spec().audit_label));
    records.chain(lists)
}

/// Returns whether the details of audit entries may have this key. It needs a line in [`DETAILS`].
pub fn has_detail(key: &str) -> bool {
    DETAILS.iter().any(|(known, ..)| *known == key)
}

/// Returns the words that the audit log shows in place of codes, as one JSON object. The server builds the texts of the
/// log from it in SQL, so that filters and searches match what the screen shows.
///
/// - `actions`, `records`: labels by code
/// - `imports`: actions by number of the upload type, for entries that do not tell what was imported
/// - `details`: place, label and kind by key
/// - `choices`: labels of codes, by key of the detail
/// - `statuses`, `roles`: labels of statuses and roles on contracts
/// - `fields`, `values`, `formats`: labels of changed fields, labels of their codes, and formats of their amounts
/// - `columns`: labels of list columns
pub fn vocabulary() -> Value {
    let places = DETAILS.iter().zip(1..);
    let details = places.map(|((key, label, kind), place)| {
        (
            (*key).to_owned(),
            json!({ "place": place, "label": label, "kind": kind }),
        )
    });
    let imports = UploadType::ALL.map(|records| {
        let action = AuditAction::of_import(records);
        ((records as u8).to_string(), action.code())
    });
    let actions = AuditAction::ALL
        .iter()
        .map(|action| (action.code().to_owned(), action.label()));
    json!({
        "actions": detail::labels(actions),
        "records": detail::labels(subjects().map(|(code, label)| (code.to_owned(), label))),
        "imports": detail::labels(imports),
        "details": Value::Object(details.collect()),
        "choices": detail::choices(),
        "statuses": detail::statuses(),
        "roles": detail::roles(),
        "fields": field::field_labels(),
        "values": field::field_choices(),
        "formats": field::field_formats(),
        "columns": field::column_labels(),
    })
}
