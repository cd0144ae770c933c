//! The request or background job that code runs for. Its name is the `application_name` of its transactions, which
//! `pg_stat_activity` and the log of PostgreSQL show. A comment in the statements would make each of them unique, so
//! that none could stay prepared.

use std::sync::Arc;
use tracing::Instrument;

/// Application name of connections. That of a transaction starts with it.
pub const APPLICATION: &str = "firmbook";

tokio::task_local! {
    static ORIGIN: Origin;
}

/// A request or a background job.
#[derive(Debug, Clone)]
pub struct Origin {
    application_name: Arc<str>,
}

impl Origin {
    /// `id` is the request id, which the server makes of hexadecimal digits.
    #[must_use]
    pub fn request(id: &str) -> Self {
        Self::named(format!("{APPLICATION} {id}"))
    }

    #[must_use]
    pub fn job(name: &'static str) -> Self {
        Self::named(format!("{APPLICATION} job {name}"))
    }

    fn named(name: String) -> Self {
        Self {
            application_name: name.into(),
        }
    }

    /// Runs `work` for this origin. Tasks that it spawns need [`carried`].
    pub async fn scope<F: Future>(self, work: F) -> F::Output {
        ORIGIN.scope(self, work).await
    }
}

/// The application name of transactions that begin here. `None` outside of requests and jobs. Contains no quotes.
#[must_use]
pub fn application_name() -> Option<Arc<str>> {
    ORIGIN.try_with(|origin| origin.application_name.clone()).ok()
}

/// Gives a task that is about to be spawned the origin and the span of the code that spawns it.
pub fn carried<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let origin = ORIGIN.try_with(Clone::clone).ok();
    async move {
        match origin {
            Some(origin) => origin.scope(work).await,
            None => work.await,
        }
    }
    .in_current_span()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn spawned_task_keeps_its_origin_only_if_carried() {
        assert_eq!(application_name(), None);
        let work = async {
            let own = application_name();
            let carried = tokio::spawn(carried(async { application_name() }));
            let bare = tokio::spawn(async { application_name() });
            (own, carried.await.unwrap(), bare.await.unwrap())
        };
        let (own, carried, bare) = Origin::job("mail").scope(work).await;
        assert_eq!(own.as_deref(), Some("firmbook job mail"));
        assert_eq!(carried, own);
        assert_eq!(bare, None);
    }
}
