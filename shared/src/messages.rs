//! What the portal says when an action failed or succeeded: one table of texts.

use serde::{Deserialize, Serialize};

/// A notification as a toast shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Message {
    pub kind: MessageKind,
    /// May be empty.
    pub title: String,
    /// May be empty.
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum MessageKind {
    Error,
    Success,
}

/// Where the message under a failure's title comes from.
enum Text {
    Fixed(&'static str),
    /// The server's sentence.
    Server,
}
use Text::{Fixed, Server};

macro_rules! texts {
    ($(#[$meta:meta])* $name:ident -> $text:ty { $($variant:ident = $title:literal, $message:expr;)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        pub enum $name {
            $($variant),+
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            const fn texts(self) -> (&'static str, $text) {
                match self { $(Self::$variant => ($title, $message)),+ }
            }
        }
    };
}

texts! {
    /// What a user tried to do.
    Action -> Text {
        LoadAgents = "Failure", Fixed("Could not load agents!");
        LoadAgentTotals = "Failure", Fixed("Could not load agent totals!");
        LoadOwners = "Failure", Fixed("Could not load owners!");
        LoadOwnerTotals = "Failure", Fixed("Could not load owner totals!");
        LoadInsureds = "Failure", Fixed("Could not load insureds!");
        LoadInsuredTotals = "Failure", Fixed("Could not load insureds totals!");
        LoadPolicies = "Failure", Fixed("Could not load policies!");
        LoadAnnuities = "Failure", Fixed("Could not load annuities!");
        LoadAuditLog = "Failure", Fixed("Could not load the audit log!");
        LoadCohorts = "Failure", Fixed("Could not load cohorts!");
        AddAgent = "Add Failed.", Fixed("An error occurred while adding the agent.");
        AddOwner = "Add Failed.", Fixed("An error occurred while adding the owner.");
        AddInsured = "Add Failed.", Fixed("An error occurred while adding the insured.");
        AttachAgent = "Add Failed.", Fixed("An error occurred while adding the agent to policy.");
        AttachOwner = "Add Failed.", Fixed("An error occurred while adding the owner to policy.");
        AttachInsured = "Add Failed.", Fixed("An error occurred while adding the insured to policy.");
        UpdateAgent = "Update Failed.", Server;
        UpdateOwner = "Update Failed.", Server;
        UpdateInsured = "Update Failed.", Server;
        DeleteAgent = "Delete Failed.", Fixed("");
        DeleteOwner = "Delete Failed.", Fixed("");
        DeleteInsured = "Delete Failed.", Fixed("");
        AddPolicy = "Add Failed.", Fixed("An error occurred while adding the policy.");
        AddAnnuity = "Add Failed.", Fixed("An error occurred while adding the annuity.");
        UpdatePolicy = "Update Failed.", Server;
        UpdateAnnuity = "Update Failed.", Server;
        DeletePolicy = "Delete Failed.", Fixed("");
        DeleteAnnuity = "Delete Failed.", Fixed("");
        ToggleAgentIntegration = "Update Failed.", Fixed("An error occurred while changing agent integration.");
        AddReport = "Add Report Failed", Fixed("");
        UpdateReport = "Update Report Failed", Fixed("");
        DeleteReport = "Delete Failed.", Fixed("");
        ManageReportAccess = "Access Management Failed.", Fixed("");
        UpdateBestInterest = "Update Failed.", Fixed("An error occurred while updating best interest standards.");
        MergeAgents = "Merge Failed.", Fixed("An error occurred while merging the agents.");
        MergeOwners = "Merge Failed.", Fixed("An error occurred while merging the owners.");
        UnmergeAgents = "Merge Failed.", Fixed("An error occurred while decoupling the agents.");
        UnmergeOwners = "Merge Failed.", Fixed("An error occurred while decoupling the owners.");
        DeleteBookOfBusiness = "Delete Failed", Fixed("Unable to Delete Book of Business.");
        DeleteReportSummary = "Delete Failed", Fixed("Unable to Delete Report Summary.");
        UpdateDisclosure = "Update Failed", Fixed("Unable to Update Disclosure.");
        UpdateRecommendation = "Update Failed", Fixed("Unable to Update Recommendation.");
        UpdateCoverPage = "Update Failed", Fixed("Unable to Update Cover Page.");
        RevertDisclosure = "Revert Failed", Fixed("Unable to Revert Disclosure.");
        RevertRecommendation = "Revert Failed", Fixed("Unable to Revert Recommendation.");
        RevertCoverPage = "Revert Failed", Fixed("Unable to Revert Cover Page.");
        GenerateSummary = "Summary Generation failed", Fixed("Unable to generate summary.");
        SaveMapping = "Mapping Save Failed.", Fixed("An error occurred while processing your upload.");
        PageUpload = "Paging Failed.", Fixed("An error occurred while processing your upload.");
        Upload = "Upload Failed.", Fixed("An error occurred while processing your upload.");
        AddCohort = "Add Failed.", Fixed("An error occurred while adding the cohort.");
        UpdateCohort = "Update Failed.", Fixed("An error occurred while updating the cohort.");
        DeleteCohort = "Delete Failed.", Fixed("An error occurred while deleting the cohort.");
        AddCohortContacts = "Add Failed.", Fixed("An error occurred while adding contacts to the cohort.");
        RemoveCohortContacts = "Delete Failed.", Fixed("An error occurred while removing contacts from the cohort.");
        UpdateSchedule = "Update Failed.", Fixed("An error occurred while updating the schedule.");
        DeleteSchedule = "Delete Failed.", Fixed("An error occurred while deleting the schedule.");
        RequestMedical = "Request Failed.", Fixed("");
        ExportAgents = "", Fixed("An error occurred when trying to export Agents.");
        ExportOwners = "", Fixed("An error occurred when trying to export Owners.");
        ExportInsureds = "", Fixed("An error occurred when trying to export Insureds.");
        ExportPolicies = "", Fixed("An error occurred when trying to export Policies.");
        ExportAnnuities = "", Fixed("An error occurred when trying to export Annuities.");
        ExportAuditLog = "", Fixed("An error occurred when trying to export the audit log.");
        ExportCohorts = "", Fixed("An error occurred when trying to export cohorts.");
        GenerateBookOfBusiness = "", Fixed("An error occurred when generating Book of Business.");
        DownloadDocument = "", Fixed("An error occurred when downloading the document.");
        DownloadBookOfBusiness = "", Fixed("An error occurred when downloading Book of Business.");
        DownloadReport = "", Fixed("An error occurred when downloading the report.");
    }
}

texts! {
    /// What a user did.
    Success -> &'static str {
        ReportShared = "Report Shared!", "";
        SummaryGenerating = "Summary Generating", "You will be notified when the summary is ready!";
        AgentDeleted = "Agent Deleted", "";
        OwnerDeleted = "Owner Deleted", "";
        InsuredDeleted = "Insured Deleted", "";
        AgentAttached = "Agent Added to Policy", "";
        OwnerAttached = "Owner Added to Policy", "";
        InsuredAttached = "Insured Added to Policy", "";
    }
}

