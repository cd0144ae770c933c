import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { newTemplateSettings } from 'firmbook-later';
import type { DeliverableTemplate } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { TemplatesPart } from './templates-part';

const all = { read: true, write: true };
const admin = { deliverables: all, firmSettings: all };
const LIST = (kind: number) => `template?templateType=${kind}&includeGlobalDefaults=true`;
const ADD = 'template?templateType=1';

const template = (
  uuid: string,
  name: string,
  other: Partial<DeliverableTemplate> = {},
): DeliverableTemplate => ({
  uuid,
  templateType: 1,
  name,
  isGlobal: false,
  isDefault: false,
  settings: newTemplateSettings(),
  version: 3,
  isRetired: false,
  scheduleCount: 0,
  ...other,
});
const standard = (kind: number, name: string) =>
  template(`s${kind}`, name, { templateType: kind, isGlobal: true, isDefault: true, version: null });
const review = template('t1', 'Annual review', {
  settings: { ...newTemplateSettings(), sections: ['contracts', 'summary'], groupBy: 2 },
});

function openPart(
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  options: Parameters<typeof renderPage>[1] = {},
) {
  const server = fakeServer({
    [`GET ${LIST(1)}`]: () => [review, standard(1, 'Agent book of business')],
    [`GET ${LIST(2)}`]: () => [standard(2, 'Client book of business')],
    [`GET ${LIST(3)}`]: () => [standard(3, 'Report summary')],
    [`GET ${LIST(4)}`]: () => [standard(4, 'Report summary by owner')],
    ...routes,
  });
  return { ...renderPage(<TemplatesPart />, { features: admin, ...options }), server };
}

const item = async (name: string) => within(await screen.findByRole('listitem', { name }));
const button = (name: string) => screen.findByRole('button', { name });
const panel = async (name: string) => within(await screen.findByRole('dialog', { name }));
const order = (form: Awaited<ReturnType<typeof panel>>, name: string) =>
  within(form.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test('lists the templates of each kind, and allows only copying the standard ones', async () => {
  const { container } = openPart();
  const own = await item('Annual review');
  expect(own.getByText('Contracts, Summary · Grouped by carrier · US Letter, landscape')).toBeVisible();
  expect(own.getByRole('button', { name: 'Edit Annual review' })).toBeVisible();
  const global = await item('Agent book of business');
  expect(global.getByText('Standard')).toBeVisible();
  expect(global.getByText('Default')).toBeVisible();
  expect(global.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Texts',
    'View',
    'Duplicate',
  ]);
  expect(screen.getByText(/Add one, or duplicate a standard template to change it\.$/)).toBeVisible();
  const texts = within(screen.getByRole('region', { name: 'Default texts' }));
  expect(texts.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Texts of Agent book of business, all templates',
    'Texts of Client book of business, all templates',
    'Texts of Report summary, all templates',
    'Texts of Report summary by owner, all templates',
  ]);
  expect(await axe(container)).toHaveNoViolations();
});

test('shows the text of letters, which have no templates', async () => {
  const value = { type: 'doc', content: [] };
  const text = { value, level: 'global', version: null, inherited: null, updatedAt: null, updatedBy: null };
  const { user } = openPart({ 'GET Trust/LetterSettings/Letter': () => text });
  const letters = within(await screen.findByRole('region', { name: 'Crummey letter' }));
  expect(letters.queryByRole('button', { name: /template/ })).not.toBeInTheDocument();
  await user.click(letters.getByRole('button', { name: 'Texts of All letters' }));
  expect(await letters.findByText('Default text')).toBeVisible();
  expect(letters.getAllByRole('button', { name: /^Edit/ }).map((one) => one.ariaLabel)).toEqual([
    'Edit letter',
  ]);
});

test('shows a failed list with a button to load it again', async () => {
  let attempts = 0;
  const { user } = openPart({
    [`GET ${LIST(3)}`]: () => (++attempts === 1 ? problem(500, 'internal', 'x') : []),
  });
  expect(await screen.findByText(/The templates could not be loaded\./)).toBeVisible();
  await user.click(await button('Retry'));
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument());
  expect(attempts).toBe(2);
});

