import { json, problem } from '@/testing/fake-server';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { BestInterestInput } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import {
  ANNUITY,
  blocks,
  contract,
  draft,
  file,
  FORM,
  OLD,
  old,
  openTab,
  PATH,
  signed,
  SIGNED,
} from './testing';

const read = { contacts: { read: true, write: false }, bestInterest: { read: true, write: false } };
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent);

test('explains the form if there is none, and prefills a new one with known values', async () => {
  const { user, container, router } = openTab();
  expect(await screen.findByRole('heading', { name: 'No best interest form yet' })).toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Start form' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Best interest form, version 1' }));
  expect(router.state.location.search).toBe('?form=new');
  expect(dialog.getByRole('textbox', { name: /^Age/ })).toHaveValue('66');
  expect(dialog.getByRole('textbox', { name: /^Producer/ })).toHaveValue('Dana Whitfield');
  expect(dialog.getByLabelText(/^Date of the recommendation/)).toHaveValue('');
  expect(dialog.getByRole('progressbar', { name: '2 of 23 required fields' })).toBeInTheDocument();
});

test('names the missing fields of a draft, with links that open the form there', async () => {
  const form = blocks({ recommendation: { basis: '' }, consumerProfile: { acceptsNonGuaranteed: null } });
  const { user, container } = openTab({ [`GET ${PATH}`]: () => file(draft({}, { form })) });
  expect(await screen.findByRole('progressbar', { name: '21 of 23 required fields' })).toBeInTheDocument();
  const missing = within(screen.getByRole('list', { name: 'Missing fields' }));
  expect(missing.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Risk tolerance',
    'Basis of the recommendation',
  ]);
  expect((await axe(container)).violations).toEqual([]);
  expect(missing.getByRole('link', { name: 'Risk tolerance' })).toHaveAttribute(
    'href',
    expect.stringContaining('acceptsNonGuaranteed'),
  );
  await user.click(missing.getByRole('link', { name: 'Basis of the recommendation' }));
  const basis = await screen.findByRole('textbox', { name: /^Basis of the recommendation/ });
  await waitFor(() => expect(basis).toHaveFocus());
});

test('opens an incomplete form at a missing field instead of marking it complete', async () => {
  const form = blocks({ recommendation: { basis: '' } });
  const { user, server } = openTab({ [`GET ${PATH}`]: () => file(draft({}, { form })) });
  await user.click(await screen.findByRole('button', { name: 'Mark complete' }));
  const basis = await screen.findByRole('textbox', { name: /^Basis of the recommendation/ });
  await waitFor(() => expect(basis).toHaveFocus());
  expect(server.requests.some(({ method }) => method === 'PUT')).toBe(false);
});

