//! Limits how many list queries one user and one firm run at the same time, so that one user's heavy filters
//! do not slow down other firms. The limits are [`crate::config::QueryLimits`].

use super::Viewer;
use crate::config::QueryLimits;
use crate::error::{ApiError, ApiResult};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Time after which a refused client should try again.
const RETRY_AFTER: Duration = Duration::from_secs(2);

pub struct QuerySlots {
    users: Slots<String>,
    firms: Slots<i32>,
    wait: Duration,
}

/// A permit to run one query. Released on drop.
pub struct QuerySlot {
    #[expect(dead_code, reason = "released on drop")]
    slots: (Slot<String>, Option<Slot<i32>>),
}

impl QuerySlots {
    pub fn new(limits: QueryLimits) -> Self {
        Self {
            users: Slots::new(limits.of_user),
            firms: Slots::new(limits.of_firm),
            wait: limits.wait,
        }
    }

    /// Waits for one of the user's slots and one of the firm's.
    ///
    /// # Errors
    /// Returns [`ApiError::TooMany`] if no slot becomes free in time.
    pub async fn take(&self, viewer: &Viewer) -> ApiResult<QuerySlot> {
        // During an impersonation, the query counts against the staff member, not against the impersonated user.
        let person = viewer.admin_user_key.as_ref().unwrap_or(&viewer.user_key);
        let slots = async {
            // Take the user's slot first, so that a query waiting for it does not hold a firm slot.
            let of_user = self.users.take(person.clone()).await;
            // Staff who have not opened a firm have firm id 0. They have no firm limit.
            let of_firm = match viewer.firm.id {
                0 => None,
                firm_id => Some(self.firms.take(firm_id).await),
            };
            (of_user, of_firm)
        };
        match tokio::time::timeout(self.wait, slots).await {
            Ok(slots) => Ok(QuerySlot { slots }),
            Err(_) => Err(ApiError::TooMany(RETRY_AFTER)),
        }
    }
}

type Semaphores<K> = Arc<Mutex<HashMap<K, Arc<Semaphore>>>>;

/// One semaphore per key. Keys without a running or waiting query have no entry.
struct Slots<K: Hash + Eq + Clone> {
    by_key: Semaphores<K>,
    limit: usize,
}

impl<K: Hash + Eq + Clone> Slots<K> {
    fn new(limit: usize) -> Self {
        Self {
            by_key: Arc::default(),
            limit: limit.min(Semaphore::MAX_PERMITS),
        }
    }

    async fn take(&self, key: K) -> Slot<K> {
        let semaphore = locked(&self.by_key)
            .entry(key.clone())
            .or_insert_with(|| Arc::new(Semaphore::new(self.limit)))
            .clone();
        // Created before the wait, so that a cancelled wait also cleans up.
        let mut slot = Slot {
            by_key: self.by_key.clone(),
            key,
            semaphore: Some(semaphore.clone()),
            permit: None,
        };
        // Fails only if the semaphore is closed, which never happens.
        slot.permit = semaphore.acquire_owned().await.ok();
        slot
    }
}

struct Slot<K: Hash + Eq> {
    by_key: Semaphores<K>,
    key: K,
    semaphore: Option<Arc<Semaphore>>,
    permit: Option<OwnedSemaphorePermit>,
}

impl<K: Hash + Eq> Drop for Slot<K> {
    fn drop(&mut self) {
        drop((self.permit.take(), self.semaphore.take()));
        let mut by_key = locked(&self.by_key);
        if by_key
            .get(&self.key)
            .is_some_and(|semaphore| Arc::strong_count(semaphore) == 1)
        {
            by_key.remove(&self.key);
        }
    }
}

fn locked<K>(by_key: &Semaphores<K>) -> MutexGuard<'_, HashMap<K, Arc<Semaphore>>> {
    by_key.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn limits_each_key_and_removes_unused_entries() {
        let slots = Slots::new(2);
        let first = slots.take("a").await;
        let second = slots.take("a").await;
        let mut third = Box::pin(slots.take("a"));
        assert!(third.as_mut().now_or_never().is_none());
        let other = slots.take("b").now_or_never();
        assert!(other.is_some());
        drop(first);
        let third = third.await;
        assert!(slots.take("a").now_or_never().is_none(), "an aborted wait");
        drop((second, third, other));
        assert!(locked(&slots.by_key).is_empty());
    }
}