test('adds a template with selected sections and columns in order', async () => {
  const { user, server, router } = openPart({
    [`POST ${ADD}`]: ({ body }) => json(201, { ...review, ...(body as object) }),
  });
  await user.click(await button('Add template: Agent book of business'));
  const form = await panel('Add template');
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Short');
  await user.click(form.getByRole('checkbox', { name: 'Use by default' }));
  await user.click(form.getByRole('checkbox', { name: 'Recommendation' }));
  await user.click(form.getByRole('button', { name: 'Move Disclosure up' }));
  expect(order(form, 'Section order')).toEqual(['Summary', 'Disclosure', 'Contracts', 'Recommendation']);
  expect(form.getByText('Disclosure: 2 of 3')).toBeInTheDocument();

  await user.click(form.getByRole('button', { name: 'Change policy columns' }));
  await user.type(form.getByRole('textbox', { name: 'Find policy columns' }), 'riders');
  await user.click(form.getByRole('checkbox', { name: 'Riders' }));
  const up = form.getByRole('button', { name: 'Move Riders up' });
  up.focus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(up).toHaveFocus();
  expect(order(form, 'Policy column order').at(-3)).toBe('Riders');
  expect(await axe(document.body)).toHaveNoViolations();

  await user.selectOptions(form.getByRole('combobox', { name: 'Group by' }), 'Carrier');
  await user.selectOptions(form.getByRole('combobox', { name: 'Orientation' }), 'Portrait');
  await user.type(form.getByRole('textbox', { name: 'Footer text' }), 'Confidential');
  expect(form.getByText(/12 of 120 characters\./)).toBeVisible();
  const before = server.of(LIST(1)).length;
  await user.click(form.getByRole('button', { name: 'Add template' }));
  expect(await screen.findByText('Short added')).toBeInTheDocument();
  await isClosed();
  expect(router.state.location.search).toBe('');
  const { policyColumns } = newTemplateSettings();
  expect(server.of(ADD)[0]?.body).toEqual({
    name: 'Short',
    isDefault: true,
    version: null,
    settings: {
      ...newTemplateSettings(),
      sections: ['summary', 'disclosure', 'contracts'],
      policyColumns: policyColumns.toSpliced(-2, 0, 'riders'),
      groupBy: 2,
      isLandscape: false,
      footer: 'Confidential',
    },
  });
  await waitFor(() => expect(server.of(LIST(1))).toHaveLength(before + 1));
});

test('validates the form before saving, and shows a taken name next to its field', async () => {
  const { user, server } = openPart(
    { [`POST ${ADD}`]: () => problem(422, 'name_taken', 'A template with this name already exists.') },
    { address: '/?panel=add&kind=1' },
  );
  const form = await panel('Add template');
  await user.click(form.getByRole('checkbox', { name: 'Summary' }));
  await user.click(form.getByRole('checkbox', { name: 'Contracts' }));
  await user.click(form.getByRole('checkbox', { name: 'Recommendation' }));
  await user.click(form.getByRole('checkbox', { name: 'Disclosure' }));
  await user.click(form.getByRole('button', { name: 'Add template' }));
  expect(await form.findByText('Choose at least one section.')).toBeVisible();
  expect(form.getByText('Enter a name (up to 80 characters).')).toBeVisible();
  expect(server.of(ADD)).toHaveLength(0);

  await user.click(form.getByRole('checkbox', { name: 'Contracts' }));
  expect(form.queryByText('Choose at least one section.')).not.toBeInTheDocument();
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Annual review');
  await user.click(form.getByRole('button', { name: 'Add template' }));
  expect(await form.findByText('A template with this name already exists.')).toBeVisible();
  expect(form.getByRole('textbox', { name: /Name/ })).toHaveFocus();
});

test('limits a table to 12 columns', async () => {
  const { user } = openPart({}, { address: '/?panel=add&kind=1' });
  const form = await panel('Add template');
  await user.click(form.getByRole('button', { name: 'Change policy columns' }));
  const columns = within(form.getByRole('list', { name: 'All policy columns' }));
  await user.click(columns.getByRole('checkbox', { name: 'Owner' }));
  expect(columns.getByRole('checkbox', { name: 'Riders' })).toBeEnabled();
  await user.click(columns.getByRole('checkbox', { name: 'Agent' }));
  expect(columns.getByRole('checkbox', { name: 'Riders' })).toBeDisabled();
  expect(columns.getByRole('checkbox', { name: 'Agent' })).toBeEnabled();
  expect(form.getByText('12 of 12')).toBeVisible();
  expect(form.getByText(/Up to 12 columns: clear one to add another\./)).toBeVisible();
});

