//! Sign-ins that were looked up: kept until anything about users, firms or assignments changes.
//!
//! The database notifies every node of such a change (`firmbook_viewers`). While a node does not hear the
//! notifications it keeps nothing and looks every sign-in up anew.

use super::Session;
use super::token::{Claims, SignIn};
use crate::db::Db;
use crate::db::listen::{Heard, listen};
use crate::error::{ApiError, ApiResult};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// More sign-ins than this at once start over.
const MAX_KEPT: usize = 10_000;

#[derive(Clone)]
pub struct Viewers {
    kept: Arc<Mutex<Kept>>,
    /// How long a sign-in may last.
    limit: Duration,
    changed: Arc<watch::Sender<()>>,
}

#[derive(Default)]
struct Kept {
    is_listening: bool,
    /// Grows with every change heard of; what was read before a change is not kept after it.
    generation: u64,
    sessions: HashMap<SignIn, Session>,
}

impl Viewers {
    /// Starts to listen; until the first answer nothing is kept.
    pub fn listening(url: String, limit: Duration) -> Self {
        let viewers = Self {
            kept: Arc::default(),
            limit,
            changed: Arc::default(),
        };
        let heard_by = viewers.clone();
        tokio::spawn(listen(url, "firmbook_viewers", move |heard| {
            heard_by.hear(&heard);
        }));
        viewers
    }

    /// Forgets at once what this node itself has changed; the others hear of it.
    pub fn forget(&self) {
        let mut kept = self.kept();
        kept.generation += 1;
        kept.sessions.clear();
        drop(kept);
        self.changed.send_replace(());
    }

    /// The same for the sign-ins of one user.
    pub fn forget_user(&self, user_key: &str) {
        let mut kept = self.kept();
        kept.generation += 1;
        kept.sessions
            .retain(|_, session| session.user.user_key != user_key);
        drop(kept);
        self.changed.send_replace(());
    }

    /// Changes whenever somebody may have lost or changed what they may do.
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

    /// The sign-in of a token. `account` is the one that the caller believes to work in, if it says so.
    ///
    /// # Errors
    /// Those of [`Session::of`], and 409 when the sign-in works in another account by now.
    pub async fn find(&self, db: &Db, claims: &Claims, account: Option<&str>) -> ApiResult<Session> {
        let is_other = |session: &Session| account.is_some_and(|account| session.account() != Some(account));
        let sign_in = claims.sign_in();
        let generation = {
            let kept = self.kept();
            let known = kept.sessions.get(&sign_in);
            // Another node may have changed the account, and its word of that be under way still.
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
