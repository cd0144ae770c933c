import { fakeServer } from '@/testing/fake-server';
import { getByRole, getByText, waitFor } from '@testing-library/dom';
import { PolicyListView } from './policy-list';
import { widgetContext } from './testing';

const token = { accessToken: 'token', expiresIn: 600, firmId: 1, reportUuid: null, scopes: [] };
const column = { key: 'policyNumber', defaultLabel: 'Policy Number', columnType: 'text', choices: [] };

/** A server with policies. */
function serve(total = 50) {
  const offsets: number[] = [];
  fakeServer({
    'POST Embed/token': () => token,
    'GET allpolicy/columns': () => [column],
    'POST allpolicy/totals': () => ({ policyCount: total, deathBenefit: '0', annualizedPremium: '0' }),
    'POST allpolicy/search': ({ body }) => {
      const { offset, rowCount } = (body as { limit: { offset: number; rowCount: number } }).limit;
      offsets.push(offset);
      const items = Array.from({ length: Math.min(rowCount, total) }, (_, row) => ({
        uuid: `uuid-${offset + row}`,
        policyNumber: `P-${offset + row}`,
      }));
      return { totalRecords: total, items };
    },
  });
  const context = widgetContext('policyList');
  return { ...context, offsets, view: new PolicyListView(context) };
}

test('keeps the focus on a policy when the list reloads in the background', async () => {
  const { root, view, offsets } = serve();
  view.open();
  const link = await waitFor(() => getByRole(root, 'button', { name: 'P-3' }));
  link.focus();
  view.refresh();
  await waitFor(() => expect(link.isConnected).toBe(false));
  expect(document.activeElement).toBe(getByRole(root, 'button', { name: 'P-3' }));
  expect(offsets).toEqual([0, 0]);
});

test('a reload in the background does not cancel turning the page', async () => {
  const { root, view, offsets } = serve();
  view.open();
  await waitFor(() => getByRole(root, 'button', { name: 'P-3' }));
  getByRole(root, 'button', { name: 'Next' }).click();
  view.refresh();
  await waitFor(() => getByRole(root, 'button', { name: 'P-23' }));
  expect(offsets.at(-1)).toBe(20);
});

test('distinguishes an empty list from a search without results', async () => {
  const { root, view } = serve(0);
  view.open();
  await waitFor(() => expect(getByText(root, 'No policies.')).toBeInTheDocument());
  view.update({ searchText: 'Lee' });
  await waitFor(() => expect(getByText(root, 'No policies match.')).toBeInTheDocument());
});
