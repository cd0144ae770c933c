import type { Schemas } from '@/lib/api';
import type { ColumnDescriptor, ListQuery, Totals, WidgetOptions } from 'firmbook-embed';
import { element } from './dom';
import { isNumeric } from './formats';
import type { WidgetContext, View } from './view';

type ListPage = Schemas['ListPage'];

const COLUMNS = ['policyNumber', 'carrier', 'insured', 'status', 'deathBenefit', 'annualizedPremium'];
const TYPING_MS = 300;

/** A table of life policies with a search box, totals and pages. */
export class PolicyListView implements View {
  readonly #context: WidgetContext;
  readonly #search = element('input', { type: 'search', id: 'search', autocomplete: 'off', maxLength: 200 });
  readonly #totals = element('p', { className: 'totals' });
  readonly #head = element('tr');
  readonly #body = element('tbody');
  readonly #place = element('span');
  readonly #previous = element('button', { type: 'button' }, 'Previous');
  readonly #next = element('button', { type: 'button' }, 'Next');
  #columns: ColumnDescriptor[] = [];
  #shown: { page: ListPage; totals: Totals } | null = null;
  #pageSize = 20;
  /** First row of the shown page. */
  #offset = 0;
  /** First row of the page that was requested last. */
  #requested = 0;
  #typing = 0;

  constructor(context: WidgetContext) {
    this.#context = context;
    this.#search.addEventListener('input', () => {
      window.clearTimeout(this.#typing);
      this.#typing = window.setTimeout(() => this.#show(0), TYPING_MS);
    });
    this.#previous.addEventListener('click', () => this.#show(this.#offset - this.#pageSize));
    this.#next.addEventListener('click', () => this.#show(this.#offset + this.#pageSize));
    this.#place.setAttribute('role', 'status');
    const label = element('label', { htmlFor: 'search' }, 'Search policies');
    const caption = element('caption', { className: 'hidden' }, 'Policies');
    const table = element('table', {}, caption, element('thead', {}, this.#head), this.#body);
    const scroller = element('div', { className: 'scroller', tabIndex: 0 }, table);
    scroller.setAttribute('role', 'region');
    scroller.setAttribute('aria-label', 'Policies');
    const search = element('div', { className: 'search' }, label, this.#search);
    context.stage.content.append(
      element('div', { className: 'tools' }, search, this.#totals),
      scroller,
      element('nav', { ariaLabel: 'Pages' }, this.#place, this.#previous, this.#next),
    );
  }

  open(): void {
    this.#show(0);
  }

  update({ searchText, pageSize }: WidgetOptions): void {
    if (searchText !== undefined) this.#search.value = searchText;
    if (pageSize !== undefined) this.#pageSize = pageSize;
    if (searchText !== undefined || pageSize !== undefined) this.#show(0);
  }

  redraw(): void {
    if (this.#shown) this.#render(this.#shown.page, this.#shown.totals);
  }

  refresh(): void {
    this.#show(this.#requested);
  }

  close(text: string): void {
    window.clearTimeout(this.#typing);
    this.#clear();
    this.#context.stage.close(text);
  }

  #clear(): void {
    this.#shown = null;
    this.#body.replaceChildren();
    this.#totals.textContent = '';
  }

  #show(offset: number): void {
    window.clearTimeout(this.#typing);
    this.#requested = Math.max(0, offset);
    this.#context.stage.run(
      (signal) => this.#load(this.#requested, signal),
      () => this.#clear(),
    );
  }

  async #load(offset: number, signal: AbortSignal): Promise<void> {
    const body: ListQuery = {
      selectColumns: COLUMNS,
      searchText: this.#search.value || null,
      limit: { offset, rowCount: this.#pageSize },
    };
    const { session } = this.#context;
    const [columns, page, totals] = await Promise.all([
      this.#columns.length ? this.#columns : session.call('GET', 'allpolicy/columns'),
      session.call('POST', 'allpolicy/search', { body, signal }),
      session.call('POST', 'allpolicy/totals', { body, signal }),
    ]);
    if (signal.aborted) return;
    this.#columns = columns as ColumnDescriptor[];
    this.#offset = offset;
    this.#shown = { page, totals };
    this.redraw();
  }

  #render(page: ListPage, totals: Totals): void {
    const { formats } = this.#context;
    const columns = COLUMNS.flatMap((key) => this.#columns.filter((column) => column.key === key));
    const alignment = (column: ColumnDescriptor) => ({ className: isNumeric(column) ? 'number' : '' });
    this.#head.replaceChildren(
      ...columns.map((column) => element('th', { scope: 'col', ...alignment(column) }, column.defaultLabel)),
    );
    const cell = (row: ListPage['items'][number], column: ColumnDescriptor, place: number) => {
      const text = formats.cell(column, row[column.key] as string | null);
      return element('td', alignment(column), place === 0 ? this.#link(row.uuid, text) : text);
    };
    const focused = this.#focusedPolicy();
    this.#body.replaceChildren(
      ...page.items.map((row) => element('tr', {}, ...columns.map((column, i) => cell(row, column, i)))),
    );
    // A reload in the background keeps the focus.
    if (focused) this.#body.querySelector<HTMLElement>(`[data-uuid="${focused}"]`)?.focus();
    const last = this.#offset + page.items.length;
    this.#place.textContent = page.items.length
      ? `${formats.count(this.#offset + 1)}–${formats.count(last)} of ${formats.count(page.totalRecords)}`
      : this.#search.value
        ? 'No policies match.'
        : 'No policies.';
    this.#previous.disabled = this.#offset === 0;
    this.#next.disabled = last >= page.totalRecords;
    this.#totals.textContent = this.#totalsText(totals);
  }

  #totalsText({ policyCount, deathBenefit, annualizedPremium }: Totals): string {
    const amount = (key: string, value: string) => {
      const column = this.#columns.find((one) => one.key === key);
      return column ? [`${column.defaultLabel} ${this.#context.formats.cell(column, value)}`] : [];
    };
    const count = `${this.#context.formats.count(policyCount)} ${policyCount === 1 ? 'policy' : 'policies'}`;
    const amounts = [
      ...amount('deathBenefit', deathBenefit),
      ...amount('annualizedPremium', annualizedPremium),
    ];
    return [count, ...amounts].join(' · ');
  }

  /** Uuid of the policy whose link has the focus. */
  #focusedPolicy(): string | undefined {
    const { activeElement } = document;
    return this.#body.contains(activeElement) ? (activeElement as HTMLElement).dataset.uuid : undefined;
  }

  #link(uuid: string, policyNumber: string): HTMLElement {
    const button = element('button', { type: 'button', className: 'link' }, policyNumber);
    button.dataset.uuid = uuid;
    button.addEventListener('click', () =>
      this.#context.channel.send({ type: 'select', uuid, policyNumber }),
    );
    return button;
  }
}
