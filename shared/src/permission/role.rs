//! User types and their row scope.

use crate::vocabulary::numbered;
use serde::{Deserialize, Serialize};

numbered! {
    /// Type of a firm user.
    FirmUserType {
        AccountAdministrator = 1, "Account Administrator";
        Professional = 2, "Professional";
        OfficeManager = 3, "Office Manager";
        ViewOnly = 4, "View Only";
        TrustedAdvisor = 5, "Outside Advisor";
    }
}

numbered! {
    /// Type of a vendor staff user.
    AdminUserType {
        SystemAdministrator = 1, "System Administrator";
        OperationsManager = 2, "Operations Manager";
        CustomerSuccess = 3, "Customer Success";
        DocumentProcessor = 4, "Document Processor";
        Auditor = 5, "Auditor";
    }
}

/// Role of a user: firm user or vendor staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Firm(FirmUserType),
    Admin(AdminUserType),
}

/// Row scope: the rows that a user can see, independent of features.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ScopeKind {
    /// Every row of the firm.
    All,
    /// Rows of the agents assigned to the user.
    Block,
    /// Rows of the professionals that the user supports.
    Supported,
    /// Only rows shared with the user.
    Shared,
}

/// Returns the row scope of a role.
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
