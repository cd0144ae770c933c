//! Session timeout as a state machine: active, idle with a countdown, timed out, signed out. Times are
//! wall-clock times in milliseconds, because the wall clock keeps running while a computer sleeps and is the
//! same in every tab.

use serde::{Deserialize, Serialize};

/// Minimum interval between recorded activities.
pub const ACTIVITY_EVERY_MS: u64 = 500;
/// Interval at which the access token is fetched to keep the session alive.
pub const KEEP_ALIVE_EVERY_MS: u64 = 15_000;
/// Seconds of the countdown that are announced to screen readers.
pub const ANNOUNCED_SECONDS: [u32; 4] = [30, 20, 10, 5];

/// Timeouts of a session, set with `FIRMBOOK_IDLE_SECONDS` and `FIRMBOOK_IDLE_WARNING_SECONDS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct IdleLimits {
    /// Inactivity before the warning appears.
    pub seconds: u32,
    /// Duration of the warning before the session times out.
    pub warning_seconds: u32,
}

/// State of a session. `TimedOut` and `SignedOut` are final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum IdleState {
    Active {
        last_activity_ms: u64,
        last_fetch_ms: u64,
    },
    /// The warning is shown.
    Idle {
        last_activity_ms: u64,
        last_fetch_ms: u64,
        seconds_left: u32,
    },
    TimedOut,
    SignedOut,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum IdleEvent {
    /// User activity in this tab.
    Activity,
    /// Time has passed.
    Tick,
    /// The user chose "I'm Here".
    Stay,
    /// The user chose "Sign Out".
    SignOut,
    /// User activity in another tab at this time.
    RemoteActivity {
        at_ms: u64,
    },
    RemoteSignOut,
    /// The identity provider no longer issues tokens.
    Unauthenticated,
}

