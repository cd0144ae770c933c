//! Requests with an idempotency key. The key becomes the uuid of the record that the request adds, and the
//! record stores a hash of the request.

use crate::db::schema::{
    beneficiary, best_interest, bulk_edit, cohort, cohort_schedule, contact, contract_transaction, document,
    medical_document, medical_letter, medical_request, premium_gift, report, resolution, summary_job,
    trust_person,
};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

/// Serializes requests with the same key until the transaction ends. The second one then finds the record of
/// the first, instead of failing on another unique constraint.
pub async fn hold(connection: &mut AsyncPgConnection, key: Option<Uuid>) -> QueryResult<()> {
    let Some(key) = key else { return Ok(()) };
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind::<Text, _>(format!("firmbook_key {key}"))
        .execute(connection)
        .await
        .map(drop)
}

/// A record type that stores a hash of the request that added the record.
#[derive(Debug, Clone, Copy)]
pub enum KeyedRecord {
    Beneficiary,
    BestInterest,
    BulkEdit,
    Cohort,
    CohortSchedule,
    Contact,
    ContractTransaction,
    Document,
    MedicalDocument,
    MedicalLetter,
    MedicalRequest,
    Merge,
    PremiumGift,
    Report,
    SummaryJob,
    TrustPerson,
}

/// Returns the request hash stored with a record, which may be deleted. The outer `Option` is `None` if there is no
/// such record.
pub async fn request_hash(
    connection: &mut AsyncPgConnection,
    record: KeyedRecord,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Option<Option<Vec<u8>>>> {
    macro_rules! stored_in {
        ($table:ident) => {
            $table::table
                .find((firm_id, uuid))
                .select($table::request_hash)
                .first(connection)
                .await
                .optional()
        };
    }
    match record {
        KeyedRecord::BestInterest => stored_in!(best_interest),
        KeyedRecord::BulkEdit => stored_in!(bulk_edit),
        KeyedRecord::Cohort => stored_in!(cohort),
        KeyedRecord::CohortSchedule => stored_in!(cohort_schedule),
        KeyedRecord::Contact => stored_in!(contact),
        KeyedRecord::ContractTransaction => stored_in!(contract_transaction),
        KeyedRecord::Document => stored_in!(document),
        KeyedRecord::MedicalDocument => stored_in!(medical_document),
        KeyedRecord::MedicalLetter => stored_in!(medical_letter),
        KeyedRecord::MedicalRequest => stored_in!(medical_request),
        KeyedRecord::Merge => stored_in!(resolution),
        KeyedRecord::PremiumGift => stored_in!(premium_gift),
        KeyedRecord::Report => stored_in!(report),
        KeyedRecord::SummaryJob => stored_in!(summary_job),
        KeyedRecord::Beneficiary => stored_in!(beneficiary),
        KeyedRecord::TrustPerson => stored_in!(trust_person),
    }
}
