import { dispatchHubEvent } from '@/lib/hub-events';
import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { PendingVersion, ReportSummary } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { isGenerating } from '../pending';
import { templateOf } from '../testing';
import { SummaryDialog } from './summary-dialog';

const all = { read: true, write: true };
const reading = { read: true, write: false };
const SUMMARY = 'ReportSummary/r1';
const GENERATE = 'ReportSummary/generate';
const preview = (template: string, groupBy: number, kind: number) =>
  `${SUMMARY}/preview/${template}/group/${groupBy}/type/${kind}`;
const pages = (count: number) => ({ pageCount: count, pages: ['<svg/>'] });
const text = {
  value: { type: 'doc', content: [] },
  level: 'global',
  version: null,
  inherited: null,
  updatedAt: null,
  updatedBy: null,
};
const texts = Object.fromEntries(
  [3, 4].flatMap((kind) =>
    ['CoverPage', 'Disclosure', 'Recommendation'].map((part) => [
      `GET ReportSummary/ReportSummarySettings/${part}/${kind}?templateUuid=t${kind}&reportUuid=r1`,
      () => text,
    ]),
  ),
);
const version = (name: string) => ({
  documentId: name,
  name: `${name}.pdf`,
  storeDate: '2026-11-26T15:30:00Z',
  sizeBytes: 48_200,
  storedBy: 'Dana Whitfield',
  templateName: 'Standard',
});
const pending = (documentId: string, error: string | null = null): PendingVersion => ({
  documentId,
  requestedAt: '2026-11-26T15:30:00Z',
  error,
});
const summaryOf = (other: Partial<ReportSummary> = {}): ReportSummary => ({
  displayName: 'Lapsing',
  hasContracts: true,
  maxRows: 5000,
  pending: [],
  documents: [],
  ...other,
});

function openSummary(
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  { isOwner = true, isChanged = false, features = { deliverables: all } } = {},
) {
  const server = fakeServer({
    [`GET ${SUMMARY}`]: () => summaryOf(),
    'GET template?templateType=3&includeGlobalDefaults=true': () => [templateOf('t3', { groupBy: 2 })],
    'GET template?templateType=4&includeGlobalDefaults=true': () => [templateOf('t4')],
    [`GET ${preview('t3', 2, 3)}`]: () => pages(1),
    [`GET ${preview('t3', 1, 3)}`]: () => pages(1),
    [`GET ${preview('t4', 5, 4)}`]: () => pages(7),
    ...texts,
    ...routes,
  });
  const report = { uuid: 'r1', name: 'Lapsing', isOwner };
  const dialog = <SummaryDialog report={report} isChanged={isChanged} opened onClose={() => undefined} />;
  return { ...renderPage(dialog, { features }), server };
}

const generateButton = () => screen.findByRole('button', { name: 'Generate PDF' });

test('only a summary without an error is being generated', () => {
  expect(isGenerating({ pending: [] })).toBe(false);
  expect(isGenerating({ pending: [pending('a', 'Too many contracts.')] })).toBe(false);
  expect(isGenerating({ pending: [pending('a', 'Too many contracts.'), pending('b')] })).toBe(true);
});

