import { contactKinds } from '@/lib/contact-kinds';
import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { AddToCohortDialog } from './add-to-cohort-dialog';

const all = { read: true, write: true };
const west = {
  uuid: 'west',
  firmId: 1,
  version: 1,
  name: 'West',
  description: null,
  contactType: 1,
  kind: 'Static',
  filter: [],
  contactCount: 4,
  createdBy: null,
  createdAt: '2026-11-21T17:00:00Z',
  updatedAt: '2026-11-21T17:00:00Z',
};
const contacts = { contactUuids: ['a', 'b'], query: null };

function open() {
  const onClose = jest.fn();
  const view = renderPage(
    <AddToCohortDialog kind={contactKinds.agent} contacts={contacts} count={2} opened onClose={onClose} />,
    { features: { cohorts: all } },
  );
  return { ...view, onClose };
}

test('counts contacts already in the cohort, and Undo removes only the added ones', async () => {
  const server = fakeServer({
    'GET Cohort/firm/1?contactType=1': () => [west, { ...west, uuid: 'rule', name: 'Rule', kind: 'Rule' }],
    'POST Cohort/west/contact': () => ({ contactUuids: ['b'], unchangedCount: 1, cohort: west }),
    'POST Cohort/west/contact/removal': () => ({ contactUuids: ['b'], unchangedCount: 0, cohort: west }),
  });
  const { user, onClose } = open();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 agents to a cohort' }));
  await user.click(await dialog.findByRole('radio', { name: 'West' }));
  expect(dialog.queryByRole('radio', { name: 'Rule' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('1 agent added to “West”; 1 was in it already')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.of('Cohort/west/contact/removal')).toHaveLength(1));
  expect(server.of('Cohort/west/contact/removal')[0]?.body).toEqual({ contactUuids: ['b'], query: null });
});

test('adds contacts to a new cohort, and shows a rejection in the dialog', async () => {
  let isTaken = true;
  const server = fakeServer({
    'GET Cohort/firm/1?contactType=1': () => [],
    'POST Cohort': () =>
      isTaken
        ? problem(422, 'name_taken', 'A cohort with this name already exists.')
        : json(201, { ...west, name: 'Mine', contactCount: 2 }),
  });
  const { user } = open();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 agents to a cohort' }));
  await waitFor(() => expect(dialog.queryByRole('radio')).not.toBeInTheDocument());
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Mine');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('A cohort with this name already exists.')).toBeInTheDocument();
  isTaken = false;
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('“Mine” added with 2 agents')).toBeInTheDocument();
  expect(server.of('Cohort').at(-1)?.body).toMatchObject({
    name: 'Mine',
    contactType: 1,
    kind: 'Static',
    contactUuids: ['a', 'b'],
  });
});
