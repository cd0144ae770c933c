import { jest } from '@jest/globals';
import { json, problem } from '@/testing/fake-server';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { REVEAL_DURATION_MS } from './overview/tax-id';
import { agent, openAgent } from './testing';

const reading = { read: true, write: false };

test('shows the name, status and key figures of the agent', async () => {
  const { container } = openAgent();
  expect(await screen.findByRole('heading', { level: 1, name: 'Dana Whitfield' })).toBeVisible();
  expect(document.title).toBe('Dana Whitfield · Firmbook');
  expect(screen.getByRole('switch', { name: 'Integration' })).not.toBeChecked();
  expect(screen.getAllByText('$1,500,000.50')[0]).toBeVisible();
  expect(screen.getByText(/NPN 1234567/)).toBeVisible();
  const [phone] = screen.getAllByRole('link', { name: '(415) 555-0100' });
  expect(phone).toHaveAttribute('href', 'tel:+14155550100');
  expect(screen.getByRole('link', { name: 'Agents' })).toHaveAttribute('href', '/people/agents');
  expect(await screen.findByText(/^Manual/)).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

test('links to the agent’s possible duplicates', async () => {
  openAgent({ 'POST AgentResolution/Candidates': () => ({ items: [], total: 2 }) }, '', {
    contacts: reading,
    enhancedMerge: reading,
  });
  const link = await screen.findByRole('link', { name: '2 possible duplicates' });
  expect(link).toHaveAttribute('href', '/administration/duplicates?q=Whitfield%2C%20Dana');
});

test('stores the open tab in the URL and loads its list on demand', async () => {
  const { user, router, server } = openAgent();
  const tab = await screen.findByRole('tab', { name: /Policies/ });
  expect(server.of('FirmAgent/Policies/u1')).toHaveLength(0);
  await user.click(tab);
  expect(router.state.location.search).toBe('?tab=policies');
  expect(await screen.findByRole('gridcell', { name: '41-777' })).toBeVisible();
  await waitFor(() =>
    expect(server.of('allpolicy/totals')[0]?.body).toMatchObject({ uuid: 'u1', contactType: 1 }),
  );

  await user.keyboard('{ArrowRight}');
  expect(router.state.location.search).toBe('?tab=annuities');
  await act(() => router.navigate(-1));
  expect(screen.getByRole('tab', { name: /Policies/ })).toHaveAttribute('aria-selected', 'true');
});

test('opens the tab named in the URL', async () => {
  openAgent({}, '?tab=annuities');
  expect(await screen.findByText('No annuities yet')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Attach' })).toHaveLength(2);
});

test('shows custom fields if there are any', async () => {
  openAgent({ 'GET FirmAgent/agent/u1': () => agent({ customFields: { Tier: 'Gold' } }) });
  const section = (await screen.findByRole('heading', { name: 'Further fields' })).closest('section');
  expect(section).toHaveTextContent('TierGold');
});

test('hides empty fields until they are asked for', async () => {
  const { user } = openAgent();
  const show = await screen.findByRole('button', { name: /^Show \d+ empty fields?$/ });
  expect(screen.queryByText('Middle name')).not.toBeInTheDocument();
  await user.click(show);
  expect(screen.getByText('Middle name')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide empty fields' }));
  expect(screen.queryByText('Middle name')).not.toBeInTheDocument();
});

test('hides a revealed tax ID after a delay', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { user } = openAgent({ 'POST FirmAgent/agent/u1/reveal': () => ({ taxId: '900-11-1234' }) });
  await user.click(await screen.findByRole('button', { name: 'Reveal' }));
  expect(await screen.findByText('900-11-1234')).toBeVisible();
  act(() => jest.advanceTimersByTime(REVEAL_DURATION_MS));
  expect(screen.queryByText('900-11-1234')).not.toBeInTheDocument();
  expect(screen.getByText('***-**-1234')).toBeVisible();
  jest.useRealTimers();
});

test('hides reveal, edit and delete without permission', async () => {
  openAgent({}, '?panel=edit', { contacts: reading, allPolicies: reading });
  await screen.findByRole('heading', { level: 1, name: 'Dana Whitfield' });
  expect(screen.getByText('Integration off')).toBeVisible();
  for (const name of ['Reveal', 'Edit', 'More', 'Attach', 'Save'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Overview',
    'Policies2',
    'Documents',
    'Activity',
  ]);
});

test('opens the book of business with read access to deliverables', async () => {
  const { user, router } = openAgent({}, '', { contacts: reading, deliverables: reading });
  await screen.findByRole('heading', { level: 1, name: 'Dana Whitfield' });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Overview',
    'Documents',
    'Book of business',
    'Activity',
  ]);
  await user.click(screen.getByRole('tab', { name: 'Book of business' }));
  expect(router.state.location.search).toBe('?tab=book');
  expect(await screen.findByRole('region', { name: 'Versions' })).toBeVisible();
});

test('deletes an agent without in-force contracts, and Undo restores it', async () => {
  const { user, router, server } = openAgent({
    'DELETE FirmAgent/1/agent/u1': () => json(204, null),
    'POST FirmAgent/1/agent/u1/restore': () => agent(),
  });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete agent' }));
  expect(await screen.findByText('Whitfield, Dana deleted')).toBeVisible();
  expect(router.state.location.pathname).toBe('/people/agents');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.of('FirmAgent/1/agent/u1/restore')).toHaveLength(1));
});

