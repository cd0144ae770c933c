//! The lists of the portal, and a definition of each.
//!
//! The definition holds everything about a list that both sides need. Its SQL is in `server/src/list/sources`.

mod audit_log;
mod beneficiaries;
mod best_interest_forms;
mod cohorts;
mod common;
mod contacts;
mod contracts;
pub mod custom_fields;
mod duplicates;
mod premium_gifts;
mod transactions;
mod trust_people;
mod trusts;

use super::{Column, SortDirection};
use crate::contact::ContactKind;
use crate::contract::Line;
use crate::permission::Feature;
use serde::{Deserialize, Serialize};

/// Definition of a list.
#[derive(Debug)]
pub struct ListSpec {
    pub subject: ListSubject,
    /// In the order of a new table. The first column is the default sort.
    pub columns: &'static [Column],
    /// Direction of the default order.
    pub default_direction: SortDirection,
    /// Feature that a viewer must be able to read.
    pub feature: Feature,
    /// First segment of the API paths, as in `/FirmAgent/search`.
    pub resource: &'static str,
    /// Group of the calls in the API documentation.
    pub group: &'static str,
    /// Plural noun for the rows, in lower case.
    pub rows: &'static str,
    /// Name of an exported file, without its extension.
    pub export_file: &'static str,
    /// Label of the list in audit entries for exports.
    pub audit_label: &'static str,
    /// Message if the rows cannot be loaded.
    pub load_failure: &'static str,
    /// Message if the export fails.
    pub export_failure: &'static str,
}

/// Kind of records in a list. Determines the list's features: filters by cohort and by party, totals, reports,
/// quick search and imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListSubject {
    Contact(ContactKind),
    Contract(Line),
    /// Other records. The list has none of these features.
    Other,
}

impl ListSpec {
    /// Fails the build if the definition is inconsistent.
    const fn assert_valid(&self) {
        let mut order = &self.columns[0];
        let mut i = 0;
        while i < self.columns.len() {
            if self.columns[i].orders {
                order = &self.columns[i];
            }
            assert!(
                !self.columns[i].totals || !matches!(self.subject, ListSubject::Other),
                "only lists of contacts and contracts have totals"
            );
            i += 1;
        }
        assert!(
            order.sorts && !order.nullable && order.default,
            "the default order must be a sortable, required and shown column"
        );
    }
}

macro_rules! lists {
    ($($variant:ident = $name:literal, $spec:path;)+) => {
        /// A list of the portal.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum ListName {
            $($variant),+
        }

        impl ListName {
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Returns the name used on the wire, in stored table states and in the audit log.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            pub const fn spec(self) -> &'static ListSpec {
                match self { $(Self::$variant => &$spec),+ }
            }
        }

        const _: () = { $($spec.assert_valid();)+ };
    };
}

lists! {
    Agents = "agents", contacts::AGENTS;
    Owners = "owners", contacts::OWNERS;
    Insureds = "insureds", contacts::INSUREDS;
    Policies = "policies", contracts::POLICIES;
    Annuities = "annuities", contracts::ANNUITIES;
    AuditLog = "auditLog", audit_log::AUDIT_LOG;
    Cohorts = "cohorts", cohorts::COHORTS;
    Duplicates = "duplicates", duplicates::DUPLICATES;
    PremiumGifts = "premiumGifts", premium_gifts::PREMIUM_GIFTS;
    Trusts = "trusts", trusts::TRUSTS;
    TrustGrantors = "trustGrantors", trust_people::GRANTORS;
    Trustees = "trustees", trust_people::TRUSTEES;
    TrustBeneficiaries = "trustBeneficiaries", trust_people::BENEFICIARIES;
    BestInterestForms = "bestInterestForms", best_interest_forms::BEST_INTEREST_FORMS;
    Beneficiaries = "beneficiaries", beneficiaries::BENEFICIARIES;
    Transactions = "transactions", transactions::TRANSACTIONS;
}
