//! Finds the contacts and earlier rows that each row matches, and the matches that the user has to decide about.

use super::keys;
use super::{of_kind, of_upload};
use crate::auth::{Scope, Sight};
use crate::list::statement::{Bind, Statement};
use crate::upload::fields::{self, Way};
use crate::upload::owner::Owner;
use shared::upload::mapping::{Mapping, Mode};
use shared::upload::matching::{MatchKey, ReviewReason};
use shared::upload::upload_type::UploadType;

/// Maximum number of earlier rows with the same key that a row is compared with.
const MOST_EARLIER: u8 = 20;
/// Similar names are compared if at most this many contacts share the date of birth or the address. Larger groups
/// have placeholders such as 01/01/1900.
const MOST_IN_BLOCK: u8 = 50;

/// Writes `given` (the rows) and `book` (the contacts) with the values that they are matched by. The record id of a
/// merged contact is replaced by that of the contact it was merged into.
pub fn write_values(statement: &mut Statement, owner: Owner, keys: &[MatchKey]) {
    let all_values: Vec<String> = fields::columns()
        .filter(|column| !column.starts_with("tax_id_c") && *column != "tax_id_key_id")
        .map(|column| format!("r.{column}"))
        .collect();
    statement.sql(&format!(
        "WITH given AS MATERIALIZED (
           SELECT r.row_number, coalesce(
               (SELECT firmbook_holder(merged.firm_id, merged.uuid) FROM contact merged
                WHERE merged.firm_id = r.firm_id AND merged.uuid = r.record_id AND merged.merged_into IS NOT NULL),
               r.record_id) AS record_id,
             firmbook_fold(r.display_name) AS name_key,
             firmbook_fold(r.first_name) AS first_name, firmbook_fold(r.suffix) AS suffix,
             md5(ROW(r.full_name, {})::text) AS all_values, {}
           FROM upload_row r WHERE NOT r.is_refused AND ",
        all_values.join(", "),
        keys::values("r", keys)
    ));
    of_upload(statement, owner, "r");
    statement.sql(&format!(
        "), book AS MATERIALIZED (SELECT c.uuid, c.uuid AS record_id, c.name_key, c.first_name AS plain_first_name,
           c.suffix AS plain_suffix, {} FROM contact c WHERE c.deleted_at IS NULL AND ",
        keys::values("c", keys)
    ));
    of_kind(statement, owner, "c");
    statement.sql(")");
}

/// Writes `target`: the contact that each row matches by its strongest key. It must follow `seen`.
pub fn write_target(statement: &mut Statement, keys: &[MatchKey], sight: &Sight<'_>) {
    let (probable, sure): (Vec<MatchKey>, Vec<MatchKey>) =
        keys.iter().copied().partition(|key| key.is_probable());
    statement.sql(", sure_hit AS (");
    for key in &sure {
        statement.sql(&format!(
            "SELECT row_number, {} AS rank, uuid FROM given JOIN book USING ({}) UNION ALL ",
            key.rank(),
            keys::columns(*key)
        ));
    }
    statement.sql("SELECT 0 AS row_number, 0 AS rank, NULL::uuid AS uuid WHERE false), ");
    write_surviving(statement, "sure", &sure);
    statement.sql(", undecided AS (SELECT * FROM given WHERE row_number NOT IN (SELECT row_number FROM sure)), probable_hit AS (");
    for key in &probable {
        statement.sql(&format!(
            "SELECT row_number, {} AS rank, uuid FROM undecided JOIN book USING ({}) UNION ",
            key.rank(),
            keys::columns(*key)
        ));
        if let Some(block) = keys::block_of_similar_names(*key) {
            statement.sql(&format!(
                "SELECT u.row_number, {} AS rank, b.uuid FROM undecided u JOIN book b USING ({block})
                 WHERE similarity(u.name_key, b.name_key) >= {} AND {block} IN (
                   SELECT {block} FROM book WHERE {block} IS NOT NULL GROUP BY {block} HAVING count(*) <= {MOST_IN_BLOCK})
                 UNION ",
                key.rank(),
                keys::SIMILAR_NAME
            ));
        }
    }
    statement.sql("SELECT 0 AS row_number, 0 AS rank, NULL::uuid AS uuid WHERE false), ");
    write_surviving(statement, "probable", &probable);
    let visible = if *sight.scope == Scope::All {
        ""
    } else {
        " WHERE uuid IN (SELECT uuid FROM seen)"
    };
    // The strongest key with a match decides.
    statement.sql(&format!(
        ", target AS (
           SELECT row_number, rank, (array_agg(uuid ORDER BY uuid))[1] AS uuid, count(DISTINCT uuid) AS found,
             bool_or(contradicts) AS contradicts
           FROM (SELECT *, min(rank) OVER (PARTITION BY row_number) AS strongest
                 FROM (SELECT * FROM sure UNION ALL SELECT * FROM probable{visible}) every) ranked
           WHERE rank = strongest GROUP BY row_number, rank)"
    ));
}