test('requires a new agent for in-force contracts before deleting', async () => {
  const { user, router, server } = openAgent({
    'DELETE FirmAgent/1/agent/u1': () =>
      problem(422, 'in_force_contracts', 'Whitfield, Dana is party to 3 contracts in force.'),
    'GET FirmAgent?searchText=smith&rowCount=20': () => [
      { uuid: 'u1', displayName: 'Whitfield, Dana', detail: null },
      { uuid: 'u2', displayName: 'Smith, Aaron', detail: '14597439' },
    ],
    'DELETE FirmAgent/1/agent/u1?reassignTo=u2': () => json(204, null),
  });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete agent' }));

  const dialog = await screen.findByRole('dialog', { name: 'Delete Dana Whitfield' });
  expect(dialog).toHaveTextContent('party to 3 contracts in force');
  expect(dialog).toHaveTextContent('2 policies and 1 annuity will move');
  expect(within(dialog).getByRole('button', { name: 'Choose who takes over' })).toBeDisabled();
  await user.type(within(dialog).getByRole('combobox'), 'smith');
  const found = await within(dialog).findAllByRole('option');
  expect(found.map((option) => option.textContent)).toEqual(['Smith, Aaron14597439']);
  await user.keyboard('{Enter}');
  await user.click(within(dialog).getByRole('button', { name: 'Delete and move to Smith, Aaron' }));

  await waitFor(() => expect(server.of('FirmAgent/1/agent/u1?reassignTo=u2')).toHaveLength(1));
  await waitFor(() => expect(router.state.location.pathname).toBe('/people/agents'));
});

test('turns integration on or off, and names the unchanged annuities if that fails', async () => {
  const { user } = openAgent({
    'PUT FirmAgent/agent/u1/agentIntegration/true': () => problem(500, 'internal', ''),
    'POST FirmAgent/Contracts/u1': () => ({
      totalRecords: 2,
      cursor: null,
      items: [
        { uuid: 'a1', contractNumber: '81-1' },
        { uuid: 'a2', contractNumber: '81-2' },
      ],
    }),
  });
  await user.click(await screen.findByRole('switch', { name: 'Integration' }));
  expect(await screen.findByText(/could not be changed for policies 81-1, 81-2/)).toBeVisible();
});

test('shows an agent of another firm as not found', async () => {
  openAgent({ 'GET FirmAgent/agent/u1': () => problem(404, 'not_found', 'There is no such agent.') });
  expect(await screen.findByRole('heading', { name: 'No such agent' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'All agents' })).toHaveAttribute('href', '/people/agents');
});

test('retries loading the record', async () => {
  let calls = 0;
  const { user } = openAgent({
    'GET FirmAgent/agent/u1': () => {
      calls += 1;
      return calls === 1 ? problem(500, 'internal', '') : agent();
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Dana Whitfield' })).toBeVisible();
});
