//! The list of open medical requests.

use crate::vocabulary::coded;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

coded! {
    /// What an open request needs next, as a filter of the list.
    RequestNeed {
        /// Letters to send and follow-ups that are due.
        Due = "Due", "Due now";
        /// A draft without a signed authorization. It cannot be sent.
        Authorization = "Authorization", "Authorization missing";
        Draft = "Draft", "Drafts";
        Letter = "Letter", "Letters to send";
        /// Follow-ups that are due.
        FollowUp = "FollowUp", "Follow-ups due";
        Provider = "Provider", "Waiting for the provider";
    }
}

/// A request that is a draft or waits for its provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenRequest {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub insured_uuid: Uuid,
    pub insured_name: String,
    /// `MedicalRequestState` code
    pub state: String,
    /// State with what the latest letter waits for, such as `To mail`
    pub state_label: String,
    /// Whether an authorization was added
    pub has_authorization: bool,
    /// Label of the work that is due today. Null if there is none
    pub work_label: Option<String>,
    /// When the next step is due. Null for drafts
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub day: Option<Date>,
    /// Medical data. Null unless the list was requested with a reason
    pub provider: Option<String>,
    /// Medical data. Null unless the list was requested with a reason
    pub request_type_label: Option<String>,
}

/// A page of open requests. Those with the earliest next step come first, drafts last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenRequestPage {
    pub items: Vec<OpenRequest>,
    /// Number of matching requests on all pages
    pub total: i64,
}
