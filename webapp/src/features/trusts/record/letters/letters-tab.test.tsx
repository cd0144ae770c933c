import { json, problem } from '@/testing/fake-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { CrummeyLetter, GiftLetters, TrustLetters } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { openTrust, trust } from '../testing';

const TAB = '?tab=letters';
const LETTERS = 'Trust/t1/letters';
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const [GIFT, POLICY, ADA, CY] = [id(1), id(2), id(3), id(4)];

const letter = (change: Partial<CrummeyLetter> = {}): CrummeyLetter => ({
  uuid: id(5),
  version: 1,
  personUuid: ADA,
  beneficiary: 'Ada Lee',
  addressee: 'Ada Lee',
  amount: '5000.00',
  letterDate: '2026-11-20',
  isOutdated: false,
  state: 'Draft',
  stateLabel: 'Not sent',
  method: null,
  email: 'ada@example.com',
  deliveredOn: null,
  emailedAt: null,
  failure: null,
  document: { documentId: id(8), name: 'letter.pdf' },
  proof: null,
  ...change,
});
const ofCy = {
  uuid: id(6),
  personUuid: CY,
  beneficiary: 'Cy Lee',
  addressee: 'Jo Lee, guardian of Cy Lee',
  email: null,
};
const recipient = (personUuid: string, beneficiary: string, addressee = beneficiary) => ({
  personUuid,
  beneficiary,
  addressee,
  amount: '5000.00',
});

const gift = (change: Partial<GiftLetters> = {}): GiftLetters => ({
  gift: {
    uuid: GIFT,
    version: 3,
    trustUuid: id(7),
    trustName: 'Lee Family Trust',
    amount: '10000.00',
    giftDate: '2026-11-18',
    letterDate: '2026-11-22',
    windowEnds: '2026-12-22',
    premiumDue: '2027-01-15',
    receivedOn: '2026-11-19',
    lettersSentOn: null,
    premiumPaidOn: null,
    state: 'Received',
    stateLabel: 'Received',
  },
  policyUuid: POLICY,
  policyNumber: 'P-1',
  recipients: [],
  blockedBecause: '',
  letters: [],
  ...change,
});
/** Returns the same gift with another uuid. */
const another = (change: Partial<GiftLetters>): GiftLetters => {
  const other = gift(change);
  return { ...other, gift: { ...other.gift, uuid: id(8) } };
};
const all = (gifts: GiftLetters[], canEmail = true): TrustLetters => ({ gifts, canEmail });
const drafts = () => [letter(), letter(ofCy)];

test('creates letters with amounts up to the gift', async () => {
  const recipients = [recipient(ADA, 'Ada Lee'), recipient(CY, 'Cy Lee', 'Jo Lee, guardian of Cy Lee')];
  let current = gift({ recipients });
  const { user, server, container } = openTrust(
    {
      [`GET ${LETTERS}`]: () => all([current]),
      [`POST ${LETTERS}`]: () => {
        current = gift({ letters: drafts() });
        return json(201, current);
      },
    },
    TAB,
  );
  expect(await screen.findByText('No letters yet.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Policy P-1' })).toHaveAttribute(
    'href',
    `/business/policies/${POLICY}?tab=gifts&gift=${GIFT}`,
  );
  await user.click(screen.getByRole('button', { name: 'Create letters' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Create letters' }));
  const cy = panel.getByRole('textbox', { name: /^Cy Lee/ });
  expect(cy).toHaveAccessibleDescription('To Jo Lee, guardian of Cy Lee');
  await user.clear(cy);
  await user.type(cy, '5,000.01');
  expect(panel.getByRole('alert')).toHaveTextContent('The amounts total $10,000.01');
  await user.click(panel.getByRole('button', { name: 'Create 2 letters' }));
  expect(server.requests.some(({ method }) => method === 'POST')).toBe(false);
  await user.clear(cy);
  await user.type(cy, '4,000');
  await user.click(panel.getByRole('button', { name: 'Create 2 letters' }));
  expect(await screen.findByText('2 letters created')).toBeInTheDocument();
  expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    giftUuid: GIFT,
    giftVersion: 3,
    letterDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    letters: [
      { personUuid: ADA, amount: '$5,000.00' },
      { personUuid: CY, amount: '4,000' },
    ],
  });
  expect(await screen.findByRole('row', { name: /Cy Lee/ })).toHaveTextContent('To Jo Lee');
  expect((await axe(container)).violations).toEqual([]);
});

