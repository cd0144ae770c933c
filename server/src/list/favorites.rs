//! Loads a user's favorites in one statement, limited to records that the viewer can open.

use super::quick::Group;
use super::sources::{Rows, Source};
use super::statement::{Bind, Statement};
use super::visible::write_visible;
use crate::auth::Viewer;
use crate::error::ApiResult;
use diesel::sql_types::{Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::owner_type::OwnerType;
use shared::contract::Line;
use shared::favorite::{Favorite, FavoriteKind};
use uuid::Uuid;

#[derive(diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    favorite_kind: String,
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    detail: Option<String>,
}

/// Returns the viewer's favorites, latest first. Omits deleted records and those that the viewer cannot open.
pub async fn favorites(connection: &mut AsyncPgConnection, viewer: &Viewer) -> ApiResult<Vec<Favorite>> {
    let kinds = FavoriteKind::ALL.iter().copied();
    let kinds: Vec<FavoriteKind> = kinds
        .filter(|kind| viewer.permissions.can_read(kind.feature()))
        .collect();
    if kinds.is_empty() || viewer.sees_shared_only() {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = compile(&kinds, viewer).load(connection).await?;
    let favorites = rows.into_iter().filter_map(|row| {
        Some(Favorite {
            kind: FavoriteKind::from_code(&row.favorite_kind)?,
            uuid: row.uuid,
            title: row.name,
            detail: row.detail,
        })
    });
    Ok(favorites.collect())
}

/// Returns the quick search group whose columns describe this kind of record.
const fn group_of(kind: FavoriteKind) -> Group {
    match kind {
        FavoriteKind::Policy => Group::Contracts(Line::Life),
        FavoriteKind::Annuity => Group::Contracts(Line::Annuity),
        FavoriteKind::Agent | FavoriteKind::Owner | FavoriteKind::Insured | FavoriteKind::Trust => {
            Group::People
        }
    }
}

/// Compiles the statement. `kinds` must not be empty.
fn compile(kinds: &[FavoriteKind], viewer: &Viewer) -> Statement {
    let sight = viewer.sight();
    let mut statement = Statement::default();
    statement.is_rare = true;
    statement.sql("SELECT * FROM (");
    for (i, kind) in kinds.iter().enumerate() {
        let list = kind.list();
        let source = Source::of(list, sight.scope);
        statement
            .sql(if i > 0 { " UNION ALL " } else { "" })
            .sql(&format!(
                "SELECT f.kind AS favorite_kind, f.created_at, t.uuid, {} FROM favorite f JOIN {} t
                   ON t.firm_id = f.firm_id AND t.uuid = f.uuid
                 WHERE f.kind = '{}' AND f.firm_id = ",
                group_of(*kind).columns(),
                source.table,
                kind.code()
            ))
            .bind(Bind::Integer(sight.firm_id))
            .sql(" AND f.user_key = ")
            .bind(Bind::Text(viewer.user_key.clone()))
            .sql(" AND t.deleted_at IS NULL");
        if let Some(kind) = source.kind {
            statement.sql(&format!(" AND t.kind = {kind}"));
        }
        if *kind == FavoriteKind::Trust {
            statement.sql(&format!(" AND t.owner_type = {}", OwnerType::Trust.number()));
        }
        write_visible(&mut statement, list, &sight, Rows::Few);
    }
    statement.sql(") found ORDER BY created_at DESC, uuid");
    statement
}
