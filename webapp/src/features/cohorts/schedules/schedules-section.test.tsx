import { keepFocus } from '@/lib/keep-focus';
import { dispatchHubEvent } from '@/lib/hub-events';
import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { Cohort, CohortSchedule, PastSend } from 'firmbook-wasm';
import { SchedulesSection } from './schedules-section';

const all = { read: true, write: true };
const cohort: Cohort = {
  uuid: 'west',
  firmId: 1,
  version: 1,
  name: 'West',
  description: null,
  contactType: 2,
  kind: 'Static',
  filter: [],
  contactCount: 4,
  createdBy: null,
  createdAt: '2026-11-21T17:00:00Z',
  updatedAt: '2026-11-21T17:00:00Z',
};
const review: CohortSchedule = {
  scheduleId: 'review',
  cohortUuid: 'west',
  version: 3,
  name: 'Review',
  frequency: 'Monthly',
  firstSendDate: '2026-11-30',
  time: '09:00',
  timeZone: 'America/New_York',
  sendTo: 'Contact',
  subject: 'Your contracts',
  message: 'Here they are.',
  includeAnnuities: true,
  deliverableType: null,
  templateUuid: null,
  groupBy: null,
  status: 'Active',
  pausedBecause: null,
  lastSendDate: '2026-11-30',
  nextSendDate: '2026-12-30',
  owner: 'Dana Whitfield',
  isAbandoned: false,
  updatedAt: '2026-11-21T17:00:00Z',
};
const sent: PastSend = {
  scheduleId: 'review',
  scheduleName: 'Review',
  sendDate: '2026-11-30',
  startedAt: '2026-11-30T14:00:00Z',
  note: null,
  sentCount: 1,
  waitingCount: 0,
  failedCount: 1,
  skippedCount: 0,
};
const delivery = (name: string, state: string, reason: string | null) => ({
  contactUuid: name,
  name,
  address: `${name.toLowerCase()}@mail.example`,
  dueDate: '2026-11-30',
  state,
  reason,
  sentAt: state === 'Sent' ? '2026-11-30T14:00:05Z' : null,
});

const routes = (schedules: CohortSchedule[], past: PastSend[]) => ({
  'GET Cohort/west/schedule': () => schedules,
  'GET Cohort/west/schedule/past': () => past,
});
const open = (address = '/') =>
  renderPage(
    <main>
      <SchedulesSection cohort={cohort} />
    </main>,
    { address, features: { cohorts: all } },
  );

test('lists schedules and past sends, pauses a schedule and resumes it', async () => {
  const server = fakeServer({
    ...routes([review], [sent]),
    'POST Cohort/west/schedule': ({ body }) => ({ ...review, ...(body as object), version: 4 }),
  });
  const { user, container } = open();
  const row = within((await screen.findByRole('rowheader', { name: 'Review' })).closest('tr') as HTMLElement);
  expect(row.getByText('12/30/2026')).toBeInTheDocument();
  expect(row.getByText(/Every month, 9:00 AM/)).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: '11/30/2026' })).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Pause Review' }));
  expect(await screen.findByText('“Review” pauses')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const posts = () => server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()).toMatchObject([
    { scheduleId: 'review', version: 3, status: 'Paused' },
    { scheduleId: 'review', version: 4, status: 'Active' },
  ]);
});

test('keeps the focus near a schedule after a dry run, a pause or a deletion', async () => {
  let schedules = [review, { ...review, scheduleId: 'second', name: 'Second' }];
  fakeServer({
    ...routes([], []),
    'GET Cohort/west/schedule': () => schedules,
    'GET Cohort/west/schedule/review/dryRun': () => ({
      owner: 'Dana Whitfield',
      problem: null,
      sample: null,
      deliveries: [],
    }),
    'POST Cohort/west/schedule': ({ body }) => {
      const changed = { ...review, ...(body as CohortSchedule), version: 4 };
      schedules = schedules.map((item) => (item.scheduleId === changed.scheduleId ? changed : item));
      return changed;
    },
    'DELETE Cohort/west/schedule/review?version=4': () => ((schedules = schedules.slice(1)), json(204, null)),
  });
  const { user } = open();
  const end = keepFocus();
  const tried = await screen.findByRole('button', { name: 'Dry run of Review' });
  tried.focus();
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('dialog', { name: 'Dry run of “Review”' });
  await waitFor(() => expect(panel).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  await waitFor(() => expect(tried).toHaveFocus());
  screen.getByRole('button', { name: 'Pause Review' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Resume Review' })).toHaveFocus());
  screen.getByRole('button', { name: 'Delete Review' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Review' })).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Second' })).toHaveFocus());
  end();
});

test('shows empty and failed states, and no Add button without write access', async () => {
  let fails = true;
  fakeServer({
    ...routes([], []),
    'GET Cohort/west/schedule/past': () => (fails ? problem(503, 'unavailable', 'busy') : []),
  });
  const { user } = renderPage(<SchedulesSection cohort={cohort} />, {
    features: { cohorts: { read: true, write: false } },
  });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  fails = false;
  await user.click(retry);
  expect(await screen.findByText(/No schedules yet/)).toBeInTheDocument();
  expect(screen.getByText('Nothing has been sent yet.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add schedule' })).toBeNull();
});

