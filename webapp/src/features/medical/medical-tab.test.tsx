import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { MedicalDocument, MedicalLetter, MedicalRecord, MedicalRequest, SendInput } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { statusOf } from './letter-row';
import { MedicalTab } from './medical-tab';

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const INSURED = id(1);
const REQUEST = id(2);
const LETTER = id(3);
const PATH = `FirmInsuredMedical/${INSURED}`;
const VIEW = `${PATH}?reason=Claim`;

const file = (digit: number, name: string): MedicalDocument => ({
  documentId: id(digit),
  name,
  sizeBytes: 2048,
  storedAt: '2026-11-20T15:00:00Z',
  storedBy: 'Dana Whitfield',
});

const letter = (change: Partial<MedicalLetter> = {}): MedicalLetter => ({
  uuid: LETTER,
  version: 1,
  stepLabel: 'Request',
  method: 'Mail',
  methodLabel: 'Mail',
  state: 'Queued',
  stateLabel: 'To send',
  letterDate: '2026-11-20',
  sentOn: null,
  sentBy: null,
  failure: null,
  document: file(4, 'letter.pdf'),
  ...change,
});

const request = (change: Partial<MedicalRequest> = {}): MedicalRequest => ({
  uuid: REQUEST,
  version: 2,
  state: 'Draft',
  stateLabel: 'Draft',
  requestType: 'APS',
  requestTypeLabel: 'Attending physician statement',
  provider: {
    name: 'Mercy Hospital',
    phone: null,
    fax: '+14155550100',
    address: {
      line1: '1 Main Street',
      line2: null,
      city: 'Reno',
      state: 'NV',
      postalCode: '89501',
      country: null,
    },
  },
  dateFrom: '2020-01-01',
  dateTo: '2026-11-01',
  purpose: 'Underwriting',
  deliverBy: null,
  notes: null,
  authorization: null,
  gaps: [],
  sentOn: null,
  dueOn: null,
  dueWork: null,
  nextLetter: 'Request',
  canReceive: false,
  canRefuse: false,
  canCancel: true,
  closedBecause: null,
  letters: [],
  records: [],
  createdBy: 'Dana Whitfield',
  createdAt: '2026-11-20T15:00:00Z',
  ...change,
});

const sent = (change: Partial<MedicalRequest> = {}) =>
  request({
    state: 'Sent',
    stateLabel: 'Sent',
    sentOn: '2026-11-20',
    dueOn: '2026-12-04',
    nextLetter: 'First follow-up',
    canReceive: true,
    canRefuse: true,
    letters: [letter()],
    ...change,
  });

const record = (...requests: MedicalRequest[]): MedicalRecord => ({
  insuredUuid: INSURED,
  requests,
  authorizations: [file(5, 'HIPAA.pdf')],
});

const history = {
  items: [
    {
      uuid: id(9),
      at: '2026-11-20T15:00:00Z',
      user: 'Dana Whitfield',
      onBehalfOf: null,
      label: 'Viewed medical requests',
      about: null,
      reason: 'Claim',
    },
  ],
  hasMore: false,
};

function open(routes: Record<string, (request: FakeRequest) => unknown>, write = true, address = '/') {
  const server = fakeServer({ [`GET ${PATH}/history?offset=0`]: () => history, ...routes });
  const page = renderPage(<MedicalTab insured={INSURED} />, {
    features: { insuredMedical: { read: true, write } },
    address,
  });
  return { ...page, server };
}

async function show({ user }: Pick<ReturnType<typeof open>, 'user'>) {
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Why/ }), 'Claim');
  await user.click(screen.getByRole('button', { name: 'Show medical requests' }));
}

test('asks for a reason before loading anything', async () => {
  const page = open({ [`GET ${VIEW}`]: () => record() });
  await page.user.click(await screen.findByRole('button', { name: 'Show medical requests' }));
  expect(screen.getByText('Choose a reason.')).toBeVisible();
  expect(page.server.requests).toHaveLength(0);
  await show(page);
  expect(await screen.findByText(/^No medical requests yet/)).toBeVisible();
  expect(page.server.of(VIEW)).toHaveLength(1);
  const table = await screen.findByRole('table', { name: 'Access history' });
  expect(within(table).getByRole('cell', { name: 'Claim' })).toBeVisible();
  expect(await axe(page.container)).toHaveNoViolations();
});

