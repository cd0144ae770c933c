//! Response types of Crummey letters.

use crate::contract::gift::PremiumGift;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The gifts to a trust with their letters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrustLetters {
    /// Gifts of policies that the viewer can open, latest first
    pub gifts: Vec<GiftLetters>,
    /// Whether Firmbook can send email
    pub can_email: bool,
}

/// A gift with its letters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GiftLetters {
    pub gift: PremiumGift,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub policy_uuid: Uuid,
    pub policy_number: String,
    /// Beneficiaries with a withdrawal right who have no letter for this gift
    pub recipients: Vec<LetterRecipient>,
    /// Why no letters can be created. Empty if they can
    pub blocked_because: String,
    pub letters: Vec<CrummeyLetter>,
}

/// A beneficiary who can get a letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LetterRecipient {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub person_uuid: Uuid,
    pub beneficiary: String,
    /// The addressee: the beneficiary, or the guardian of a minor
    pub addressee: String,
    /// Proposed amount that the beneficiary may withdraw
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub amount: Decimal,
}

/// A Crummey letter in responses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CrummeyLetter {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub version: i32,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub person_uuid: Uuid,
    pub beneficiary: String,
    /// The addressee: the beneficiary, or the guardian of a minor
    pub addressee: String,
    /// The amount that the beneficiary may withdraw
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub amount: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub letter_date: Date,
    /// Whether the gift was changed after the letter was created
    pub is_outdated: bool,
    /// `LetterState` code
    pub state: String,
    pub state_label: String,
    /// `DeliveryMethod` code. Null unless the letter is being delivered or was delivered
    pub method: Option<String>,
    /// Email address of the beneficiary. Once the letter is emailed, the address that was used
    pub email: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub delivered_on: Option<Date>,
    /// When the mail server accepted the email
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub emailed_at: Option<jiff::Timestamp>,
    /// Why the email could not be sent
    pub failure: Option<String>,
    /// The letter as PDF
    pub document: LetterDocument,
    /// A document that proves the delivery, such as a signed acknowledgment
    pub proof: Option<LetterDocument>,
}

/// A stored document of a letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LetterDocument {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub document_id: Uuid,
    pub name: String,
}