test('previews contracts with the template’s grouping, and the summary by owner without one', async () => {
  const { user } = openSummary();
  expect(await screen.findByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Group by' })).toHaveDisplayValue('Carrier');
  expect(await axe(document.body)).toHaveNoViolations();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'By owner');
  expect(await screen.findByRole('img', { name: 'Page 1 of 7' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Group by' })).not.toBeInTheDocument();
});

test('summaries of contacts have neither kinds nor groupings', async () => {
  const { server } = openSummary({ [`GET ${SUMMARY}`]: () => summaryOf({ hasContracts: false }) });
  expect(await screen.findByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
  expect(server.of(preview('t3', 1, 3))).toHaveLength(1);
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

test('generates in the background, and shows the version when it is ready', async () => {
  let now = summaryOf();
  const { user, server } = openSummary({
    [`GET ${SUMMARY}`]: () => now,
    [`POST ${GENERATE}`]: () => {
      now = summaryOf({ pending: [pending('May')] });
      return json(202, pending('May'));
    },
  });
  await user.click(await generateButton());
  expect(await screen.findByText('You will be notified when the summary is ready!')).toBeVisible();
  expect(await screen.findByText('Generating…')).toBeVisible();
  const button = await generateButton();
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('A summary is being generated. Wait until it is ready.');
  expect(server.of(GENERATE)[0]?.body).toEqual({
    uuid: 'r1',
    deliverableType: 3,
    templateUuid: 't3',
    groupBy: 2,
  });
  expect(server.of(GENERATE)[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);

  now = summaryOf({ documents: [version('May')] });
  expect(await screen.findByRole('row', { name: /May\.pdf/ }, { timeout: 5_000 })).toBeVisible();
  expect(screen.queryByText('Generating…')).not.toBeInTheDocument();
  await waitFor(() => expect(button).toBeEnabled());
});

test('loads the versions again when a notification arrives', async () => {
  let now = summaryOf();
  openSummary({ [`GET ${SUMMARY}`]: () => now });
  expect(await screen.findByText(/^No versions yet\./)).toBeVisible();
  now = summaryOf({ documents: [version('May')] });
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

test('shows why a summary failed, and retries', async () => {
  let now = summaryOf({ pending: [pending('May', 'Too many contracts.')] });
  const { user } = openSummary({
    [`GET ${SUMMARY}`]: () => now,
    [`POST ${SUMMARY}/document/May/retry`]: () => {
      now = summaryOf({ pending: [pending('May')] });
      return json(204, null);
    },
  });
  expect(await screen.findByText('Too many contracts.')).toBeVisible();
  expect(await generateButton()).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Generating…')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Not generated yet' })).toHaveFocus();
});

test('explains why the report has no preview, and generates nothing then', async () => {
  openSummary({
    [`GET ${preview('t3', 2, 3)}`]: () => problem(422, 'report_problem', 'A column was removed.'),
  });
  expect(await screen.findByText('A column was removed.')).toBeVisible();
  expect(await generateButton()).toBeDisabled();
});

test('retries a preview that failed because the server was busy, and generates meanwhile', async () => {
  let isBusy = true;
  const { user, server } = openSummary({
    [`GET ${preview('t3', 2, 3)}`]: () =>
      isBusy ? problem(503, 'render_timeout', 'The server is busy.') : pages(1),
  });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(await generateButton()).toBeEnabled();
  await user.click(retry);
  await waitFor(() => expect(server.of(preview('t3', 2, 3))).toHaveLength(2));
  isBusy = false;
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
});

test('reloads a failed preview when the generation has ended', async () => {
  let now = summaryOf({ pending: [pending('May')] });
  openSummary({
    [`GET ${SUMMARY}`]: () => now,
    [`GET ${preview('t3', 2, 3)}`]: () =>
      isGenerating(now) ? problem(503, 'render_timeout', 'The server is busy.') : pages(1),
  });
  expect(await screen.findByText(/The server is busy\./)).toBeVisible();
  now = summaryOf({ documents: [version('May')] });
  act(
    () =>
      void dispatchHubEvent('UserNotifications', {
        userNotifications: [],
        totalRecords: 1,
        unreadRecords: 1,
      }),
  );
  expect(await screen.findByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
  expect(screen.queryByText(/The server is busy\./)).not.toBeInTheDocument();
});

test('shows why the server refused to generate', async () => {
  const { user } = openSummary({
    [`POST ${GENERATE}`]: () => problem(422, 'already_generating', 'Already being generated.'),
  });
  await user.click(await generateButton());
  expect(await screen.findByText('Summary Generation failed')).toBeVisible();
  expect(screen.getByText('Already being generated.')).toBeVisible();
});

test('deletes a version, and Undo restores it', async () => {
  const stored = new Set(['May', 'April']);
  const { user } = openSummary({
    [`GET ${SUMMARY}`]: () => summaryOf({ documents: [...stored].map(version) }),
    [`DELETE ${SUMMARY}/document/April`]: () => {
      stored.delete('April');
      return json(204, null);
    },
    'POST Document/April/restore': () => {
      stored.add('April');
      return json(204, null);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete April.pdf' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /April/ })).not.toBeInTheDocument());
  await act(async () => (await screen.findByRole('button', { name: 'Undo' })).click());
  expect(await screen.findByRole('row', { name: /April\.pdf/ })).toBeVisible();
});

test('shows only the versions without write access', async () => {
  const { server } = openSummary(
    {
      [`GET ${SUMMARY}`]: () =>
        summaryOf({ documents: [version('May')], pending: [pending('x', 'Failed.')] }),
    },
    { features: { deliverables: reading } },
  );
  expect(await screen.findByRole('button', { name: 'Download May.pdf' })).toBeVisible();
  for (const name of ['Generate PDF', 'Delete May.pdf', 'Try again'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
  expect(server.requests.map(({ path }) => path)).toEqual([SUMMARY]);
});

test('only the report’s owner can change its texts, others can change those of all summaries', async () => {
  const features = { deliverables: all, firmSettings: all };
  const { user, server } = openSummary(
    { 'GET ReportSummary/ReportSummarySettings/CoverPage/3?templateUuid=t3': () => text },
    { isOwner: false, features },
  );
  await user.click(await screen.findByRole('button', { name: 'Edit cover page' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit cover page' }));
  const options = within(dialog.getByRole('combobox', { name: 'Applies to' })).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'All report summaries with this template',
    'All report summaries in your firm',
  ]);
  await dialog.findByRole('textbox', { name: 'Cover page' });
  expect(server.of('ReportSummary/ReportSummarySettings/CoverPage/3?templateUuid=t3')).toHaveLength(1);
});

test('Escape closes the text but not the summary around it', async () => {
  const { user } = openSummary();
  await user.click(await screen.findByRole('button', { name: 'Edit cover page' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit cover page' });
  await within(dialog).findByRole('textbox', { name: 'Cover page' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Summary of “Lapsing”' })).toBeVisible();
});

test('without access to firm settings, the texts of another user’s report cannot be changed', async () => {
  openSummary({}, { isOwner: false });
  await waitFor(() => expect(screen.getAllByText('Default text')).toHaveLength(3));
  expect(screen.queryByRole('button', { name: /^Edit/ })).not.toBeInTheDocument();
});

test('shows that unsaved changes of the list are left out', async () => {
  openSummary({}, { isChanged: true });
  expect(await screen.findByText(/Unsaved changes are not included/)).toBeVisible();
});
