//! Registry of this node's connections, by token and by user and firm.

use super::limits::{Allowances, Limits};
use super::{Connection, Group};
use bytes::Bytes;
use shared::permission::Feature;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum number of connections flushed in one task, about a millisecond of work.
const SHARE: usize = 128;
/// Minimum time without a line before a user's new connection may replace this one. Longer than a reconnect
/// or the gap between two polls.
const GIVES_WAY_MS: u64 = 5_000;

pub struct Registry {
    limits: Limits,
    maps: Mutex<Maps>,
}

#[derive(Default)]
struct Maps {
    by_token: HashMap<String, Arc<Connection>>,
    /// Connections whose handshake is done.
    groups: HashMap<Group, Vec<Arc<Connection>>>,
    of_user: HashMap<Arc<str>, usize>,
    allowances: Allowances,
    takes_nobody: bool,
}

/// Why a connection is rejected.
#[derive(Debug, PartialEq, Eq)]
pub enum Full {
    /// The user has too many connections. Holds the seconds to wait.
    TooMany(u64),
    ShuttingDown,
}

/// The user's connection limit is reached. Some connections will most likely have ended after 15 s.
const FULL: Full = Full::TooMany(15);

impl Registry {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            maps: Mutex::default(),
        }
    }

    fn maps(&self) -> MutexGuard<'_, Maps> {
        self.maps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection if its user is below the limits, or if one of their connections can be replaced.
    pub fn add(&self, connection: Connection, now_ms: u64) -> Result<Arc<Connection>, Full> {
        let mut maps = self.maps();
        if maps.takes_nobody {
            return Err(Full::ShuttingDown);
        }
        let user = connection.group.user_key.clone();
        let count = maps.of_user.get(&user).copied().unwrap_or(0);
        let gives_way = match count >= self.limits.connections {
            true => Some(maps.longest_without_line(&user, now_ms).ok_or(FULL)?),
            false => None,
        };
        maps.allowances
            .take(&user, &self.limits, now_ms)
            .map_err(Full::TooMany)?;
        if let Some(other) = gives_way {
            if !other.end_without_line() {
                return Err(FULL);
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
            group.push(connection.clone());
        }
    }

    pub fn forget(&self, connection: &Arc<Connection>) {
        self.maps().forget(connection);
    }

    /// Groups with at least one connection.
    pub fn groups(&self) -> Vec<Group> {
        self.maps().groups.keys().cloned().collect()
    }

    /// Keys of the firm's connected users.
    pub fn users_of(&self, firm_id: i32) -> Vec<String> {
        let maps = self.maps();
        let groups = maps.groups.keys().filter(|group| group.firm_id == firm_id);
        groups.map(|group| group.user_key.to_string()).collect()
    }

    pub fn has(&self, group: &Group) -> bool {
        self.maps().groups.contains_key(group)
    }

    fn members(&self, group: &Group) -> Vec<Arc<Connection>> {
        self.maps().groups.get(group).cloned().unwrap_or_default()
    }

    /// Sends a record to every connection of a group.
    pub fn push(&self, group: &Group, id: i64, record: &Bytes) {
        let members = self.members(group);
        for member in &members {
            member.queue(Some(id), record);
        }
        let_out(&members);
    }

    /// Sends a record to those connections of a group that may read the feature.
    pub fn push_to_readers(&self, group: &Group, id: Option<i64>, feature: Feature, record: &Bytes) {
        let mut members = self.members(group);
        members.retain(|member| member.permissions.can_read(feature));
        for member in &members {
            member.queue(id, record);
        }
        let_out(&members);
    }
}

impl Maps {
    fn forget(&mut self, connection: &Arc<Connection>) {
        if self.by_token.remove(&connection.token).is_none() {
            return;
        }
        if let Some(group) = self.groups.get_mut(&connection.group) {
            group.retain(|member| !Arc::ptr_eq(member, connection));
            if group.is_empty() {
                self.groups.remove(&connection.group);
            }
        }
        let user = &connection.group.user_key;
        if let Some(count) = self.of_user.get_mut(user) {
            *count -= 1;
            if *count == 0 {
                self.of_user.remove(user);
            }
        }
    }

    /// The user's connection that has been without a line for longest, if it may be replaced. Its client has
    /// most likely opened a new connection already. If not, it gets missed pushes when it reconnects.
    fn longest_without_line(&self, user: &Arc<str>, now_ms: u64) -> Option<Arc<Connection>> {
        let own = self.by_token.values().filter(|one| one.group.user_key == *user);
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
    use super::super::connection::Owner;
    use super::*;
    use serde_json::json;
    use shared::hub::negotiate::Transport::WebSockets;
    use shared::permission::Permissions;

    fn connection(user: &str, now_ms: u64) -> Connection {
        let owner = Owner {
            group: Group {
                firm_id: 1,
                user_key: user.into(),
            },
            claims: serde_json::from_value(json!({ "iss": "issuer", "sub": user })).unwrap(),
            account: String::new(),
            permissions: Permissions::none(),
        };
        Connection::new(owner, true, 1, now_ms).unwrap()
    }

    #[test]
    fn replaces_the_connection_longest_without_a_line_at_the_limit() {
        let limits = Limits {
            connections: 3,
            burst: 100.0,
            a_second: 100.0,
        };
        let registry = Registry::new(limits);
        let add = |now_ms| registry.add(connection("ada", now_ms), now_ms);
        let [first, second, third] = [0, 10, 20].map(|now_ms| add(now_ms).unwrap());
        let line = first.attach(WebSockets, 100).unwrap();
        third.attach(WebSockets, 100).unwrap();
        assert_eq!(add(5_000).err(), Some(Full::TooMany(15)));

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
    fn rejects_connections_over_the_rate_limit() {
        let limits = Limits {
            connections: 1,
            burst: 1.0,
            a_second: 0.01,
        };
        let registry = Registry::new(limits);
        let first = registry.add(connection("ada", 0), 0).unwrap();
        let soon = registry.add(connection("ada", 10_000), 10_000);
        assert_eq!(soon.err(), Some(Full::TooMany(90)));
        assert!(registry.find(&first.token).is_some() && !first.is_over());
    }
}
