//! Accounts that a user can choose for a session.

use serde::Serialize;

/// A firm that the user is assigned to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Account {
    pub firm_id: i32,
    pub firm_name: String,
    pub first_name: String,
    pub last_name: String,
    pub firm_user_type: i16,
    pub firm_user_type_label: String,
    /// Only active firms can be chosen.
    pub is_firm_active: bool,
    /// Counts only notifications recent enough for the notification list.
    pub unread_notification_count: i64,
}

/// A staff account of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminAccount {
    pub admin_user_key: String,
    pub first_name: String,
    pub last_name: String,
    pub admin_user_type: i16,
    pub admin_user_type_label: String,
}
