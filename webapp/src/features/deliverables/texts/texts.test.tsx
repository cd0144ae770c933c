import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { BookTab } from '../book/book-tab';
import type { DeliverableText } from 'firmbook-wasm';
import { templateOf } from '../testing';
import type { RichText } from './rich-text';
import { editorOf } from './testing';

const all = { read: true, write: true };
const reading = { read: true, write: false };
const SETTINGS = 'BookOfBusiness/BookOfBusinessSettings/firmagent';
const CONTACT = '?templateUuid=t1&agentUuid=u1';
const COVER = `${SETTINGS}/CoverPage${CONTACT}`;

const doc = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const inherited = (text: string, level: DeliverableText['level'] = 'global'): DeliverableText => ({
  value: doc(text),
  level,
  version: null,
  inherited: null,
  updatedAt: null,
  updatedBy: null,
});
const own = (text: string, version = 3): DeliverableText => ({
  value: doc(text),
  level: 'contact',
  version,
  inherited: { level: 'firm', value: doc('Words of the firm') },
  updatedAt: '2026-11-26T15:30:00Z',
  updatedBy: 'Sam Ortiz',
});
const pages = { pageCount: 1, pages: ['<svg/>'] };
const conflict = (current: DeliverableText) =>
  json(409, { code: 'version_conflict', message: 'Changed meanwhile.', errors: [], traceId: 'x', current });

function openTab(
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  options: Parameters<typeof renderPage>[1] = {},
) {
  const server = fakeServer({
    'GET BookOfBusiness/FirmAgent/u1': () => ({
      displayName: 'Whitfield, Dana',
      policyCount: 2,
      annuityCount: 0,
      maxContracts: 5000,
      maxImmediateContracts: 500,
      pending: [],
    }),
    'GET BookOfBusiness/FirmAgent/u1/Existing': () => [],
    'GET template?templateType=1&includeGlobalDefaults=true': () => [templateOf('t1')],
    'GET BookOfBusiness/FirmAgent/u1/preview/t1?groupBy=1&includeAnnuities=true': () => pages,
    [`GET ${COVER}`]: () => own('Dear client'),
    [`GET ${SETTINGS}/Disclosure${CONTACT}`]: () => inherited('Fine print'),
    [`GET ${SETTINGS}/Recommendation${CONTACT}`]: () => inherited('Review yearly', 'template'),
    [`POST ${SETTINGS}/CoverPage/preview${CONTACT}`]: () => pages,
    ...routes,
  });
  const features = { deliverables: all, firmSettings: all };
  const tab = <BookTab subject={{ kind: 1, uuid: 'u1' }} />;
  return { ...renderPage(tab, { features, ...options }), server };
}

