//! Response types of medical requests.

use super::{Authorization, AuthorizationGap, Provider};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The medical requests of an insured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MedicalRecord {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub insured_uuid: Uuid,
    /// Latest first
    pub requests: Vec<MedicalRequest>,
    /// Signed authorizations of the insured, latest first
    pub authorizations: Vec<MedicalDocument>,
}

/// A request for records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MedicalRequest {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub version: i32,
    /// `MedicalRequestState` code
    pub state: String,
    /// State with what the latest letter waits for, such as `To mail`
    pub state_label: String,
    /// `MedicalRequestType` code
    pub request_type: String,
    pub request_type_label: String,
    pub provider: Provider,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub date_from: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub date_to: Date,
    pub purpose: String,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub deliver_by: Option<Date>,
    pub notes: Option<String>,
    pub authorization: Option<Authorization>,
    /// What keeps the request from being sent today. Empty for closed requests
    pub gaps: Vec<AuthorizationGap>,
    /// When the first letter left
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub sent_on: Option<Date>,
    /// When the next step is due. A letter that has not left is due on its date
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub due_on: Option<Date>,
    /// `DueWork` code of the work that is due today
    pub due_work: Option<String>,
    /// Label of the letter that can be created next. Null if there is none
    pub next_letter: Option<String>,
    /// Whether records can be received
    pub can_receive: bool,
    pub can_refuse: bool,
    pub can_cancel: bool,
    /// Why the request was closed
    pub closed_because: Option<String>,
    /// First letter first
    pub letters: Vec<MedicalLetter>,
    /// Received records, latest first
    pub records: Vec<MedicalDocument>,
    /// Name of the user who created the request
    pub created_by: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: jiff::Timestamp,
}

/// A letter to a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MedicalLetter {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub version: i32,
    pub step_label: String,
    /// `LetterMethod` code
    pub method: String,
    pub method_label: String,
    /// `LetterState` code
    pub state: String,
    pub state_label: String,
    /// Date on the letter
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub letter_date: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub sent_on: Option<Date>,
    /// Name of the user who mailed or faxed it
    pub sent_by: Option<String>,
    /// Why it was not delivered
    pub failure: Option<String>,
    pub document: MedicalDocument,
}

/// Metadata of a medical document, without its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MedicalDocument {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub document_id: Uuid,
    pub name: String,
    pub size_bytes: i64,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub stored_at: jiff::Timestamp,
    /// Name of the user who stored it
    pub stored_by: Option<String>,
}
