import type { ReportTotalsAnswer } from 'firmbook-wasm';
import { beginLoading, loadingEnded, turnedStale, type LoadingList } from 'firmbook-later';
import type { Progress } from './report-rows';
import type { Report } from '../api/report';

/** Reports that are counted at the same time. */
const AT_ONCE = 5;
/** What arrives within this time is shown together: a page of reports is drawn a few times, not once for each. */
const GATHER_MS = 40;
/** So many at most are shown together: drawing more of them would hold the page up. */
const SHOWN_AT_ONCE = 16;

type Loading = Required<LoadingList>;

interface Calls {
  count: (uuid: string, signal: AbortSignal) => Promise<ReportTotalsAnswer>;
  onArrived: (arriving: readonly ReportTotalsAnswer[]) => void;
  /** Makes one picture of what changes inside, when nothing else is drawn. */
  together: (changes: () => void) => void;
}

const NOTHING: Loading = { inProgress: [], again: [] };

/** Counts the reports that are on the screen and stale, a few at a time. */
export class TotalsQueue {
  readonly #calls: Calls;
  readonly #listeners = new Set<() => void>();
  #stop = new AbortController();
  #wanted: readonly string[] = [];
  #loading = NOTHING;
  #failed: ReadonlySet<string> = new Set();
  /** Counted, and not shown yet. */
  readonly #arrived = new Map<string, ReportTotalsAnswer>();
  #gathering: ReturnType<typeof setTimeout> | undefined;
  /** Being counted when progress was told the last time: what is counted sooner is never seen as being counted. */
  #begun: ReadonlySet<string> = new Set();
  #progress: Progress = { counting: new Set(), failed: new Set() };

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Takes the place of what was wanted before; what is being counted is counted to its end. */
  want(reports: readonly Report[]): void {
    this.#wanted = reports
      .filter(({ isTotalStale, problem }) => isTotalStale && !problem)
      .map(({ uuid }) => uuid);
    this.#fill();
  }

  /** The book changed under these reports: counts that are under way come too late. */
  turnedStale(uuids: readonly string[]): void {
    for (const uuid of uuids) {
      this.#arrived.delete(uuid);
      if (this.#loading.inProgress.includes(uuid)) this.#loading = whole(turnedStale(this.#loading, uuid));
    }
    this.retry(uuids);
  }

  /** Tries once more what could not be counted. */
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
      this.#loading = NOTHING;
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
      this.#loading = whole(beginLoading(this.#loading, uuid));
      void this.#count(uuid, this.#stop.signal);
    }
    if (before !== this.#loading) this.#gather();
  }

  async #count(uuid: string, signal: AbortSignal): Promise<void> {
    const arriving = await this.#calls.count(uuid, signal).catch(() => null);
    if (signal.aborted) return;
    this.#loading = whole(loadingEnded(this.#loading, uuid));
    if (this.#loading.inProgress.includes(uuid)) return this.#count(uuid, signal);
    if (arriving) this.#arrived.set(uuid, arriving);
    else this.#failed = new Set([...this.#failed, uuid]);
    this.#fill();
    this.#gather();
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => this.#calls.together(() => this.#show()), GATHER_MS);
  }

  #show(): void {
    this.#gathering = undefined;
    const arrived = [...this.#arrived.values()].slice(0, SHOWN_AT_ONCE);
    const shown = new Set(arrived.map(({ uuid }) => uuid));
    // Wanted no more at once: what shows the list says so only later.
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

const whole = (list: LoadingList): Loading => ({ ...NOTHING, ...list });
