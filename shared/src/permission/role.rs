//! The types of users, and whose rows each sees.

use crate::vocabulary::numbered;
use serde::{Deserialize, Serialize};

numbered! {
    /// What a user is in a firm.
    FirmUserType {
        AccountAdministrator = 1, "Account Administrator";
        Professional = 2, "Professional";
        OfficeManager = 3, "Office Manager";
        ViewOnly = 4, "View Only";
        TrustedAdvisor = 5, "Outside Advisor";
    }
}

numbered! {
    /// What a member of the vendor's staff is.
    AdminUserType {
        SystemAdministrator = 1, "System Administrator";
        OperationsManager = 2, "Operations Manager";
        CustomerSuccess = 3, "Customer Success";
        DocumentProcessor = 4, "Document Processor";
        Auditor = 5, "Auditor";
    }
}

/// The role in which a user works: one in a firm, or one of the vendor's staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Firm(FirmUserType),
    Admin(AdminUserType),
}

/// Whose rows a user sees, whatever the features are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ScopeKind {
    /// Every row of the firm.
    All,
    /// Rows of the agents assigned to the user.
    Block,
    /// Rows of the professionals whom the user supports.
    Supported,
    /// Only what was shared with the user.
    Shared,
}

/// The rows that a role sees.
pub fn scope_kind(role: Role) -> ScopeKind {
    match role {
        Role::Firm(FirmUserType::AccountAdministrator | FirmUserType::ViewOnly) | Role::Admin(_) => {
            ScopeKind::All
        }
        Role::Firm(FirmUserType::Professional) => ScopeKind::Block,
        Role::Firm(FirmUserType::OfficeManager) => ScopeKind::Supported,
        Role::Firm(FirmUserType::TrustedAdvisor) => ScopeKind::Shared,
    }
}
