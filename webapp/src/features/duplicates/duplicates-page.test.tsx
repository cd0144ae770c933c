import { fakeServer, json } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { DuplicatesPage } from './duplicates-page';

const ENTRY = {
  uuid: 'm1',
  targetUuid: 'a',
  targetName: 'Lee, Ada',
  mergedNames: ['Lee, Adah', 'Lee, A.'],
  at: '2026-11-21T02:30:00Z',
  by: 'Dana Whitfield',
  undoneAt: null,
  undoneBy: null,
};
const PREVIEW = {
  holder: { uuid: 'a', person: { firstName: 'Ada', lastName: 'Lee' } },
  targetUuid: 'a',
  targetVersion: 7,
  restored: [{ uuid: 'b', name: 'Lee, Adah', contracts: 2 }],
  later: [
    { uuid: 'p1', isAnnuity: false, number: '41-777' },
    { uuid: 'p2', isAnnuity: false, number: '41-778' },
  ],
  conflicts: [
    { field: 'email', before: 'old@mail.example', merged: 'b@mail.example', current: 'c@mail.example' },
  ],
};
const features = { enhancedMerge: { read: true, write: true } };

test('undoes a merge with the decisions of the user', async () => {
  const server = fakeServer({
    'GET AgentResolution/history?offset=0': () => ({ items: [ENTRY], hasMore: false }),
    'GET AgentResolution/m1/Unresolve': () => PREVIEW,
    'POST AgentResolution/m1/Unresolve': () => ({ uuid: 'm1', contact: {} }),
  });
  const { user, container } = renderPage(<DuplicatesPage />, { features, address: '/?view=history' });
  expect(await screen.findByText('Lee, Adah; Lee, A.')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Undo merge into Lee, Ada' }));
  expect(await screen.findByText('Lee, Adah with 2 contracts')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: '41-778' }));
  await user.click(screen.getByRole('checkbox', { name: 'Email: c@mail.example → old@mail.example' }));
  await user.click(screen.getByRole('button', { name: 'Restore Lee, Adah' }));
  await waitFor(() =>
    expect(server.of('AgentResolution/m1/Unresolve').find(({ method }) => method === 'POST')?.body).toEqual({
      agentData: { uuid: 'a', version: 7, restore: ['email'] },
      policyAgentIds: ['p2'],
    }),
  );
  expect(await screen.findByText('Merge undone. Lee, Adah restored')).toBeVisible();
});

test('shows undone merges without a button, and owners on request', async () => {
  fakeServer({
    'GET AgentResolution/history?offset=0': () => ({
      items: [{ ...ENTRY, undoneAt: '2026-11-22T02:30:00Z', undoneBy: 'Kim Ames' }],
      hasMore: false,
    }),
    'GET OwnerResolution/history?offset=0': () => ({ items: [], hasMore: false }),
  });
  const { user } = renderPage(<DuplicatesPage />, { features, address: '/?view=history' });
  expect(await screen.findByText(/^Undone Nov 21, 2026.* by Kim Ames$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Undo/ })).not.toBeInTheDocument();
  await user.click(screen.getByText('Owners'));
  expect(await screen.findByText(/No owners merged yet/)).toBeVisible();
});

const PAIR = {
  first: { uuid: 'a', name: 'Lee, Ada', detail: 'ada@mail.example', policyCount: 1, annuityCount: 0 },
  second: { uuid: 'b', name: 'Lee, Adah', detail: null, policyCount: 2, annuityCount: 1 },
  percent: 94,
  likeness: 'likely',
  likenessLabel: 'Likely duplicate',
  reasons: [
    { label: 'Last name matches', reason: { field: 'lastName', agreement: 'exact', points: 34 } },
    { label: 'Phone differs', reason: { field: 'phone', agreement: 'differs', points: -4 } },
  ],
};

test('lists pairs with their reasons, and marks one as not duplicates', async () => {
  let dismissed = false;
  const server = fakeServer({
    'POST AgentResolution/Candidates': ({ body }) => {
      const wanted = (body as { isDismissed: boolean }).isDismissed;
      const items = wanted === dismissed ? [PAIR] : [];
      return { items, total: items.length };
    },
    'POST AgentResolution/Candidates/dismiss': () => {
      dismissed = true;
      return json(204, null);
    },
    'POST AgentResolution/Candidates/reopen': () => {
      dismissed = false;
      return json(204, null);
    },
  });
  const { user, container } = renderPage(<DuplicatesPage />, { features });
  const row = await screen.findByRole('row', { name: /Lee, Ada/ });
  expect(row).toHaveTextContent('94%');
  expect(row).toHaveTextContent('Last name matches+34');
  expect(row).toHaveTextContent('Phone differs−4');
  expect(row).toHaveTextContent('2 policies, 1 annuity');
  expect(await axe(container)).toHaveNoViolations();
  expect(screen.getByRole('link', { name: 'Compare' })).toHaveAttribute(
    'href',
    '/administration/duplicates/merge?kind=agent&id=a&id=b',
  );
  await user.click(screen.getByRole('button', { name: 'Not duplicates' }));
  expect(await screen.findByText('No duplicates found among the agents.')).toBeVisible();
  expect(server.of('AgentResolution/Candidates/dismiss')[0]?.body).toEqual({ firmAgentsIds: ['a', 'b'] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('row', { name: /Lee, Ada/ })).toBeVisible();
});