test('says that nothing is sent on a server without email', async () => {
  fakeServer(routes([review], []));
  renderPage(<SchedulesSection cohort={cohort} />, { features: { cohorts: all }, sendsEmail: false });
  expect(await screen.findByText(/Email is not set up on this server/)).toBeInTheDocument();
});

test('previews the next sends of a new schedule and shows errors next to their fields', async () => {
  const server = fakeServer({
    ...routes([], []),
    'POST Cohort/west/schedule': () => json(201, review),
  });
  const { user } = open('/?panel=edit:new');
  const panel = within(await screen.findByRole('dialog', { name: 'Add schedule' }));
  await user.click(panel.getByRole('button', { name: 'Add schedule' }));
  expect(await panel.findByText('Enter a subject (up to 150 characters).')).toBeInTheDocument();
  await user.type(panel.getByRole('textbox', { name: /Name/ }), 'Review');
  await user.selectOptions(panel.getByRole('combobox', { name: 'Frequency' }), 'Every year');
  fireEvent.change(panel.getByLabelText(/First send on/), { target: { value: '2096-02-29' } });
  const next = within(panel.getByRole('status', { name: 'Next sends' }));
  expect(next.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Wed 02/29/2096',
    'Thu 02/28/2097',
    'Fri 02/28/2098',
    'Sat 02/28/2099',
    'Sun 02/28/2100',
  ]);
  await user.selectOptions(panel.getByRole('combobox', { name: 'Frequency' }), 'On each birthday');
  expect(next.getByText(/each contact on their own date/)).toBeInTheDocument();
  await user.type(panel.getByRole('textbox', { name: /Subject/ }), 'Your contracts');
  await user.type(panel.getByRole('textbox', { name: /Message/ }), 'Here they are.');
  await user.click(panel.getByRole('button', { name: 'Add schedule' }));
  expect(await screen.findByText('“Review” saved')).toBeInTheDocument();
  const body = server.requests.find(({ method }) => method === 'POST')?.body;
  expect(body).toMatchObject({ frequency: 'Birthday', sendTo: 'Contact', scheduleId: null, version: null });
});

test('inserts merge fields at the cursor and previews them for a contact', async () => {
  const person = { firstName: 'Ada', lastName: 'Lee', address: {} };
  const server = fakeServer({
    ...routes([], []),
    'POST FirmOwner/search': () => ({ totalRecords: 4, cursor: null, items: [{ uuid: 'ada' }] }),
    'GET FirmOwner/owner/ada': () => ({ person }),
  });
  const { user } = open('/?panel=edit:new');
  const panel = within(await screen.findByRole('dialog', { name: 'Add schedule' }));
  const message = panel.getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ });
  await user.type(message, 'Dear ,');
  message.setSelectionRange(5, 5);
  await user.click(
    within(panel.getByRole('group', { name: 'Insert into the message' })).getByRole('button', {
      name: 'First name',
    }),
  );
  expect(message).toHaveValue('Dear {{contact.firstName}},');
  expect(message).toHaveFocus();
  const preview = await panel.findByRole('status', { name: 'Preview' });
  expect(preview).toHaveTextContent('Preview for Ada Lee');
  expect(preview).toHaveTextContent('Dear Ada,');
  await user.click(panel.getByRole('textbox', { name: /Subject/ }));
  const fields = within(panel.getByRole('group', { name: 'Insert into the subject' }));
  await user.click(fields.getByRole('button', { name: 'Firm name' }));
  await user.click(fields.getByRole('button', { name: 'Sender name' }));
  expect(preview).toHaveTextContent('Harbor & Pine AdvisorsDana Whitfield');
  const search = server.of('FirmOwner/search')[0]?.body;
  expect(search).toMatchObject({ cohortUuid: 'west', limit: { offset: 0, rowCount: 1 } });
  await user.type(message, ' {{{{agent.name}}');
  const insert = within(panel.getByRole('group', { name: 'Insert into the message' }));
  // The input keeps the focus, so its error does not move the buttons before the click.
  await user.pointer({ keys: '[MouseLeft>]', target: insert.getByRole('button', { name: 'Sender name' }) });
  expect(message).toHaveFocus();
  await user.pointer({ keys: '[/MouseLeft]' });
  expect(message.value).toMatch(/{{agent.name}}{{sender\w*\.?\w*}}/i);
  await user.tab();
  expect(await panel.findByText(/There is no field {{agent.name}}/)).toBeInTheDocument();
});

const [REVIEW, PLAIN, OURS, DELETED] = [1, 2, 3, 4].map(
  (number) => `00000000-0000-4000-8000-00000000000${String(number)}`,
) as [string, string, string, string];
const stored = { ...review, scheduleId: REVIEW };

const template = (uuid: string, name: string, isDefault: boolean, groupBy: number) => ({
  uuid,
  templateType: 2,
  name,
  isGlobal: !isDefault,
  isDefault,
  settings: { groupBy },
  version: 1,
});

