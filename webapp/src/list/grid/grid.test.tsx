import { listDefinition } from 'firmbook-wasm';
import { agentRow } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { defaultWidth } from '../state/column-width';
import type { GridColumn, Row } from '../types';
import { Grid } from './grid';
import { useSelection } from './use-selection';

const wanted = new Set(['name', 'npn', 'state', 'deathBenefit', 'agentIntegrationEnabled']);
const columns: GridColumn[] = listDefinition('agents')
  .columns.filter((column) => wanted.has(column.key))
  .map((column) => Object.assign(column, { label: column.defaultLabel, width: defaultWidth(column) }));

/** Reports the size of each observed element, as browsers do. */
globalThis.ResizeObserver = class {
  readonly #report: ResizeObserverCallback;
  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }
  observe({ clientWidth, clientHeight }: Element) {
    const contentRect = new DOMRect(0, 0, clientWidth, clientHeight);
    this.#report([{ contentRect } as ResizeObserverEntry], this);
  }
  unobserve() {}
  disconnect() {}
};

const ROWS = 1000;
const fetchRows = async (from: number, to: number): Promise<Row[]> =>
  Array.from({ length: to - from + 1 }, (_, i) => agentRow(from + i));
const nothing = () => undefined;

interface RecordedCalls {
  opened: string[];
  sorted: string[];
  resized: [string, number][];
  moved: [string, number][];
}

function Example({ calls }: { calls: RecordedCalls }) {
  const selection = useSelection(fetchRows);
  const [actions] = useState(() => ({
    onSort: nothing,
    onFilter: nothing,
    onHide: nothing,
    onMoveBy: (key: string, by: number) => calls.moved.push([key, by]),
    onMoveTo: nothing,
    onUpdateColumns: nothing,
    onResize: (key: string, width: number) => calls.resized.push([key, width]),
  }));
  return (
    <>
      <p>{[...selection.rows.keys()].join(' ')}</p>
      <Grid
        label="Agents"
        columns={columns}
        sort={[]}
        rowCount={ROWS}
        rowAt={agentRow}
        isLoading={false}
        isStale={false}
        queryHash="one"
        onView={nothing}
        totals={{ data: { deathBenefit: '12.00' }, isStale: false, failed: false, onRecount: nothing }}
        selection={selection}
        rowPath={(row) => `/agents/${row.uuid}`}
        onOpen={(row) => calls.opened.push(row.uuid)}
        onSort={(column, add) => calls.sorted.push(add ? `+${column.key}` : column.key)}
        actions={actions}
      />
    </>
  );
}

async function setUp() {
  const calls: RecordedCalls = { opened: [], sorted: [], resized: [], moved: [] };
  const page = renderPage(<Example calls={calls} />);
  await screen.findByRole('row', { name: /Agent 1\b/ });
  return { calls, ...page };
}

