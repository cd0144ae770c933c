//! A user's accounts: firm assignments and staff accounts.

use crate::db::Transaction;
use crate::db::schema::{admin_account, firm, firm_assignment};
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

#[derive(Debug, Clone, Queryable)]
pub(super) struct Assignment {
    pub firm_id: i32,
    pub name: String,
    pub is_demo: bool,
    pub firm_user_type: i16,
}

/// An active staff account.
#[derive(Debug, Clone, Queryable)]
pub(super) struct AdminAccount {
    pub admin_user_key: String,
    pub admin_user_type: i16,
}

pub(super) struct Accounts {
    pub assignments: Vec<Assignment>,
    pub admin_accounts: Vec<AdminAccount>,
}

/// The account that a session uses.
#[derive(Debug, Clone)]
pub(super) enum Choice {
    Firm(Assignment),
    /// A staff account and the firm it has opened, if any.
    Staff(AdminAccount, Option<i32>),
}

impl Choice {
    /// Returns the columns of `user_session`: staff account key and firm id.
    pub fn columns(self) -> (Option<String>, Option<i32>) {
        match self {
            Self::Firm(assignment) => (None, Some(assignment.firm_id)),
            Self::Staff(account, firm_id) => (Some(account.admin_user_key), firm_id),
        }
    }
}

impl Accounts {
    /// Loads the active accounts of a user. Needs a transaction scoped to that user.
    pub async fn load(transaction: &mut Transaction, user_key: &str) -> ApiResult<Self> {
        let assignments = firm_assignment::table
            .inner_join(firm::table.on(firm::firm_id.eq(firm_assignment::firm_id)))
            .filter(firm_assignment::user_key.eq(user_key))
            .filter(firm_assignment::is_active)
            .filter(firm::is_active)
            .order(firm::firm_id)
            .select((
                firm::firm_id,
                firm::name,
                firm::is_demo,
                firm_assignment::firm_user_type,
            ))
            .load(&mut **transaction)
            .await?;
        let admin_accounts = admin_account::table
            .filter(admin_account::user_key.eq(user_key))
            .filter(admin_account::is_active)
            .order(admin_account::admin_user_key)
            .select((admin_account::admin_user_key, admin_account::admin_user_type))
            .load(&mut **transaction)
            .await?;
        Ok(Self {
            assignments,
            admin_accounts,
        })
    }

    pub fn is_any(&self) -> bool {
        !self.assignments.is_empty() || !self.admin_accounts.is_empty()
    }

    /// Returns the user's only account, or `None` if there are none or several.
    pub fn only(&self) -> Option<Choice> {
        match (self.assignments.as_slice(), self.admin_accounts.as_slice()) {
            ([assignment], []) => Some(Choice::Firm(assignment.clone())),
            ([], [account]) => Some(Choice::Staff(account.clone(), None)),
            _ => None,
        }
    }

    /// Returns the chosen account if the user still has it.
    pub fn choice(&self, admin_user_key: Option<&str>, firm_id: Option<i32>) -> Option<Choice> {
        match (admin_user_key, firm_id) {
            (Some(key), firm_id) => {
                let account = self
                    .admin_accounts
                    .iter()
                    .find(|account| account.admin_user_key == key)?;
                Some(Choice::Staff(account.clone(), firm_id))
            }
            (None, Some(firm_id)) => {
                let assignment = self
                    .assignments
                    .iter()
                    .find(|assignment| assignment.firm_id == firm_id)?;
                Some(Choice::Firm(assignment.clone()))
            }
            (None, None) => None,
        }
    }
}
