//! Signing a complete form.

use super::MAX_LINE;
use super::form::BestInterestForm;
use crate::date::{self, anniversary, from_wire};
use crate::problem::Findings;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The next review is due this many years after the signature.
const REVIEW_YEARS: i16 = 1;

/// Who signed a form and when, as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignatureInput {
    /// Version of the form that was read
    pub version: i32,
    /// Name of the consumer, or of the person who signs for the consumer
    pub consumer: String,
    pub consumer_signed_on: String,
    /// Name of the producer
    pub producer: String,
    pub producer_signed_on: String,
    /// The signed paper, a document of the owner
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub document_id: Option<Uuid>,
}

/// The signatures of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Signature {
    pub consumer: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub consumer_signed_on: Date,
    pub producer: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub producer_signed_on: Date,
    /// The signed paper
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub document_id: Option<Uuid>,
}

impl Signature {
    /// Returns the date of the later of the two signatures.
    pub fn signed_on(&self) -> Date {
        self.consumer_signed_on.max(self.producer_signed_on)
    }
}

/// Validates the signatures of a complete form. Returns `None` if there are errors.
///
/// Codes: `required`, `too_long`, `future`, `order`, and the codes of dates.
pub fn check_signature(
    input: &SignatureInput,
    form: &BestInterestForm,
    today: Date,
    findings: &mut Findings,
) -> Option<Signature> {
    let consumer = name(&input.consumer, "consumer", findings);
    let producer = name(&input.producer, "producer", findings);
    let recommended = from_wire(&form.recommendation.date);
    let mut day = |typed: &str, field: &str| {
        let day = findings.take(field, date::parse(typed))?;
        if day > today {
            findings.fault(field, "future", "This date cannot be in the future.");
        }
        if recommended.is_some_and(|recommended| day < recommended) {
            let message = "The form cannot be signed before the date of the recommendation.";
            findings.fault(field, "order", message);
        }
        Some(day)
    };
    let consumer_signed_on = day(&input.consumer_signed_on, "consumerSignedOn");
    let producer_signed_on = day(&input.producer_signed_on, "producerSignedOn");
    findings.is_acceptable().then_some(Signature {
        consumer: consumer?,
        consumer_signed_on: consumer_signed_on?,
        producer: producer?,
        producer_signed_on: producer_signed_on?,
        document_id: input.document_id,
    })
}

fn name(typed: &str, field: &str, findings: &mut Findings) -> Option<String> {
    let name = findings.bounded_text(Some(typed), field, MAX_LINE);
    if name.is_none() {
        findings.fault(field, "required", "Enter who signed.");
    }
    name
}

/// Returns the review date of a form signed on this day.
pub fn review_due(signed_on: Date) -> Date {
    anniversary(signed_on, REVIEW_YEARS).unwrap_or(Date::MAX)
}
