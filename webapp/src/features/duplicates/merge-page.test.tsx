import { storeNeighbors } from '@/lib/neighbors';
import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { MergeProblem } from './merge-kinds';
import { MergePage } from './merge-page';

const ADDRESS = { line1: null, line2: null, city: null, state: null, postalCode: null, country: null };

const contact = (uuid: string, firstName: string, policyCount: number, email: string | null) => ({
  contact: {
    uuid,
    version: 2,
    person: { firstName, lastName: 'Lee', email, address: ADDRESS },
    customFields: {},
    taxIdMasked: null,
    totals: { policyCount, annuityCount: 0 },
  },
  documents: 1,
  cohorts: 0,
  gifts: 0,
  people: 0,
  forms: 0,
  mentions: 2,
});

const routes = (problems: MergeProblem[] = []) => ({
  'POST AgentResolution/AffectedAgents': () => [
    contact('a', 'Ada', 1, 'a@mail.example'),
    contact('b', 'Adah', 4, 'b@mail.example'),
  ],
  'POST AgentResolution/AffectedPolicies': () => ({
    policyCount: 2,
    annuityCount: 0,
    contracts: [
      { uuid: 'p1', isAnnuity: false, number: '41-777', carrierName: 'Cedar', contactUuids: ['a', 'b'] },
      { uuid: 'p2', isAnnuity: false, number: '41-778', carrierName: 'Cedar', contactUuids: ['a'] },
    ],
  }),
  'POST AgentResolution/AffectedUsers': () => [
    { userKey: 'u1', name: 'Kim Ames', role: 'Professional' },
    { userKey: 'u2', name: 'Lou Ames', role: 'Office Manager' },
  ],
  'POST AgentResolution/CanResolve': () => problems,
});

const options = {
  address: '/?kind=agent&id=a&id=b',
  features: { enhancedMerge: { read: true, write: true } },
};

test('describes the merge, and merges into the record with the most contracts', async () => {
  const server = fakeServer({
    ...routes(),
    'POST AgentResolution': () => ({ uuid: 'm1', contact: { uuid: 'b' } }),
  });
  const { user, router, container } = renderPage(<MergePage />, options);
  const button = await screen.findByRole('button', {
    name: 'Merge 1 agent into Adah Lee: 1 policy, 2 users',
  });
  await waitFor(() => expect(button).toBeEnabled());
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('radio', { name: 'a@mail.example' }));
  await user.click(button);
  await waitFor(() => expect(router.state.location.pathname).toBe('/people/agents/b'));
  expect(server.of('AgentResolution')[0]?.body).toMatchObject({
    agentData: { uuid: 'b', person: { firstName: 'Adah', email: 'a@mail.example' } },
    firmAgentsIds: ['a', 'b'],
  });
  expect(await screen.findByText('1 agent merged into Adah Lee')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('marks differing fields and lists affected records', async () => {
  fakeServer(routes());
  renderPage(<MergePage />, options);
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('radio')).toHaveLength(6);
  const lastName = table.getByRole('row', { name: /^Last name/ });
  expect(within(lastName).queryByRole('radio')).not.toBeInTheDocument();
  expect(await screen.findByText('Kim Ames, Professional')).toBeVisible();
  expect(screen.getByText('These users may see different contracts after the merge.')).toBeVisible();
  expect(table.getByRole('link', { name: 'Open record 1' })).toHaveAttribute('href', '/people/agents/a');
  expect(screen.getByText(/1 contract is linked to several of them/)).toBeVisible();
  expect(screen.getByText('Ada Lee: 1 document, 2 trust or beneficiary roles')).toBeVisible();
});

test('blocks the merge until different numbers are confirmed', async () => {
  const found = {
    code: 'different_npn',
    message: 'The agents have different NPNs.',
    contactUuid: null,
    canConfirm: true,
  };
  fakeServer(routes([found]));
  const { user } = renderPage(<MergePage />, options);
  expect(await screen.findByText(found.message)).toBeVisible();
  const button = screen.getByRole('button', { name: /^Merge 1 agent/ });
  expect(button).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: /same agent/ }));
  expect(button).toBeEnabled();
});

test('shows why a merge was refused', async () => {
  fakeServer({
    ...routes(),
    'POST AgentResolution': () => problem(422, 'already_merged', 'Lee, Ada was already merged.'),
  });
  const { user } = renderPage(<MergePage />, options);
  const button = await screen.findByRole('button', { name: /^Merge 1 agent/ });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByText('Lee, Ada was already merged.')).toBeVisible();
  expect(screen.getByText('An error occurred while merging the agents.')).toBeVisible();
});

