//! The users who make the calls: one per firm role, staff role and kind of share, and one who is not signed in.

use super::records::{Book, Owner};
use crate::impersonation::impersonate;
use crate::outside::{SHARES, with_names};
use crate::support::{Client, FIRM, TestApp};
use serde_json::json;
use server::auth::Access;
use server::routes::Route;
use shared::permission::{AdminUserType, FirmUserType};

#[derive(Clone)]
pub struct Caller {
    /// Column heading in the snapshot.
    pub name: &'static str,
    pub client: Client,
    /// The user who owns the caller's records.
    pub user_key: String,
    start: Start,
}

/// First action in each of the caller's sessions.
#[derive(Clone)]
enum Start {
    Nothing,
    OpenFirm,
    Impersonate(Client),
}

impl Caller {
    /// Returns whether the caller is staff who may open every firm.
    pub fn opens_any_firm(&self) -> bool {
        matches!(self.start, Start::OpenFirm)
    }

    /// Returns the caller in a separate session if the route may change the session.
    pub async fn for_route(&self, app: &TestApp, book: &Book, route: &Route) -> Self {
        let may_change = matches!(route.access, Access::User | Access::Token);
        if !may_change || self.client.token.is_none() {
            return self.clone();
        }
        let session = format!("{} {} {}", route.method, route.path, self.name);
        let client = app.in_another_session(&self.client, &session);
        self.start.begin(&client, book.owner()).await;
        Self {
            client,
            ..self.clone()
        }
    }
}

impl Start {
    async fn begin(&self, client: &Client, owner: &Owner) {
        match self {
            Self::Nothing => {}
            Self::OpenFirm => {
                let path = format!("/Account/firm/{}", owner.firm);
                client.put(path, json!({})).await.ok();
            }
            Self::Impersonate(subject) => impersonate(client, subject).await,
        }
    }
}

pub async fn callers(app: &TestApp, book: &Book) -> Vec<Caller> {
    let mut callers = vec![caller("admin", book.owner().admin.clone(), Start::Nothing)];
    for (name, client) in book.narrow() {
        callers.push(caller(name, client.clone(), Start::Nothing));
    }
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    callers.push(caller("viewer", viewer, Start::Nothing));
    for (share, name) in SHARES.into_iter().zip(["rows", "record", "docs"]) {
        let outside = with_names(app, &book.owner().admin, share).await;
        callers.push(caller(name, outside, Start::Nothing));
    }
    let staff = ["system", "operat", "succes", "proces", "audit"];
    for (role, name) in AdminUserType::ALL.iter().zip(staff) {
        let start = match role {
            // This role cannot open firms.
            AdminUserType::DocumentProcessor => Start::Nothing,
            _ => Start::OpenFirm,
        };
        callers.push(caller(name, app.staff(*role).await, start));
    }
    let subject = app.admin().await;
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    let mut as_admin = caller("as", staff, Start::Impersonate(subject.clone()));
    as_admin.user_key = subject.user_key;
    callers.push(as_admin);
    callers.push(caller("nobody", app.anonymous(), Start::Nothing));
    for caller in &callers {
        caller.start.begin(&caller.client, book.owner()).await;
    }
    callers
}

fn caller(name: &'static str, mut client: Client, start: Start) -> Caller {
    client.firm = FIRM;
    let user_key = client.user_key.clone();
    Caller {
        name,
        client,
        user_key,
        start,
    }
}