test('reloads the requests, with the reason, if someone else changed one', async () => {
  let stored = request({ version: 2 });
  const versions: number[] = [];
  const page = open({
    [`GET ${VIEW}`]: () => record(stored),
    [`POST ${PATH}/request/${REQUEST}/send`]: ({ body }) => {
      versions.push((body as SendInput).version);
      if (versions.length === 2) return record(sent());
      stored = request({ version: 3, purpose: 'Reinstatement' });
      return json(409, { code: 'version_conflict', message: '', errors: [], traceId: 't', current: null });
    },
  });
  await show(page);
  await page.user.click(await screen.findByRole('button', { name: 'Create letter' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Create letter' }));
  await page.user.click(panel.getByRole('button', { name: 'Create letter' }));
  expect(await panel.findByText(/^Someone else changed this request/)).toBeVisible();
  expect(await screen.findByText(/Reinstatement/)).toBeInTheDocument();
  expect(page.server.of(VIEW)).toHaveLength(2);
  await page.user.click(panel.getByRole('button', { name: 'Create letter' }));
  expect(await screen.findByText('Letter created')).toBeVisible();
  expect(versions).toEqual([2, 3]);
});

test('adds a request after validating it', async () => {
  const page = open({
    [`GET ${VIEW}`]: () => record(),
    [`POST FirmInsuredMedical/request/${INSURED}`]: () =>
      json(
        201,
        record(request({ gaps: [{ element: 'document', message: 'Add the HIPAA authorization.' }] })),
      ),
  });
  await show(page);
  await page.user.click(await screen.findByRole('button', { name: 'Add request' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add medical request' }));
  await page.user.click(panel.getByRole('button', { name: 'Add request' }));
  expect(panel.getByText('Enter the name of the provider.')).toBeVisible();
  await page.user.type(panel.getByRole('textbox', { name: /^Name of the provider/ }), 'Mercy Hospital');
  await page.user.type(panel.getByLabelText(/^From/), '2020-01-01');
  await page.user.type(panel.getByLabelText(/^To/), '2019-01-01');
  await page.user.type(panel.getByRole('textbox', { name: /^Purpose/ }), 'Underwriting');
  await page.user.click(panel.getByRole('button', { name: 'Add request' }));
  expect(panel.getByText('Enter an end date on or after the start date.')).toBeVisible();
  const to = panel.getByLabelText(/^To/);
  await page.user.clear(to);
  await page.user.type(to, '2026-11-01');
  await page.user.click(panel.getByRole('button', { name: 'Add request' }));
  expect(await screen.findByText('Request added')).toBeVisible();
  const added = page.server.requests.find(({ method }) => method === 'POST');
  expect(added?.body).toMatchObject({
    requestType: 'APS',
    provider: { name: 'Mercy Hospital' },
    dateTo: '2026-11-01',
    authorization: null,
    version: null,
  });
  const section = await screen.findByRole('region', { name: /Mercy Hospital/ });
  expect(within(section).getByText('Add the HIPAA authorization.')).toBeVisible();
  expect(within(section).getByRole('button', { name: 'Create letter' })).toBeDisabled();
});

test('starts the missing authorization of a draft, also from the link of the list', async () => {
  const page = open({ [`GET ${VIEW}`]: () => record(request()) }, true, `/?tab=medical&request=${REQUEST}`);
  await show(page);
  const linked = within(await screen.findByRole('dialog', { name: 'Edit medical request' }));
  expect(linked.getByRole('checkbox', { name: /has signed an authorization/ })).toBeChecked();
  await page.user.click(linked.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(page.router.state.location.search).toBe('?tab=medical'));
  await page.user.click(await screen.findByRole('button', { name: 'Add authorization' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Edit medical request' }));
  expect(panel.getByRole('checkbox', { name: /has signed an authorization/ })).toBeChecked();
});

test('starts the follow-up letter of a sent request from the link of the list', async () => {
  const due = sent({ nextLetter: 'First follow-up', letters: [letter({ state: 'Sent' })] });
  const page = open({ [`GET ${VIEW}`]: () => record(due) }, true, `/?tab=medical&request=${REQUEST}`);
  await show(page);
  expect(await screen.findByRole('dialog', { name: 'Create follow-up letter' })).toBeVisible();
});

test('creates a letter and marks it as mailed', async () => {
  const page = open({
    [`GET ${VIEW}`]: () => record(request()),
    [`POST ${PATH}/request/${REQUEST}/send`]: () => json(201, record(sent())),
    [`PUT ${PATH}/request/${REQUEST}/letter/${LETTER}`]: () =>
      record(sent({ letters: [letter({ state: 'Sent', sentOn: '2026-11-20', sentBy: 'Dana' })] })),
  });
  await show(page);
  await page.user.click(await screen.findByRole('button', { name: 'Create letter' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Create letter' }));
  expect(panel.getByText(/1 Main Street, Reno, NV 89501/)).toBeVisible();
  await page.user.click(panel.getByRole('radio', { name: 'Fax' }));
  expect(panel.getByText(/\(415\) 555-0100/)).toBeVisible();
  await page.user.click(panel.getByRole('button', { name: 'Create letter' }));
  expect(await screen.findByText('Letter created')).toBeVisible();
  const [created] = page.server.of(`${PATH}/request/${REQUEST}/send`);
  expect(created?.body).toEqual({ version: 2, method: 'Fax', confirmsEvent: false });

  await page.user.click(await screen.findByRole('button', { name: 'Mark as mailed' }));
  const mark = within(await screen.findByRole('dialog', { name: 'Mark as mailed' }));
  await page.user.click(mark.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Mailed 11/20/2026 by Dana')).toBeVisible();
});

test('shows why a letter is refused and keeps the panel open', async () => {
  const sentence = 'The authorization expired on 11/19/2026. Get a new one from the insured.';
  const page = open({
    [`GET ${VIEW}`]: () => record(request()),
    [`POST ${PATH}/request/${REQUEST}/send`]: () => problem(422, 'authorization_expired', sentence),
  });
  await show(page);
  await page.user.click(await screen.findByRole('button', { name: 'Create letter' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Create letter' }));
  await page.user.click(panel.getByRole('button', { name: 'Create letter' }));
  expect(await panel.findByRole('alert')).toHaveTextContent(sentence);
});

test('users without write access cannot change requests', async () => {
  const page = open({ [`GET ${VIEW}`]: () => record(sent()) }, false);
  await show(page);
  expect(await screen.findByRole('button', { name: 'Download letter: Request' })).toBeVisible();
  for (const name of [
    'Add request',
    'Mark as mailed',
    'Mark as refused',
    'Mark as not delivered',
    'Cancel request',
  ])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('describes the progress of a letter', () => {
  expect(statusOf(letter())).toBe('To mail');
  expect(statusOf(letter({ method: 'Fax' }))).toBe('To fax');
  expect(statusOf(letter({ state: 'Sent', method: 'Fax', sentOn: '2026-11-20' }))).toBe('Faxed 11/20/2026');
  const failed = letter({ state: 'Failed', stateLabel: 'Not delivered', failure: 'Mail returned' });
  expect(statusOf(failed)).toBe('Not delivered: Mail returned');
});