test('names the fields with errors that prevent the merge', async () => {
  const errors = [{ field: 'person.lastName', code: 'no_letter', message: 'Enter a name.', warning: false }];
  fakeServer({
    ...routes(),
    'POST AgentResolution': () =>
      json(400, { code: 'invalid', message: 'Some values are not valid.', errors, traceId: 't' }),
  });
  const { user } = renderPage(<MergePage />, options);
  const button = await screen.findByRole('button', { name: /^Merge 1 agent/ });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByText('Last name: Enter a name.')).toBeVisible();
});

test('explains what to do without selected contacts or permission', async () => {
  fakeServer({});
  renderPage(<MergePage />, { ...options, address: '/?kind=owner&id=a' });
  expect(await screen.findByText(/Select two to five owners/)).toBeVisible();
});

const PAIR = {
  uuid: 'p1',
  contactType: 1,
  first: { uuid: 'a', name: 'Lee, Ada', detail: null, policyCount: 1, annuityCount: 0 },
  second: { uuid: 'b', name: 'Lee, Adah', detail: null, policyCount: 4, annuityCount: 0 },
  percent: 94,
  likeness: 'likely',
  likenessLabel: 'Likely duplicate',
  reasons: [
    { label: 'Last name matches', reason: { field: 'lastName', agreement: 'exact', points: 34 } },
    { label: 'Phone differs', reason: { field: 'phone', agreement: 'differs', points: -4 } },
  ],
  dismissal: null as { at: string; by: string } | null,
};
const ofPair = { ...options, address: '/?kind=agent&id=a&id=b&pair=p1' };

test('shows the reasons of a pair, and opens the next pair after the decision', async () => {
  storeNeighbors(['/?kind=agent&id=a&id=b&pair=p1', '/?kind=agent&id=c&id=d&pair=p2']);
  const server = fakeServer({
    ...routes(),
    'GET DuplicatePair/p1': () => PAIR,
    'GET DuplicatePair/p2': () => ({ ...PAIR, uuid: 'p2' }),
    'POST DuplicatePair/review': () => json(204, null),
  });
  const { user, router, container } = renderPage(<MergePage />, ofPair);
  const reasons = await screen.findByRole('region', { name: 'Reasons' });
  await within(reasons).findByText('94%');
  expect(reasons).toHaveTextContent('Likely duplicateLast name matches+34 pointsPhone differs−4 points');
  expect(await axe(container)).toHaveNoViolations();
  await user.keyboard('n');
  expect(await screen.findByText('Lee, Ada and Lee, Adah marked as not duplicates')).toBeVisible();
  expect(server.of('DuplicatePair/review')[0]?.body).toEqual({ uuids: ['p1'], isDismissed: true });
  await waitFor(() => expect(router.state.location.search).toBe('?kind=agent&id=c&id=d&pair=p2'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next record' })).toBeDisabled());
  await user.keyboard('k');
  expect(router.state.location.search).toBe('?kind=agent&id=a&id=b&pair=p1');
});

test('opens the list after the last merge of a review, and focuses the merge button on M', async () => {
  storeNeighbors([]);
  fakeServer({
    ...routes(),
    'GET DuplicatePair/p1': () => PAIR,
    'POST AgentResolution': () => ({ uuid: 'm1', contact: { uuid: 'b' } }),
  });
  const { user, router } = renderPage(<MergePage />, ofPair);
  const button = await screen.findByRole('button', { name: /^Merge 1 agent/ });
  await waitFor(() => expect(button).toBeEnabled());
  await user.keyboard('m');
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/administration/duplicates'));
});

test('shows who marked a pair as not duplicates, and returns it to review', async () => {
  let dismissal: typeof PAIR.dismissal = { at: '2026-11-21T02:30:00Z', by: 'Kim Ames' };
  fakeServer({
    ...routes(),
    'GET DuplicatePair/p1': () => ({ ...PAIR, dismissal }),
    'POST DuplicatePair/review': () => {
      dismissal = null;
      return json(204, null);
    },
  });
  const { user } = renderPage(<MergePage />, ofPair);
  expect(await screen.findByText(/^Marked as not duplicates by Kim Ames, Nov 20, 2026/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Review again' }));
  expect(await screen.findByRole('button', { name: 'Not duplicates' })).toBeVisible();
});
