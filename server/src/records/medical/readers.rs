//! Users who can see an insured's medical data.

use crate::auth::{Reader, Scope, Sight};
use crate::db::schema::{contact as columns, firm_assignment};
use crate::records::contact;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use shared::contact::ContactKind;
use shared::permission::Feature;
use std::collections::HashMap;
use uuid::Uuid;

/// A firm's users with the permission for medical data, by key.
pub struct Readers(HashMap<String, Reader>);

impl Readers {
    pub async fn find(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<Self> {
        let keys: Vec<String> = firm_assignment::table
            .filter(firm_assignment::firm_id.eq(firm_id))
            .filter(firm_assignment::is_active)
            .select(firm_assignment::user_key)
            .load(connection)
            .await?;
        let mut readers = Reader::find_all(connection, firm_id, &keys).await?;
        readers.retain(|_, reader| reader.permissions.can_read(Feature::InsuredMedical));
        Ok(Self(readers))
    }

    /// Returns the given insureds that each user can see, as pairs of user key and insured.
    pub async fn of_insureds(
        &self,
        connection: &mut AsyncPgConnection,
        firm_id: i32,
        insureds: &[Uuid],
        day: Date,
    ) -> QueryResult<Vec<(String, Uuid)>> {
        let mut pairs = Vec::new();
        for (key, reader) in &self.0 {
            let sight = Sight {
                firm_id,
                scope: &reader.scope,
                day,
                time_zone: &reader.time_zone,
            };
            let seen: Vec<Uuid> = if reader.scope == Scope::All {
                insureds.to_vec()
            } else {
                contact::visible(&sight, ContactKind::Insured)
                    .filter(columns::uuid.eq_any(insureds.to_vec()))
                    .select(columns::uuid)
                    .load(connection)
                    .await?
            };
            pairs.extend(seen.into_iter().map(|insured| (key.clone(), insured)));
        }
        pairs.sort_unstable();
        Ok(pairs)
    }
}
