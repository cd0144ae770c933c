//! Response types of trusts and their people.

use super::letters::letters;
use super::warnings::warnings;
use super::{TrustRole, TrustType};
use crate::contact::ContactKind;
use crate::fault::Fault;
use crate::share_percent;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A trust, as shown on its page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrustRecord {
    /// Uuid of the contact
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub name: String,
    /// 0 if no details were saved
    pub version: i32,
    /// `TrustType` code
    pub trust_type: Option<String>,
    /// The state whose law governs the trust
    pub governing_state: Option<String>,
    pub notes: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub trust_date: Option<Date>,
    /// Masked
    pub tax_id: Option<String>,
    /// Lines of the address
    pub address: Vec<String>,
    /// Grantors, trustees and beneficiaries, by role and name
    pub people: Vec<TrustPerson>,
    /// Policies that the trust owns and the viewer can open
    pub policies: Vec<TrustPolicy>,
    /// Date of the earliest gift that is not received
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub next_gift_date: Option<Date>,
    /// Earliest date of letters that are not sent
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub next_letter_date: Option<Date>,
    /// Whether Crummey letters are possible
    pub can_send_letters: bool,
    /// Why letters are impossible. Empty if they are possible
    pub no_letters_because: String,
    pub warnings: Vec<String>,
}

impl TrustRecord {
    /// Checks a share against the shares of all people except `own`.
    ///
    /// # Errors
    /// Returns `shares_exceed_100` if the sum is more than 100.
    pub fn check_share(&self, own: Option<Uuid>, share: Option<Decimal>) -> Result<(), Fault> {
        let Some(share) = share else { return Ok(()) };
        let others = self.people.iter().filter(|person| Some(person.uuid) != own);
        share_percent::check_sum(
            others.filter_map(TrustPerson::share).sum(),
            share,
            "Beneficiary shares",
        )
    }

    /// Computes the fields that depend on the type and the people: whether letters can be sent, and warnings.
    #[must_use]
    pub fn derived(mut self) -> Self {
        let trust_type = self.trust_type.as_deref().and_then(TrustType::from_code);
        let beneficiaries = self
            .people
            .iter()
            .filter(|person| person.role == TrustRole::Beneficiary.code());
        let letters = letters(
            trust_type,
            beneficiaries.map(|person| person.has_withdrawal_right),
        );
        self.can_send_letters = letters.is_ok();
        self.no_letters_because = letters.err().unwrap_or_default().into();
        self.warnings = warnings(&self.people);
        self
    }
}

/// A grantor, trustee or beneficiary in responses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrustPerson {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// `TrustRole` code
    pub role: String,
    /// Whether a trustee takes over from another one
    pub is_successor: bool,
    pub name: String,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub birth_date: Option<Date>,
    pub age: Option<i16>,
    pub email: Option<String>,
    /// E.164, with an extension as `x12`
    pub phone: Option<String>,
    pub state: Option<String>,
    /// Share of a beneficiary in percent, such as `33.3333`
    pub share_percent: Option<String>,
    pub guardian: Option<String>,
    pub has_withdrawal_right: bool,
    /// The same person as a contact of the firm
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub contact_uuid: Option<Uuid>,
    /// Type of that contact. Null if the viewer cannot open it
    pub contact_type: Option<ContactKind>,
    pub version: i32,
}

impl TrustPerson {
    pub fn share(&self) -> Option<Decimal> {
        self.share_percent.as_deref()?.parse().ok()
    }
}

/// A policy that a trust owns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrustPolicy {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub policy_number: String,
    pub carrier: String,
    /// `PolicyStatus` code
    pub status: String,
    pub insured: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub death_benefit: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub annualized_premium: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub paid_to: Option<Date>,
}
