use super::IdleEffect::{Announce, FetchToken, Leave, RenewToken, ShareActivity, SignOut};
use super::IdleEvent::{Activity, RemoteActivity, RemoteSignOut, Stay, Tick, Unauthenticated};
use super::IdleState::{SignedOut, TimedOut};
use super::*;
use proptest::prelude::*;

const LIMITS: IdleLimits = IdleLimits {
    seconds: 60,
    warning_seconds: 30,
};
/// Time of the last activity.
const START: u64 = 1_000_000;

fn active(last_activity_ms: u64) -> IdleState {
    IdleState::Active {
        last_activity_ms,
        last_fetch_ms: START,
    }
}

fn idle(seconds_left: u32) -> IdleState {
    IdleState::Idle {
        last_activity_ms: START,
        last_fetch_ms: START,
        seconds_left,
    }
}

/// Applies an event `ms` after the last activity and drops keep-alive effects.
fn step(state: IdleState, event: IdleEvent, ms: u64) -> (IdleState, Vec<IdleEffect>) {
    let IdleStep { state, mut effects } = LIMITS.step(state, event, START + ms);
    effects.retain(|effect| *effect != FetchToken);
    let state = match state {
        IdleState::Active { last_activity_ms, .. } => active(last_activity_ms),
        IdleState::Idle { seconds_left, .. } => idle(seconds_left),
        over => over,
    };
    (state, effects)
}

fn share(ms: u64) -> IdleEffect {
    ShareActivity { at_ms: START + ms }
}

fn out(reason: SignOutReason) -> Vec<IdleEffect> {
    vec![SignOut { reason }]
}

#[test]
fn handles_every_event_in_every_state() {
    use SignOutReason as Why;
    let new = |ms| active(START + ms);
    let announce = |seconds| vec![Announce { seconds }];
    let stay = |ms| vec![share(ms), RenewToken];
    let remote = |ms| RemoteActivity { at_ms: START + ms };
    #[rustfmt::skip]
    let table = [
        // Active.
        (new(0), Tick, 59_999, new(0), vec![]),
        (new(0), Tick, 60_000, idle(30), announce(30)),
        (new(0), Tick, 60_001, idle(30), vec![Announce { seconds: 30 }]),
        (new(0), Tick, 73_000, idle(17), announce(17)),
        (new(0), Tick, 89_999, idle(1), announce(1)),
        (new(0), Tick, 90_000, TimedOut, out(Why::TimedOut)),
        (new(0), Tick, 9_000_000, TimedOut, out(Why::TimedOut)),
        (new(0), Activity, 499, new(0), vec![]),
        (new(0), Activity, 500, new(500), vec![share(500)]),
        (new(0), Activity, 75_000, new(75_000), vec![share(75_000)]),
        (new(0), Activity, 90_000, TimedOut, out(Why::TimedOut)),
        (new(0), Stay, 90_000, TimedOut, out(Why::TimedOut)),
        (new(0), remote(20), 30, new(20), vec![]),
        (new(0), IdleEvent::SignOut, 1, SignedOut, out(Why::Chosen)),
        (new(0), RemoteSignOut, 1, SignedOut, vec![Leave]),
        (new(0), Unauthenticated, 1, SignedOut, out(Why::Unauthenticated)),
        // Warning shown.
        (idle(30), Tick, 60_900, idle(30), vec![]),
        (idle(30), Tick, 61_000, idle(29), vec![]),
        (idle(21), Tick, 70_000, idle(20), announce(20)),
        (idle(20), Tick, 70_500, idle(20), vec![]),
        (idle(11), Tick, 80_000, idle(10), announce(10)),
        (idle(6), Tick, 85_000, idle(5), announce(5)),
        (idle(25), Tick, 87_000, idle(3), announce(3)),
        (idle(1), Tick, 90_000, TimedOut, out(Why::TimedOut)),
        (idle(9), Activity, 81_000, new(81_000), vec![share(81_000)]),
        (idle(9), Activity, 90_000, TimedOut, out(Why::TimedOut)),
        (idle(9), Stay, 81_000, new(81_000), stay(81_000)),
        (idle(9), Stay, 90_001, TimedOut, out(Why::TimedOut)),
        (idle(9), remote(80_000), 81_000, new(80_000), vec![]),
        (idle(9), remote(0), 82_000, idle(8), vec![]),
        (idle(9), remote(80_000), 300_000, TimedOut, out(Why::TimedOut)),
        (idle(9), IdleEvent::SignOut, 81_000, SignedOut, out(Why::Chosen)),
        (idle(9), RemoteSignOut, 81_000, SignedOut, vec![Leave]),
        (idle(9), Unauthenticated, 81_000, SignedOut, out(Why::Unauthenticated)),
    ];
    for (state, event, ms, next, effects) in table {
        assert_eq!(
            step(state, event, ms),
            (next, effects),
            "{state:?} {event:?} after {ms} ms"
        );
    }
}

#[test]
fn stays_active_when_another_tab_was_used_during_sleep() {
    let far = 7_200_000;
    let seen = RemoteActivity {
        at_ms: START + far - 1000,
    };
    assert_eq!(
        step(active(START), seen, far),
        (active(START + far - 1000), vec![])
    );
}

