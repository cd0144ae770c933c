//! The viewer of a request: a user of a firm, a staff member, or a staff member who impersonates a user. Only
//! this module creates viewers, from a validated token and current database rows.

use super::accounts::{Accounts, AdminAccount, Choice};
use super::impersonation::{self, Impersonation};
use super::scope::{Scope, Scopes, Sight, scope};
use super::session::User;
use crate::audit::Author;
use crate::clock::Clock;
use crate::db::Transaction;
use crate::db::schema::firm;
use crate::error::{ApiError, ApiResult};
use crate::request::RequestInfo;
use axum::extract::FromRequestParts;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, SmallInt, Text};
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use shared::contact::ContactKind;
use shared::embed::{EmbedScope, Widget};
use shared::permission::{AdminUserType, Feature, FirmUserType, Permissions, Role, ScopeKind};
use std::sync::Arc;
use uuid::Uuid;

/// The firm that the viewer works in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Queryable, QueryableByName)]
pub struct Firm {
    /// 0 for staff who have not opened a firm.
    #[diesel(sql_type = Integer)]
    pub id: i32,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Bool)]
    pub is_demo: bool,
}

/// Restrictions of a widget's viewer, in addition to the user's row scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embedded {
    pub session_uuid: Uuid,
    pub widget: Widget,
    /// The contact whose contracts the widget shows. `None` for all contracts of the user.
    pub contact: Option<(ContactKind, Uuid)>,
    /// The saved report that the widget shows.
    pub report: Option<Uuid>,
    /// Actions allowed in addition to reading.
    pub scopes: Vec<EmbedScope>,
}

#[derive(Debug, Clone)]
pub struct Viewer {
    inner: Arc<Inner>,
    pub request: RequestInfo,
}

#[derive(Debug)]
pub struct Inner {
    /// The user whose data is shown. During an impersonation, the impersonated user.
    pub user_key: String,
    pub first_name: String,
    pub last_name: String,
    pub time_zone: String,
    pub theme: String,
    pub density: String,
    /// `None` for staff who do not impersonate anyone.
    pub firm_user_type: Option<i16>,
    /// Set only for staff who do not impersonate anyone.
    pub admin_user_type: Option<i16>,
    /// Key of the staff account, also during an impersonation.
    pub admin_user_key: Option<String>,
    /// Number of firms the user is assigned to. 0 during an impersonation.
    pub assignments: usize,
    pub has_admin_account: bool,
    pub firm: Firm,
    pub scopes: Scopes,
    pub permissions: Permissions,
    pub session_id: String,
    /// Id of the chosen account, which pages send back as `x-firmbook-account`. Changes with every choice.
    pub account: String,
    pub impersonation: Option<Impersonation>,
    /// Set only for widgets on partner sites.
    pub embedded: Option<Embedded>,
    /// Seconds until a running impersonation expires.
    pub(super) expires_in: Option<f64>,
}

