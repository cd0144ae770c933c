//! The firm's data that rows are compared with: carriers and stored contracts.

use crate::auth::Sight;
use crate::db::schema::contract_party;
use crate::error::ApiResult;
use crate::records::carrier;
use crate::records::contract::{InDatabase, Stored};
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::contract::contracts::Carrier;
use std::collections::HashMap;
use uuid::Uuid;

/// All carriers by NAIC code, short name and name.
#[derive(Debug, Default)]
pub struct Carriers(HashMap<String, Carrier>);

impl Carriers {
    pub async fn load(connection: &mut AsyncPgConnection) -> QueryResult<Self> {
        let mut known = HashMap::new();
        for carrier in carrier::active(connection).await? {
            for text in [&carrier.naic_code, &carrier.short_name, &carrier.name] {
                known.insert(spelling(text), carrier.clone());
            }
        }
        Ok(Self(known))
    }

    /// Looks up a carrier by NAIC code, name or short name.
    pub fn find(&self, text: &str) -> Option<&Carrier> {
        self.0.get(&spelling(text))
    }
}

/// Returns the letters and digits of a text in lower case. Drops leading zeros from numbers, because a spreadsheet may
/// have removed those of a NAIC code.
fn spelling(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.trim_start_matches('0').to_owned()
    } else {
        text
    }
}

#[derive(QueryableByName)]
struct Numbered {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    carrier_uuid: Uuid,
    #[diesel(sql_type = Text)]
    number_key: String,
}

/// The stored contracts whose numbers occur in a chunk of rows.
pub struct StoredContracts<C> {
    by_number: HashMap<String, Vec<(Uuid, Uuid)>>,
    /// Contracts that are visible to the user.
    visible: HashMap<Uuid, Stored<C>>,
    people: HashMap<Uuid, Vec<Attached>>,
}

/// A person of a stored contract.
pub struct Attached {
    pub kind: ContactKind,
    pub contact_uuid: Uuid,
    pub share_percent: Option<Decimal>,
}

/// A contract that a row matches.
pub enum Match<'a, C> {
    None,
    /// Several carriers have a contract with this number, and the row names none.
    Ambiguous,
    /// The user has no access to the contract.
    Hidden,
    Found(&'a Stored<C>),
}

impl<C: InDatabase> StoredContracts<C> {
    /// Loads the contracts that existed before the import. Leaves out those that its earlier chunks added, because they
    /// would make the outcomes of later rows differ from the preview.
    pub async fn load(
        connection: &mut AsyncPgConnection,
        sight: &Sight<'_>,
        storage_guid: Uuid,
        keys: &[String],
    ) -> ApiResult<Self> {
        let numbered: Vec<Numbered> = diesel::sql_query(format!(
            "SELECT uuid, carrier_uuid, number_key FROM {}
             WHERE firm_id = $1 AND number_key = ANY($2) AND deleted_at IS NULL AND uuid NOT IN (
               SELECT contract_uuid FROM upload_contract_effect WHERE firm_id = $1 AND storage_guid = $3 AND is_new)",
            C::NOUN
        ))
        .bind::<Integer, _>(sight.firm_id)
        .bind::<Array<Text>, _>(keys)
        .bind::<SqlUuid, _>(storage_guid)
        .load(&mut *connection)
        .await?;
        let uuids: Vec<Uuid> = numbered.iter().map(|one| one.uuid).collect();
        let mut by_number: HashMap<String, Vec<(Uuid, Uuid)>> = HashMap::new();
        for one in numbered {
            let same = by_number.entry(one.number_key).or_default();
            same.push((one.uuid, one.carrier_uuid));
        }
        let visible = C::find_all(connection, sight, &uuids).await?;
        Ok(Self {
            by_number,
            visible: visible.into_iter().map(|stored| (stored.uuid, stored)).collect(),
            people: people(connection, sight.firm_id, &uuids).await?,
        })
    }

    /// Looks up the contract with this number and carrier. `None` matches any carrier.
    pub fn find(&self, key: &str, carrier: Option<Uuid>) -> Match<'_, C> {
        let same = self.by_number.get(key).map(Vec::as_slice).unwrap_or_default();
        let fits = |(_, own): &&(Uuid, Uuid)| carrier.is_none_or(|carrier| *own == carrier);
        let found: Vec<Uuid> = same.iter().filter(fits).map(|(uuid, _)| *uuid).collect();
        match found.as_slice() {
            [] => Match::None,
            [uuid] => self.visible.get(uuid).map_or(Match::Hidden, Match::Found),
            _ => Match::Ambiguous,
        }
    }

    /// Returns the people of a stored contract.
    pub fn people(&self, uuid: Uuid) -> &[Attached] {
        self.people.get(&uuid).map(Vec::as_slice).unwrap_or_default()
    }
}

async fn people(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contracts: &[Uuid],
) -> QueryResult<HashMap<Uuid, Vec<Attached>>> {
    let rows: Vec<(Uuid, Uuid, i16, Option<Decimal>)> = contract_party::table
        .filter(contract_party::firm_id.eq(firm_id))
        .filter(contract_party::contract_uuid.eq_any(contracts))
        .filter(contract_party::deleted_at.is_null())
        .select((
            contract_party::contract_uuid,
            contract_party::contact_uuid,
            contract_party::kind,
            contract_party::share_percent,
        ))
        .load(connection)
        .await?;
    let mut people: HashMap<Uuid, Vec<Attached>> = HashMap::new();
    for (contract, contact_uuid, kind, share_percent) in rows {
        let kind = u8::try_from(kind)
            .ok()
            .and_then(|kind| ContactKind::try_from(kind).ok());
        if let Some(kind) = kind {
            people.entry(contract).or_default().push(Attached {
                kind,
                contact_uuid,
                share_percent,
            });
        }
    }
    Ok(people)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_carriers_by_any_spelling_and_by_codes_without_leading_zeros() {
        assert_eq!(spelling("Acme Life, Inc."), spelling("ACME LIFE INC"));
        assert_eq!(spelling("00123"), spelling("123"));
        assert_ne!(spelling("A123"), spelling("A0123"));
    }
}
