//! The connections of this node, by token and by whom they belong to.

use super::limits::{Allowances, Limits};
use super::{Connection, Group};
use bytes::Bytes;
use shared::permission::Feature;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Connections that are written to in one go: a millisecond's work.
const SHARE: usize = 128;

pub struct Registry {
    limits: Limits,
    maps: Mutex<Maps>,
}

#[derive(Default)]
struct Maps {
    by_token: HashMap<String, Arc<Connection>>,
    /// Those whose handshake is done.
    groups: HashMap<Group, Vec<Arc<Connection>>>,
    of_user: HashMap<Arc<str>, usize>,
    allowances: Allowances,
    takes_nobody: bool,
}

/// Why a connection is not taken.
#[derive(Debug, PartialEq, Eq)]
pub enum Full {
    /// This user has to wait so many seconds.
    TooMany(u64),
    ShuttingDown,
}

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

    /// Takes a new connection, if its user may have one more.
    pub fn add(&self, connection: Connection, now_ms: u64) -> Result<Arc<Connection>, Full> {
        let mut maps = self.maps();
        if maps.takes_nobody {
            return Err(Full::ShuttingDown);
        }
        let user = connection.group.user_key.clone();
        if maps.of_user.get(&user).copied().unwrap_or(0) >= self.limits.connections {
            return Err(Full::TooMany(15));
        }
        maps.allowances
            .take(&user, &self.limits, now_ms)
            .map_err(Full::TooMany)?;
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

    /// From now on the connection gets what is pushed to its user and firm.
    pub fn join(&self, connection: &Arc<Connection>) {
        let mut maps = self.maps();
        if maps.by_token.contains_key(&connection.token) {
            let group = maps.groups.entry(connection.group.clone()).or_default();
            group.push(connection.clone());
        }
    }

    pub fn forget(&self, connection: &Arc<Connection>) {
        let mut maps = self.maps();
        if maps.by_token.remove(&connection.token).is_none() {
            return;
        }
        if let Some(group) = maps.groups.get_mut(&connection.group) {
            group.retain(|member| !Arc::ptr_eq(member, connection));
            if group.is_empty() {
                maps.groups.remove(&connection.group);
            }
        }
        let user = &connection.group.user_key;
        if let Some(count) = maps.of_user.get_mut(user) {
            *count -= 1;
            if *count == 0 {
                maps.of_user.remove(user);
            }
        }
    }

    /// Whom pushes could be for.
    pub fn groups(&self) -> Vec<Group> {
        self.maps().groups.keys().cloned().collect()
    }

    /// The users of a firm that are here, by key.
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

    /// One record, written once, to every connection of a group.
    pub fn push(&self, group: &Group, id: i64, record: &Bytes) {
        let members = self.members(group);
        for member in &members {
            member.queue(Some(id), record);
        }
        let_out(&members);
    }

    /// The same to those of a group who may read of such things.
    pub fn push_to_readers(&self, group: &Group, id: Option<i64>, feature: Feature, record: &Bytes) {
        let mut members = self.members(group);
        members.retain(|member| member.permissions.can_read(feature));
        for member in &members {
            member.queue(id, record);
        }
        let_out(&members);
    }
}

/// Everything is queued in order by now: many connections are shared among the workers.
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
