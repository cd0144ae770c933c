import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { DeliverableTemplate, DeliverableText } from 'firmbook-wasm';
import { templateOf } from '../testing';
import { editorOf } from '../texts/testing';
import { GlobalTemplatesPage } from './global-templates-page';

const LIST = (kind: number) => `GlobalTemplate?templateType=${kind}`;
const staff = { firms: { read: true, write: true } };
const reading = { firms: { read: true, write: false } };
const builtIn = (kind: number): DeliverableTemplate => ({
  ...templateOf(`b${kind}`),
  templateType: kind,
  name: `Standard ${kind}`,
  isGlobal: true,
  isDefault: true,
  version: null,
});
const compact: DeliverableTemplate = {
  ...templateOf('g1'),
  name: 'Compact',
  isGlobal: true,
  isDefault: false,
  version: 2,
};
const text = (words: string): DeliverableText => ({
  value: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
  level: 'global',
  version: null,
  inherited: null,
  updatedAt: null,
  updatedBy: null,
});

function openPage(
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  options: Parameters<typeof renderPage>[1] = {},
) {
  const server = fakeServer({
    [`GET ${LIST(1)}`]: () => [compact, builtIn(1)],
    [`GET ${LIST(2)}`]: () => [builtIn(2)],
    [`GET ${LIST(3)}`]: () => [builtIn(3)],
    [`GET ${LIST(4)}`]: () => [builtIn(4)],
    'GET GlobalTemplate/changes': () => [
      {
        id: 7,
        at: '2026-11-26T15:30:00Z',
        changedBy: 'Vera Cole',
        action: 'Changed the template',
        about: 'Compact',
      },
    ],
    ...routes,
  });
  return { ...renderPage(<GlobalTemplatesPage />, { features: staff, ...options }), server };
}

const item = async (name: string) => within(await screen.findByRole('listitem', { name }));
const buttons = (row: Awaited<ReturnType<typeof item>>) =>
  row.queryAllByRole('button').map(({ textContent }) => textContent);

test('lists the templates for all firms with the latest changes', async () => {
  const { container } = openPage();
  expect(buttons(await item('Compact'))).toEqual(['Edit', 'Duplicate', 'Retire']);
  const fixed = await item('Standard 1');
  expect(buttons(fixed)).toEqual(['View', 'Duplicate']);
  expect(fixed.getByText('Built-in')).toBeVisible();
  const changes = within(screen.getByRole('region', { name: 'Changes' }));
  expect(await changes.findByRole('row', { name: /Vera Cole Changed the template Compact$/ })).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

test('adds a template for all firms', async () => {
  const { user, server } = openPage({ [`POST ${LIST(2)}`]: () => json(201, { ...compact, name: 'Brief' }) });
  await user.click(await screen.findByRole('button', { name: 'Add template: Client book of business' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add template' }));
  await user.type(panel.getByRole('textbox', { name: /^Name/ }), 'Brief');
  await user.click(panel.getByRole('button', { name: 'Add template' }));
  expect(await screen.findByText('Brief added')).toBeVisible();
  expect(server.of(LIST(2)).find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Brief' });
});

test('retires a template and offers it again', async () => {
  let shown = compact;
  const { user, server } = openPage({
    [`GET ${LIST(1)}`]: () => [shown, builtIn(1)],
    'PUT GlobalTemplate/g1/retired': ({ body }) => {
      const { isRetired } = body as { isRetired: boolean };
      shown = { ...shown, isRetired, version: (shown.version ?? 0) + 1 };
      return shown;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Retire: Compact' }));
  expect(await screen.findByText('Retired')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Offer again: Compact' }));
  await waitFor(() => expect(screen.queryByText('Retired')).toBeNull());
  expect(server.of('GlobalTemplate/g1/retired').map(({ body }) => body)).toEqual([
    { version: 2, isRetired: true },
    { version: 3, isRetired: false },
  ]);
});

test('shows that someone else changed a template', async () => {
  const { user } = openPage({
    'PUT GlobalTemplate/g1/retired': () =>
      json(409, { code: 'version_conflict', message: 'x', errors: [], traceId: 'x', current: compact }),
  });
  await user.click(await screen.findByRole('button', { name: 'Retire: Compact' }));
  expect(await screen.findByText(/Someone else changed it\./)).toBeVisible();
});

test('edits a default text without images', async () => {
  const { user, server } = openPage({
    'GET GlobalText/1/CoverPage': () => text('Dear client'),
    'GET GlobalText/1/Disclosure': () => text('Fine print'),
    'GET GlobalText/1/Recommendation': () => text('Review yearly'),
    'POST GlobalText/1/Disclosure/preview': () => ({ pageCount: 1, pages: ['<svg/>'] }),
    'PUT GlobalText/1/Disclosure': () => ({ ...text('Fine print'), version: 1 }),
  });
  const texts = within(await screen.findByRole('region', { name: 'Default texts' }));
  await user.click(
    await texts.findByRole('button', { name: 'Texts of Agent book of business, all templates' }),
  );
  expect(await texts.findAllByText('Built-in text')).toHaveLength(3);
  await user.click(await texts.findByRole('button', { name: 'Edit disclosure' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit disclosure' }));
  expect(
    await dialog.findByText(/^The built-in text applies\. Saving sets a text for all agents in all firms\./),
  ).toBeVisible();
  const words = await dialog.findByRole('textbox', { name: 'Disclosure' });
  act(() => void editorOf(words).commands.insertContentAt(1, 'New '));
  expect(dialog.queryByRole('button', { name: 'Image' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const saved = server.of('GlobalText/1/Disclosure').find(({ method }) => method === 'PUT');
  expect(saved?.body).toEqual({ value: text('New Fine print').value, version: null });
});

test('other staff cannot change anything, and firms see nothing', async () => {
  const { unmount } = openPage({}, { features: reading });
  expect(buttons(await item('Compact'))).toEqual(['View']);
  expect(screen.getByText(/Only system administrators can change them\./)).toBeVisible();
  unmount();
  const { server } = openPage({}, { features: {} });
  expect(screen.getByRole('heading', { name: 'You don’t have access to standard templates' })).toBeVisible();
  expect(server.requests).toEqual([]);
});

test('explains why the templates are not shown', async () => {
  openPage({ [`GET ${LIST(1)}`]: () => problem(503, 'unavailable', 'The service is busy.') });
  expect(await screen.findByText(/templates could not be loaded/i)).toBeVisible();
});
