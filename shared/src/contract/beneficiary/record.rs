//! Response type of a beneficiary.

use crate::contact::ContactKind;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A beneficiary of a contract.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Beneficiary {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// `BeneficiaryClass` code.
    pub class: String,
    pub name: String,
    /// `Relationship` code.
    pub relationship: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub birth_date: Option<Date>,
    /// Share within the class in percent, such as `33.3333`.
    pub share_percent: Option<String>,
    /// The owner cannot replace the beneficiary without their consent.
    pub is_irrevocable: bool,
    /// The share of a deceased beneficiary goes to their descendants.
    pub is_per_stirpes: bool,
    /// The same person or organization as a contact of the firm.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub contact_uuid: Option<Uuid>,
    /// Type of that contact. Null if the viewer cannot open it.
    pub contact_type: Option<ContactKind>,
    pub version: i32,
}

impl Beneficiary {
    pub fn share(&self) -> Option<Decimal> {
        self.share_percent.as_deref()?.parse().ok()
    }
}