const cell = (row: number, column: number) => {
  const found = document.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`);
  if (!found) throw new Error(`no cell in row ${row}, column ${column}`);
  return found;
};

test('has one tab stop, which the arrow keys move', async () => {
  const { user, container } = await setUp();
  await user.tab();
  expect(cell(0, 1)).toHaveFocus();
  expect(container.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(cell(1, 2)).toHaveFocus();
  expect(container.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
});

test('the keyboard reaches the totals, the header and the last row', async () => {
  const { user } = await setUp();
  await user.tab();
  await user.keyboard('{ArrowUp}');
  expect(cell(-1, 1)).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveFocus();
  await user.keyboard('{Control>}{End}{/Control}');
  await waitFor(() => expect(cell(ROWS - 1, 5)).toHaveFocus());
  await user.keyboard('{Control>}{Home}{/Control}');
  await waitFor(() => expect(cell(0, 0)).toHaveFocus());
});

test('opens a row by Enter, by its link and by a double click', async () => {
  const { user, calls } = await setUp();
  await user.tab();
  await user.keyboard('{ArrowDown}{Enter}');
  await user.click(screen.getByRole('link', { name: 'Agent 2' }));
  await user.dblClick(cell(3, 3));
  expect(calls.opened).toEqual(['uuid-1', 'uuid-2', 'uuid-3']);
});

test('Space selects, Shift extends the selection, Escape clears it', async () => {
  const { user } = await setUp();
  await user.tab();
  await user.keyboard(' {ArrowDown}{ArrowDown}');
  expect(screen.getByText('uuid-0')).toBeInTheDocument();
  await user.keyboard('{Shift>} {/Shift}');
  expect(await screen.findByText('uuid-0 uuid-1 uuid-2')).toBeInTheDocument();
  expect(within(screen.getByRole('grid')).getAllByRole('row', { selected: true })).toHaveLength(3);
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(await screen.findByText('uuid-0 uuid-1 uuid-2 uuid-3')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.queryByText(/uuid-0/)).not.toBeInTheDocument();
});

test('clicks in the first column select, Shift-clicks extend the selection', async () => {
  const { user } = await setUp();
  await user.click(cell(1, 0));
  await user.keyboard('{Shift>}');
  await user.click(cell(4, 2));
  await user.keyboard('{/Shift}');
  expect(await screen.findByText('uuid-1 uuid-2 uuid-3 uuid-4')).toBeInTheDocument();
  await user.click(cell(2, 0));
  expect(screen.getByText('uuid-1 uuid-3 uuid-4')).toBeInTheDocument();
});

test('columns can be sorted, resized and moved from the keyboard', async () => {
  const { user, calls } = await setUp();
  await user.tab();
  await user.keyboard('{ArrowUp}{ArrowUp}{Enter}{ArrowRight}{Shift>}{Enter}{/Shift}');
  expect(calls.sorted).toEqual(['name', '+npn']);
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(calls.resized).toEqual([['npn', defaultWidth(columns[1] as GridColumn) + 16]]);
  await user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  expect(calls.moved).toEqual([['npn', 1]]);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(await screen.findByRole('menuitem', { name: 'Sort ascending' })).toBeInTheDocument();
});

test('renders only the rows near the screen, in order, and keeps the focused row', async () => {
  const { user } = await setUp();
  await user.tab();
  const rendered = () =>
    [...document.querySelectorAll('[role="rowgroup"]:last-child > [role="row"]')].map((row) =>
      Number(row.getAttribute('data-row')),
    );
  const scroller = document.querySelector('[data-grid-scroller]') as HTMLElement;
  scroller.scrollTop = 500 * 36;
  fireEvent.scroll(scroller);
  await waitFor(() => expect(cell(500, 1)).toHaveTextContent('Agent 500'));
  expect(cell(0, 1)).toHaveFocus();
  const [focused, ...window] = rendered();
  expect(focused).toBe(0);
  expect(window).toEqual(Array.from({ length: 21 }, (_, i) => 492 + i));
});

test('shows on paper how many of the rows are printed', async () => {
  await setUp();
  const printed = screen.getAllByRole('row').filter(({ dataset }) => Number(dataset.row) >= 0).length;
  const text = `${printed} of 1,000 rows. To print all rows, export the list.`;
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('updates the elements of rows after a jump instead of replacing them', async () => {
  await setUp();
  const elements = () => [...document.querySelectorAll('[role="rowgroup"]:last-child > [role="row"]')];
  const scroller = document.querySelector('[data-grid-scroller]') as HTMLElement;
  const scrollTo = async (row: number) => {
    scroller.scrollTop = row * 36;
    fireEvent.scroll(scroller);
    await waitFor(() => expect(cell(row, 1)).toHaveTextContent(`Agent ${row}`));
  };
  await scrollTo(500);
  const before = elements();
  await scrollTo(700);
  expect(elements().map((element) => before.indexOf(element))).toEqual(before.map((_, i) => i));
});

test('marks the grid while it is scrolled sideways, for the shadow of the pinned columns', async () => {
  await setUp();
  const scroller = document.querySelector('[data-grid-scroller]') as HTMLElement;
  for (const left of [120, 0]) {
    scroller.scrollLeft = left;
    fireEvent.scroll(scroller);
    expect(scroller.hasAttribute('data-shifted')).toBe(left > 0);
  }
});

test('has no accessibility violations', async () => {
  const { container } = await setUp();
  expect(await axe(container)).toHaveNoViolations();
});
