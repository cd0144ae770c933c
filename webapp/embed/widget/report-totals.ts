import type { Schemas } from '@/lib/api';
import { totalLabels } from 'firmbook-embed';
import type { ReportCount } from 'firmbook-embed-live';
import { element } from './dom';
import type { WidgetContext, View } from './view';

type Report = Schemas['Report'];

/** Merges newly loaded totals into the shown ones, with the module of the hub client. */
async function newer(shown: ReportCount, arriving: ReportCount): Promise<ReportCount> {
  const { mergeTotals } = await import('firmbook-embed-live');
  return mergeTotals(shown, arriving);
}

/** The totals of a saved report, which follow the changes of its contracts. */
export class ReportTotalsView implements View {
  readonly #context: WidgetContext;
  readonly #name = element('h2');
  readonly #totals = element('dl', { className: 'report-totals', ariaLabel: 'Totals of the report' });
  readonly #counted = element('p', { className: 'totals' });
  #report: Report | null = null;
  #count: ReportCount | null = null;

  constructor(context: WidgetContext) {
    this.#context = context;
    this.#counted.setAttribute('role', 'status');
    context.stage.content.append(this.#name, this.#totals, this.#counted);
  }

  open(): void {
    this.#show();
  }

  update(): void {
    // This widget has no options of its own.
  }

  redraw(): void {
    if (this.#report && this.#count) this.#render(this.#report, this.#count);
  }

  refresh(): void {
    this.#show();
  }

  close(text: string): void {
    this.#clear();
    this.#context.stage.close(text);
  }

  #clear(): void {
    [this.#report, this.#count] = [null, null];
    this.#name.textContent = '';
    this.#totals.replaceChildren();
    this.#counted.textContent = '';
  }

  #show(): void {
    this.#context.stage.run(
      (signal) => this.#load(signal),
      () => this.#clear(),
    );
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { session } = this.#context;
    const { reportUuid } = await session.grant();
    const path = { reportUuid: reportUuid ?? '' };
    const [report, arriving] = await Promise.all([
      session.call('GET', 'report/{reportUuid}', { path, signal }),
      session.call('POST', 'report/{reportUuid}/totals', { path, signal }),
    ]);
    if (signal.aborted) return;
    this.#report = report;
    this.#count = this.#count ? await newer(this.#count, arriving) : arriving;
    this.redraw();
  }

  #render(report: Report, { totals, totalsAsOf }: ReportCount): void {
    const { formats } = this.#context;
    this.#name.textContent = report.name;
    this.#totals.replaceChildren(
      ...totalLabels(report.reportType).map(({ key, label, isMoney }) => {
        const value = totals[key as keyof typeof totals];
        const text = isMoney ? formats.money(value ?? 0) : formats.count(Number(value ?? 0));
        return element('div', {}, element('dt', {}, label), element('dd', {}, text));
      }),
    );
    this.#counted.textContent = totalsAsOf ? `Counted ${formats.moment(totalsAsOf)}` : '';
  }
}