test('shows a standard template, and starts a copy', async () => {
  const { user, server } = openPart({
    [`POST ${ADD}`]: ({ body }) => json(201, { ...review, ...(body as object) }),
  });
  await user.click(await button('View Agent book of business'));
  const view = await panel('Agent book of business');
  expect(view.getByText('Summary, Contracts, Recommendation, Disclosure')).toBeVisible();
  expect(view.queryByRole('textbox')).not.toBeInTheDocument();
  await user.click(view.getByRole('button', { name: 'Duplicate' }));
  const form = await panel('Duplicate template');
  await user.click(form.getByRole('button', { name: 'Add template' }));
  expect(await screen.findByText('Agent book of business (copy) added')).toBeInTheDocument();
  expect(server.of(ADD)[0]?.body).toEqual({
    name: 'Agent book of business (copy)',
    isDefault: false,
    version: null,
    settings: newTemplateSettings(),
  });
});

test('asks before unsaved changes are lost', async () => {
  const { user } = openPart({}, { address: '/?panel=edit&kind=1&template=t1' });
  const form = await panel('Annual review');
  await user.click(form.getByRole('button', { name: 'Move Summary up' }));
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alertdialog', { name: 'Unsaved changes' })).toBeInTheDocument();
  await user.click(await button('Discard'));
  await isClosed();
});

