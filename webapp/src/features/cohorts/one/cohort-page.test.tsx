import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import { CohortPage } from './cohort-page';

const all = { read: true, write: true };
const cohort = {
  uuid: 'west',
  firmId: 1,
  version: 1,
  name: 'West',
  description: null,
  contactType: 1,
  kind: 'Static',
  filter: [],
  contactCount: 0,
  createdBy: null,
  createdAt: '2026-11-21T17:00:00Z',
  updatedAt: '2026-11-21T17:00:00Z',
};
const rows = (...names: string[]) => ({
  items: names.map((name) => ({ uuid: name, name })),
  totalRecords: names.length,
  cursor: null,
});

function open(address: string) {
  const server = fakeServer({
    'GET Cohort/west?contactRowCount=0': () => cohort,
    'GET TableState/agents': () => null,
    'POST FirmAgent/totals': () => ({}),
    'POST FirmAgent/search': () => rows('Lee, Ada', 'Stone, Ann'),
    'POST Cohort/west/FirmAgents': () => rows(),
    'POST Cohort/west/contact': () => ({ contactUuids: ['Stone, Ann'], unchangedCount: 0, cohort }),
  });
  const features = { cohorts: all, contacts: all, deleteContacts: all };
  const routes = [{ path: '/people/cohorts/:uuid', element: <CohortPage /> }];
  const page = renderPage(null, { features, address, routes });
  return { ...page, server };
}

test('keeps the cohort while its members are chosen', async () => {
  const { user, server } = open('/people/cohorts/west?tab=choose');
  await screen.findByRole('link', { name: 'Lee, Ada' });
  expect(screen.getByRole('link', { name: 'Back to cohort' })).toHaveAttribute(
    'href',
    '/people/cohorts/west',
  );
  await user.click(screen.getAllByRole('img', { name: 'Not selected' }).at(-1) as HTMLElement);
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Add to “West”' }));
  expect(await screen.findByText('1 agent added to “West”')).toBeInTheDocument();
  expect(server.of('Cohort/west/contact')[0]?.body).toEqual({ contactUuids: ['Stone, Ann'], query: null });
  expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).not.toBeInTheDocument();
});

test('offers the actions on the cohort in a menu', async () => {
  const { user } = open('/people/cohorts/west');
  await user.click(await screen.findByRole('button', { name: 'More' }));
  expect(await screen.findByRole('menuitem', { name: 'Delete cohort' })).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Edit cohort' }));
  expect(await screen.findByRole('dialog', { name: 'Edit cohort' })).toBeVisible();
});
