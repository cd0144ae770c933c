//! Viewers that were looked up: kept until anything about users, firms or assignments changes.
//!
//! The database notifies every node of such a change (`firmbook_viewers`). While a node does not hear the
//! notifications it keeps nothing and looks every viewer up anew.

use super::Viewer;
use super::token::Claims;
use crate::db::Db;
use crate::db::listen::{Heard, listen};
use crate::error::ApiResult;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// More sign-ins than this at once start over.
const MAX_KEPT: usize = 10_000;

#[derive(Clone, Default)]
pub struct Viewers(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    is_listening: bool,
    /// Grows with every change heard of; what was read before a change is not kept after it.
    generation: u64,
    viewers: HashMap<Claims, Viewer>,
}

impl Viewers {
    /// Starts to listen; until the first answer nothing is kept.
    pub fn listening(url: String) -> Self {
        let viewers = Self::default();
        let kept = viewers.clone();
        tokio::spawn(listen(url, "firmbook_viewers", move |heard| kept.hear(&heard)));
        viewers
    }

    /// Forgets at once what this node itself has changed; the others hear of it.
    pub fn forget(&self) {
        let mut kept = self.kept();
        kept.generation += 1;
        kept.viewers.clear();
    }

    fn hear(&self, heard: &Heard) {
        self.forget();
        let mut kept = self.kept();
        match heard {
            Heard::Listening => kept.is_listening = true,
            Heard::Lost => kept.is_listening = false,
            Heard::Notification(_) => {}
        }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who the token speaks for.
    ///
    /// # Errors
    /// Those of [`Viewer::of`].
    pub async fn find(&self, db: &Db, claims: &Claims) -> ApiResult<Viewer> {
        let generation = {
            let kept = self.kept();
            if let Some(viewer) = kept.viewers.get(claims) {
                return Ok(viewer.clone());
            }
            kept.generation
        };
        let viewer = Viewer::of(db, claims).await?;
        let mut kept = self.kept();
        if kept.is_listening && kept.generation == generation {
            if kept.viewers.len() >= MAX_KEPT {
                kept.viewers.clear();
            }
            kept.viewers.insert(claims.clone(), viewer.clone());
        }
        Ok(viewer)
    }
}
