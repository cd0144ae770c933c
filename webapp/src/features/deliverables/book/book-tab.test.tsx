import { jest } from '@jest/globals';
import { dispatchHubEvent } from '@/lib/hub-events';
import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { BookOfBusiness, PendingVersion } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { templateOf } from '../testing';
import { problemOf } from './book-pages';
import { pageNote } from '../page-images';
import { BookTab } from './book-tab';

const overLimit = (count: string, advice: string) =>
  `A PDF can list up to 5,000 contracts, but there are ${count}. ${advice} a filtered report and generate its summary.`;

test.each([
  [0, 0, 'There are no contracts to list.'],
  [1, 0, null],
  [4999, 1, null],
  [5001, 0, overLimit('5,001', 'Save')],
  [4999, 2, overLimit('5,001', 'Leave out annuities, or save')],
])('checks the limit of 5,000 for %d policies and %d annuities', (policyCount, annuities, expected) => {
  expect(problemOf({ ...counts, policyCount }, annuities)).toBe(expected);
});

test.each([
  [500, null],
  [501, 'A book of business is being generated. Wait until it is ready.'],
])('while a large book is being generated, another one of %d contracts waits', (policyCount, expected) => {
  expect(problemOf({ ...counts, policyCount, pending: [pending('May')] }, 0)).toBe(expected);
});

test('names the number of pages', () => {
  expect(pageNote(1, 1)).toBe('1 page');
  expect(pageNote(5, 5)).toBe('5 pages');
  expect(pageNote(12, 34)).toBe('First 12 of 34 pages');
});

const BOOK = 'BookOfBusiness/FirmAgent/u1';
const GENERATE = 'BookOfBusiness/FirmAgent/generate';
const all = { read: true, write: true };
const reading = { read: true, write: false };
const counts: BookOfBusiness = {
  displayName: 'Whitfield, Dana',
  policyCount: 2,
  annuityCount: 1,
  maxContracts: 5000,
  maxImmediateContracts: 500,
  pending: [],
};
const pending = (documentId: string, error: string | null = null): PendingVersion => ({
  documentId,
  requestedAt: '2026-11-26T15:30:00Z',
  error,
});
const templates = [
  templateOf('t1', { name: 'Ours', groupBy: 3 }),
  templateOf('t2', { name: 'Standard', isGlobal: true, isDefault: true }),
];
const preview = (groupBy: number) => `${BOOK}/preview/t2?groupBy=${groupBy}&includeAnnuities=true`;
const text = {
  value: { type: 'doc', content: [] },
  level: 'global',
  version: null,
  inherited: null,
  updatedAt: null,
  updatedBy: null,
};
const texts = Object.fromEntries(
  ['CoverPage', 'Disclosure', 'Recommendation'].map((part) => [
    `GET BookOfBusiness/BookOfBusinessSettings/firmagent/${part}?templateUuid=t2&agentUuid=u1`,
    () => text,
  ]),
);
const pages = (count: number) => ({ pageCount: count, pages: ['<svg/>', '<svg/>'].slice(0, count) });
const version = (name: string) => ({
  documentId: name,
  name: `${name}.pdf`,
  storeDate: '2026-11-26T15:30:00Z',
  sizeBytes: 48_200,
  storedBy: 'Dana Whitfield',
  templateName: 'Standard',
});

function openBook(
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  options: Parameters<typeof renderPage>[1] = {},
) {
  const server = fakeServer({
    [`GET ${BOOK}`]: () => counts,
    [`GET ${BOOK}/Existing`]: () => [],
    'GET template?templateType=1&includeGlobalDefaults=true': () => templates,
    ...texts,
    [`GET ${preview(1)}`]: () => pages(1),
    [`GET ${preview(2)}`]: () => pages(34),
    ...routes,
  });
  const tab = <BookTab subject={{ kind: 1, uuid: 'u1' }} />;
  return { ...renderPage(tab, { features: { deliverables: all }, ...options }), server };
}

const generateButton = () => screen.findByRole('button', { name: 'Generate PDF' });
const groupBy = () => screen.findByRole('combobox', { name: 'Group by' });

