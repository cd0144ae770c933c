//! Registry of this node's connections, by token and by user and firm.

use super::Group;
use super::connection::Connection;
use crate::config::HubLimits;
use crate::error::{ApiError, ApiResult};
use crate::limiter::Limiter;
use bytes::Bytes;
use shared::permission::Feature;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of connections flushed in one task, about a millisecond of work.
const SHARE: usize = 128;
/// Minimum time without a line before a user's new connection may replace this one. Longer than a reconnect
/// or the gap between two polls.
const GIVES_WAY_MS: u64 = 5_000;

pub struct Registry {
    /// Maximum number of simultaneous connections of one user's portal pages.
    connections: usize,
    /// Connections opened by each user.
    opened: Limiter<Arc<str>>,
    maps: Mutex<Maps>,
}

#[derive(Default)]
struct Maps {
    by_token: HashMap<String, Arc<Connection>>,
    /// Connections whose handshake is complete.
    groups: HashMap<Group, Members>,
    /// Number of connections by limit key.
    of_user: HashMap<Arc<str>, usize>,
    takes_nobody: bool,
}

#[derive(Default)]
struct Members {
    connections: Vec<Arc<Connection>>,
    /// The last encoded notification list.
    list: Bytes,
}

/// Time after which a connection of a user at the limit will most likely have ended.
const WAIT_AT_LIMIT: Duration = Duration::from_secs(15);

impl Registry {
    pub fn new(limits: HubLimits) -> Self {
        Self {
            connections: limits.connections,
            opened: Limiter::new(limits.opened),
            maps: Mutex::default(),
        }
    }

    fn maps(&self) -> MutexGuard<'_, Maps> {
        self.maps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection if its user is below the limits, or if one of their connections can be replaced.
    ///
    /// # Errors
    /// Returns [`ApiError::TooMany`] over a limit, and [`ApiError::Unavailable`] once the server shuts down.
    pub fn add(&self, connection: Connection, now_ms: u64) -> ApiResult<Arc<Connection>> {
        let mut maps = self.maps();
        if maps.takes_nobody {
            return Err(ApiError::Unavailable("server is shutting down".into()));
        }
        let user = connection.limit_key();
        let count = maps.of_user.get(&user).copied().unwrap_or(0);
        let gives_way = match count >= connection.identity.limit(self.connections) {
            true => Some(
                maps.longest_without_line(&user, now_ms)
                    .ok_or(ApiError::TooMany(WAIT_AT_LIMIT))?,
            ),
            false => None,
        };
        self.opened.take(&user)?;
        if let Some(other) = gives_way {
            if !other.end_without_line() {
                return Err(ApiError::TooMany(WAIT_AT_LIMIT));
            }
            maps.forget(&other);
        }
        *maps.of_user.entry(user).or_default() += 1;
        let connection = Arc::new(connection);
        maps.by_token.insert(connection.token.clone(), connection.clone());
        Ok(connection)
    }

    pub fn find(&self, token: &str) -> Option<Arc<Connection>> {
        self.maps().by_token.get(token).cloned()
    }

    pub fn all(&self) -> Vec<Arc<Connection>> {
        self.maps().by_token.values().cloned().collect()
    }

    pub fn take_nobody(&self) {
        self.maps().takes_nobody = true;
    }

    /// Subscribes the connection to the pushes of its user and firm.
    pub fn join(&self, connection: &Arc<Connection>) {
        let mut maps = self.maps();
        if maps.by_token.contains_key(&connection.token) {
            let group = maps.groups.entry(connection.group.clone()).or_default();
            group.connections.push(connection.clone());
        }
    }

    pub fn forget(&self, connection: &Arc<Connection>) {
        self.maps().forget(connection);
    }

    /// Returns the groups with at least one connection.
    pub fn groups(&self) -> Vec<Group> {
        self.maps().groups.keys().cloned().collect()
    }

    /// Returns the keys of the firm's connected users.
    pub fn users_of(&self, firm_id: i32) -> Vec<String> {
        let maps = self.maps();
        let groups = maps.groups.keys().filter(|group| group.firm_id == firm_id);
        groups.map(|group| group.user_key.to_string()).collect()
    }

    pub fn has(&self, group: &Group) -> bool {
        self.maps().groups.contains_key(group)
    }

    fn members(&self, group: &Group) -> Vec<Arc<Connection>> {
        let maps = self.maps();
        let members = maps.groups.get(group);
        members.map_or_else(Vec::new, |members| members.connections.clone())
    }

    /// Returns the stored copy of an encoded notification list, if the group got the same list last. Otherwise
    /// stores it.
    pub fn shared_list(&self, group: &Group, record: String) -> Bytes {
        let mut maps = self.maps();
        let Some(members) = maps.groups.get_mut(group) else {
            return record.into();
        };
        if members.list != record.as_bytes() {
            members.list = record.into();
        }
        members.list.clone()
    }

    /// Sends a push to every connection of a group.
    pub fn push(&self, group: &Group, id: i64, target: &str, record: &Bytes) {
        queue(&self.members(group), Some(id), target, record);
    }