test('resolves a version conflict field by field', async () => {
  const theirs = {
    ...review,
    version: 9,
    name: 'Yearly',
    settings: { ...review.settings, footer: 'Theirs', sections: ['contracts' as const] },
  };
  const conflict = { ...((await problem(409, 'version_conflict', 'x').json()) as object), current: theirs };
  const { user, server } = openPart(
    {
      'PUT template/t1': ({ body }) =>
        (body as { version: number }).version === 3
          ? json(409, conflict)
          : { ...theirs, ...(body as object) },
    },
    { address: '/?panel=edit&kind=1&template=t1' },
  );
  const form = await panel('Annual review');
  await user.type(form.getByRole('textbox', { name: /Name/ }), ' 2027');
  await user.click(form.getByRole('checkbox', { name: 'Disclosure' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const view = within(await form.findByRole('region', { name: 'Conflicting changes' }));
  const sections = within(view.getByRole('group', { name: 'Sections' }));
  expect(sections.getByRole('radio', { name: /Keep mine/ })).toHaveAccessibleName(
    /Contracts, Summary, Disclosure/,
  );
  const footer = within(view.getByRole('group', { name: 'Footer text' }));
  expect(footer.getByRole('radio', { name: /Take theirs/ })).toBeChecked();
  await user.click(sections.getByRole('radio', { name: /Take theirs/ }));
  const name = within(view.getByRole('group', { name: 'Name' }));
  await user.click(name.getByRole('radio', { name: /Keep mine/ }));
  expect(await axe(document.body)).toHaveNoViolations();
  await user.click(view.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Annual review 2027 saved')).toBeInTheDocument();
  expect(server.of('template/t1').at(-1)?.body).toMatchObject({
    name: 'Annual review 2027',
    version: 9,
    settings: { sections: ['contracts'], footer: 'Theirs' },
  });
});

test('explains the deletion, deletes, and then focuses the kind of document', async () => {
  let isDeleted = false;
  const global = standard(1, 'Agent book of business');
  const { user } = openPart({
    [`GET ${LIST(1)}`]: () => (isDeleted ? [global] : [review, global]),
    'DELETE template/t1?version=3': () => {
      isDeleted = true;
      return json(204, null);
    },
  });
  await user.click(await button('Delete Annual review'));
  const dialog = await panel('Delete “Annual review”?');
  expect(
    dialog.getByText(/The template and its texts are deleted.* Generated documents are kept\./),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Annual review deleted')).toBeInTheDocument();
  await isClosed();
  const kind = screen.getByRole('region', { name: 'Agent book of business' });
  await waitFor(() => expect(kind).toHaveFocus());
  expect(within(kind).queryByText('Annual review')).not.toBeInTheDocument();
});

test.each([
  [1, '1 cohort schedule attaches documents of this template. It pauses at the next send until'],
  [12, '12 cohort schedules attach documents of this template. They pause at the next send until'],
])('says before deleting that %d schedules will pause', async (scheduleCount, expected) => {
  const { user } = openPart({ [`GET ${LIST(1)}`]: () => [{ ...review, scheduleCount }] });
  await user.click(await button('Delete Annual review'));
  const dialog = await panel('Delete “Annual review”?');
  expect(dialog.getByText(`${expected} another template is chosen.`)).toBeVisible();
});

test('says nothing about schedules before deleting a template without any', async () => {
  const { user } = openPart();
  await user.click(await button('Delete Annual review'));
  const dialog = await panel('Delete “Annual review”?');
  expect(dialog.queryByText(/schedule/)).not.toBeInTheDocument();
});

test('keeps a template that was changed before it could be deleted', async () => {
  const conflict = { ...((await problem(409, 'version_conflict', 'x').json()) as object), current: review };
  const { user } = openPart({ 'DELETE template/t1?version=3': () => json(409, conflict) });
  await user.click(await button('Delete Annual review'));
  const dialog = await panel('Delete “Annual review”?');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Template not deleted')).toBeInTheDocument();
});

const TEXT = {
  value: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Dear client' }] }] },
  level: 'firm',
  version: null,
  inherited: null,
  updatedAt: null,
  updatedBy: null,
};
const PAGES = { pageCount: 1, pages: ['<svg/>'] };

test.each([
  [
    'Annual review',
    'Agent book of business',
    '?templateUuid=t1',
    ['All agents with this template', 'All agents in your firm'],
  ],
  ['Agent book of business, all templates', 'Default texts', '', ['All agents in your firm']],
])('edits the texts of %s', async (name, region, query, scopes) => {
  const label = `Texts of ${name}`;
  const path = (part: string) => `BookOfBusiness/BookOfBusinessSettings/firmagent/${part}`;
  const { user } = openPart({
    ...Object.fromEntries(
      ['CoverPage', 'Disclosure', 'Recommendation'].map((part) => [`GET ${path(part)}${query}`, () => TEXT]),
    ),
    [`POST ${path('Disclosure/preview')}${query}`]: () => PAGES,
  });
  const section = within(await screen.findByRole('region', { name: region }));
  const row = within(await section.findByRole('listitem', { name }));
  await user.click(row.getByRole('button', { name: label }));
  const texts = within(row.getByRole('region', { name: label }));
  expect(await texts.findAllByText('Firm’s text')).toHaveLength(3);
  await user.click(texts.getByRole('button', { name: 'Edit disclosure' }));
  const dialog = await panel('Edit disclosure');
  expect(await dialog.findByRole('textbox', { name: 'Disclosure' })).toHaveTextContent('Dear client');
  const options = within(dialog.getByRole('combobox', { name: 'Applies to' })).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(scopes);
});

test('edits the texts of report summaries', async () => {
  const path = (part: string) => `ReportSummary/ReportSummarySettings/${part}/4?templateUuid=s4`;
  const { user } = openPart(
    Object.fromEntries(
      ['CoverPage', 'Disclosure', 'Recommendation'].map((part) => [`GET ${path(part)}`, () => TEXT]),
    ),
  );
  await user.click(await button('Texts of Report summary by owner'));
  const texts = within(screen.getByRole('region', { name: 'Texts of Report summary by owner' }));
  expect(await texts.findAllByText('Firm’s text')).toHaveLength(3);
});

test('shows templates read-only to users without permission', async () => {
  const reading = { read: true, write: false };
  const { user } = openPart({}, { features: { deliverables: reading } });
  await user.click(await button('View Annual review'));
  const view = await panel('Annual review');
  expect(view.getByText('Contracts, Summary')).toBeVisible();
  expect(view.queryByRole('button', { name: 'Duplicate' })).not.toBeInTheDocument();
  for (const name of [/^Add template/, /^Edit/, /^Delete/, /^Duplicate/])
    expect(screen.queryByRole('button', { name, hidden: true })).not.toBeInTheDocument();
});

test('refuses users without access to documents', () => {
  openPart({}, { features: {} });
  expect(screen.getByText('You don’t have access to document templates.')).toBeVisible();
});
