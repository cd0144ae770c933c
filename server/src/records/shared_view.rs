//! List views that users share with their firm.

use crate::auth::Viewer;
use crate::db::schema::{app_user, shared_view};
use crate::error::{ApiError, ApiResult};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::list::ListName;
use shared::list::shared_view::{MAX_SHARED, SharedView};
use shared::list::table_state::SavedView;
use shared::permission::Feature::FirmSettings;
use shared::text::fold_name;
use uuid::Uuid;

type Row = (Uuid, serde_json::Value, String, String, String);

/// Returns a list's views that are shared in the viewer's firm, by name.
pub async fn of_list(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    list: ListName,
) -> ApiResult<Vec<SharedView>> {
    let rows: Vec<Row> = shared_view::table
        .inner_join(app_user::table.on(app_user::user_key.eq(shared_view::created_by)))
        .filter(shared_view::firm_id.eq(viewer.firm.id))
        .filter(shared_view::list.eq(list.as_str()))
        .order(shared_view::name_key)
        .select((
            shared_view::uuid,
            shared_view::view,
            shared_view::created_by,
            app_user::first_name,
            app_user::last_name,
        ))
        .load(connection)
        .await?;
    let views = rows
        .into_iter()
        .map(|(uuid, view, author, first_name, last_name)| {
            let is_own = author == viewer.user_key;
            Ok(SharedView {
                uuid,
                view: serde_json::from_value(view)?,
                shared_by: format!("{first_name} {last_name}"),
                is_own,
                can_delete: is_own || viewer.permissions.can_write(FirmSettings),
            })
        });
    Ok(views.collect::<anyhow::Result<_>>()?)
}

/// Shares a view, or replaces the viewer's shared view with this uuid.
///
/// # Errors
/// Returns `ApiError::NotFound` if another user shared a view with this uuid, `ApiError::Taken` if the list has another
/// shared view with this name, and `ApiError::Refused` if it has [`MAX_SHARED`] others.
pub async fn save(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (list, uuid): (ListName, Uuid),
    view: &SavedView,
) -> ApiResult<()> {
    // Needed for the condition of `DO UPDATE`. Not in the prelude.
    use diesel::query_dsl::methods::FilterDsl;

    let saved = diesel::insert_into(shared_view::table)
        .values((
            shared_view::firm_id.eq(viewer.firm.id),
            shared_view::uuid.eq(uuid),
            shared_view::list.eq(list.as_str()),
            shared_view::name_key.eq(fold_name(&view.name)),
            shared_view::view.eq(serde_json::to_value(view).map_err(anyhow::Error::from)?),
            shared_view::created_by.eq(&viewer.user_key),
        ))
        .on_conflict((shared_view::firm_id, shared_view::uuid))
        .do_update()
        .set((
            shared_view::name_key.eq(excluded(shared_view::name_key)),
            shared_view::view.eq(excluded(shared_view::view)),
        ))
        .filter(
            shared_view::created_by
                .eq(&viewer.user_key)
                .and(shared_view::list.eq(list.as_str())),
        )
        .execute(&mut *connection)
        .await
        .map_err(name_taken)?;
    if saved == 0 {
        return Err(ApiError::NotFound("view"));
    }
    let count = count(connection, viewer, list).await?;
    if usize::try_from(count).is_ok_and(|count| count > MAX_SHARED) {
        return Err(ApiError::Refused {
            code: "too_many",
            message: format!("A firm can share up to {MAX_SHARED} views of a list. Delete one first."),
        });
    }
    Ok(())
}

async fn count(connection: &mut AsyncPgConnection, viewer: &Viewer, list: ListName) -> QueryResult<i64> {
    shared_view::table
        .filter(shared_view::firm_id.eq(viewer.firm.id))
        .filter(shared_view::list.eq(list.as_str()))
        .count()
        .get_result(connection)
        .await
}

fn name_taken(error: Error) -> ApiError {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, ref info)
            if info.constraint_name() == Some("shared_view_name") =>
        {
            ApiError::Taken {
                field: "name".into(),
                message:
                    "Another shared view has this name. Save your view under a different name, then share it."
                        .into(),
            }
        }
        other => other.into(),
    }
}

/// Deletes a shared view. Returns `false` if there is none that the viewer can delete.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (list, uuid): (ListName, Uuid),
) -> QueryResult<bool> {
    let shared = shared_view::table
        .filter(shared_view::firm_id.eq(viewer.firm.id))
        .filter(shared_view::uuid.eq(uuid))
        .filter(shared_view::list.eq(list.as_str()));
    let deleted = if viewer.permissions.can_write(FirmSettings) {
        diesel::delete(shared).execute(connection).await?
    } else {
        diesel::delete(shared.filter(shared_view::created_by.eq(&viewer.user_key)))
            .execute(connection)
            .await?
    };
    Ok(deleted > 0)
}