test('reloads the gift if someone else changed it', async () => {
  const before = gift({ recipients: [recipient(ADA, 'Ada Lee')] });
  const current = gift({ recipients: [{ ...recipient(ADA, 'Ada Lee'), amount: '900.00' }] });
  current.gift = { ...current.gift, version: 4, amount: '900.00' };
  const conflict = { code: 'version_conflict', message: '', errors: [], traceId: 't', current };
  const { user, server } = openTrust(
    {
      [`GET ${LETTERS}`]: () => all([before]),
      [`POST ${LETTERS}`]: ({ body }) =>
        (body as { giftVersion: number }).giftVersion === 4 ? json(201, current) : json(409, conflict),
    },
    `${TAB}&create=${GIFT}`,
  );
  const panel = within(await screen.findByRole('dialog', { name: 'Create letters' }));
  await user.click(panel.getByRole('button', { name: 'Create 1 letter' }));
  expect(await panel.findByText(/was changed while you were editing/)).toBeInTheDocument();
  expect(panel.getByRole('textbox', { name: /^Ada Lee/ })).toHaveValue('$900.00');
  await user.click(panel.getByRole('button', { name: 'Create 1 letter' }));
  expect(await screen.findByText('1 letter created')).toBeInTheDocument();
  expect(server.of(LETTERS).filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('emails selected letters, and records deliveries', async () => {
  const { user, server } = openTrust(
    {
      [`GET ${LETTERS}`]: () => all([gift({ letters: drafts() })]),
      [`POST ${LETTERS}/delivery`]: () => all([gift({ letters: drafts() })]),
    },
    TAB,
  );
  await user.click(await screen.findByRole('button', { name: 'Deliver letter to Ada Lee' }));
  let panel = within(await screen.findByRole('dialog', { name: 'Deliver letters' }));
  expect(panel.getByRole('radio', { name: 'Email now' })).toBeChecked();
  await user.click(panel.getByRole('checkbox', { name: /Cy Lee/ }));
  expect(panel.getByRole('alert')).toHaveTextContent('Cy Lee has no email address.');
  await user.click(panel.getByRole('checkbox', { name: /Cy Lee/ }));
  await user.click(panel.getByRole('button', { name: 'Email 1 letter' }));
  expect(await screen.findByText('1 letter queued for sending')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Deliver 2 letters' }));
  panel = within(await screen.findByRole('dialog', { name: 'Deliver letters' }));
  // Cy has no email address.
  expect(panel.getByRole('radio', { name: 'Record mailing' })).toBeChecked();
  await user.click(panel.getByRole('radio', { name: 'Record hand delivery' }));
  const day = panel.getByLabelText(/Handed over on/);
  fireEvent.change(day, { target: { value: '2026-11-19' } });
  await user.click(panel.getByRole('button', { name: 'Record 2 letters' }));
  expect(day).toHaveAccessibleDescription('Letters cannot be delivered before the date on them.');
  fireEvent.change(day, { target: { value: '2026-11-20' } });
  await user.click(panel.getByRole('button', { name: 'Record 2 letters' }));
  expect(await screen.findByText('Delivery of 2 letters recorded')).toBeInTheDocument();
  const bodies = server.of(`${LETTERS}/delivery`).map(({ body }) => body);
  expect(bodies).toEqual([
    { method: 'Email', deliveredOn: '', letters: [{ uuid: id(5), version: 1 }] },
    {
      method: 'Hand',
      deliveredOn: '2026-11-20',
      letters: [
        { uuid: id(5), version: 1 },
        { uuid: id(6), version: 1 },
      ],
    },
  ]);
});

test('offers no email if Firmbook cannot send it, and shows server errors', async () => {
  const refusal = {
    field: 'letters',
    code: 'already_delivered',
    message: 'The letter is already delivered.',
  };
  const { user } = openTrust(
    {
      [`GET ${LETTERS}`]: () => all([gift({ letters: [letter()] })], false),
      [`POST ${LETTERS}/delivery`]: () => problem(400, 'invalid', 'Please check.', [refusal]),
    },
    `${TAB}&deliver=${GIFT}`,
  );
  const panel = within(await screen.findByRole('dialog', { name: 'Deliver letters' }));
  expect(panel.getByRole('radio', { name: 'Email now' })).toBeDisabled();
  expect(panel.getByText('Firmbook is not set up to send email.')).toBeInTheDocument();
  await user.click(panel.getByRole('button', { name: 'Record 1 letter' }));
  expect(await panel.findByText('The letter is already delivered.')).toBeInTheDocument();
});

test('shows the progress of each letter with its actions', async () => {
  const delivered = { state: 'Delivered', stateLabel: 'Delivered', deliveredOn: '2026-11-21', version: 2 };
  const emailed = { ...delivered, method: 'Email', emailedAt: '2026-11-21T17:00:00Z' };
  const proof = { documentId: id(9), name: 'signed.pdf' };
  const letters = [
    letter({ ...emailed }),
    letter({ ...ofCy, ...delivered, method: 'Hand', proof, isOutdated: true }),
    letter({ uuid: id(7), beneficiary: 'Di', addressee: 'Di', state: 'Sending', failure: 'busy' }),
    letter({
      uuid: id(9),
      beneficiary: 'Ed',
      addressee: 'Ed',
      state: 'Failed',
      stateLabel: 'Not delivered',
      failure: 'no mailbox',
    }),
  ];
  const { user, server } = openTrust(
    {
      [`GET ${LETTERS}`]: () => all([gift({ letters })]),
      [`DELETE ${LETTERS}/${id(6)}/delivery?version=2`]: () => all([]),
      [`PUT ${LETTERS}/${id(6)}/proof`]: () => letter(),
      [`DELETE ${LETTERS}/${id(9)}?version=1`]: () => json(204, null),
    },
    TAB,
  );
  const row = (name: RegExp) => within(screen.getByRole('row', { name }));
  await screen.findByRole('row', { name: /Ada Lee/ });
  expect(row(/Ada Lee/).getByText(/^Emailed Nov 21, 2026.* to ada@example.com$/)).toBeInTheDocument();
  expect(row(/Ada Lee/).queryByRole('button', { name: /^(Deliver|Delete|Remove)/ })).toBeNull();
  expect(row(/Di/).getByText('Sending to ada@example.com. Last attempt: busy')).toBeInTheDocument();
  expect(row(/Ed/).getByText('Not delivered: no mailbox')).toBeInTheDocument();
  const cy = row(/Cy Lee/);
  expect(cy.getByText('Handed over 11/21/2026')).toBeInTheDocument();
  expect(cy.getByText(/gift was changed after this letter/)).toBeInTheDocument();
  await user.click(cy.getByRole('button', { name: /^Remove proof/ }));
  expect(await screen.findByText(/^Proof of the letter to Jo Lee.* removed$/)).toBeInTheDocument();
  await user.click(cy.getByRole('button', { name: /^Remove delivery/ }));
  expect(await screen.findByText(/^Delivery to Jo Lee.* removed$/)).toBeInTheDocument();
  await user.click(row(/Ed/).getByRole('button', { name: 'Delete letter to Ed' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete letter to Ed?' }));
  expect(server.of(`${LETTERS}/${id(9)}?version=1`)).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Letter to Ed deleted')).toBeInTheDocument();
  expect(server.of(`${LETTERS}/${id(6)}/proof`)[0]?.body).toEqual({ version: 2, documentId: null });
});

test('uploads a proof to the trust', async () => {
  const { user, server, container } = openTrust(
    {
      [`GET ${LETTERS}`]: () => all([gift({ letters: [letter({ state: 'Delivered', method: 'Mail' })] })]),
      'POST FirmOwner/owner/t1/documents?name=signed.pdf': () =>
        json(201, { uuid: id(9), name: 'signed.pdf' }),
      [`PUT ${LETTERS}/${id(5)}/proof`]: () => letter(),
    },
    TAB,
  );
  await screen.findByRole('button', { name: 'Add proof of the letter to Ada Lee' });
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(input as HTMLInputElement, new File(['%PDF'], 'signed.pdf'));
  expect(await screen.findByText('Proof of the letter to Ada Lee added')).toBeInTheDocument();
  expect(server.of(`${LETTERS}/${id(5)}/proof`)[0]?.body).toEqual({ version: 1, documentId: id(9) });
});

test('explains why letters cannot be created, and hides actions from read-only users', async () => {
  const blockedBecause = 'The gift is not received yet.';
  const recipients = [recipient(ADA, 'Ada Lee')];
  const gifts = [gift({ blockedBecause, recipients }), another({ letters: [letter()] })];
  openTrust({ [`GET ${LETTERS}`]: () => all(gifts) }, TAB, { trusts: { read: true, write: false } });
  expect(await screen.findByText(blockedBecause)).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Ada Lee/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /letter/i })).toBeNull();
});

test('explains why the missing letters of a gift cannot be created', async () => {
  const blockedBecause = 'The gift has paid the premium already.';
  const gifts = [
    gift({ blockedBecause, recipients: [recipient(ADA, 'Ada Lee')], letters: [letter()] }),
    another({ blockedBecause, letters: [letter()] }),
  ];
  openTrust({ [`GET ${LETTERS}`]: () => all(gifts) }, TAB);
  // The second gift has all its letters.
  expect(await screen.findAllByText(`No more letters can be created. ${blockedBecause}`)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Create missing letters' })).toBeNull();
});

test('explains why a trust without gifts sends no letters', async () => {
  const noLettersBecause = 'A revocable trust cannot send Crummey letters.';
  const routes = { [`GET ${LETTERS}`]: () => all([]), 'GET Trust/t1': () => trust({ noLettersBecause }) };
  openTrust(routes, TAB);
  expect(await screen.findByText(noLettersBecause, { selector: '[role=status]' })).toBeInTheDocument();
});

test('explains how to start, and offers Retry after a failure', async () => {
  let fails = true;
  const { user } = openTrust(
    { [`GET ${LETTERS}`]: () => (fails ? problem(500, 'unknown', 'Unknown error') : all([])) },
    TAB,
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  fails = false;
  await user.click(retry);
  await waitFor(() => expect(screen.getByText(/No gifts yet. Add a gift/)).toBeInTheDocument());
});

test('says that letters were sent outside Firmbook, and offers no new ones', async () => {
  const blockedBecause = 'The letters were sent outside Firmbook on 11/12/2026.';
  const sent = gift({ blockedBecause, recipients: [recipient(ADA, 'Ada Lee')] });
  openTrust({ [`GET ${LETTERS}`]: () => all([sent]) }, TAB);
  expect(await screen.findByText(blockedBecause)).toBeVisible();
  expect(screen.queryByText('No letters yet.')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Create letters' })).not.toBeInTheDocument();
});
