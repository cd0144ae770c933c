//! Closes connections whose session, user or account is no longer valid.

use super::Hub;
use super::connection::Connection;
use super::identity::Identity;
use crate::auth::embed;
use crate::auth::token::{Claims, SignIn};
use crate::error::ApiError;
use crate::telemetry::jobs;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// Interval between checks for sessions that timed out, which triggers no change event.
const ROUND: Duration = Duration::from_secs(10);
/// Name of the job.
pub const JOB: &str = "session-checks";

pub async fn run(hub: Hub) {
    let mut changes = hub.viewers.changes();
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            _ = rounds.tick() => {}
        }
        let mut by_sign_in: HashMap<SignIn, (Claims, Vec<Arc<Connection>>)> = HashMap::new();
        let mut widgets: HashMap<i32, Vec<Arc<Connection>>> = HashMap::new();
        for connection in hub.registry.all() {
            match &connection.identity {
                Identity::SignIn { claims, .. } => by_sign_in
                    .entry(claims.sign_in())
                    .or_insert_with(|| (claims.clone(), Vec::new()))
                    .1
                    .push(connection.clone()),
                Identity::Widget { .. } => {
                    widgets
                        .entry(connection.group.firm_id)
                        .or_default()
                        .push(connection);
                }
            }
        }
        let checks = async {
            for (claims, connections) in by_sign_in.into_values() {
                check(&hub, &claims, &connections).await;
            }
            for (firm_id, connections) in widgets {
                check_widgets(&hub, firm_id, &connections).await;
            }
            Ok::<(), Infallible>(())
        };
        _ = jobs::round(JOB, checks).await;
    }
}

async fn check(hub: &Hub, claims: &Claims, connections: &[Arc<Connection>]) {
    let session = hub.viewers.find(&hub.workers, claims, None).await;
    match session.and_then(|session| session.viewer()) {
        // The account or its permissions changed: the client reconnects with the new ones.
        Ok(viewer) => {
            let elsewhere = |connection: &&Arc<Connection>| {
                connection.permissions != viewer.permissions
                    || !matches!(&connection.identity, Identity::SignIn { account, .. } if *account == viewer.account)
            };
            for connection in connections.iter().filter(elsewhere) {
                connection.close(None, true);
            }
        }
        // The check itself failed, so keep the connections.
        Err(ApiError::Unavailable(_) | ApiError::Internal(_)) => {}
        Err(ApiError::ChooseAccount) => {
            for connection in connections {
                connection.close(None, true);
            }
        }
        Err(_) => {
            for connection in connections {
                connection.close(Some("The session has ended."), false);
            }
        }
    }
}

/// Closes the connections of widgets whose token or permissions are no longer valid. A widget that has renewed its
/// token reconnects with the new one.
async fn check_widgets(hub: &Hub, firm_id: i32, connections: &[Arc<Connection>]) {
    let opened = connections
        .iter()
        .filter_map(|connection| match &connection.identity {
            Identity::Widget { token, .. } => Some((connection, token)),
            Identity::SignIn { .. } => None,
        });
    let (connections, tokens): (Vec<_>, Vec<_>) = opened.unzip();
    // If the check itself fails, the connections are kept.
    let Ok(current) = embed::current_permissions(&hub.workers, firm_id, &tokens, hub.clock.now()).await
    else {
        return;
    };
    for (connection, permissions) in connections.into_iter().zip(current) {
        if permissions.as_ref() != Some(&connection.permissions) {
            connection.close(None, true);
        }
    }
}
