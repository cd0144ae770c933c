//! Success and failure messages that the portal shows as toasts.

use serde::{Deserialize, Serialize};

/// A toast.
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

impl Message {
    /// Returns an error toast.
    pub(crate) fn failure(title: &str, message: &str) -> Self {
        Self {
            kind: MessageKind::Error,
            title: title.into(),
            message: message.into(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum MessageKind {
    Error,
    Success,
}

/// Source of the message below the title of an error toast.
enum Text {
    Fixed(&'static str),
    /// The message from the error response.
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
    /// An action that can fail. Messages for loading and exporting a list are in its
    /// [`ListSpec`](crate::list::ListSpec).
    Action -> Text {
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
        UpdateBestInterest = "Update Failed.", Fixed("An error occurred while updating best interest standards.");
        AddReport = "Add Report Failed", Fixed("");
        UpdateReport = "Update Report Failed", Fixed("");
        DeleteReport = "Delete Failed.", Fixed("");
        ManageReportAccess = "Access Management Failed.", Fixed("");
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
        MergeAgents = "Merge Failed.", Fixed("An error occurred while merging the agents.");
        MergeOwners = "Merge Failed.", Fixed("An error occurred while merging the owners.");
        UnmergeAgents = "Merge Failed.", Fixed("An error occurred while decoupling the agents.");
        UnmergeOwners = "Merge Failed.", Fixed("An error occurred while decoupling the owners.");
        DownloadDocument = "", Fixed("An error occurred when downloading the document.");
        DownloadReport = "", Fixed("An error occurred when downloading the report.");
        GenerateBookOfBusiness = "", Fixed("An error occurred when generating Book of Business.");
        DownloadBookOfBusiness = "", Fixed("An error occurred when downloading Book of Business.");
        DeleteBookOfBusiness = "Delete Failed", Fixed("Unable to Delete Book of Business.");
        DeleteReportSummary = "Delete Failed", Fixed("Unable to Delete Report Summary.");
        GenerateSummary = "Summary Generation failed", Fixed("Unable to generate summary.");
        UpdateCoverPage = "Update Failed", Fixed("Unable to Update Cover Page.");
        UpdateDisclosure = "Update Failed", Fixed("Unable to Update Disclosure.");
        UpdateRecommendation = "Update Failed", Fixed("Unable to Update Recommendation.");
        RevertCoverPage = "Revert Failed", Fixed("Unable to Revert Cover Page.");
        RevertDisclosure = "Revert Failed", Fixed("Unable to Revert Disclosure.");
        RevertRecommendation = "Revert Failed", Fixed("Unable to Revert Recommendation.");
        RequestMedical = "Request Failed.", Fixed("");
        UpdateLetter = "Update Failed", Fixed("Unable to Update Letter.");
        RevertLetter = "Revert Failed", Fixed("Unable to Revert Letter.");
    }
}

texts! {
    /// A completed action.
    Success -> &'static str {
        ReportShared = "Report Shared!", "";
        SummaryGenerating = "Summary Generating", "You will be notified when the summary is ready!";
        BookGenerating = "Book of Business Generating", "You will be notified when the book of business is ready!";
        AgentAttached = "Agent added to policy", "";
        OwnerAttached = "Owner added to policy", "";
        InsuredAttached = "Insured added to policy", "";
    }
}

/// Shown for every response with status 500 or above, regardless of its body.
pub const UNKNOWN_ERROR: &str = "Unknown error";

/// Returns the toast for a failed action. `server_message` is the message from the error response. Only
/// failed updates show it.
pub fn failure(action: Action, server_message: Option<&str>) -> Message {
    let (title, text) = action.texts();
    let message = match text {
        Fixed(message) => message,
        Server => server_message
            .filter(|message| !message.is_empty())
            .unwrap_or(UNKNOWN_ERROR),
    };
    Message::failure(title, message)
}

/// Returns the toast for a failed change of agent integration. Names up to five of the affected policies.
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

/// Returns the toast for a completed action.
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
    fn failures_match_the_specified_texts() {
        for (action, title, message) in [
            (
                Action::UpdateBestInterest,
                "Update Failed.",
                "An error occurred while updating best interest standards.",
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
                Action::PageUpload,
                "Paging Failed.",
                "An error occurred while processing your upload.",
            ),
        ] {
            assert_eq!(failed(action), (title.into(), message.into()));
        }
    }

    #[test]
    fn only_record_updates_show_the_server_message() {
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
    fn every_toast_has_text() {
        for action in Action::ALL {
            let (title, message) = failed(*action);
            assert!(!title.is_empty() || !message.is_empty(), "{action:?}");
        }
        for done in Success::ALL {
            assert!(!success(*done).title.is_empty(), "{done:?}");
        }
    }

    #[test]
    fn serializes_in_camel_case() {
        assert_eq!(serde_json::to_value(Action::AddAgent).unwrap(), "addAgent");
        assert_eq!(
            serde_json::to_value(failure(Action::AddAgent, None)).unwrap()["kind"],
            "error"
        );
    }

    #[test]
    fn integration_failure_names_policies() {
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