impl std::ops::Deref for Viewer {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

/// Builds the viewer for the chosen account of a session.
pub(super) async fn find(
    transaction: &mut Transaction,
    user: &User,
    session_id: &str,
    epoch: i64,
    choice: Choice,
    accounts: Accounts,
) -> ApiResult<Inner> {
    let (admin, looks_into) = match choice {
        Choice::Firm(assignment) => {
            let firm = Firm {
                id: assignment.firm_id,
                name: assignment.name,
                is_demo: assignment.is_demo,
            };
            let permissions = permissions_of(assignment.firm_user_type);
            let scope = scope(transaction, firm.id, &user.user_key, permissions.scope).await?;
            return Ok(Inner {
                firm_user_type: Some(assignment.firm_user_type),
                assignments: accounts.assignments.len(),
                has_admin_account: !accounts.admin_accounts.is_empty(),
                account: format!("{epoch}-{}", firm.id),
                firm,
                scopes: scope.into(),
                ..Inner::of_user(user, session_id, permissions)
            });
        }
        Choice::Staff(admin, looks_into) => (admin, looks_into),
    };
    let permissions = staff_permissions(&admin);
    if permissions.can_write(Feature::Impersonate)
        && let Some(running) = impersonation::running(transaction, &user.user_key, &admin, session_id).await?
    {
        let permissions = permissions_of(running.firm_user_type).for_impersonation(running.may_write);
        let scope = scope(
            transaction,
            running.firm.id,
            &running.subject.user_key,
            permissions.scope,
        )
        .await?;
        return Ok(Inner {
            firm_user_type: Some(running.firm_user_type),
            admin_user_key: Some(admin.admin_user_key),
            account: format!("{epoch}-{}-{}", running.firm.id, running.uuid.simple()),
            firm: running.firm,
            scopes: scope.into(),
            expires_in: Some(running.expires_in),
            impersonation: Some(Impersonation {
                uuid: running.uuid,
                actor_key: user.user_key.clone(),
                actor_name: format!("{} {}", user.first_name, user.last_name),
                reason: running.reason,
                expires_at: running.expires_at,
                may_write: running.may_write,
            }),
            ..Inner::of_user(&running.subject, session_id, permissions)
        });
    }
    let firm = match looks_into {
        Some(firm_id) if permissions.can_read(Feature::Firms) => {
            transaction.now_for_staff(&user.user_key).await?;
            active_firm(transaction, firm_id).await?.unwrap_or_default()
        }
        _ => Firm::default(),
    };
    Ok(Inner {
        admin_user_type: Some(admin.admin_user_type),
        admin_user_key: Some(admin.admin_user_key),
        assignments: accounts.assignments.len(),
        has_admin_account: true,
        account: format!("{epoch}-{}", firm.id),
        firm,
        ..Inner::of_user(user, session_id, permissions)
    })
}

/// Returns the permissions of a firm user type. An unknown type has none.
pub(super) fn permissions_of(firm_user_type: i16) -> Permissions {
    u8::try_from(firm_user_type)
        .ok()
        .and_then(FirmUserType::from_number)
        .map_or_else(Permissions::none, |kind| Permissions::of(Role::Firm(kind)))
}

fn staff_permissions(account: &AdminAccount) -> Permissions {
    u8::try_from(account.admin_user_type)
        .ok()
        .and_then(AdminUserType::from_number)
        .map_or_else(Permissions::none, |kind| Permissions::of(Role::Admin(kind)))
}

/// Looks up an active firm. Needs a transaction scoped to staff.
pub(crate) async fn active_firm(transaction: &mut Transaction, firm_id: i32) -> ApiResult<Option<Firm>> {
    Ok(firm::table
        .find(firm_id)
        .filter(firm::is_active)
        .select((firm::firm_id, firm::name, firm::is_demo))
        .first(&mut **transaction)
        .await
        .optional()?)
}

impl Inner {
    /// Builds a viewer without a firm.
    fn of_user(user: &User, session_id: &str, permissions: Permissions) -> Self {
        let User {
            user_key,
            first_name,
            last_name,
            time_zone,
            theme,
            density,
            is_disabled: _,
        } = user.clone();
        Self {
            user_key,
            first_name,
            last_name,
            time_zone,
            theme,
            density,
            firm_user_type: None,
            admin_user_type: None,
            admin_user_key: None,
            assignments: 0,
            has_admin_account: false,
            firm: Firm::default(),
            scopes: match permissions.scope {
                ScopeKind::All => Scope::All,
                _ => Scope::nothing(),
            }
            .into(),
            permissions,
            session_id: session_id.to_owned(),
            account: String::new(),
            impersonation: None,
            embedded: None,
            expires_in: None,
        }
    }
}

#[derive(QueryableByName)]
struct FirmUserRow {
    #[diesel(embed)]
    firm: Firm,
    #[diesel(embed)]
    user: User,
    #[diesel(sql_type = SmallInt)]
    firm_user_type: i16,
}

impl Viewer {
    /// Builds a viewer for a user without a session, either for a widget on a partner site or for a command. A widget
    /// has the user's row scope, and the user's permissions as far as the widget needs them. Returns `None` if the
    /// user is not active in the firm. Needs a transaction scoped to the firm.
    pub async fn of_firm_user(
        transaction: &mut Transaction,
        (firm_id, user_key): (i32, &str),
        embedded: Option<Embedded>,
        request: RequestInfo,
    ) -> ApiResult<Option<Self>> {
        let row: Option<FirmUserRow> = diesel::sql_query(
            "SELECT firm_id AS id, firm.name, firm.is_demo, firm_user_type,
               user_key, first_name, last_name, time_zone, theme, density, is_disabled
             FROM firm_assignment JOIN firm USING (firm_id) JOIN app_user USING (user_key)
             WHERE firm_id = $1 AND user_key = $2 AND firm.is_active AND firm_assignment.is_active
               AND NOT is_disabled",
        )
        .bind::<Integer, _>(firm_id)
        .bind::<Text, _>(user_key)
        .get_result(&mut **transaction)
        .await
        .optional()?;
        let Some(FirmUserRow {
            firm,
            user,
            firm_user_type,
        }) = row
        else {
            return Ok(None);
        };
        let permissions = permissions_of(firm_user_type);
        let (permissions, session_id) = match &embedded {
            Some(embedded) => (
                permissions.for_widget(embedded.widget),
                format!("widget {}", embedded.session_uuid),
            ),
            None => (permissions, "command".to_owned()),
        };
        let scope = scope(transaction, firm.id, &user.user_key, permissions.scope).await?;
        let inner = Inner {
            firm_user_type: Some(firm_user_type),
            firm,
            scopes: scope.into(),
            embedded,
            ..Inner::of_user(&user, &session_id, permissions)
        };
        Ok(Some(Self::new(Arc::new(inner), request)))
    }

