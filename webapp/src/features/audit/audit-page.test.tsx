import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import type { ListQuery } from 'firmbook-wasm';
import { AuditPage } from './audit-page';

const ENTRY = {
  uuid: 'e1',
  at: '2026-11-21T02:30:00Z',
  user: 'Dana Whitfield',
  onBehalfOf: null,
  action: 'change',
  recordKind: 'agent',
  record: 'Lee, Ada',
  recordUuid: 'a1',
  recordDeleted: false,
  details: 'Email: empty → ada@example.com; Changed: Notes',
  address: '10.0.0.1',
};

test('opens an entry with all its details and stores it in the URL', async () => {
  const server = fakeServer({
    'GET TableState/auditLog': () => null,
    'POST AuditLog/search': () => ({ items: [ENTRY], totalRecords: 1, cursor: null }),
  });
  const { user, router } = renderPage(<AuditPage />, {
    features: { auditLog: { read: true, write: false }, exportData: { read: false, write: true } },
  });
  const link = await screen.findByRole('link', { name: /Nov 20, 2026/ });
  expect(screen.getByRole('button', { name: /Export/ })).toBeInTheDocument();
  await user.click(link);
  expect(router.state.location.search).toBe('?entry=e1');
  const panel = within(await screen.findByRole('dialog', { name: 'Audit log entry' }));
  expect(await panel.findByText('Lee, Ada')).toBeInTheDocument();
  expect(panel.getByText('Changed')).toBeInTheDocument();
  expect(panel.getByText('Changed: Notes')).toBeInTheDocument();
  expect(panel.getByText('What changed')).toBeVisible();
  expect(panel.queryByText('On Behalf Of')).not.toBeInTheDocument();
  expect(panel.getByText('a1')).not.toBeVisible();
  await user.click(panel.getByText('Technical details'));
  expect(panel.getByText('a1')).toBeVisible();
  const query = server.of('AuditLog/search').at(-1)?.body as ListQuery;
  expect(query.filter).toEqual([{ column: 'entryId', op: 'eq', value: 'e1' }]);
  expect(query.selectColumns).toContain('traceId');
});

test.each([
  ['a record that the user can open', {}, true],
  ['no deleted record', { recordDeleted: true }, false],
  ['no record of a kind without a page', { recordKind: 'branding' }, false],
  ['no record that the user cannot open', { recordKind: 'policy' }, false],
])('links %s', async (_, more, isLinked) => {
  fakeServer({
    'GET TableState/auditLog': () => null,
    'POST AuditLog/search': () => ({ items: [{ ...ENTRY, ...more }], totalRecords: 1, cursor: null }),
  });
  const rights = { read: true, write: false };
  const { user } = renderPage(<AuditPage />, { features: { auditLog: rights, contacts: rights } });
  await user.click(await screen.findByRole('link', { name: /Nov 20, 2026/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Audit log entry' }));
  expect(await panel.findByText('Lee, Ada')).toBeInTheDocument();
  const link = panel.queryByRole('link', { name: 'Lee, Ada' });
  expect(link?.getAttribute('href') ?? null).toBe(isLinked ? '/people/agents/a1' : null);
});

test('says that a search found no entries', async () => {
  fakeServer({
    'GET TableState/auditLog': () => null,
    'POST AuditLog/search': () => ({ items: [], totalRecords: 0, cursor: null }),
  });
  renderPage(<AuditPage />, { address: '/?q=nobody', features: { auditLog: { read: true, write: false } } });
  expect(await screen.findByText('No entries found')).toBeInTheDocument();
});