test('marks a form complete and makes it a draft again', async () => {
  let stored = draft();
  const sent: BestInterestInput[] = [];
  const { user } = openTab({
    [`GET ${PATH}`]: () => file(stored),
    [`PUT ${PATH}`]: ({ body }) => {
      const input = body as BestInterestInput;
      sent.push(input);
      stored = draft({ version: 4, state: input.isComplete ? 'Complete' : 'Draft' });
      return stored;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Mark complete' }));
  expect(await screen.findByText('Form marked complete')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Back to draft' }));
  expect(await screen.findByText('Form is a draft again')).toBeInTheDocument();
  expect(sent).toMatchObject([
    { uuid: FORM, version: 3, isComplete: true },
    { uuid: FORM, version: 4, isComplete: false },
  ]);
});

test('shows that someone else changed the form being marked complete', async () => {
  const current = draft({ version: 9 });
  const { user } = openTab({
    [`GET ${PATH}`]: () => file(draft()),
    [`PUT ${PATH}`]: () =>
      json(409, { code: 'version_conflict', message: '', errors: [], traceId: 't', current }),
  });
  await user.click(await screen.findByRole('button', { name: 'Mark complete' }));
  expect(await screen.findByText('Form not changed')).toBeInTheDocument();
});

test('deletes a draft after a confirmation', async () => {
  let stored = file(draft());
  const { user, server } = openTab({
    [`GET ${PATH}`]: () => stored,
    [`DELETE ${PATH}/${FORM}?version=3`]: () => {
      stored = file();
      return json(204, null);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete version 1?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Version 1 deleted')).toBeInTheDocument();
  const heading = await screen.findByRole('heading', { name: 'No best interest form yet' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('shows signatures, hash, review and contracts of a signed form', async () => {
  const form = blocks({ replacement: { isReplacement: true, replacedUuid: OLD, newFees: 'None' } });
  const { user, container } = openTab({
    [`GET ${PATH}`]: () => file(signed({}, { form, replaced: old })),
  });
  const shown = within(await screen.findByRole('article', { name: 'Version 1' }));
  for (const text of ['Ada Lee, 11/21/2026', '11/24/2099', '11/24/2108', '$5,999.50', 'abababababab…'])
    expect(shown.getByText(text)).toBeInTheDocument();
  expect(shown.getByText('Guaranteed Lifetime Withdrawal')).toBeInTheDocument();
  expect(shown.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  expect(shown.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(screen.queryByRole('list', { name: 'Alerts' })).not.toBeInTheDocument();
  await user.click(shown.getByRole('button', { name: 'Copy hash' }));
  expect(await navigator.clipboard.readText()).toBe('ab'.repeat(32));
  expect((await axe(container)).violations).toEqual([]);
});

test('warns about a form that was tampered with, and about an overdue review', async () => {
  openTab({
    [`GET ${PATH}`]: () => file(signed({ isUnchanged: false, reviewDueDate: '2020-01-02' })),
  });
  const alerts = within(await screen.findByRole('list', { name: 'Alerts' }));
  expect(
    alerts.getByText(/This form does not match its hash. It was changed outside Firmbook./),
  ).toBeVisible();
  expect(alerts.getByText('The review of the signed form was due 01/02/2020.')).toBeVisible();
  expect(screen.getAllByText('01/02/2020 (overdue)')).toHaveLength(2);
});

test('starts a new version from the signed form, without its dates and statements', async () => {
  const form = blocks({
    consumerProfile: { age: '61' },
    consumerStatements: { refusedInformation: { signedOn: '2026-11-20', documentId: OLD } },
  });
  let stored = file(signed({}, { form }));
  const next = draft({ number: 2 }, { form: blocks({ recommendation: { date: '' } }) });
  const { user, server } = openTab({
    [`GET ${PATH}`]: () => stored,
    [`POST ${PATH}`]: () => {
      stored = file(next, ...stored.versions);
      return json(201, next);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'New version' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Best interest form, version 2' }));
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Draft saved')).toBeInTheDocument();
  const sent = server.of(PATH).find(({ method }) => method === 'POST');
  expect(sent?.headers['idempotency-key']).toBeTruthy();
  expect(sent?.body).toMatchObject({
    uuid: null,
    version: null,
    isComplete: false,
    form: {
      consumerProfile: { age: '66', annualIncome: '$85,000.00' },
      recommendation: { annuityUuid: ANNUITY, date: '', producer: 'Dana Whitfield' },
      disclosure: { producerDisclosureGivenOn: '', compensationType: 'Commission' },
      consumerStatements: { refusedInformation: { signedOn: '', documentId: null } },
    },
  });
  expect(await screen.findByRole('article', { name: 'Version 2' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New version' })).not.toBeInTheDocument();
});

test('offers no changes without write access', async () => {
  openTab(
    {
      [`GET ${PATH}`]: () =>
        file(draft({ number: 2 }, { form: blocks({ recommendation: { basis: '' } }) }), signed()),
    },
    `?form=${FORM}`,
    read,
  );
  await screen.findByRole('article', { name: 'Version 2' });
  expect(screen.getByText('Basis of the recommendation', { selector: 'li' })).toBeInTheDocument();
  expect(buttons()).toEqual(['Download PDF', 'Compare versions', 'Download', 'View', 'Download']);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('offers no form to start without write access', async () => {
  openTab({}, '?form=new', read);
  await screen.findByRole('heading', { name: 'No best interest form yet' });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('shows that the forms could not be loaded, and retries', async () => {
  let isDown = true;
  const { user } = openTab({
    [`GET ${PATH}`]: () => (isDown ? problem(500, 'internal', '') : file()),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('The best interest forms could not be loaded.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Start form' })).toBeInTheDocument();
});

test('compares the two newest versions, or two others', async () => {
  const newest = draft({ number: 3 }, { form: blocks({ consumerProfile: { annualIncome: '90000.00' } }) });
  const first = signed(
    { uuid: ANNUITY, number: 1, state: 'Superseded' },
    { form: blocks({ recommendation: { basis: 'Old basis' } }) },
  );
  const { user } = openTab({
    [`GET ${PATH}`]: () => file(newest, signed({ number: 2 }), first),
  });
  await user.click(await screen.findByRole('button', { name: 'Compare versions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare versions' }));
  const rows = () =>
    dialog
      .getAllByRole('row')
      .filter((row) => within(row).queryAllByRole('cell').length === 2)
      .map((row) => row.textContent);
  expect(rows()).toEqual(['Annual incomeChanged$85,000.00$90,000.00']);
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Compare' }), 'Version 1 (Superseded)');
  expect(rows()).toHaveLength(2);
  expect((await axe(screen.getByRole('dialog'))).violations).toEqual([]);
  await user.click(dialog.getByRole('switch', { name: 'Only differences' }));
  expect(rows().length).toBeGreaterThan(23);
  await user.selectOptions(dialog.getByRole('combobox', { name: 'With' }), 'Version 1 (Superseded)');
  await user.click(dialog.getByRole('switch', { name: 'Only differences' }));
  expect(dialog.getByRole('status')).toHaveTextContent('Choose two versions.');
});

test('shows and downloads an older version', async () => {
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:form';
  const { user, server, router } = openTab({
    [`GET ${PATH}`]: () => file(draft({ number: 2 }), signed()),
    [`GET ${PATH}/${SIGNED}/document`]: () => new Response('%PDF'),
  });
  await user.click(await screen.findByRole('button', { name: 'View version 1' }));
  const shown = within(await screen.findByRole('article', { name: 'Version 1' }));
  expect(router.state.location.search).toBe(`?version=${SIGNED}`);
  await waitFor(() => expect(shown.getByRole('heading', { name: 'Version 1' })).toHaveFocus());
  await user.click(shown.getByRole('button', { name: 'Download PDF' }));
  await waitFor(() => expect(click).toHaveBeenCalled());
  expect(server.of(`${PATH}/${SIGNED}/document`)).toHaveLength(1);
  click.mockRestore();
});

test('shows each signature with its own date in the table of versions', async () => {
  openTab({ [`GET ${PATH}`]: () => file(signed()) });
  const table = within(await screen.findByRole('table', { name: 'Versions' }));
  expect(table.getByRole('cell', { name: 'Ada Lee, 11/21/2026' })).toBeVisible();
  expect(table.getByRole('cell', { name: 'Dana Whitfield, 11/24/2026' })).toBeVisible();
});

test('shows no surrender charge for contracts that cannot be surrendered', async () => {
  const income = contract({ surrenderValue: null, hasCashSurrender: false, surrenderPeriodEndDate: null });
  openTab({ [`GET ${PATH}`]: () => file(signed({}, { recommended: income })) });
  const shown = within(await screen.findByRole('article', { name: 'Version 1' }));
  expect(shown.getByText('No cash surrender')).toBeVisible();
  expect(shown.queryByText('Surrender charge')).not.toBeInTheDocument();
});
