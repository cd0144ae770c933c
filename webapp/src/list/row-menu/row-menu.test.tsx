import { agentRow } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { listDefinition } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { CellLink } from '../grid/cell-link';
import { Grid } from '../grid/grid';
import { useSelection } from '../grid/use-selection';
import type { GridColumn, Row } from '../types';

const columns: GridColumn[] = listDefinition('agents')
  .columns.filter(({ key }) => ['name', 'npn', 'state'].includes(key))
  .map((column) => Object.assign(column, { label: column.defaultLabel, width: 160 }));
const nothing = () => undefined;
const actions = {
  onSort: nothing,
  onFilter: nothing,
  onHide: nothing,
  onMoveBy: nothing,
  onUpdateColumns: nothing,
  onMoveTo: nothing,
  onResize: nothing,
};
/** Row 3 cannot be opened. */
const pathOf = ({ uuid }: Row) => (uuid === 'uuid-3' ? undefined : `/agents/${uuid}`);
const loadRowMenu = () => import('./row-menu');

function Example({ opened }: { opened: string[] }) {
  return (
    <Grid
      label="Agents"
      columns={columns}
      sort={[]}
      rowCount={20}
      rowAt={agentRow}
      isLoading={false}
      isStale={false}
      queryHash="one"
      totals={null}
      selection={useSelection(async () => [])}
      rowPath={pathOf}
      renderCell={({ key }) => (key === 'state' ? <CellLink to="/elsewhere" text="CA" /> : null)}
      onOpen={(row) => opened.push(row.uuid)}
      loadRowMenu={loadRowMenu}
      onSort={nothing}
      actions={actions}
    />
  );
}

async function setUp() {
  const opened: string[] = [];
  const page = renderPage(<Example opened={opened} />);
  await page.user.click(await screen.findByText('Agent 0'));
  await button();
  await page.user.hover(cell(1, 2));
  opened.length = 0;
  return { opened, ...page };
}

const button = () => screen.findByRole('button', { name: 'Row actions' });
const cell = (row: number, column: number) =>
  document.querySelector(`[data-row="${row}"] > [data-column="${column}"]`) as HTMLElement;
const menu = (row: number) => screen.findByRole('menu', { name: `Actions for Agent ${row}` });
const items = () => screen.queryAllByRole('menuitem').map((item) => item.textContent);

test('the button is in the row under the mouse, or else in the focused row', async () => {
  const { user } = await setUp();
  expect(cell(1, 1).parentElement).toContainElement(await button());
  await user.click(cell(2, 2));
  await user.hover(document.body);
  await waitFor(async () => expect(cell(2, 1).parentElement).toContainElement(await button()));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await waitFor(async () => expect(cell(4, 1).parentElement).toContainElement(await button()));
  await user.tab();
  expect(await button()).toHaveFocus();
});

test('the menu opens the row, here and in a new tab', async () => {
  const { user, opened } = await setUp();
  await user.click(await button());
  expect(await menu(1)).toBeVisible();
  expect(items()).toEqual(['Open', 'Open in new tab', 'Copy link']);
  const newTab = screen.getByRole('menuitem', { name: 'Open in new tab' });
  expect(newTab).toHaveAttribute('href', '/agents/uuid-1');
  expect(newTab).toHaveAttribute('target', '_blank');
  await user.click(screen.getByRole('menuitem', { name: 'Open' }));
  expect(opened).toEqual(['uuid-1']);
});

test('copies the link of the row', async () => {
  const { user } = await setUp();
  await user.click(await button());
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  expect(await screen.findByText('Link copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/agents/uuid-1`);
});

test('opens by Shift+F10 and returns the focus to the cell', async () => {
  const { user } = await setUp();
  await user.click(cell(2, 2));
  await user.keyboard('{Shift>}{F10}{/Shift}');
  expect(await menu(2)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Open' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(cell(2, 2)).toHaveFocus());
});

test('Escape closes the menu before it has the focus', async () => {
  await setUp();
  fireEvent.keyDown(cell(1, 2), { key: 'F10', shiftKey: true });
  await menu(1);
  fireEvent.keyDown(cell(1, 2), { key: 'Escape' });
  await waitFor(() => expect(items()).toEqual([]));
});

test('opens by a right click, except on links to other records and with Shift', async () => {
  await setUp();
  expect(fireEvent.contextMenu(screen.getAllByText('CA')[2] as HTMLElement)).toBe(true);
  expect(fireEvent.contextMenu(cell(2, 2), { shiftKey: true })).toBe(true);
  expect(items()).toEqual([]);
  expect(fireEvent.contextMenu(screen.getByText('Agent 2'))).toBe(false);
  expect(await menu(2)).toBeVisible();
});

test('rows that cannot be opened have no menu', async () => {
  const { user } = await setUp();
  await user.hover(cell(3, 2));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Row actions' })).toBeNull());
  expect(fireEvent.contextMenu(cell(3, 2))).toBe(true);
});

test('keeps the focus in the row when the mouse moves the button away', async () => {
  const { user } = await setUp();
  await user.click(cell(2, 2));
  await user.tab();
  expect(await button()).toHaveFocus();
  await user.hover(cell(5, 2));
  await waitFor(() => expect(cell(2, 2)).toHaveFocus());
});

test('has no accessibility violations', async () => {
  const { user, baseElement } = await setUp();
  await user.click(await button());
  await menu(1);
  expect(await axe(baseElement, { rules: { region: { enabled: false } } })).toHaveNoViolations();
});