const openEditor = () =>
  renderPage(<SchedulesSection cohort={cohort} />, {
    address: `/?panel=edit:${REVIEW}`,
    features: { cohorts: all, deliverables: all },
  });

test('attaches a book of business with the grouping of its template', async () => {
  const server = fakeServer({
    ...routes([stored], []),
    'GET template?templateType=2&includeGlobalDefaults=true': () => [
      template(PLAIN, 'Plain', false, 1),
      template(OURS, 'Ours', true, 3),
    ],
    'POST Cohort/west/schedule': ({ body }) => ({ ...stored, ...(body as object), version: 4 }),
  });
  const { user } = openEditor();
  const panel = within(await screen.findByRole('dialog', { name: 'Edit schedule' }));
  const attach = () => panel.getByRole('combobox', { name: 'Attach' });
  await waitFor(() => expect(attach()).toBeEnabled());
  expect(attach()).toHaveDisplayValue('Contract lists (CSV)');
  await user.selectOptions(attach(), 'Book of business (PDF)');
  expect(panel.getByRole('combobox', { name: 'Template' })).toHaveDisplayValue('Ours');
  expect(panel.getByRole('combobox', { name: 'Group by' })).toHaveDisplayValue('Product type');
  await user.selectOptions(panel.getByRole('combobox', { name: 'Group by' }), 'Carrier');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('“Review” saved')).toBeInTheDocument();
  const saved = server.requests.findLast(({ method }) => method === 'POST')?.body;
  expect(saved).toMatchObject({ deliverableType: 2, templateUuid: OURS, groupBy: 2 });
});

test('asks for another template if the one of a schedule was deleted', async () => {
  const paused = { ...stored, deliverableType: 2, templateUuid: DELETED, groupBy: 2 };
  const message = 'This template was deleted. Choose another one.';
  const errors = [{ field: 'templateUuid', code: 'not_a_choice', message }];
  fakeServer({
    ...routes([paused], []),
    'GET template?templateType=2&includeGlobalDefaults=true': () => [template(PLAIN, 'Plain', false, 1)],
    'POST Cohort/west/schedule': () => json(400, { code: 'invalid', message, errors }),
  });
  const { user } = openEditor();
  expect(await screen.findByText('Attaches a book of business')).toBeInTheDocument();
  const panel = within(await screen.findByRole('dialog', { name: 'Edit schedule' }));
  const field = panel.getByRole('combobox', { name: 'Template' });
  expect(await within(field).findByRole('option', { name: 'Plain' })).toBeInTheDocument();
  expect(field).toHaveDisplayValue('Choose a template');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(message));
});

test('lists recipients with reasons in a dry run and in a past send', async () => {
  fakeServer({
    ...routes([{ ...review, subject: 'For {{contact.firstName}}' }], [sent]),
    'GET Cohort/west/schedule/review/dryRun': () => ({
      owner: 'Dana Whitfield',
      problem: null,
      sample: {
        contactFirstName: 'Ada',
        contactFullName: 'Ada Lee',
        firmName: 'Harbor & Pine',
        senderName: 'Dana Whitfield',
      },
      deliveries: [delivery('Ada', 'Waiting', null), delivery('Bob', 'Skipped', 'No email address')],
    }),
    'GET Cohort/west/schedule/review/send/2026-11-30': () => ({
      send: sent,
      subject: 'Your contracts',
      message: 'Here they are.',
      deliveries: [delivery('Ada', 'Sent', null), delivery('Cy', 'Failed', '550 nobody of this name')],
    }),
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Dry run of Review' }));
  const dry = within(await screen.findByRole('dialog', { name: 'Dry run of “Review”' }));
  expect(await dry.findByRole('heading', { name: 'Would receive it (1)' })).toBeInTheDocument();
  expect(dry.getByText('No email address')).toBeInTheDocument();
  expect(dry.getByText('Preview with the values of Ada Lee:')).toBeInTheDocument();
  expect(dry.getByText('For Ada')).toBeInTheDocument();
  await user.click(dry.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Recipients of Review of 11/30/2026' }));
  const past = within(await screen.findByRole('dialog', { name: '“Review” of 11/30/2026' }));
  expect(await past.findByText('550 nobody of this name')).toBeInTheDocument();
  expect(past.getByRole('heading', { name: 'Sent (1)' })).toBeInTheDocument();
});

test('refreshes the progress of sends when the cohort changes', async () => {
  let past = [{ ...sent, sentCount: 0, waitingCount: 3 }];
  const server = fakeServer({ ...routes([review], []), 'GET Cohort/west/schedule/past': () => past });
  open();
  await screen.findByRole('rowheader', { name: 'Review' });
  const requestCount = () => server.of('Cohort/west/schedule/past').length;
  await waitFor(() => expect(requestCount()).toBe(2));
  past = [{ ...sent, sentCount: 3 }];
  const changed = { kind: 'cohort', isDeleted: false, by: 'Review', page: null };
  dispatchHubEvent('RecordChanged', { ...changed, uuid: 'east' });
  expect(requestCount()).toBe(2);
  dispatchHubEvent('RecordChanged', { ...changed, uuid: 'west' });
  await waitFor(() => expect(requestCount()).toBe(3));
});