async function editCover(...parameters: Parameters<typeof openTab>) {
  const page = openTab(...parameters);
  await page.user.click(await screen.findByRole('button', { name: 'Edit cover page' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit cover page' }));
  await dialog.findByRole('textbox', { name: 'Cover page' });
  const text = () => dialog.getByRole('textbox', { name: 'Cover page' });
  const type = (words: string) =>
    act(() => void editorOf(text()).chain().setTextSelection(1).insertContent(words).run());
  const press = (name: string) => page.user.click(dialog.getByRole('button', { name }));
  const putRequests = () => page.server.of(COVER).filter(({ method }) => method === 'PUT');
  return { ...page, dialog, text, type, press, putRequests };
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const PUT_COVER = `PUT ${COVER}`;
const saved = ({ body }: FakeRequest) => ({
  ...own(''),
  version: 4,
  value: (body as { value: RichText }).value,
});

test('lists the origin and author of each text, and offers Edit only with permission', async () => {
  const { container } = openTab({}, { features: { deliverables: reading } });
  const section = within(await screen.findByRole('region', { name: 'Texts' }));
  const row = (name: string) => section.getByText(name).closest('li');
  expect(await section.findByText('This agent’s text')).toBeVisible();
  expect(row('Cover page')).toHaveTextContent('Changed by Sam Ortiz, Nov 26, 2026, 10:30 AM.');
  await waitFor(() => expect(row('Disclosure')).toHaveTextContent(/^DisclosureDefault text$/));
  expect(row('Recommendation')).toHaveTextContent('Template’s text');
  expect(section.queryByRole('button')).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('saves the text of this agent over its version, and reloads the preview of the book', async () => {
  const { server, dialog, type, press, putRequests } = await editCover({ [PUT_COVER]: saved });
  expect(dialog.getByText(/This text is set for this agent\./)).toBeVisible();
  expect(await dialog.findByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
  expect(await axe(document.body)).toHaveNoViolations();
  const book = 'BookOfBusiness/FirmAgent/u1/preview/t1?groupBy=1&includeAnnuities=true';
  const before = server.of(book).length;
  type('Hello. ');
  await press('Save');
  expect(await screen.findByText('Cover page saved')).toBeInTheDocument();
  expect(putRequests().map(({ body }) => body)).toEqual([{ value: doc('Hello. Dear client'), version: 3 }]);
  await isClosed();
  await waitFor(() => expect(server.of(book)).toHaveLength(before + 1));
  // The dialog returns the focus after its transition.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit cover page' })).toHaveFocus());
  expect(sessionStorage).toHaveLength(0);
});

test('previews the typed text, and keeps the previous pages if it cannot be shown', async () => {
  const preview = `${SETTINGS}/CoverPage/preview${CONTACT}`;
  const { server, dialog, type } = await editCover({
    [`POST ${preview}`]: ({ body }) => {
      const isBroken = JSON.stringify(body).includes('{{x}}');
      const error = { field: 'value', code: 'unknown_placeholder', message: 'Unknown field {{x}}.' };
      return isBroken ? problem(400, 'invalid', 'x', [error]) : pages;
    },
  });
  const image = await dialog.findByRole('img', { name: 'Page 1 of 1' });

  type('x}}');
  type('{{');
  expect(await dialog.findByText('Unknown field {{x}}.')).toBeVisible();
  expect(image).toBeVisible();
  // One request for both changes.
  expect(server.of(preview).map(({ body }) => body)).toEqual([
    { value: doc('Dear client') },
    { value: doc('{{x}}Dear client') },
  ]);
});

test('offers texts for all agents only to users who can change firm settings', async () => {
  const { dialog } = await editCover({}, { features: { deliverables: all, firmSettings: reading } });
  const options = within(dialog.getByRole('combobox', { name: 'Applies to' })).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['This agent']);
});

test('asks before switching to another scope discards unsaved changes', async () => {
  const firm = `${SETTINGS}/CoverPage`;
  const { user, server, dialog, text, type, press } = await editCover({
    [`GET ${firm}`]: () => inherited('Standard words'),
    [`PUT ${firm}`]: saved,
    [`POST ${firm}/preview`]: () => pages,
  });
  const scope = dialog.getByRole('combobox', { name: 'Applies to' });
  type('Hello. ');
  await user.selectOptions(scope, 'All agents in your firm');
  await press('Keep editing');
  expect(scope).toHaveDisplayValue('This agent');
  expect(text()).toHaveTextContent('Hello. Dear client');
  await user.selectOptions(scope, 'All agents in your firm');
  await press('Discard');
  await waitFor(() => expect(text()).toHaveTextContent(/^Standard words$/));
  expect(scope).toHaveFocus();
  expect(
    dialog.getByText(
      'The default text applies. Saving sets a text for all agents in your firm. Templates and agents with their own text keep it.',
    ),
  ).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Revert' })).not.toBeInTheDocument();
  type('New: ');
  await press('Save');
  await isClosed();
  const put = server.of(firm).find(({ method }) => method === 'PUT');
  expect(put?.body).toEqual({ value: doc('New: Standard words'), version: null });
});

test('keeps the text if saving fails, and shows the error', async () => {
  const error = { field: 'value', code: 'too_long', message: 'Shorten the text.', warning: false };
  let attempts = 0;
  const { text, type, press, dialog } = await editCover({
    [PUT_COVER]: () =>
      ++attempts === 1 ? problem(500, 'internal', 'x') : problem(400, 'invalid', 'x', [error]),
  });
  type('Hello. ');
  await press('Save');
  expect(await screen.findByText('Update Failed')).toBeInTheDocument();
  await press('Save');
  expect(await dialog.findByRole('alert')).toHaveTextContent('Shorten the text.');
  expect(text()).toHaveFocus();
  expect(text()).toBeInvalid();
  expect(text()).toHaveTextContent('Hello. Dear client');
  type('More. ');
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
});

test('keeps mine after a conflict by saving over the newer version', async () => {
  const theirs = own('Theirs', 9);
  let isFirst = true;
  const { dialog, type, press, putRequests } = await editCover({
    [PUT_COVER]: (request) => {
      if (!isFirst) return saved(request);
      isFirst = false;
      return conflict(theirs);
    },
  });
  type('Mine. ');
  await press('Save');
  const step = within(await dialog.findByRole('region', { name: 'Conflicting changes' }));
  expect(step.getByRole('heading', { name: 'Sam Ortiz saved this cover page first' })).toHaveFocus();
  expect(step.getByRole('region', { name: 'Yours' })).toHaveTextContent('Mine. Dear client');
  expect(step.getByRole('region', { name: 'Theirs' })).toHaveTextContent('Theirs');
  expect(await axe(document.body)).toHaveNoViolations();
  await press('Keep mine');
  await isClosed();
  expect(putRequests().map(({ body }) => (body as { version: number }).version)).toEqual([3, 9]);
});

test('uses theirs after a conflict without saving', async () => {
  const { dialog, text, type, press, putRequests } = await editCover({
    [PUT_COVER]: () => conflict(own('Theirs', 9)),
  });
  type('Mine. ');
  await press('Save');
  await dialog.findByRole('region', { name: 'Conflicting changes' });
  await press('Back to the text');
  expect(text()).toHaveFocus();
  expect(text()).toHaveTextContent('Mine. Dear client');
  await press('Save');
  await dialog.findByRole('region', { name: 'Conflicting changes' });
  await press('Use theirs');
  expect(text()).toHaveTextContent(/^Theirs$/);
  await press('Cancel');
  await isClosed();
  expect(putRequests()).toHaveLength(2);
  expect(sessionStorage).toHaveLength(0);
});

test('shows the text that applies after reverting, reverts, and Undo restores the text', async () => {
  const shown = { current: own('Dear client') };
  const { dialog, press, putRequests } = await editCover({
    [`GET ${COVER}`]: () => shown.current,
    [`DELETE ${COVER}&version=3`]: () => (shown.current = inherited('Words of the firm', 'firm')),
    [PUT_COVER]: () => (shown.current = own('Dear client', 5)),
  });
  await press('Revert');
  const step = within(dialog.getByRole('region', { name: 'Revert' }));
  expect(step.getByRole('heading', { name: 'Revert the cover page to the firm’s text?' })).toHaveFocus();
  expect(step.getByText('Words of the firm')).toBeVisible();
  expect(step.getByText(/The text for this agent is removed\./)).toBeVisible();
  await press('Revert');
  expect(await screen.findByText('Cover page reverted')).toBeInTheDocument();
  await isClosed();
  expect(await screen.findByText('Firm’s text')).toBeVisible();
  await act(async () => screen.getByRole('button', { name: 'Undo' }).click());
  expect(await screen.findByText('This agent’s text')).toBeVisible();
  expect(putRequests().map(({ body }) => body)).toEqual([{ value: doc('Dear client'), version: null }]);
});

test('asks before closing, and discards the draft', async () => {
  const { user, text, type, press } = await editCover();
  type('Hello. ');
  text().focus();
  await user.keyboard('{Escape}');
  await press('Keep editing');
  expect(text()).toHaveFocus();
  await press('Cancel');
  await press('Discard');
  await isClosed();
  expect(sessionStorage).toHaveLength(0);
});

test('restores the draft after leaving the page, and discards it on request', async () => {
  const first = await editCover();
  first.type('Hello. ');
  cleanup();
  const { dialog, text, press } = await editCover();
  expect(dialog.getByText(/^Unsaved draft from \d+:\d+ [AP]M restored\.$/)).toBeVisible();
  expect(text()).toHaveTextContent('Hello. Dear client');
  await press('Discard draft');
  expect(text()).toHaveTextContent(/^Dear client$/);
  await waitFor(() => expect(text()).toHaveFocus());
  expect(sessionStorage).toHaveLength(0);
});

test('warns that the saved text changed since the draft, and saves over the draft’s version', async () => {
  const first = await editCover();
  first.type('Hello. ');
  cleanup();
  const now = own('Newer words', 9);
  const { dialog, text, press, putRequests } = await editCover({
    [`GET ${COVER}`]: () => now,
    [PUT_COVER]: () => conflict(now),
  });
  expect(dialog.getByText(/The saved text has changed since then\./)).toBeVisible();
  expect(text()).toHaveTextContent('Hello. Dear client');
  await press('Save');
  expect(await dialog.findByRole('region', { name: 'Theirs' })).toHaveTextContent('Newer words');
  expect(putRequests().map(({ body }) => (body as { version: number }).version)).toEqual([3]);
});

test('does not show the draft to another account', async () => {
  const first = await editCover();
  first.type('Hello. ');
  cleanup();
  const { text } = await editCover(
    {},
    { userOverrides: { account: 'other' }, features: { deliverables: all } },
  );
  expect(text()).toHaveTextContent(/^Dear client$/);
});
