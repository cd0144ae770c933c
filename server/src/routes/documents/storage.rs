//! A firm's document storage limit, and the notifications about it.

use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::notify::{self, Notice, To};
use crate::records::document_storage;
use axum::Json;
use axum::extract::State;
use diesel_async::AsyncPgConnection;
use shared::document::Storage;
use shared::notification::NotificationKind;

pub(super) async fn get(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Storage>> {
    // Viewers of shared reports must not learn how much the firm stores.
    if viewer.sees_shared_only() {
        return Err(ApiError::Forbidden);
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let storage = of_firm(&mut transaction, &app, &viewer).await?;
    transaction.finish();
    Ok(Json(storage))
}

async fn of_firm(connection: &mut AsyncPgConnection, app: &App, viewer: &Viewer) -> ApiResult<Storage> {
    let default = app.config.document_storage;
    Ok(document_storage::of_firm(connection, viewer.firm.id, default).await?)
}

/// Fails with [`ApiError::StorageLimit`] if a document of this size does not fit. Call this before receiving
/// the document. [`added`] makes the final check.
pub(in crate::routes) async fn must_fit(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    size_bytes: u64,
) -> ApiResult<()> {
    let mut storage = of_firm(transaction, app, viewer).await?;
    let added = i64::try_from(size_bytes).unwrap_or(i64::MAX);
    storage.used_bytes = storage.used_bytes.saturating_add(added);
    if storage.is_exceeded() {
        return Err(ApiError::StorageLimit);
    }
    Ok(())
}

/// Checks the limit after a document was added in the same transaction, and notifies administrators if it is
/// almost reached. Call this before writing the audit entry.
pub(in crate::routes) async fn added(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    size_bytes: u64,
) -> ApiResult<()> {
    let storage = of_firm(transaction, app, viewer).await?;
    if storage.is_exceeded() {
        return Err(ApiError::StorageLimit);
    }
    let added = i64::try_from(size_bytes).unwrap_or(i64::MAX);
    if let Some(kind) = storage.notification(added) {
        tell(transaction, app, viewer, kind, storage).await?;
    }
    Ok(())
}

/// Notifies administrators that documents are rejected. Uses a separate transaction, because the request's
/// transaction is rolled back. Returns the request's error.
pub(in crate::routes) async fn rejected(app: &App, viewer: &Viewer, error: ApiError) -> ApiError {
    if !matches!(error, ApiError::StorageLimit) {
        return error;
    }
    let told = async {
        let mut transaction = app.db.begin(viewer.firm.id).await?;
        let storage = of_firm(&mut transaction, app, viewer).await?;
        tell(
            &mut transaction,
            app,
            viewer,
            NotificationKind::DocLimitReached,
            storage,
        )
        .await?;
        transaction.commit().await
    };
    if let Err(failed) = told.await {
        tracing::warn!(
            error = format!("{failed:?}"),
            "failed to notify of full document storage"
        );
    }
    error
}

/// Notifies the firm's administrators, at most once a day.
async fn tell(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    kind: NotificationKind,
    storage: Storage,
) -> ApiResult<()> {
    let administrators = document_storage::administrators(transaction, viewer.firm.id).await?;
    let day = viewer.today(app.clock);
    let notices: Vec<Notice> = administrators
        .into_iter()
        .map(|user_key| Notice {
            kind,
            key: day.to_string(),
            display_name: storage.sentence(kind),
            application_url: None,
            details: Vec::new(),
            to: To::User(user_key),
        })
        .collect();
    notify::send(transaction, viewer.firm.id, app.clock.now(), &notices).await?;
    Ok(())
}
