//! The signed-in user.

use serde::Serialize;

/// The signed-in user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserDetails {
    pub user_key: String,
    pub firm_user_first_name: String,
    pub firm_user_last_name: String,
    /// 0 for staff who have not opened a firm
    pub firm_id: i32,
    pub firm_name: String,
    /// Null for staff
    pub firm_user_type: Option<i16>,
    pub firm_user_type_label: Option<String>,
    /// Null for users of a firm
    pub admin_user_type: Option<i16>,
    pub admin_user_type_label: Option<String>,
    pub has_multiple_firm_assignments: bool,
    pub has_admin_account: bool,
    /// Demo firms accept tax IDs that are never issued.
    pub is_demo_firm: bool,
    /// Send it back as `x-firmbook-account`. Once another account is chosen, requests fail with 409
    /// `account_changed`.
    pub account: String,
    /// IANA name
    pub time_zone: String,
    /// `auto`, `light` or `dark`
    #[cfg_attr(feature = "openapi", schema(value_type = crate::user::Theme))]
    pub theme: String,
    /// `comfortable` or `compact`
    #[cfg_attr(feature = "openapi", schema(value_type = crate::user::Density))]
    pub density: String,
    /// Set while a staff member impersonates the user
    pub impersonation: Option<ImpersonationDetails>,
}

/// An impersonation in progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImpersonationDetails {
    pub actor_name: String,
    pub reason: String,
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub expires_at: jiff::Timestamp,
    pub may_write: bool,
}
