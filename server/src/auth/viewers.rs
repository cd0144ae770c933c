//! Session cache. Entries are evicted when users, firms or assignments change.
//!
//! The database notifies all nodes of such changes on the channel `firmbook_viewers`. While a node's subscription is
//! down, the node caches nothing and loads every session from the database.

use super::Session;
use super::token::{Claims, SignIn};
use crate::db::Db;
use crate::db::listen::{Heard, Listener};
use crate::error::{ApiError, ApiResult};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// Maximum number of cached sessions. The cache is cleared when it is full.
const MAX_KEPT: usize = 10_000;

#[derive(Clone)]
pub struct Viewers {
    kept: Arc<Mutex<Kept>>,
    /// Maximum length of a session.
    limit: Duration,
    changed: Arc<watch::Sender<()>>,
}

#[derive(Default)]
struct Kept {
    is_listening: bool,
    /// Incremented on every change. A session loaded before a change is not cached after it.
    generation: u64,
    sessions: HashMap<SignIn, Session>,
}

impl Viewers {
    /// Creates the cache and subscribes to changes. Nothing is cached until the subscription is active.
    pub fn listening(listener: Listener, limit: Duration) -> Self {
        let viewers = Self {
            kept: Arc::default(),
            limit,
            changed: Arc::default(),
        };
        let heard_by = viewers.clone();
        tokio::spawn(listener.listen("firmbook_viewers", move |heard| {
            heard_by.hear(&heard);
        }));
        viewers
    }

    /// Evicts all sessions on this node. Other nodes are notified by the database.
    pub fn forget(&self) {
        let mut kept = self.kept();
        kept.generation += 1;
        kept.sessions.clear();
        drop(kept);
        self.changed.send_replace(());
    }

    /// Evicts the sessions of one user on this node.
    pub fn forget_user(&self, user_key: &str) {
        let mut kept = self.kept();
        kept.generation += 1;
        kept.sessions
            .retain(|_, session| session.user.user_key != user_key);
        drop(kept);
        self.changed.send_replace(());
    }

    /// Returns a receiver that is notified whenever permissions of any user may have changed.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    fn hear(&self, heard: &Heard) {
        match heard {
            Heard::Notification(user_key) if !user_key.is_empty() => return self.forget_user(user_key),
            _ => self.forget(),
        }
        let mut kept = self.kept();
        match heard {
            Heard::Listening => kept.is_listening = true,
            Heard::Lost => kept.is_listening = false,
            Heard::Notification(_) => {}
        }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the session of a token. `account` is the account id that the page sent, if any.
    ///
    /// # Errors
    /// Returns [`ApiError::AccountChanged`] if `account` is not the session's current account, and the errors
    /// of [`Session::of`].
    pub async fn find(&self, db: &Db, claims: &Claims, account: Option<&str>) -> ApiResult<Session> {
        let is_other = |session: &Session| account.is_some_and(|account| session.account() != Some(account));
        let sign_in = claims.sign_in();
        let generation = {
            let kept = self.kept();
            let known = kept.sessions.get(&sign_in);
            // Reload if the account id differs: another node may have switched the account, and its notification may
            // not have arrived yet.
            if let Some(session) =
                known.filter(|known| known.holds_until > Instant::now() && !is_other(known))
            {
                return Ok(session.clone());
            }
            kept.generation
        };
        let session = Session::of(db, claims, self.limit).await?;
        let mut kept = self.kept();
        if kept.is_listening && kept.generation == generation {
            if kept.sessions.len() >= MAX_KEPT {
                kept.sessions.clear();
            }
            kept.sessions.insert(sign_in, session.clone());
        }
        drop(kept);
        if is_other(&session) {
            return Err(ApiError::AccountChanged);
        }
        Ok(session)
    }
}
