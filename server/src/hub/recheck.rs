//! Closes connections whose session, user or account is no longer valid.

use super::Hub;
use super::connection::Connection;
use crate::auth::token::{Claims, SignIn};
use crate::error::ApiError;
use crate::telemetry::jobs;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// Interval of checking for sessions that ended by timeout, which trigger no change event.
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
        let mut by_sign_in: HashMap<SignIn, Vec<Arc<Connection>>> = HashMap::new();
        for connection in hub.registry.all() {
            by_sign_in
                .entry(connection.claims.sign_in())
                .or_default()
                .push(connection);
        }
        let checks = async {
            for connections in by_sign_in.into_values() {
                if let Some(first) = connections.first() {
                    check(&hub, &first.claims, &connections).await;
                }
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
                connection.account != viewer.account || connection.permissions != viewer.permissions
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
