//! The users of a demo book and their assignments to firms and agents.

use super::firms::FirmPlan;
use super::people::{Cast, Stream};
use anyhow::{Context, ensure};
use serde::Deserialize;
use shared::contact::ContactKind;
use std::path::Path;
use tokio_postgres::{GenericClient, Transaction};

#[derive(Debug, Clone, Deserialize)]
pub struct DemoUser {
    pub login: String,
    pub name: String,
    pub email: Option<String>,
    /// Staff role, for staff members only.
    #[serde(default)]
    pub admin: Option<String>,
    #[serde(default)]
    pub assignments: Vec<Assignment>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Assignment {
    pub firm_id: i32,
    pub firm_name: String,
    pub role: String,
}

/// Role names, in the order of the firm user type numbers from 1.
const ROLES: [&str; 5] = [
    "AccountAdministrator",
    "Professional",
    "OfficeManager",
    "ViewOnly",
    "TrustedAdvisor",
];
/// Staff role names, in the order of the admin user type numbers from 1.
const STAFF_ROLES: [&str; 5] = [
    "SystemAdministrator",
    "OperationsManager",
    "CustomerSuccess",
    "DocumentProcessor",
    "Auditor",
];
const PROFESSIONAL: i16 = 2;
const OFFICE_MANAGER: i16 = 3;

/// Returns the 1-based position of a role in `names`.
fn number_of(role: &str, names: &[&str]) -> anyhow::Result<i16> {
    let position = names.iter().position(|name| *name == role);
    position
        .map(|i| i as i16 + 1)
        .with_context(|| format!("unknown role “{role}”"))
}

impl DemoUser {
    /// Derives the user key from the login. It is opaque and the same in every run.
    fn key(&self) -> String {
        let seed = self.login.bytes().fold(7_u64, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(byte.into())
        });
        format!(
            "u{:016x}",
            super::random::Random::of([seed, Stream::Firm as u64, 1]).next()
        )
    }

    async fn insert<C: GenericClient>(&self, client: &C, issuer: &str) -> anyhow::Result<()> {
        let (first, last) = self.first_and_last();
        client
            .execute(
                "INSERT INTO app_user (user_key, issuer, subject, first_name, last_name, email)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_key) DO NOTHING",
                &[&self.key(), &issuer, &self.login, &first, &last, &self.email],
            )
            .await?;
        Ok(())
    }

    fn first_and_last(&self) -> (&str, &str) {
        self.name.rsplit_once(' ').unwrap_or(("", &self.name))
    }
}

pub fn read(path: &Path) -> anyhow::Result<Vec<DemoUser>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the demo users in {}", path.display()))?;
    let users: Vec<DemoUser> = serde_json::from_str(&text)
        .with_context(|| format!("{} is not a valid list of demo users", path.display()))?;
    ensure!(!users.is_empty(), "{} contains no users", path.display());
    Ok(users)
}

/// Inserts missing staff members with their administrator accounts.
pub async fn employ<C: GenericClient>(client: &C, users: &[DemoUser], issuer: &str) -> anyhow::Result<()> {
    for user in users {
        let Some(role) = &user.admin else { continue };
        let admin_user_type = number_of(role, &STAFF_ROLES)?;
        user.insert(client, issuer).await?;
        client
            .execute(
                "INSERT INTO admin_account (admin_user_key, user_key, admin_user_type) VALUES ($1, $2, $3)
                 ON CONFLICT (admin_user_key) DO NOTHING",
                &[&format!("staff-{}", user.key()), &user.key(), &admin_user_type],
            )
            .await?;
    }
    Ok(())
}

/// Sets the identity provider of the users.
pub async fn follow<C: GenericClient>(client: &C, users: &[DemoUser], issuer: &str) -> anyhow::Result<()> {
    let keys: Vec<String> = users.iter().map(DemoUser::key).collect();
    client
        .execute(
            "UPDATE app_user SET issuer = $1 WHERE issuer <> $1 AND user_key = ANY($2)",
            &[&issuer, &keys],
        )
        .await?;
    Ok(())
}

/// Inserts the users of a firm and their assignments. The firm's contacts may not exist yet.
pub async fn assign(
    transaction: &Transaction<'_>,
    users: &[DemoUser],
    issuer: &str,
    plan: &FirmPlan,
    cast: &Cast,
) -> anyhow::Result<()> {
    let mut professionals = Vec::new();
    let mut managers = Vec::new();
    let here = users.iter().filter_map(|user| {
        let assignment = user
            .assignments
            .iter()
            .find(|assignment| assignment.firm_id == plan.firm_id)?;
        Some((user, assignment))
    });
    for (user, assignment) in here {
        let firm_user_type = number_of(&assignment.role, &ROLES)?;
        let key = user.key();
        user.insert(transaction, issuer).await?;
        transaction
            .execute(
                "INSERT INTO firm_assignment (firm_id, user_key, firm_user_type) VALUES ($1, $2, $3)",
                &[&plan.firm_id, &key, &firm_user_type],
            )
            .await?;
        match firm_user_type {
            PROFESSIONAL => professionals.push(key),
            OFFICE_MANAGER => managers.push(key),
            _ => {}
        }
    }
    for (i, professional) in professionals.iter().enumerate() {
        let block = block(cast, plan, i as u64, professionals.len() as u64);
        transaction
            .execute(
                "INSERT INTO firm_assignment_agent (firm_id, user_key, agent_uuid)
                 SELECT $1, $2, unnest($3::text[])::uuid",
                &[&plan.firm_id, professional, &block],
            )
            .await?;
        for manager in &managers {
            transaction
                .execute(
                    "INSERT INTO firm_assignment_support (firm_id, user_key, professional_key) VALUES ($1, $2, $3)",
                    &[&plan.firm_id, manager, professional],
                )
                .await?;
        }
    }
    Ok(())
}

/// Returns the agents of one of `count` professionals: every `count`th of the top-selling agents.
fn block(cast: &Cast, plan: &FirmPlan, number: u64, count: u64) -> Vec<String> {
    let size = (plan.sizes.agents / 25).clamp(8, 400);
    (0..size)
        .map(|i| i * count + number)
        .filter(|index| *index < plan.sizes.agents)
        .map(|index| cast.contact_uuid(ContactKind::Agent, index).to_string())
        .collect()
}
