import { json, problem } from '@/testing/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import type { BestInterestInput, BestInterestVersion } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { blocks, draft, file, FORM, OLD, OWNER, openTab, PAPER, paper, PATH, signed } from '../testing';

const EDIT = `?form=${FORM}`;

const form = async () => within(await screen.findByRole('dialog', { name: /^Best interest form/ }));
const conflict = (current: BestInterestVersion) =>
  json(409, { code: 'version_conflict', message: '', errors: [], traceId: 't', current });

test('saves a draft with the typed values', async () => {
  const sent: BestInterestInput[] = [];
  const { user, router } = openTab(
    {
      [`POST ${PATH}`]: ({ body }) => {
        sent.push(body as BestInterestInput);
        return json(201, draft());
      },
    },
    '?form=new',
  );
  const dialog = await form();
  await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Age/ })).toHaveFocus());
  await user.type(dialog.getByRole('textbox', { name: /^Annual income/ }), '$85,000');
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Tax status/ }), 'Married, filing jointly');
  await user.selectOptions(
    dialog.getByRole('combobox', { name: /^Recommended annuity/ }),
    'No annuity is recommended',
  );
  const option = dialog.getByRole('textbox', { name: 'New option' });
  await user.type(option, 'Bond ladder{Enter}');
  await user.type(option, 'Money market');
  await user.click(dialog.getByRole('button', { name: 'Add option' }));
  await user.click(dialog.getByRole('button', { name: 'Remove option 1' }));
  expect(dialog.getByRole('textbox', { name: 'Option 1' })).toHaveValue('Money market');
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Replaces a contract/ }), 'No');
  expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '7 of 23 required fields');
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Draft saved')).toBeInTheDocument();
  expect(sent).toMatchObject([
    {
      uuid: null,
      version: null,
      isComplete: false,
      form: {
        consumerProfile: { age: '66', annualIncome: '$85,000', taxStatus: 'Joint' },
        recommendation: { annuityUuid: 'none', optionsConsidered: ['Money market'], date: '' },
        replacement: { isReplacement: false },
      },
    },
  ]);
  expect(router.state.location.search).toBe('');
});

test('has no accessibility violations', async () => {
  const replacement = { isReplacement: true, replacedUuid: OLD };
  openTab({ [`GET ${PATH}`]: () => file(draft({}, { form: blocks({ replacement }) })) }, EDIT);
  const dialog = await form();
  expect(dialog.getByText('Values in the book')).toBeInTheDocument();
  expect((await axe(screen.getByRole('dialog'))).violations).toEqual([]);
});

test('shows errors at their fields, and names the missing ones of a complete form', async () => {
  const { user, server } = openTab(
    {
      [`GET ${PATH}`]: () =>
        file(draft({}, { form: blocks({ consumerProfile: { acceptsNonGuaranteed: null, taxStatus: '' } }) })),
    },
    EDIT,
  );
  const dialog = await form();
  const age = dialog.getByRole('textbox', { name: /^Age/ });
  await user.clear(age);
  await user.type(age, '200');
  await user.tab();
  expect(await dialog.findByText('Enter the age in years, up to 120.')).toBeInTheDocument();
  await user.clear(age);
  await user.type(age, '66');
  await user.click(dialog.getByRole('checkbox', { name: 'The form is complete' }));
  await user.click(dialog.getByRole('button', { name: 'Save as complete' }));
  const accepts = dialog.getByRole('combobox', { name: /^Accepts values/ });
  await waitFor(() => expect(accepts).toHaveFocus());
  expect(accepts).toHaveAccessibleDescription('Risk tolerance is missing.');
  expect(dialog.getByText('Tax status is missing.')).toBeInTheDocument();
  expect(server.requests.some(({ method }) => method === 'PUT')).toBe(false);
});

test('fills empty details of a replacement from the book, and others only on request', async () => {
  const { user } = openTab({ [`GET ${PATH}`]: () => file(draft()) }, EDIT);
  const dialog = await form();
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Replaces a contract/ }), 'Yes');
  const charge = () => dialog.getByRole('textbox', { name: /^Surrender charge/ });
  await user.type(charge(), '$1.00');
  await user.selectOptions(
    dialog.getByRole('combobox', { name: /^Replaced contract/ }),
    'Old Mutual L-1, Variable Annuity',
  );
  const lost = dialog.getByRole('textbox', { name: /^Benefits that are lost/ });
  expect(lost).toHaveValue(
    'Death benefit: $105,000.00\nGuaranteed rate: 3% a year\nRiders: Guaranteed Lifetime Withdrawal',
  );
  expect(charge()).toHaveValue('$1.00');
  expect(dialog.getByText('$94,000.50')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Fill in values from the book' }));
  expect(charge()).toHaveValue('$5,999.50');
  expect(dialog.queryByRole('button', { name: /Fill in/ })).not.toBeInTheDocument();
});

