//! The firm's limit on active users.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::notify::{self, Notice, To};
use crate::records::{document_storage, firm_user};
use diesel_async::AsyncPgConnection;
use shared::notification::NotificationKind::UserLimitReached;

/// Fails if the firm has more active users than its limit. Notifies the administrators, at most once a day, if the
/// limit is exactly reached. Call this after the change and before its audit entry.
pub(super) async fn must_be_within(
    connection: &mut AsyncPgConnection,
    app: &App,
    viewer: &Viewer,
    limit: Option<i32>,
) -> ApiResult<()> {
    let Some(limit) = limit else { return Ok(()) };
    let firm_id = viewer.firm.id;
    let active = firm_user::change::count_active(connection, firm_id).await?;
    if active > i64::from(limit) {
        return Err(ApiError::Refused {
            code: "user_limit",
            message: format!(
                "Your firm has reached its limit of {limit} active users. Deactivate another user first."
            ),
        });
    }
    if active == i64::from(limit) {
        let administrators = document_storage::administrators(connection, firm_id).await?;
        let day = viewer.today(app.clock);
        let notices: Vec<Notice> = administrators
            .into_iter()
            .map(|user_key| Notice {
                kind: UserLimitReached,
                key: day.to_string(),
                display_name: format!("All {limit} users of your plan are in use"),
                application_url: Some("/settings/users".into()),
                details: Vec::new(),
                to: To::User(user_key),
            })
            .collect();
        notify::send(connection, firm_id, app.clock.now(), &notices).await?;
    }
    Ok(())
}
