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
  details: 'fields: email; version: 2',
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
  expect(panel.getByText('version: 2')).toBeInTheDocument();
  const asked = server.of('AuditLog/search').at(-1)?.body as ListQuery;
  expect(asked.filter).toEqual([{ column: 'entryId', op: 'eq', value: 'e1' }]);
  expect(asked.selectColumns).toContain('traceId');
});
