//! Actions and record kinds of the audit log.

use crate::list::ListName;
use crate::vocabulary::coded;

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
        UndoImport = "undoImport", "Undid an import";
        Merge = "merge", "Merged";
        Unmerge = "unmerge", "Undid a merge";
        NotDuplicate = "notDuplicate", "Marked as not a duplicate";
        ReopenPair = "reopenPair", "Returned to duplicate review";
        LookInto = "lookInto", "Opened the firm";
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
                | Self::ChangeMedical
                | Self::SendMedical
                | Self::AssignMedical
                | Self::UnassignMedical
        )
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