    pub(super) fn new(inner: Arc<Inner>, request: RequestInfo) -> Self {
        Self { inner, request }
    }

    /// Returns the key of the signed-in person, who may impersonate the user.
    pub fn actor_key(&self) -> &str {
        self.impersonation
            .as_ref()
            .map_or(&self.user_key, |impersonation| &impersonation.actor_key)
    }

    /// Returns the key of the impersonated user, if any.
    pub fn on_behalf_of(&self) -> Option<&str> {
        self.impersonation.as_ref().map(|_| self.user_key.as_str())
    }

    /// Returns the current date in the viewer's time zone.
    pub fn today(&self, clock: Clock) -> Date {
        clock.today_in(&self.time_zone)
    }

    /// Returns the row scope of the records that the viewer can open, with the viewer's date and time zone.
    pub fn sight(&self) -> Sight<'_> {
        self.sight_of(&self.scopes.records)
    }

    /// Returns the row scope of the records whose documents the viewer can open, with the viewer's date and
    /// time zone.
    pub fn document_sight(&self) -> Sight<'_> {
        self.sight_of(&self.scopes.documents)
    }

    /// Returns the row scope of lists and reports, with the viewer's date and time zone. It also contains
    /// rows of shared reports whose records the viewer cannot open or can see only in part.
    pub fn row_sight(&self) -> Sight<'_> {
        self.sight_of(&self.scopes.rows)
    }

    /// Returns the full name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    /// Returns whether the viewer sees all rows of the firm.
    pub fn sees_all_rows(&self) -> bool {
        matches!(self.scopes.records, Scope::All)
    }

    /// Returns whether the viewer sees only shared reports.
    pub fn sees_shared_only(&self) -> bool {
        matches!(self.scopes.rows, Scope::Shared(_))
    }

    fn sight_of<'a>(&'a self, scope: &'a Scope) -> Sight<'a> {
        Sight {
            firm_id: self.firm.id,
            scope,
            day: self.today(self.request.clock),
            time_zone: &self.time_zone,
        }
    }

    /// # Errors
    /// Returns [`ApiError::Forbidden`] without the permission to read.
    pub fn may_read(&self, feature: Feature) -> ApiResult<()> {
        if self.permissions.can_read(feature) {
            Ok(())
        } else {
            Err(ApiError::Forbidden)
        }
    }

    /// # Errors
    /// Returns [`ApiError::Forbidden`] without the permission to write.
    pub fn may_write(&self, feature: Feature) -> ApiResult<()> {
        if self.permissions.can_write(feature) {
            Ok(())
        } else {
            Err(ApiError::Forbidden)
        }
    }

    /// Checks that the viewer can save data that no feature permission covers, such as table settings.
    ///
    /// # Errors
    /// Returns [`ApiError::Forbidden`] during a view-only impersonation.
    pub fn may_leave_traces(&self) -> ApiResult<()> {
        match &self.impersonation {
            Some(impersonation) if !impersonation.may_write => Err(ApiError::Forbidden),
            _ => Ok(()),
        }
    }

    /// Checks that a path's firm id is the viewer's firm.
    ///
    /// # Errors
    /// Returns [`ApiError::NotFound`] if it is not, whether or not the firm exists.
    pub fn must_be_in(&self, firm_id: i32) -> ApiResult<()> {
        if firm_id == self.firm.id {
            Ok(())
        } else {
            Err(ApiError::NotFound("firm"))
        }
    }
}

/// An audit entry names the signed-in person, and the impersonated user if there is one.
impl<'a> From<&'a Viewer> for Author<'a> {
    fn from(viewer: &'a Viewer) -> Self {
        Self {
            firm_id: viewer.firm.id,
            actor_key: viewer.actor_key(),
            on_behalf_of: viewer.on_behalf_of(),
            request: &viewer.request,
        }
    }
}

/// Extracts the viewer that the guard stored in the request.
impl<S: Sync> FromRequestParts<S> for Viewer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut http::request::Parts, _: &S) -> ApiResult<Self> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or(ApiError::Unauthenticated)
    }
}
