//! Looks up the people named in rows by record ID, NPN, external ID or name.

use crate::auth::Sight;
use crate::db::schema::contact;
use crate::error::ApiResult;
use crate::list::IsVisible;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::{ContactKind, name, npn};
use shared::list::ListName;
use shared::text::fold;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use uuid::Uuid;

/// A contact that a row names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    pub uuid: Uuid,
    /// 0 for agents and insureds.
    pub owner_type: u8,
}

/// The result of a lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    Found(Named),
    Unknown,
    /// Several contacts have this name.
    Ambiguous,
}

/// The people of a chunk of rows.
#[derive(Debug, Default)]
pub struct People(HashMap<(ContactKind, String), Lookup>);

#[derive(QueryableByName)]
struct Hit {
    #[diesel(sql_type = Text)]
    typed: String,
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SmallInt)]
    owner_type: i16,
    /// Identifiers outrank names.
    #[diesel(sql_type = Integer)]
    rank: i32,
}

impl People {
    /// Looks up the texts of a kind of contact among the contacts that are visible to the user.
    pub async fn find(
        &mut self,
        connection: &mut AsyncPgConnection,
        sight: &Sight<'_>,
        kind: ContactKind,
        texts: BTreeSet<String>,
    ) -> ApiResult<()> {
        let hits = hits(connection, sight.firm_id, kind, &texts).await?;
        let uuids: Vec<Uuid> = hits.iter().map(|hit| hit.uuid).collect();
        let visible = visible(connection, sight, kind, &uuids).await?;
        let mut found: BTreeMap<String, BTreeMap<i32, Vec<Named>>> = BTreeMap::new();
        for hit in hits.into_iter().filter(|hit| visible.contains(&hit.uuid)) {
            let named = Named {
                uuid: hit.uuid,
                owner_type: u8::try_from(hit.owner_type).unwrap_or_default(),
            };
            let ranks = found.entry(hit.typed).or_default();
            let same_rank = ranks.entry(hit.rank).or_default();
            if !same_rank.contains(&named) {
                same_rank.push(named);
            }
        }
        for text in texts {
            let best = found.get(&text).and_then(|ranks| ranks.values().next());
            let lookup = match best.map(Vec::as_slice) {
                None | Some([]) => Lookup::Unknown,
                Some([named]) => Lookup::Found(*named),
                Some(_) => Lookup::Ambiguous,
            };
            self.0.insert((kind, text), lookup);
        }
        Ok(())
    }

    pub fn get(&self, kind: ContactKind, text: &str) -> Lookup {
        let known = self.0.get(&(kind, text.to_owned()));
        known.copied().unwrap_or(Lookup::Unknown)
    }
}

async fn hits(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
    texts: &BTreeSet<String>,
) -> QueryResult<Vec<Hit>> {
    // Parallel arrays of the texts and the values that they are compared with.
    let (mut of_ids, mut ids) = (Vec::new(), Vec::new());
    let (mut of_npns, mut npns) = (Vec::new(), Vec::new());
    let (mut of_names, mut name_keys) = (Vec::new(), Vec::new());
    for text in texts {
        if let Ok(uuid) = text.parse::<Uuid>() {
            of_ids.push(text.as_str());
            ids.push(uuid);
        }
        if kind == ContactKind::Agent
            && let Ok(number) = npn::normalize(text)
        {
            of_npns.push(text.as_str());
            npns.push(number.trim_start_matches('0').to_owned());
        }
        for name in name::meanings(text) {
            of_names.push(text.as_str());
            name_keys.push(fold(&name));
        }
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let of_kind = "contact.firm_id = $1 AND contact.kind = $2 AND contact.deleted_at IS NULL";
    diesel::sql_query(format!(
        "SELECT typed, contact.uuid, coalesce(owner_type, 0::smallint) AS owner_type, rank FROM (
           SELECT typed, uuid, 1 AS rank FROM unnest($3::text[], $4::uuid[]) AS asked (typed, uuid)
           UNION ALL
           SELECT typed, contact.uuid, 2 FROM unnest($5::text[], $6::text[]) AS asked (typed, number)
             JOIN contact ON {of_kind} AND npn_key = number
           UNION ALL
           SELECT typed, contact.uuid, 3 FROM unnest($7::text[]) AS asked (typed)
             JOIN contact ON {of_kind} AND external_id = typed
           UNION ALL
           SELECT typed, contact.uuid, 4 FROM unnest($8::text[], $9::text[]) AS asked (typed, folded)
             JOIN contact ON {of_kind} AND name_key = folded
         ) hit JOIN contact ON {of_kind} AND contact.uuid = hit.uuid"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SmallInt, _>(kind as i16)
    .bind::<Array<Text>, _>(of_ids)
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Text>, _>(of_npns)
    .bind::<Array<Text>, _>(npns)
    .bind::<Array<Text>, _>(texts)
    .bind::<Array<Text>, _>(of_names)
    .bind::<Array<Text>, _>(name_keys)
    .load(connection)
    .await
}

async fn visible(
    connection: &mut AsyncPgConnection,
    sight: &Sight<'_>,
    kind: ContactKind,
    uuids: &[Uuid],
) -> QueryResult<HashSet<Uuid>> {
    let found: Vec<Uuid> = contact::table
        .filter(contact::firm_id.eq(sight.firm_id))
        .filter(contact::uuid.eq_any(uuids))
        .filter(IsVisible::new(ListName::of_contacts(kind), sight))
        .select(contact::uuid)
        .load(connection)
        .await?;
    Ok(found.into_iter().collect())
}
