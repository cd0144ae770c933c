//! Finds rows that contain nothing new about an existing contact of the same name. Such a row matches that contact and
//! adds none, regardless of all match keys except the record id. Examples are exported contacts that share name and
//! address, or of which only the name is known.

use super::{of_kind, of_upload};
use crate::auth::{Scope, Sight};
use crate::list::statement::{Bind, Statement};
use crate::upload::fields::{self, Way};
use crate::upload::owner::Owner;
use shared::upload::mapping::{Mapping, Mode};
use shared::upload::target::Field;

/// Maximum number of contacts of the same name that a row is compared with.
const MOST_NAMESAKES: u8 = 100;

/// Writes the common table expression `twin` with row number and contact uuid. It must follow `target`,
/// `repeated` and `seen`.
pub fn write(statement: &mut Statement, owner: Owner, mapping: &Mapping, sight: &Sight<'_>) {
    let (of_contact, of_row) = names(mapping);
    // Leaves out rows that match a single contact by key, have its name and are the only row to match it.
    statement.sql(&format!(
        "unsure AS MATERIALIZED (
           SELECT r.row_number, {of_row} AS name FROM upload_row r
           LEFT JOIN repeated ON repeated.row_number = r.row_number
           LEFT JOIN (
             SELECT target.row_number, rank, min(target.row_number) OVER (PARTITION BY target.uuid) AS first_row,
               {of_contact} AS name
             FROM target JOIN contact c ON c.uuid = target.uuid AND c.firm_id = "
    ));
    statement.bind(Bind::Integer(owner.firm_id)).sql(&format!(
        " WHERE found = 1) known ON known.row_number = r.row_number
           WHERE NOT r.is_refused AND NOT r.is_skipped AND known.rank IS DISTINCT FROM 0
             AND (known.name IS DISTINCT FROM {of_row}
               OR repeated.row_number IS NOT NULL AND known.first_row = r.row_number) AND "
    ));
    of_upload(statement, owner, "r");
    // Most files contain new people, whose names are not in the book.
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

/// SQL for the names of the contact `c` and the row `r`: the full name if the file has such a column,
/// otherwise the organization name or last and first name.
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
