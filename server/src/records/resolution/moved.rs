//! Moves the rows of merged contacts, and moves them back.
//!
//! `merged_row` stores the original of every row that a merge moves or combines, with the contact that it belonged to
//! (home) and the contact that it belongs to now (holder). The table rows are derived from the originals: originals
//! with the same holder and key are combined into one row. Undoing a merge changes the holder of some originals and
//! rewrites the affected rows, so merges can be undone in any order.

use super::source::{SOURCES, Source};
use crate::db::Prepare;
use diesel::sql_types::{Array, Bool, Integer, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

/// Moves all rows of the contacts `from` to the contact `to`. All must be visible, so that triggers count them.
pub async fn merge(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    from: &[Uuid],
    to: Uuid,
) -> QueryResult<()> {
    let mut holders = from.to_vec();
    holders.push(to);
    for (source, has_originals) in concerned(connection, firm_id, from, &holders).await? {
        allow_nested_loops(connection, false).await?;
        if has_originals {
            adopt_edits(connection, firm_id, source, &holders).await?;
        }
        let change = (from, to);
        move_by(connection, &keep_originals(source), firm_id, change).await?;
        if has_originals {
            move_by(connection, &change_holder(source), firm_id, change).await?;
        }
        allow_nested_loops(connection, true).await?;
        move_by(connection, &move_rows(source), firm_id, change).await?;
        // Delete the rows that were not moved, because the target now has a row with the same key.
        sql_query(format!(
            "DELETE FROM {} WHERE firm_id = $1 AND {} = ANY($2)",
            source.table, source.contact
        ))
        .bind::<Integer, _>(firm_id)
        .bind::<Array<SqlUuid>, _>(from)
        .execute(connection)
        .await?;
        combine(connection, firm_id, source, to, Combined::Shared).await?;
    }
    Ok(())
}

async fn move_by(
    connection: &mut AsyncPgConnection,
    statement: &str,
    firm_id: i32,
    (from, to): (&[Uuid], Uuid),
) -> QueryResult<()> {
    sql_query(statement)
        .bind::<Integer, _>(firm_id)
        .bind::<Array<SqlUuid>, _>(from)
        .bind::<SqlUuid, _>(to)
        .execute(connection)
        .await
        .map(drop)
}

/// Moves the rows that belonged to the contacts `homes` from the contact `from` back to the contact `to`, which is one of
/// `homes`. All must be visible.
pub async fn unmerge(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    homes: &[Uuid],
    from: Uuid,
    to: Uuid,
) -> QueryResult<()> {
    for (source, has_originals) in concerned(connection, firm_id, &[from], &[from]).await? {
        if !has_originals {
            continue;
        }
        allow_nested_loops(connection, false).await?;
        adopt_edits(connection, firm_id, source, &[from]).await?;
        allow_nested_loops(connection, true).await?;
        let statements = [return_holder(source), return_rows(source)];
        for statement in statements.into_iter().chain(insert_rows(source)) {
            sql_query(statement)
                .bind::<Integer, _>(firm_id)
                .bind::<Array<SqlUuid>, _>(homes)
                .bind::<SqlUuid, _>(from)
                .bind::<SqlUuid, _>(to)
                .execute(connection)
                .await?;
        }
        for holder in [from, to] {
            combine(connection, firm_id, source, holder, Combined::All).await?;
        }
        allow_nested_loops(connection, false).await?;
        for holder in [from, to] {
            forget_single(connection, firm_id, source, holder).await?;
        }
        allow_nested_loops(connection, true).await?;
    }
    Ok(())
}

#[derive(QueryableByName)]
struct Concerned {
    #[diesel(sql_type = Integer)]
    index: i32,
    #[diesel(sql_type = Bool)]
    has_originals: bool,
}

/// Returns the sources in which any of the contacts `from` has rows or originals, and whether any of the holders has
/// originals. Most contacts have rows in one or two of them.
async fn concerned(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    from: &[Uuid],
    holders: &[Uuid],
) -> QueryResult<Vec<(&'static Source, bool)>> {
    let originals = |source: &Source, of: &str| {
        format!(
            "EXISTS (SELECT FROM merged_row WHERE firm_id = $1 AND source = '{}' AND holder_uuid = ANY({of}))",
            source.name
        )
    };
    let rows = SOURCES.iter().enumerate().map(|(index, source)| {
        let Source { table, contact, .. } = source;
        format!(
            "({index}, EXISTS (SELECT FROM {table} WHERE firm_id = $1 AND {contact} = ANY($2)) OR {}, {})",
            originals(source, "$2"),
            originals(source, "$3"),
        )
    });
    let rows: Vec<String> = rows.collect();
    let found: Vec<Concerned> = sql_query(format!(
        "SELECT index, has_originals FROM (VALUES {}) AS sources (index, is_concerned, has_originals)
         WHERE is_concerned ORDER BY index",
        rows.join(", ")
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(from)
    .bind::<Array<SqlUuid>, _>(holders)
    .prepared()
    .load(connection)
    .await?;
    let sources = found.into_iter().filter_map(|row| {
        let source = SOURCES.get(usize::try_from(row.index).ok()?)?;
        Some((source, row.has_originals))
    });
    Ok(sources.collect())
}

/// Turns nested loops in query plans on or off. Turn them off for statements that read and write only originals:
/// PostgreSQL has no statistics for the originals that this transaction added and expects one row, so it would read
/// all of them once for each of thousands. Leave them on for statements that fire triggers, because the connection
/// caches the triggers' plans.
async fn allow_nested_loops(connection: &mut AsyncPgConnection, is_allowed: bool) -> QueryResult<()> {
    sql_query(format!("SET LOCAL enable_nestloop = {is_allowed}"))
        .prepared()
        .execute(connection)
        .await
        .map(drop)
}

/// Copies edits that users made to the holders' rows since a merge into the originals.
async fn adopt_edits(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    source: &Source,
    holders: &[Uuid],
) -> QueryResult<()> {
    let Source {
        name, table, contact, ..
    } = source;
    let key = source.key("t");
    let mut statements = vec![format!(
        "DELETE FROM merged_row m WHERE firm_id = $1 AND source = '{name}' AND holder_uuid = ANY($2)
           AND NOT EXISTS (
             SELECT FROM {table} t WHERE t.firm_id = $1 AND t.{contact} = ANY($2) AND t.{contact} = m.holder_uuid
               AND {key} = m.row_key)"
    )];
    statements.extend(source.edits());
    for statement in statements {
        sql_query(statement)
            .bind::<Integer, _>(firm_id)
            .bind::<Array<SqlUuid>, _>(holders)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Builds the statement that stores the originals of the merged contacts' rows, and of the remaining contact's rows
/// that they are combined with.
fn keep_originals(source: &Source) -> String {
    let Source {
        name, table, contact, ..
    } = source;
    let (key, other) = (source.key("t"), source.key("other"));
    format!(
        "INSERT INTO merged_row (firm_id, source, home_uuid, row_key, holder_uuid, original)
         SELECT $1, '{name}', t.{contact}, {key}, $3, to_jsonb(t)
         FROM {table} t
         WHERE t.firm_id = $1
           AND (t.{contact} = ANY($2) OR t.{contact} = $3 AND {key} IN (
             SELECT {other} FROM {table} other WHERE other.firm_id = $1 AND other.{contact} = ANY($2)))
           AND NOT EXISTS (
             SELECT FROM merged_row m
             WHERE m.firm_id = $1 AND m.source = '{name}' AND m.holder_uuid = t.{contact} AND m.row_key = {key})"
    )
}

/// Builds the statement that moves one row per key, unless the remaining contact already has a row with this key.
fn move_rows(source: &Source) -> String {
    let Source { table, contact, .. } = source;
    let (columns, others, found) = (source.list("t"), source.list("other"), source.list("found"));
    format!(
        "UPDATE {table} t SET {contact} = $3
         FROM (SELECT {others}, min({contact}::text)::uuid AS first, bool_or({contact} = $3) AS is_taken
               FROM {table} other WHERE firm_id = $1 AND ({contact} = ANY($2) OR {contact} = $3)
               GROUP BY {others}) AS found
         WHERE t.firm_id = $1 AND t.{contact} = found.first AND ({columns}) = ({found}) AND NOT found.is_taken"
    )
}

fn change_holder(source: &Source) -> String {
    format!(
        "UPDATE merged_row SET holder_uuid = $3 WHERE firm_id = $1 AND source = '{}' AND holder_uuid = ANY($2)",
        source.name
    )
}

fn return_holder(source: &Source) -> String {
    format!(
        "UPDATE merged_row SET holder_uuid = $4
         WHERE firm_id = $1 AND source = '{}' AND holder_uuid = $3 AND home_uuid = ANY($2)",
        source.name
    )
}

/// Builds the statement that moves back the rows whose originals have all been moved back.
fn return_rows(source: &Source) -> String {
    let Source {
        name, table, contact, ..
    } = source;
    let (key, keys, is_row) = (source.original_key(), source.list("m"), source.is_row_of("f"));
    format!(
        "UPDATE {table} t SET {contact} = $4
         FROM (SELECT {keys} FROM (SELECT *, {key} FROM merged_row
                 WHERE firm_id = $1 AND source = '{name}' AND holder_uuid IN ($3, $4)) m
               GROUP BY {keys}
               HAVING bool_and(holder_uuid = $4) AND bool_or(home_uuid = ANY($2))) f
         WHERE t.firm_id = $1 AND t.{contact} = $3 AND {is_row}"
    )
}

/// Builds the statement that inserts rows that were combined with a row that stays. Returns `None` if rows are never
/// combined.
fn insert_rows(source: &Source) -> Option<String> {
    let Source {
        name, table, contact, ..
    } = source;
    let columns = source.columns();
    source.combines_rows().then(|| {
        format!(
            "INSERT INTO {table} (firm_id, {contact}, {columns})
             SELECT $1, $4, {columns}
             FROM (SELECT DISTINCT ON (row_key) original FROM merged_row
                   WHERE firm_id = $1 AND source = '{name}' AND holder_uuid = $4 AND home_uuid = ANY($2)
                   ORDER BY row_key, home_uuid) m,
               jsonb_populate_record(NULL::{table}, m.original) AS o
             ON CONFLICT DO NOTHING"
        )
    })
}

/// The rows of a holder to rewrite.
#[derive(Clone, Copy)]
enum Combined {
    /// Rows with several originals. A merge does not change the values of other rows.
    Shared,
    /// All rows, because any may have had several originals before.
    All,
}

/// Rewrites a holder's rows from their originals.
async fn combine(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    source: &Source,
    holder: Uuid,
    rows: Combined,
) -> QueryResult<()> {
    if source.values.is_empty() {
        return Ok(());
    }
    let Source {
        name, table, contact, ..
    } = source;
    let (key, keys, is_row) = (source.original_key(), source.list("m"), source.is_row_of("f"));
    let values = source.values.join(", ");
    let combined = source.combined();
    let which = match rows {
        Combined::All => "true",
        Combined::Shared => "originals > 1",
    };
    sql_query(format!(
        "UPDATE {table} t SET ({values}) = (SELECT {values} FROM jsonb_populate_record(NULL::{table}, f.original))
         FROM (
           SELECT {keys}, (array_agg(original ORDER BY home_uuid <> $2, original->>'created_at', home_uuid))[1] {combined}
             AS original
           FROM (SELECT *, {key}, count(*) OVER (PARTITION BY row_key) AS originals FROM merged_row
                 WHERE firm_id = $1 AND source = '{name}' AND holder_uuid = $2) m
           WHERE {which}
           GROUP BY {keys}) f
         WHERE t.firm_id = $1 AND t.{contact} = $2 AND {is_row}
           AND to_jsonb(t) IS DISTINCT FROM to_jsonb(t) || (f.original - '{contact}')"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(holder)
    .execute(connection)
    .await
    .map(drop)
}

/// Deletes a contact's own originals, except those that are combined with another contact's.
async fn forget_single(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    source: &Source,
    holder: Uuid,
) -> QueryResult<()> {
    sql_query(format!(
        "DELETE FROM merged_row m
         WHERE firm_id = $1 AND source = '{0}' AND holder_uuid = $2 AND home_uuid = $2
           AND NOT EXISTS (
             SELECT FROM merged_row other WHERE other.firm_id = $1 AND other.source = '{0}'
               AND other.holder_uuid = $2 AND other.row_key = m.row_key AND other.home_uuid <> $2)",
        source.name
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(holder)
    .execute(connection)
    .await
    .map(drop)
}
