import { fetchToken, renewToken } from '@/lib/http';
import { lastActivity, storeActivity } from '@/lib/last-activity';
import { broadcastToTabs, onTabMessage } from '@/lib/tabs';
import { hasUnsavedChanges } from '@/lib/unsaved';
import {
  startIdle,
  stepIdle,
  type IdleEffect,
  type IdleEvent,
  type IdleLimits,
  type IdleState,
  type IdleStep,
  type SignOutReason,
} from 'firmbook-wasm';

/** The state of the session, as rendered by the page. */
interface SessionView {
  state: IdleState;
  /** Seconds left before the idle timeout. Null while the warning is hidden. */
  secondsLeft: number | null;
  /** The remaining seconds last announced to screen readers. */
  announced: number | null;
  /** Why this tab ends its session. Null while it stays signed in. */
  endReason: SessionEndReason | null;
  /** Unsaved changes keep the page open until the user signs in again or discards them. */
  keepsPageOpen: boolean;
}

type SessionEndReason = SignOutReason | 'elsewhere';

/** Input that counts as activity, unless it operates the idle warning. */
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'];
/** Keys that operate the idle warning and do not count as activity. */
const DIALOG_KEYS = new Set(['Tab', 'Shift', 'Enter', ' ']);
const TICK_MS = 1_000;
const COUNTDOWN_TICK_MS = 250;
/** A timer this late means that the computer slept or the tab was hidden. Other tabs are checked first. */
const LATE_TICK_MS = 2_000;

/** Returns whether the session ended while no tab was open: by a sign-out, or the idle timeout. */
export function hasSessionEnded(limits: IdleLimits): boolean {
  const now = Date.now();
  const last = lastActivity();
  if (last === null) return true;
  return startIdle(limits, last ?? now, now).effects.some(({ name }) => name === 'signOut');
}

/** Runs the idle timeout in one tab: feeds events into its rules and executes the resulting effects. */
export class SessionMonitor {
  #view: SessionView;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTick = Date.now();
  #cleanups: (() => void)[] = [];
  #pointer = '';

  constructor(private readonly limits: IdleLimits) {
    const now = Date.now();
    const last = lastActivity();
    const started = startIdle(limits, last ?? now, now);
    this.#view = {
      state: started.state,
      secondsLeft: null,
      announced: null,
      endReason: null,
      keepsPageOpen: false,
    };
    this.#applyStep(started);
    // Another tab signed out while this one was closed or suspended.
    if (last === null) this.dispatch('remoteSignOut');
  }

  readonly view = () => this.#view;

  readonly subscribe = (listener: () => void) => {
    if (this.#listeners.size === 0) this.#start();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  readonly dispatch = (event: IdleEvent) => {
    if (this.#view.endReason === null)
      this.#applyStep(stepIdle(this.limits, this.#view.state, event, Date.now()));
  };

  /** Leaves the page despite unsaved changes. */
  readonly discard = () => this.#update({ keepsPageOpen: false });

  #start() {
    const listen = (target: EventTarget, names: string[], handler: (event: Event) => void) => {
      for (const name of names) target.addEventListener(name, handler, { capture: true, passive: true });
      this.#cleanups.push(() => {
        for (const name of names) target.removeEventListener(name, handler, { capture: true });
      });
    };
    listen(window, ACTIVITY_EVENTS, (event) => {
      if (!isDialogInput(event) && !this.#isStationary(event)) this.#activity();
    });
    listen(document, ['visibilitychange', 'resume'], this.#tick);
    listen(window, ['pageshow', 'focus'], this.#tick);
    this.#cleanups.push(
      onTabMessage((message) => {
        if (message.kind === 'activity') this.dispatch({ remoteActivity: { atMs: message.atMs } });
        if (message.kind === 'signOut') this.dispatch('remoteSignOut');
      }),
    );
    this.#tick();
  }

  /** Returns whether a pointer event reports no movement. Browsers send them when the page under the pointer changes. */
  #isStationary(event: Event): boolean {
    if (event.type !== 'pointermove' || !(event instanceof MouseEvent)) return false;
    const before = this.#pointer;
    this.#pointer = `${event.screenX},${event.screenY}`;
    return before === this.#pointer;
  }

  #stop() {
    clearTimeout(this.#timer);
    for (const stop of this.#cleanups.splice(0)) stop();
  }

  #activity() {
    if (Date.now() - this.#lastTick > LATE_TICK_MS) this.#tick();
    this.dispatch('activity');
  }

  readonly #tick = () => {
    clearTimeout(this.#timer);
    this.#lastTick = Date.now();
    const last = lastActivity();
    this.dispatch(last ? { remoteActivity: { atMs: last } } : 'tick');
    if (last === null) this.dispatch('remoteSignOut');
    if (this.#view.endReason !== null) return;
    const isIdle = this.#view.secondsLeft !== null;
    this.#timer = setTimeout(this.#tick, isIdle ? COUNTDOWN_TICK_MS : TICK_MS);
  };

  async #keepAlive() {
    const token = await fetchToken().catch(() => undefined);
    if (token === null) this.dispatch('unauthenticated');
  }

  #applyStep({ state, effects }: IdleStep) {
    const secondsLeft = typeof state === 'object' && 'idle' in state ? state.idle.secondsLeft : null;
    const announced = secondsLeft === null ? null : this.#view.announced;
    this.#view = { ...this.#view, state, secondsLeft, announced };
    for (const effect of effects) this.#runEffect(effect);
    this.#update({});
  }

  #update(change: Partial<SessionView>) {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }

  #endSession(endReason: SessionEndReason) {
    // An idle timeout clears the screen in any case.
    const keepsPageOpen = endReason !== 'timedOut' && endReason !== 'chosen' && hasUnsavedChanges();
    this.#view = { ...this.#view, endReason, keepsPageOpen };
  }

  #runEffect(effect: IdleEffect) {
    switch (effect.name) {
      case 'shareActivity':
        storeActivity(effect.atMs);
        broadcastToTabs({ kind: 'activity', atMs: effect.atMs });
        break;
      case 'announce':
        this.#view = { ...this.#view, announced: effect.seconds };
        break;
      case 'fetchToken':
        void this.#keepAlive();
        break;
      case 'renewToken':
        void renewToken().catch(() => undefined);
        break;
      case 'signOut':
        this.#endSession(effect.reason);
        break;
      case 'leave':
        this.#endSession('elsewhere');
        break;
    }
  }
}

function isDialogInput(event: Event): boolean {
  const { target } = event;
  const dialog = target instanceof Element ? target.closest('[role="alertdialog"]') : null;
  if (!dialog) return false;
  if (event instanceof KeyboardEvent) return DIALOG_KEYS.has(event.key);
  // The backdrop belongs to the dialog, but lies outside its box.
  return !(event instanceof MouseEvent) || isInside(dialog, event);
}

function isInside(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