/// What an answer of status 500 or above is reported as, whatever its body says.
pub const UNKNOWN_ERROR: &str = "Unknown error";

/// What to show when an action failed. `server_message` is the sentence of the error body, none when there was
/// no usable answer; only updates show it.
pub fn failure(action: Action, server_message: Option<&str>) -> Message {
    let (title, text) = action.texts();
    let message = match text {
        Fixed(message) => message,
        Server => server_message
            .filter(|message| !message.is_empty())
            .unwrap_or(UNKNOWN_ERROR),
    };
    Message {
        kind: MessageKind::Error,
        title: title.into(),
        message: message.into(),
    }
}

/// What to show when agent integration could not be changed for these policies.
pub fn agent_integration_failure(policy_numbers: &[String]) -> Message {
    const NAMED: usize = 5;
    let mut failure = failure(Action::ToggleAgentIntegration, None);
    let named = policy_numbers
        .iter()
        .take(NAMED)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    match policy_numbers.len() {
        0 => {}
        1 => failure.message = format!("Agent integration could not be changed for policy {named}."),
        count if count <= NAMED => {
            failure.message = format!("Agent integration could not be changed for policies {named}.");
        }
        count => {
            let more = count - NAMED;
            failure.message =
                format!("Agent integration could not be changed for policies {named} and {more} more.");
        }
    }
    failure
}