#[test]
fn new_tab_starts_from_the_last_activity_of_any_tab() {
    let opened = |ms: u64| LIMITS.start(START, START + ms).state;
    assert!(matches!(opened(0), IdleState::Active { .. }));
    assert!(matches!(opened(60_000), IdleState::Idle { seconds_left: 30, .. }));
    assert_eq!(
        LIMITS.start(START, START + 90_000),
        TimedOut.and(out(SignOutReason::TimedOut))
    );
}

#[test]
fn fetches_the_token_every_15_seconds() {
    let fetched = |ms: u64| {
        let IdleStep { state, effects } = LIMITS.step(active(START + ms), Tick, START + ms);
        (effects.contains(&FetchToken), state)
    };
    assert!(!fetched(14_999).0);
    let (is_fetched, next) = fetched(15_000);
    assert!(is_fetched);
    assert!(LIMITS.step(next, Tick, START + 29_999).effects.is_empty());
    assert_eq!(LIMITS.step(next, Tick, START + 30_000).effects, [FetchToken]);
    // The keep-alive continues during the warning, and `Stay` counts as a fetch.
    assert_eq!(LIMITS.step(idle(30), Tick, START + 61_500).effects, [FetchToken]);
    let stayed = LIMITS.step(idle(30), Stay, START + 61_500).state;
    assert!(LIMITS.step(stayed, Tick, START + 76_499).effects.is_empty());
}

#[test]
fn restarts_the_countdown_when_the_clock_is_set_back() {
    let IdleStep { state, .. } = LIMITS.step(active(START), Tick, START - 500_000);
    assert_eq!(
        LIMITS.step(state, Tick, START - 440_000).effects,
        [Announce { seconds: 30 }, FetchToken]
    );
}

#[test]
fn times_out_without_warning_if_warning_is_zero() {
    let limits = IdleLimits {
        warning_seconds: 0,
        ..LIMITS
    };
    let next = |ms| limits.step(active(START), Tick, START + ms).state;
    assert!(matches!(next(59_999), IdleState::Active { .. }));
    assert_eq!(next(60_000), TimedOut);
}

fn any_event() -> impl Strategy<Value = IdleEvent> {
    prop_oneof![
        8 => Just(Tick),
        4 => Just(Activity),
        2 => Just(Stay),
        3 => (0..3_000_000_u64).prop_map(|at_ms| RemoteActivity { at_ms }),
        1 => Just(IdleEvent::SignOut),
        1 => Just(RemoteSignOut),
        1 => Just(Unauthenticated),
    ]
}

/// Events with the time since the previous one. The clock may be set back.
fn any_day() -> impl Strategy<Value = Vec<(IdleEvent, i64)>> {
    let pause = prop_oneof![9 => 0..40_000_i64, 1 => -50_000..200_000_i64];
    prop::collection::vec((any_event(), pause), 0..60)
}

fn is_over(state: IdleState) -> bool {
    matches!(state, TimedOut | SignedOut)
}

proptest! {
    #[test]
    fn end_states_are_final_and_timeouts_are_on_time(day in any_day()) {
        let mut now = START;
        let mut state = LIMITS.start(now, now).state;
        let mut last_seen = now;
        for (event, pause) in day {
            now = now.saturating_add_signed(pause);
            last_seen = last_seen.min(now);
            let IdleStep { state: next, effects } = LIMITS.step(state, event, now);
            if is_over(state) {
                prop_assert_eq!(next, state);
                prop_assert_eq!(effects, vec![]);
                return Ok(());
            }
            if let RemoteActivity { at_ms } = event {
                last_seen = last_seen.max(at_ms.min(now));
            }
            let left_alone_ms = now - last_seen;
            let is_end = matches!(event, IdleEvent::SignOut | RemoteSignOut | Unauthenticated);
            if !is_end && left_alone_ms >= 90_000 {
                prop_assert_eq!(next, TimedOut);
            } else if matches!(event, Activity | Stay) {
                let is_active = matches!(next, IdleState::Active { .. });
                prop_assert!(is_active, "{:?} led to {:?}", event, next);
            }
            // At most one effect ends the session, and only together with a final state.
            let ways_out = effects.iter().filter(|effect| matches!(effect, SignOut { .. } | Leave));
            prop_assert_eq!(ways_out.count(), usize::from(is_over(next)));
            if let IdleState::Idle { seconds_left, .. } = next {
                prop_assert!((1..=30).contains(&seconds_left));
            }
            if let IdleState::Active { last_activity_ms, .. } | IdleState::Idle { last_activity_ms, .. } = next {
                prop_assert!(last_activity_ms >= last_seen && last_activity_ms <= now);
                last_seen = last_activity_ms;
            }
            state = next;
        }
    }

    #[test]
    fn countdown_never_rises_and_announces_each_mark_once(pauses in prop::collection::vec(1..3_000_u64, 1..200)) {
        let mut now = START + 60_000;
        let mut state = LIMITS.step(active(START), Tick, now).state;
        let mut said = vec![30];
        for pause in pauses {
            now += pause;
            let step = LIMITS.step(state, Tick, now);
            let (IdleState::Idle { seconds_left: before, .. }, IdleState::Idle { seconds_left: after, .. }) =
                (state, step.state) else { break };
            prop_assert!(after <= before);
            said.extend(step.effects.iter().filter_map(|effect| match effect {
                Announce { seconds } => Some(*seconds),
                _ => None,
            }));
            state = step.state;
        }
        prop_assert!(said.windows(2).all(|two| two[1] < two[0]));
        prop_assert!(said.len() <= ANNOUNCED_SECONDS.len());
    }
}
