//! Owners of the records in both firms, and the agents that users with a narrow scope see.

use crate::route_ids::FOREIGN;
use crate::route_ids::callers::Caller;
use crate::support::{Client, FIRM, Row, TestApp};
use serde_json::json;
use shared::permission::FirmUserType;
use std::sync::Mutex;

/// Number of agents in the block of users with a narrow scope, created before the users' first request.
const BLOCK: usize = 450;

/// The owner of new records.
#[derive(Clone)]
pub struct Owner {
    pub firm: i32,
    /// Text in the names of the records.
    pub name: String,
    pub admin: Client,
    /// Owner of reports, cohorts and notifications.
    pub user_key: String,
    pub uploader: Client,
    pub admin_user_key: String,
    /// Whether users with a narrow scope see the records.
    pub is_in_block: bool,
}

impl Owner {
    fn new(admin: Client, name: &str) -> Self {
        Self {
            firm: admin.firm,
            name: name.to_owned(),
            user_key: admin.user_key.clone(),
            uploader: admin.clone(),
            admin_user_key: "staff-of-nobody".into(),
            is_in_block: admin.firm == FIRM,
            admin,
        }
    }
}

pub struct Book {
    owner: Owner,
    foreign: Owner,
    narrow: [(&'static str, Client); 2],
    /// Agents in the block that no record uses yet.
    block: Mutex<Vec<Row>>,
    /// Problems found in responses.
    findings: Mutex<Vec<String>>,
}

impl Book {
    pub async fn fill(app: &TestApp) -> Self {
        let professional = app.as_role(FirmUserType::Professional).await;
        let manager = app.as_role(FirmUserType::OfficeManager).await;
        let support = json!({ "firm_id": FIRM, "user_key": manager.user_key,
                              "professional_key": professional.user_key });
        app.insert("firm_assignment_support", support).await;
        let mut block = Vec::new();
        for _ in 0..BLOCK {
            block.push(app.agent("Ada Lee").insert().await);
        }
        let in_block = |agent: &Row| json!({ "firm_id": FIRM, "user_key": professional.user_key, "agent_uuid": agent.uuid });
        let rows = block.iter().map(in_block).collect();
        app.insert_all("firm_assignment_agent", rows).await;
        Self {
            owner: Owner::new(app.admin().await, "Own"),
            foreign: Owner::new(app.other_firm_admin().await, FOREIGN),
            narrow: [("prof", professional), ("manage", manager)],
            block: Mutex::new(block),
            findings: Mutex::default(),
        }
    }

    pub fn owner(&self) -> &Owner {
        &self.owner
    }

    pub fn foreign_owner(&self) -> &Owner {
        &self.foreign
    }

    /// Returns the users who can see only the block.
    pub fn narrow(&self) -> &[(&'static str, Client)] {
        &self.narrow
    }

    /// Returns the owner to use for the caller's own records.
    pub fn owner_of(&self, caller: &Caller) -> Owner {
        Owner {
            user_key: caller.user_key.clone(),
            uploader: caller.client.clone(),
            admin_user_key: format!("staff-{}", caller.client.user_key),
            is_in_block: self.narrow.iter().any(|(name, _)| *name == caller.name),
            ..self.owner.clone()
        }
    }

    /// Removes and returns an unused agent that users with a narrow scope see.
    pub fn agent_in_block(&self) -> Row {
        let agent = self.block.lock().unwrap().pop();
        agent.expect("the block is used up: raise BLOCK")
    }

    /// Records a finding if the condition does not hold.
    pub fn expect(&self, holds: bool, what: &str) {
        if !holds {
            self.findings.lock().unwrap().push(what.to_owned());
        }
    }

    /// Returns one finding per line.
    pub fn findings(&self) -> String {
        self.findings.lock().unwrap().join("\n")
    }
}