/// What to show when something was done.
pub fn success(done: Success) -> Message {
    let (title, message) = done.texts();
    Message {
        kind: MessageKind::Success,
        title: title.into(),
        message: message.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(action: Action) -> (String, String) {
        let Message { title, message, .. } = failure(action, Some("The NPN is taken."));
        (title, message)
    }

    #[test]
    fn failures_have_the_texts_of_the_catalogue() {
        for (action, title, message) in [
            (Action::LoadAgents, "Failure", "Could not load agents!"),
            (
                Action::LoadInsuredTotals,
                "Failure",
                "Could not load insureds totals!",
            ),
            (
                Action::AddInsured,
                "Add Failed.",
                "An error occurred while adding the insured.",
            ),
            (
                Action::AttachOwner,
                "Add Failed.",
                "An error occurred while adding the owner to policy.",
            ),
            (Action::DeleteAgent, "Delete Failed.", ""),
            (
                Action::UnmergeOwners,
                "Merge Failed.",
                "An error occurred while decoupling the owners.",
            ),
            (
                Action::DeleteBookOfBusiness,
                "Delete Failed",
                "Unable to Delete Book of Business.",
            ),
            (
                Action::RevertCoverPage,
                "Revert Failed",
                "Unable to Revert Cover Page.",
            ),
            (
                Action::PageUpload,
                "Paging Failed.",
                "An error occurred while processing your upload.",
            ),
            (
                Action::ExportOwners,
                "",
                "An error occurred when trying to export Owners.",
            ),
        ] {
            assert_eq!(failed(action), (title.into(), message.into()));
        }
    }

    #[test]
    fn only_updates_of_records_repeat_the_server() {
        let repeating: Vec<_> = Action::ALL
            .iter()
            .filter(|action| failed(**action).1 == "The NPN is taken.")
            .collect();
        assert_eq!(
            repeating,
            [
                &Action::UpdateAgent,
                &Action::UpdateOwner,
                &Action::UpdateInsured,
                &Action::UpdatePolicy,
                &Action::UpdateAnnuity
            ]
        );
        assert_eq!(failure(Action::UpdateAgent, None).message, "Unknown error");
        assert_eq!(failure(Action::UpdateAgent, Some("")).message, "Unknown error");
    }

    #[test]
    fn every_message_says_something() {
        for action in Action::ALL {
            let (title, message) = failed(*action);
            assert!(!title.is_empty() || !message.is_empty(), "{action:?}");
        }
        for done in Success::ALL {
            assert!(!success(*done).title.is_empty(), "{done:?}");
        }
    }

    #[test]
    fn actions_travel_in_camel_case() {
        assert_eq!(
            serde_json::to_value(Action::LoadAgentTotals).unwrap(),
            "loadAgentTotals"
        );
        assert_eq!(
            serde_json::to_value(failure(Action::LoadAgents, None)).unwrap()["kind"],
            "error"
        );
    }

    #[test]
    fn a_failed_toggle_names_the_policies() {
        let numbers = |count: usize| (1..=count).map(|n| format!("P{n}")).collect::<Vec<_>>();
        for (count, message) in [
            (0, "An error occurred while changing agent integration."),
            (1, "Agent integration could not be changed for policy P1."),
            (2, "Agent integration could not be changed for policies P1, P2."),
            (
                7,
                "Agent integration could not be changed for policies P1, P2, P3, P4, P5 and 2 more.",
            ),
        ] {
            assert_eq!(agent_integration_failure(&numbers(count)).message, message);
        }
    }
}