test('uploads a signed statement and selects it', async () => {
  let documents = [paper];
  const { user, server } = openTab(
    {
      [`GET ${PATH}`]: () => file(draft()),
      [`GET FirmOwner/owner/${OWNER}/documents`]: () => documents,
      [`POST FirmOwner/owner/${OWNER}/documents?name=refusal.pdf`]: () => {
        documents = [{ ...paper, uuid: OLD, name: 'refusal.pdf' }, paper];
        return json(201, documents[0]);
      },
      [`PUT ${PATH}`]: () => draft(),
    },
    EDIT,
  );
  const dialog = await form();
  const statement = within(dialog.getByRole('group', { name: 'Refusal to give information' }));
  const select = statement.getByRole('combobox', { name: 'Signed statement' });
  expect(await within(select).findByRole('option', { name: 'signed.pdf' })).toBeInTheDocument();
  const input = document.querySelectorAll<HTMLInputElement>('input[type="file"]')[0];
  await user.upload(input ?? document.body, new File(['%PDF'], 'refusal.pdf'));
  await waitFor(() => expect(select).toHaveDisplayValue('refusal.pdf'));
  await user.type(statement.getByLabelText('Signed on'), '2026-11-20');
  // A signed refusal replaces the profile.
  expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '9 of 9 required fields');
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Draft saved');
  expect(server.of(PATH).find(({ method }) => method === 'PUT')?.body).toMatchObject({
    form: { consumerStatements: { refusedInformation: { signedOn: '2026-11-20', documentId: OLD } } },
  });
});

test('resolves a version conflict field by field', async () => {
  const theirs = draft(
    { version: 9, state: 'Complete' },
    {
      form: blocks({
        consumerProfile: { annualIncome: '90000.00', acceptsNonGuaranteed: true },
        recommendation: { basis: 'Their basis' },
        consumerStatements: { notBasedOnRecommendation: { signedOn: '2026-11-20', documentId: PAPER } },
      }),
    },
  );
  const sent: BestInterestInput[] = [];
  const { user } = openTab(
    {
      [`GET ${PATH}`]: () => file(draft()),
      [`PUT ${PATH}`]: ({ body }) => {
        sent.push(body as BestInterestInput);
        return sent.length === 1 ? conflict(theirs) : draft({ version: 10 });
      },
    },
    EDIT,
  );
  const dialog = await form();
  const basis = dialog.getByRole('textbox', { name: /^Basis/ });
  await user.clear(basis);
  await user.type(basis, 'My basis');
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  const choice = await dialog.findByRole('group', { name: 'Basis of the recommendation' });
  await user.click(within(choice).getByRole('radio', { name: /Keep mine My basis/ }));
  for (const name of ['Status', 'Annual income', 'Risk tolerance', 'Decision not based on a recommendation'])
    expect(
      within(dialog.getByRole('group', { name })).getByRole('radio', { name: /Take theirs/ }),
    ).toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    version: 9,
    isComplete: true,
    form: {
      consumerProfile: { annualIncome: '$90,000.00', riskTolerance: 'Moderate', acceptsNonGuaranteed: true },
      recommendation: { basis: 'My basis' },
      consumerStatements: { notBasedOnRecommendation: { documentId: PAPER } },
    },
  });
});

test('keeps the typed text if someone else signed the form first', async () => {
  const { user } = openTab(
    {
      [`GET ${PATH}`]: () => file(draft()),
      [`PUT ${PATH}`]: () => conflict(signed({ uuid: FORM, version: 4 })),
    },
    EDIT,
  );
  const dialog = await form();
  const basis = dialog.getByRole('textbox', { name: /^Basis/ });
  await user.type(basis, ' More.');
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Someone else signed this form');
  expect(basis).toHaveValue('Guaranteed income without market risk. More.');
});

test('keeps the typed text if someone else started a form first, or the save fails', async () => {
  let attempts = 0;
  const { user } = openTab(
    {
      [`POST ${PATH}`]: () => {
        attempts += 1;
        if (attempts === 1) return problem(500, 'internal', '');
        return problem(422, 'open_form', 'An unfinished form exists.');
      },
    },
    '?form=new',
  );
  const dialog = await form();
  const basis = dialog.getByRole('textbox', { name: /^Basis/ });
  await user.type(basis, 'Income');
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  expect(
    await screen.findByText('An error occurred while updating best interest standards.'),
  ).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  expect(await dialog.findByText(/Someone else started a form/)).toBeInTheDocument();
  expect(basis).toHaveValue('Income');
});

test('asks before it discards unsaved changes', async () => {
  const { user, router } = openTab({ [`GET ${PATH}`]: () => file(draft()) }, EDIT);
  const dialog = await form();
  await user.type(dialog.getByRole('textbox', { name: /^Basis/ }), ' More.');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.search).toBe(EDIT);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(router.state.location.search).toBe('');
});