/// An action to take after an event, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "name", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum IdleEffect {
    /// Share the activity with the other tabs.
    ShareActivity { at_ms: u64 },
    /// Announce the remaining seconds to screen readers.
    Announce { seconds: u32 },
    /// Get the access token. This renews a token that is about to expire.
    FetchToken,
    /// Renew the access token now.
    RenewToken,
    /// Sign out everywhere.
    SignOut { reason: SignOutReason },
    /// Leave the session in this tab, because another tab signs out.
    Leave,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum SignOutReason {
    Chosen,
    TimedOut,
    Unauthenticated,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct IdleStep {
    pub state: IdleState,
    pub effects: Vec<IdleEffect>,
}

impl IdleLimits {
    /// Starts the session of a new tab from the last activity of any tab. The session may have timed out
    /// already.
    pub fn start(self, last_activity_ms: u64, now_ms: u64) -> IdleStep {
        let watch = ActiveSession {
            limits: self,
            last_activity_ms: last_activity_ms.min(now_ms),
            last_fetch_ms: now_ms,
            seconds_left: None,
        };
        watch.pass_time(now_ms)
    }

    /// Returns the next state and the effects of an event.
    pub fn step(self, state: IdleState, event: IdleEvent, now_ms: u64) -> IdleStep {
        let Some(watch) = ActiveSession::of(self, state, now_ms) else {
            return state.and(vec![]);
        };
        match event {
            IdleEvent::SignOut => IdleState::SignedOut.and(sign_out(SignOutReason::Chosen)),
            IdleEvent::Unauthenticated => IdleState::SignedOut.and(sign_out(SignOutReason::Unauthenticated)),
            IdleEvent::RemoteSignOut => IdleState::SignedOut.and(vec![IdleEffect::Leave]),
            // Activity in another tab counts from its own time, even if this tab was asleep.
            IdleEvent::RemoteActivity { at_ms } => watch.seen(at_ms.min(now_ms)).pass_time(now_ms),
            IdleEvent::Tick => watch.pass_time(now_ms),
            // Activity after the timeout, such as waking the computer, does not extend the session.
            IdleEvent::Activity | IdleEvent::Stay if watch.is_over(now_ms) => watch.pass_time(now_ms),
            IdleEvent::Activity => watch.record_activity(now_ms),
            IdleEvent::Stay => watch.extend_session(now_ms),
        }
    }
}

impl IdleState {
    fn and(self, effects: Vec<IdleEffect>) -> IdleStep {
        IdleStep { state: self, effects }
    }
}

/// A session that has neither timed out nor been signed out.
#[derive(Clone, Copy)]
struct ActiveSession {
    limits: IdleLimits,
    last_activity_ms: u64,
    last_fetch_ms: u64,
    /// `Some` while the warning is shown.
    seconds_left: Option<u32>,
}

impl ActiveSession {
    /// Limits stored times to `now_ms`, in case the clock was set back.
    fn of(limits: IdleLimits, state: IdleState, now_ms: u64) -> Option<Self> {
        let (last_activity_ms, last_fetch_ms, seconds_left) = match state {
            IdleState::Active {
                last_activity_ms,
                last_fetch_ms,
            } => (last_activity_ms, last_fetch_ms, None),
            IdleState::Idle {
                last_activity_ms,
                last_fetch_ms,
                seconds_left,
            } => (last_activity_ms, last_fetch_ms, Some(seconds_left)),
            IdleState::TimedOut | IdleState::SignedOut => return None,
        };
        Some(Self {
            limits,
            last_activity_ms: last_activity_ms.min(now_ms),
            last_fetch_ms: last_fetch_ms.min(now_ms),
            seconds_left,
        })
    }

    fn idle_from_ms(&self) -> u64 {
        self.last_activity_ms
            .saturating_add(u64::from(self.limits.seconds) * 1000)
    }

    fn over_from_ms(&self) -> u64 {
        self.idle_from_ms()
            .saturating_add(u64::from(self.limits.warning_seconds) * 1000)
    }

    fn is_over(&self, now_ms: u64) -> bool {
        now_ms >= self.over_from_ms()
    }

    fn seen(self, at_ms: u64) -> Self {
        Self {
            last_activity_ms: self.last_activity_ms.max(at_ms),
            ..self
        }
    }

    fn state(&self) -> IdleState {
        let Self {
            last_activity_ms,
            last_fetch_ms,
            ..
        } = *self;
        match self.seconds_left {
            None => IdleState::Active {
                last_activity_ms,
                last_fetch_ms,
            },
            Some(seconds_left) => IdleState::Idle {
                last_activity_ms,
                last_fetch_ms,
                seconds_left,
            },
        }
    }

    fn pass_time(mut self, now_ms: u64) -> IdleStep {
        if self.is_over(now_ms) {
            return IdleState::TimedOut.and(sign_out(SignOutReason::TimedOut));
        }
        let mut effects = vec![];
        let before = self.seconds_left;
        self.seconds_left = (now_ms >= self.idle_from_ms()).then(|| {
            let ms = self.over_from_ms() - now_ms;
            u32::try_from(ms.div_ceil(1000)).unwrap_or(u32::MAX)
        });
        if let Some(seconds) = self.seconds_left
            && crosses_announcement(
                before.unwrap_or(self.limits.warning_seconds.saturating_add(1)),
                seconds,
            )
        {
            effects.push(IdleEffect::Announce { seconds });
        }
        if now_ms - self.last_fetch_ms >= KEEP_ALIVE_EVERY_MS {
            self.last_fetch_ms = now_ms;
            effects.push(IdleEffect::FetchToken);
        }
        self.state().and(effects)
    }

    fn record_activity(self, now_ms: u64) -> IdleStep {
        if self.seconds_left.is_none() && now_ms - self.last_activity_ms < ACTIVITY_EVERY_MS {
            return self.state().and(vec![]);
        }
        self.here(now_ms)
            .and(vec![IdleEffect::ShareActivity { at_ms: now_ms }])
    }

    fn extend_session(self, now_ms: u64) -> IdleStep {
        let share = IdleEffect::ShareActivity { at_ms: now_ms };
        let watch = Self {
            last_fetch_ms: now_ms,
            ..self
        };
        watch.here(now_ms).and(vec![share, IdleEffect::RenewToken])
    }

    fn here(self, now_ms: u64) -> IdleState {
        let watch = Self {
            seconds_left: None,
            ..self.seen(now_ms)
        };
        watch.state()
    }
}

fn sign_out(reason: SignOutReason) -> Vec<IdleEffect> {
    vec![IdleEffect::SignOut { reason }]
}

/// Returns whether the countdown passed an announced mark. A late tick announces the current number, not the mark.
fn crosses_announcement(before: u32, now: u32) -> bool {
    ANNOUNCED_SECONDS.iter().any(|mark| (now..before).contains(mark))
}

#[cfg(test)]
mod tests;