/// Writes the hits except those that a differing value vetoes. `contradicts` is true if values that distinguish people
/// differ but do not veto the key.
fn write_surviving(statement: &mut Statement, name: &str, keys: &[MatchKey]) {
    let differing = [
        "g.tax_id <> e.tax_id".to_owned(),
        "g.dob <> e.dob".to_owned(),
        keys::first_name_differs("g.first_name", "e.first_name"),
    ];
    let differing: Vec<String> = differing
        .iter()
        .map(|differs| format!("coalesce({differs}, false)"))
        .collect();
    let vetoes: Vec<String> = keys
        .iter()
        .map(|key| format!("WHEN {} THEN {}", key.rank(), keys::veto(*key, false)))
        .collect();
    let vetoes = if vetoes.is_empty() {
        "false".to_owned()
    } else {
        format!("CASE rank {} END", vetoes.join(" "))
    };
    statement.sql(&format!(
        "{name} AS MATERIALIZED (
           SELECT row_number, rank, g.uuid, rank > 0 AND ({}) AS contradicts
           FROM (SELECT hit.rank, hit.uuid, given.* FROM {name}_hit hit JOIN given USING (row_number)) g
           JOIN (SELECT book.*, firmbook_fold(plain_first_name) AS first_name, firmbook_fold(plain_suffix) AS suffix
                 FROM book WHERE uuid IN (SELECT uuid FROM {name}_hit)) e ON e.uuid = g.uuid
           WHERE NOT ({vetoes}))",
        differing.join(" OR ")
    ));
}

/// Writes `repeated`: the earlier row that is for the same contact.
pub fn write_repeated(statement: &mut Statement, owner: Owner, keys: &[MatchKey]) {
    let mut compared = keys.to_vec();
    compared.push(MatchKey::AllValues);
    // NPNs must be unique even if rows are not matched by NPN.
    if owner.kind == UploadType::Agents && !compared.contains(&MatchKey::Npn) {
        compared.push(MatchKey::Npn);
    }
    statement.sql(", repeated AS (SELECT DISTINCT ON (row_number) * FROM (");
    for key in compared {
        let columns = keys::columns(key);
        let present: Vec<String> = columns
            .split(", ")
            .map(|column| format!("{column} IS NOT NULL"))
            .collect();
        // If rows share an external ID or tax ID but differ in first name or date of birth, the user decides.
        let is_probable = match key {
            MatchKey::NameAndBirthDate | MatchKey::NameAndAddress => "true".to_owned(),
            MatchKey::Ssn | MatchKey::ExternalId => format!(
                "coalesce(g.dob <> e.dob, false) OR coalesce({}, false)",
                keys::first_name_differs("g.first_name", "e.first_name")
            ),
            _ => "false".to_owned(),
        };
        statement.sql(&format!(
            "SELECT g.row_number, {} AS rank, e.row_number AS earlier, {is_probable} AS is_probable
             FROM given g JOIN (
               SELECT *, row_number() OVER (PARTITION BY {columns} ORDER BY row_number) AS turn
               FROM given WHERE {}) e USING ({columns})
             WHERE turn <= {MOST_EARLIER} AND e.row_number < g.row_number AND NOT ({}) UNION ALL ",
            key.rank(),
            present.join(" AND "),
            keys::veto(key, key != MatchKey::Npn)
        ));
    }
    statement
        .sql("SELECT 0 AS row_number, 0 AS rank, 0 AS earlier, false AS is_probable WHERE false) pairs ORDER BY row_number, is_probable, rank, earlier)");
}

