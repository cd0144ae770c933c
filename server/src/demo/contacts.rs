//! Generates the rows of agents, owners and insureds.

use super::people::{Cast, Stream};
use super::random::add_days;
use super::record::Record;
use crate::book::Seal;
use crate::book::contact::contact_row;
use crate::book::rows::ContactRow;
use shared::contact::ContactKind;

pub fn make(cast: &Cast, kind: ContactKind, index: u64, seal: Seal<'_>) -> anyhow::Result<ContactRow> {
    let person = cast.contact(kind, index);
    let mut random = cast.stream(Stream::Work, index * 4 + kind as u64);
    let record = Record::contact(cast, &mut random);
    let uuid = cast.contact_uuid(kind, index);
    let row = contact_row(cast.firm_id, uuid, kind, person, record.created_at, seal)?;
    let back = add_days(cast.today, -random.between(5, 700));
    let is_agent = kind == ContactKind::Agent;
    let is_owner = kind == ContactKind::Owner;
    Ok(ContactRow {
        agent_integration_enabled: is_agent && random.chance(35),
        last_review: (is_owner && random.chance(58)).then_some(back),
        source: record.source.into(),
        source_file: record.file,
        source_row: record.row,
        updated_at: record.updated_at,
        ..row
    })
}
