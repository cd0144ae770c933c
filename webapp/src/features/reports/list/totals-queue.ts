import type { ReportTotalsAnswer } from 'firmbook-wasm';
import { beginLoading, loadingEnded, turnedStale, type LoadingList } from 'firmbook-later';
import type { Progress } from './report-rows';
import type { Report } from '../api/report';

/** Number of concurrent computations. */
const AT_ONCE = 5;
/** Results within this time are published together, to limit the number of renders. */
const BATCH_DELAY_MS = 40;
/** Maximum number of results per batch, so that rendering does not block. */
const MAX_PER_UPDATE = 16;

type Loading = Required<LoadingList>;

interface Calls {
  count: (uuid: string, signal: AbortSignal) => Promise<ReportTotalsAnswer>;
  onArrived: (loaded: readonly ReportTotalsAnswer[]) => void;
  /** Runs state changes in one low-priority render. */
  together: (changes: () => void) => void;
}

const NOT_LOADING: Loading = { inProgress: [], again: [] };

/** Computes the stale totals of the reports on the screen, a few at a time. */
export class TotalsQueue {
  readonly #calls: Calls;
  readonly #listeners = new Set<() => void>();
  #stop = new AbortController();
  #wanted: readonly string[] = [];
  #loading = NOT_LOADING;
  #failed: ReadonlySet<string> = new Set();
  /** Computed, but not published yet. */
  readonly #arrived = new Map<string, ReportTotalsAnswer>();
  #gathering: ReturnType<typeof setTimeout> | undefined;
  /**
   * Computations in progress at the last notification. Those that finish sooner are never shown as
   * in progress.
   */
  #begun: ReadonlySet<string> = new Set();
  #progress: Progress = { counting: new Set(), failed: new Set() };

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Replaces the queued reports. Running computations continue. */
  want(reports: readonly Report[]): void {
    this.#wanted = reports
      .filter(({ isTotalStale, problem }) => isTotalStale && !problem)
      .map(({ uuid }) => uuid);
    this.#fill();
  }

  /** Marks reports as stale again and recomputes those in progress. */
  markStale(uuids: readonly string[]): void {
    for (const uuid of uuids) {
      this.#arrived.delete(uuid);
      if (this.#loading.inProgress.includes(uuid))
        this.#loading = withDefaults(turnedStale(this.#loading, uuid));
    }
    this.retry(uuids);
  }

  /** Retries failed computations. */
  readonly retry = (uuids: readonly string[]): void => {
    this.#failed = new Set([...this.#failed].filter((uuid) => !uuids.includes(uuid)));
    this.#fill();
    this.#tell();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop.abort();
      this.#stop = new AbortController();
      this.#loading = NOT_LOADING;
      this.#arrived.clear();
      clearTimeout(this.#gathering);
      this.#gathering = undefined;
    };
  };

  readonly progress = (): Progress => this.#progress;

  #fill(): void {
    const before = this.#loading;
    for (const uuid of this.#wanted) {
      if (this.#loading.inProgress.length >= AT_ONCE) break;
      if (this.#loading.inProgress.includes(uuid) || this.#failed.has(uuid) || this.#arrived.has(uuid))
        continue;
      this.#loading = withDefaults(beginLoading(this.#loading, uuid));
      void this.#count(uuid, this.#stop.signal);
    }
    if (before !== this.#loading) this.#gather();
  }

  async #count(uuid: string, signal: AbortSignal): Promise<void> {
    const loaded = await this.#calls.count(uuid, signal).catch(() => null);
    if (signal.aborted) return;
    this.#loading = withDefaults(loadingEnded(this.#loading, uuid));
    if (this.#loading.inProgress.includes(uuid)) return this.#count(uuid, signal);
    if (loaded) this.#arrived.set(uuid, loaded);
    else this.#failed = new Set([...this.#failed, uuid]);
    this.#fill();
    this.#gather();
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => this.#calls.together(() => this.#show()), BATCH_DELAY_MS);
  }

  #show(): void {
    this.#gathering = undefined;
    const arrived = [...this.#arrived.values()].slice(0, MAX_PER_UPDATE);
    const shown = new Set(arrived.map(({ uuid }) => uuid));
    // Dequeue now: the page calls `want` only after its next render.
    this.#wanted = this.#wanted.filter((uuid) => !shown.has(uuid));
    for (const uuid of shown) this.#arrived.delete(uuid);
    if (arrived.length > 0) this.#calls.onArrived(arrived);
    this.#tell();
    const { inProgress } = this.#loading;
    if (this.#arrived.size > 0 || inProgress.length > this.#progress.counting.size) this.#gather();
  }

  #tell(): void {
    const { inProgress } = this.#loading;
    this.#progress = {
      counting: new Set(inProgress.filter((uuid) => this.#begun.has(uuid))),
      failed: this.#failed,
    };
    this.#begun = new Set(inProgress);
    for (const listener of this.#listeners) listener();
  }
}

const withDefaults = (list: LoadingList): Loading => ({ ...NOT_LOADING, ...list });