/// Writes `decided`: the contact of each row that matches one, after the user's decisions.
pub fn write_decided(statement: &mut Statement, owner: Owner, mapping: &Mapping) {
    let changes_identity = match mapping.mode {
        Mode::Update => changes_identity(Way::of(mapping)),
        Mode::FillBlanks | Mode::AddOnly => "false".into(),
    };
    // A row that matches by record ID belongs to that contact, so only an identity change needs a decision.
    let asks = format!(
        "CASE WHEN target.rank IN ({}, {}) THEN '{}'
           WHEN target.found = 1 AND (target.contradicts AND NOT {} OR {changes_identity}) THEN '{}' END",
        MatchKey::NameAndBirthDate.rank(),
        MatchKey::NameAndAddress.rank(),
        ReviewReason::ProbableMatch.code(),
        fields::IS_NAMESAKE,
        ReviewReason::IdentityChange.code(),
    );
    statement.sql(", decision AS (SELECT * FROM jsonb_to_recordset(");
    let decisions = mapping.decisions.iter().map(|decision| {
        serde_json::json!({ "reason": decision.reason.code(), "row": decision.row, "choice": decision.choice })
    });
    statement
        .bind(Bind::Text(serde_json::Value::from_iter(decisions).to_string()))
        .sql("::text::jsonb) AS d (reason text, \"row\" integer, choice text)), ");
    statement.sql(&format!(
        "asked AS MATERIALIZED (
           SELECT target.*, {asks} AS asks FROM target
           JOIN upload_row r ON r.row_number = target.row_number
           JOIN contact c ON c.uuid = target.uuid
           WHERE c.firm_id = "
    ));
    statement.bind(Bind::Integer(owner.firm_id)).sql(" AND ");
    of_upload(statement, owner, "r");
    statement.sql("), decided AS (SELECT *, min(row_number) FILTER (WHERE is_certain) OVER (PARTITION BY contact) AS first_row FROM (
        SELECT asked.*, coalesce(own.choice, every.choice) AS choice,
          CASE WHEN asks IS NULL OR coalesce(own.choice, every.choice) IS DISTINCT FROM 'different' THEN uuid END AS contact,
          asks IS NULL OR coalesce(own.choice, every.choice) = 'same' AS is_certain
        FROM asked
        LEFT JOIN decision own ON own.reason = asks AND own.\"row\" = row_number
        LEFT JOIN decision every ON every.reason = asks AND every.\"row\" IS NULL) choosing)");
}

/// SQL condition: merging the row `r` changes the name or the date of birth of the contact `c`.
fn changes_identity(way: Way) -> String {
    let names = [
        "first_name",
        "middle_name",
        "last_name",
        "suffix",
        "organization_name",
    ];
    let names = names.map(|column| {
        format!(
            "c.{column} IS NOT NULL AND firmbook_fold({}) IS DISTINCT FROM firmbook_fold(c.{column})",
            fields::merged(column, way)
        )
    });
    format!(
        "(c.dob IS NOT NULL AND {} IS DISTINCT FROM c.dob OR {})",
        fields::merged("dob", way),
        names.join(" OR ")
    )
}