    /// Sends a push to those connections of a group that may read the feature.
    pub fn push_to_readers(
        &self,
        group: &Group,
        id: Option<i64>,
        feature: Feature,
        target: &str,
        record: &Bytes,
    ) {
        let mut members = self.members(group);
        members.retain(|member| member.permissions.can_read(feature));
        queue(&members, id, target, record);
    }
}

/// Queues a push for each connection that may receive it.
fn queue(members: &[Arc<Connection>], id: Option<i64>, target: &str, record: &Bytes) {
    for member in members {
        if let Some(record) = member.identity.record(target, record) {
            member.queue(id, &record);
        }
    }
    let_out(members);
}

impl Maps {
    fn forget(&mut self, connection: &Arc<Connection>) {
        if self.by_token.remove(&connection.token).is_none() {
            return;
        }
        if let Some(Members { connections, .. }) = self.groups.get_mut(&connection.group) {
            connections.retain(|member| !Arc::ptr_eq(member, connection));
            if connections.is_empty() {
                self.groups.remove(&connection.group);
            }
        }
        let user = connection.limit_key();
        if let Some(count) = self.of_user.get_mut(&user) {
            *count -= 1;
            if *count == 0 {
                self.of_user.remove(&user);
            }
        }
    }

    /// Returns the user's connection that has been without a line for the longest time, if it may be replaced. Its
    /// client has most likely opened a new connection already. If not, it gets missed pushes when it reconnects.
    fn longest_without_line(&self, user: &Arc<str>, now_ms: u64) -> Option<Arc<Connection>> {
        let own = self.by_token.values().filter(|one| one.limit_key() == *user);
        own.filter_map(|one| Some((one.without_line_since_ms()?, one)))
            .min_by_key(|(since_ms, _)| *since_ms)
            .filter(|(since_ms, _)| since_ms + GIVES_WAY_MS <= now_ms)
            .map(|(_, one)| one.clone())
    }
}

/// Flushes connections. Records are already queued in order, so large groups are split across tasks.
fn let_out(members: &[Arc<Connection>]) {
    if members.len() <= SHARE {
        for member in members {
            member.go_on();
        }
        return;
    }
    for share in members.chunks(SHARE) {
        let share = share.to_vec();
        tokio::spawn(async move {
            for member in share {
                member.go_on();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::connection::ConnectionUser;
    use super::super::identity::Identity;
    use super::*;
    use crate::config::Rate;
    use serde_json::json;
    use shared::hub::negotiate::Transport::WebSockets;
    use shared::permission::Permissions;
    use std::num::NonZeroU32;

    fn limits(connections: usize, burst: u32) -> HubLimits {
        HubLimits {
            connections,
            opened: Rate {
                burst: NonZeroU32::new(burst).unwrap(),
                period: Duration::from_secs(100),
            },
        }
    }

    fn connection(user: &str, now_ms: u64) -> Connection {
        let claims = serde_json::from_value(json!({ "iss": "issuer", "sub": user })).unwrap();
        let account = String::new();
        let user = ConnectionUser {
            group: Group {
                firm_id: 1,
                user_key: user.into(),
            },
            identity: Identity::SignIn { claims, account },
            permissions: Permissions::none(),
        };
        Connection::new(user, true, 1, now_ms).unwrap()
    }

    #[test]
    fn replaces_the_connection_longest_without_a_line_at_the_limit() {
        let registry = Registry::new(limits(3, 100));
        let add = |now_ms| registry.add(connection("ada", now_ms), now_ms);
        let [first, second, third] = [0, 10, 20].map(|now_ms| add(now_ms).unwrap());
        let line = first.attach(WebSockets, 100).unwrap();
        third.attach(WebSockets, 100).unwrap();
        assert!(matches!(add(5_000), Err(ApiError::TooMany(wait)) if wait == WAIT_AT_LIMIT));

        add(5_010).unwrap();
        let is_there = |one: &Arc<Connection>| registry.find(&one.token).is_some();
        assert!(!is_there(&second) && second.is_over(), "never had a line");
        assert!(is_there(&first) && is_there(&third));
        first.detach(line, 6_000);
        add(10_500).unwrap();
        assert!(is_there(&third) && !third.is_over(), "has a line");
        assert!(registry.add(connection("bob", 10_500), 10_500).is_ok());
    }

    #[test]
    fn connections_of_a_user_share_an_unchanged_list() {
        let registry = Registry::new(limits(3, 100));
        let first = registry.add(connection("ada", 0), 0).unwrap();
        registry.join(&first);
        let list = |text: &str| registry.shared_list(&first.group, text.to_owned());
        let (before, again, after) = (list("one"), list("one"), list("two"));
        assert_eq!(before.as_ptr(), again.as_ptr());
        assert_eq!((&*after, list("two").as_ptr()), (&b"two"[..], after.as_ptr()));
    }

    #[test]
    fn rejects_connections_over_the_rate_limit() {
        let registry = Registry::new(limits(1, 1));
        let first = registry.add(connection("ada", 0), 0).unwrap();
        let soon = registry.add(connection("ada", 10_000), 10_000);
        let Err(ApiError::TooMany(wait)) = soon else {
            panic!("a connection over the rate limit was accepted")
        };
        assert!(
            wait > Duration::from_secs(80) && wait <= Duration::from_secs(100),
            "{wait:?}"
        );
        assert!(registry.find(&first.token).is_some() && !first.is_over());
    }
}
