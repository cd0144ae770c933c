//! Rows that say nothing of a contact of their name that is not known already: they are about that contact, whatever
//! they could be matched by, and nobody new. People who share a name and an address, or of whom no more than a name is
//! known, come back from an export so.

use super::{of_kind, of_upload};
use crate::auth::{Scope, Sight};
use crate::list::statement::{Bind, Statement};
use crate::upload::fields::{self, Way};
use crate::upload::row::Owner;
use shared::upload::mapping::{Mapping, Mode};
use shared::upload::target::Field;

/// Contacts of one name that a row is compared with.
const MOST_NAMESAKES: u8 = 100;

/// The common table `twin`: the row's number and the contact's uuid. Stands behind `target`, `repeated` and `seen`.
pub fn write(statement: &mut Statement, owner: Owner, mapping: &Mapping, sight: &Sight<'_>) {
    let (of_contact, of_row) = names(mapping);
    // A row that is matched by a key with one contact, of its name and by no other row, needs no other.
    statement.sql(&format!(
        "unsure AS MATERIALIZED (
           SELECT r.row_number, {of_row} AS name FROM upload_row r
           LEFT JOIN repeated ON repeated.row_number = r.row_number
           LEFT JOIN (
             SELECT target.row_number, first_row, {of_contact} AS name
             FROM target JOIN contact c ON c.uuid = target.uuid AND c.firm_id = "
    ));
    statement.bind(Bind::Integer(owner.firm_id)).sql(&format!(
        " WHERE found = 1) known ON known.row_number = r.row_number
           WHERE NOT r.is_refused AND NOT r.is_skipped
             AND (known.name IS DISTINCT FROM {of_row}
               OR repeated.row_number IS NOT NULL AND known.first_row = r.row_number) AND "
    ));
    of_upload(statement, owner, "r");
    // Most files are of new people: their names end it here.
    statement.sql(&format!(
        " AND {of_row} IN (SELECT {of_contact} FROM contact c WHERE c.deleted_at IS NULL AND "
    ));
    of_kind(statement, owner, "c");
    statement.sql(&format!(
        ")), namesake AS MATERIALIZED (
           SELECT uuid, name FROM (
             SELECT c.uuid, {of_contact} AS name, row_number() OVER (PARTITION BY {of_contact} ORDER BY c.uuid) AS place
             FROM contact c WHERE c.deleted_at IS NULL AND {of_contact} IN (SELECT name FROM unsure) AND "
    ));
    of_kind(statement, owner, "c");
    if *sight.scope != Scope::All {
        statement.sql(" AND c.uuid IN (SELECT uuid FROM seen)");
    }
    let way = Way {
        mode: Mode::Update,
        ..Way::of(mapping)
    };
    statement.sql(&format!(
        ") named WHERE place <= {MOST_NAMESAKES}
         ), twin AS (
           SELECT r.row_number, (array_agg(c.uuid ORDER BY c.uuid))[1] AS uuid
           FROM unsure JOIN namesake USING (name)
           JOIN upload_row r ON r.row_number = unsure.row_number
           JOIN contact c ON c.uuid = namesake.uuid
           WHERE NOT {} AND c.firm_id = ",
        fields::differs(way)
    ));
    statement.bind(Bind::Integer(owner.firm_id)).sql(" AND ");
    of_upload(statement, owner, "r");
    statement.sql(" GROUP BY r.row_number)");
}

/// What the contact `c` and the row `r` are called in the file: as lists show it, or by the parts of it, of which the
/// file need not have all.
fn names(mapping: &Mapping) -> (String, String) {
    if mapping.column_of(Field::FullName).is_some() {
        return (
            "c.display_name".into(),
            "coalesce(r.full_name, r.display_name)".into(),
        );
    }
    let parts = |of: &str| {
        format!("coalesce({of}.organization_name, concat_ws(', ', {of}.last_name, {of}.first_name))")
    };
    (parts("c"), parts("r"))
}