test('previews the default template, and keeps the old pages until a new grouping has loaded', async () => {
  const { user, container } = openBook();
  const image = await screen.findByRole('img', { name: 'Page 1 of 1' });
  expect(image).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent('<svg/>')}`);
  expect(screen.getByRole('combobox', { name: 'Template' })).toHaveDisplayValue('Standard');
  expect(await axe(container)).toHaveNoViolations();
  await user.selectOptions(await groupBy(), 'Carrier');
  const region = screen.getByRole('region', { name: 'Preview' });
  expect(region).toHaveAttribute('aria-busy', 'true');
  expect(image).toBeVisible();
  expect(await screen.findByRole('img', { name: 'Page 2 of 34' })).toBeVisible();
  expect(screen.getByText('First 2 of 34 pages')).toBeVisible();
  expect(region).toHaveAttribute('aria-busy', 'false');
});

test('uses the template’s grouping until the user selects another', async () => {
  const previewPath = `${BOOK}/preview/t1?groupBy=3&includeAnnuities=true`;
  const { user } = openBook({ [`GET ${previewPath}`]: () => pages(2) });
  const template = await screen.findByRole('combobox', { name: 'Template' });
  expect(await groupBy()).toHaveDisplayValue('No grouping');
  await user.selectOptions(template, 'Ours');
  expect(await groupBy()).toHaveDisplayValue('Product type');
  expect(await screen.findByRole('img', { name: 'Page 1 of 2' })).toBeVisible();
  await user.selectOptions(await groupBy(), 'Carrier');
  await user.selectOptions(template, 'Standard');
  expect(await groupBy()).toHaveDisplayValue('Carrier');
});

test('aborts the preview of earlier options', async () => {
  const { user, server } = openBook({ [`GET ${preview(1)}`]: () => new Promise(() => undefined) });
  await user.selectOptions(await groupBy(), 'Carrier');
  expect(await screen.findByRole('img', { name: 'Page 1 of 34' })).toBeVisible();
  expect(server.of(preview(1))[0]?.signal?.aborted).toBe(true);
});

test('reloads the preview after a failure, and keeps the focus in it', async () => {
  let attempts = 0;
  const first = () => (++attempts === 1 ? problem(500, 'internal', 'x') : pages(1));
  const { user } = openBook({ [`GET ${preview(1)}`]: first });
  expect(await screen.findByText(/The preview could not be loaded\. Try again\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Pages' })).toHaveFocus();
});

test('explains why there is no preview, and hides the button without permission', async () => {
  const tooMany = () => problem(422, 'too_many_contracts', 'Too many contracts.');
  openBook(
    { [`GET ${preview(1)}`]: tooMany, [`GET ${BOOK}/Existing`]: () => [version('May')] },
    { features: { deliverables: reading } },
  );
  expect(await screen.findByText('Too many contracts.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Download May.pdf' })).toBeVisible();
  for (const name of ['Generate PDF', 'Delete May.pdf'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('disables the button without contracts, and explains why', async () => {
  openBook({ [`GET ${BOOK}`]: () => ({ ...counts, policyCount: 0, annuityCount: 0 }) });
  const button = await generateButton();
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('There are no contracts to list.');
  expect(screen.queryByRole('switch', { name: 'Include annuities' })).not.toBeInTheDocument();
});

test('shows why the server refused to generate', async () => {
  const { user } = openBook({
    [`POST ${GENERATE}`]: () => problem(422, 'document_too_large', 'The document is too large.'),
  });
  await user.click(await generateButton());
  expect(await screen.findByText('An error occurred when generating Book of Business.')).toBeVisible();
  expect(screen.getByText('The document is too large.')).toBeVisible();
});

test('reuses the idempotency key until the document is saved or the options change', async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:book';
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  let attempts = 0;
  const stored: ReturnType<typeof version>[] = [];
  const { user, server } = openBook({
    [`GET ${BOOK}/Existing`]: () => stored,
    [`POST ${GENERATE}`]: () => {
      attempts += 1;
      if (attempts <= 2) throw new TypeError('network');
      stored.unshift(version(`Version ${attempts}`));
      const disposition = `attachment; filename="Version ${attempts}.pdf"`;
      return new Response('%PDF', { headers: { 'content-disposition': disposition } });
    },
  });
  const button = await generateButton();
  const generate = async (times: number) => {
    await user.click(button);
    await waitFor(() => expect(server.of(GENERATE)).toHaveLength(times));
    await waitFor(() => expect(button).toBeEnabled());
    expect(button).toHaveFocus();
  };
  await generate(1);
  expect(await screen.findByText('An error occurred when generating Book of Business.')).toBeVisible();
  await user.selectOptions(await groupBy(), 'Carrier');
  await generate(2);
  await generate(3);
  expect(await screen.findByText('Book of business generated')).toBeVisible();
  await generate(4);
  expect(saved).toEqual(['Version 3.pdf', 'Version 4.pdf']);
  const rows = within(screen.getByRole('table', { name: 'Versions' })).getAllByRole('rowheader');
  expect(rows.map((row) => row.textContent)).toEqual(['Version 4.pdf', 'Version 3.pdf']);

  const [first, second, third, fourth] = server.of(GENERATE).map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect(fourth).not.toBe(third);
  const body = { uuid: 'u1', templateUuid: 't2', groupBy: 2, includeAnnuities: true };
  expect(server.of(GENERATE)[1]?.body).toEqual(body);
  click.mockRestore();
});

const BACKGROUND = /^A book with more than 500 contracts is generated in the background, with the values/;

test('generates a large book in the background, and shows the version when it is ready', async () => {
  const large = { ...counts, policyCount: 500 };
  let now: BookOfBusiness = large;
  const stored: ReturnType<typeof version>[] = [];
  const { user, container } = openBook({
    [`GET ${BOOK}`]: () => now,
    [`GET ${BOOK}/Existing`]: () => stored,
    [`POST ${GENERATE}`]: () => {
      now = { ...large, pending: [pending('May')] };
      return json(202, pending('May'));
    },
  });
  expect(await generateButton()).toHaveAccessibleDescription(BACKGROUND);
  await user.click(await generateButton());
  expect(await screen.findByText('You will be notified when the book of business is ready!')).toBeVisible();
  expect(await screen.findByText('Generating…')).toBeVisible();
  const button = await generateButton();
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(
    'A book of business is being generated. Wait until it is ready.',
  );
  expect(await axe(container)).toHaveNoViolations();
  // Without annuities, the book is generated immediately.
  await user.click(screen.getByRole('switch', { name: 'Include annuities' }));
  expect(button).toBeEnabled();
  expect(screen.queryByText(BACKGROUND)).not.toBeInTheDocument();

  now = large;
  stored.push(version('May'));
  expect(await screen.findByRole('row', { name: /May\.pdf/ }, { timeout: 5_000 })).toBeVisible();
  expect(screen.queryByText('Generating…')).not.toBeInTheDocument();
});

test('loads the versions when a notification arrives while a book is being generated', async () => {
  let now: BookOfBusiness = { ...counts, pending: [pending('May')] };
  const stored: ReturnType<typeof version>[] = [];
  openBook({ [`GET ${BOOK}`]: () => now, [`GET ${BOOK}/Existing`]: () => stored });
  expect(await screen.findByText('Generating…')).toBeVisible();
  now = counts;
  stored.push(version('May'));
  act(
    () =>
      void dispatchHubEvent('UserNotifications', {
        userNotifications: [],
        totalRecords: 1,
        unreadRecords: 1,
      }),
  );
  expect(await screen.findByRole('row', { name: /May\.pdf/ })).toBeVisible();
});

test('shows why a large book failed, and retries', async () => {
  let now: BookOfBusiness = { ...counts, pending: [pending('May', 'The document is too large.')] };
  const { user } = openBook({
    [`GET ${BOOK}`]: () => now,
    [`POST ${BOOK}/document/May/retry`]: () => {
      now = { ...counts, pending: [pending('May')] };
      return json(204, null);
    },
  });
  expect(await screen.findByText('The document is too large.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Generating…')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Not generated yet' })).toHaveFocus();
});

test('deletes a version, keeps the focus in the section, and Undo restores it', async () => {
  const stored = new Set(['May', 'April']);
  const { user } = openBook({
    [`GET ${BOOK}/Existing`]: () => [...stored].map(version),
    [`DELETE ${BOOK}/document/April`]: () => {
      stored.delete('April');
      return json(204, null);
    },
    'POST Document/April/restore': () => {
      stored.add('April');
      return json(204, null);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete April.pdf' }));
  expect(await screen.findByText('April.pdf deleted')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('row', { name: /April/ })).not.toBeInTheDocument());
  expect(screen.getByRole('region', { name: 'Versions' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('row', { name: /April\.pdf.*48 kB/ })).toBeVisible();
});

test('shows that the documents of a shared record are not shared', async () => {
  openBook({ [`GET ${BOOK}/Existing`]: () => problem(404, 'not_found', 'x') }, { scope: 'Shared' });
  expect(await screen.findByText('The documents of this record are not shared with you.')).toBeVisible();
});

test('offers to generate the first version', async () => {
  openBook();
  const empty = 'No versions yet. Generate a PDF to keep a copy with today’s values.';
  expect(await screen.findByText(empty)).toBeVisible();
});
