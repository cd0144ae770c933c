//! Response types of forms.

use super::{BestInterestForm, ContractValues, Signature};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The forms of an owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestInterestFile {
    pub owner: FormOwner,
    /// Age of an individual whose date of birth is known, for a new form
    pub age: Option<i16>,
    /// The user's name, for a new form
    pub producer: String,
    /// Contracts of the owner that the viewer can open
    pub contracts: Vec<ContractValues>,
    /// Newest first
    pub versions: Vec<BestInterestVersion>,
}

/// The owner as the form names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FormOwner {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub name: String,
    /// `OwnerType` number
    pub owner_type: u8,
    /// USPS code
    pub state: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub birth_date: Option<Date>,
}

/// What is stored of a form, and what its hash covers once it is signed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestInterestContent {
    pub owner: FormOwner,
    pub form: BestInterestForm,
    /// The recommended annuity with its values when the form was saved
    pub recommended: Option<ContractValues>,
    /// The replaced contract with its values when the form was saved
    pub replaced: Option<ContractValues>,
    pub signature: Option<Signature>,
}

/// A version of an owner's form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestInterestVersion {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// Number among the versions of the owner, starting at 1
    pub number: i32,
    /// Version of the record, for later changes
    pub version: i32,
    /// `BestInterestStatus` code
    pub state: String,
    pub content: BestInterestContent,
    /// SHA-256 of the content of a signed form as lower-case hex digits
    pub hash: Option<String>,
    /// Whether the stored content still has this hash
    pub is_unchanged: bool,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub review_due_date: Option<Date>,
    /// First day on which the signed form need not be kept any more
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub retain_until: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub updated_at: Timestamp,
    /// Name of the user who changed or signed the form last
    pub updated_by: Option<String>,
}

impl BestInterestContent {
    /// Returns the number and carrier of a contract of the form by uuid.
    pub fn contract_name(&self, uuid: &str) -> Option<String> {
        [&self.recommended, &self.replaced]
            .into_iter()
            .flatten()
            .find(|contract| contract.uuid.to_string() == uuid)
            .map(|contract| format!("{} {}", contract.carrier, contract.number))
    }
}
