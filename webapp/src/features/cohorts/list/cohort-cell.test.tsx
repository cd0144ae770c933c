import { fakeServer, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import type { GridColumn } from '@/list/types';
import { screen, waitFor } from '@testing-library/react';
import type { CohortsToCount } from 'firmbook-wasm';
import { renderCohortCell } from './cohort-cell';

const cell = (key: string, uuid: string, contactCount: number | null) =>
  renderCohortCell({ key, columnType: 'integer' } as GridColumn, { uuid, contactCount });
const requestedUuids = ({ body }: FakeRequest) => (body as Required<CohortsToCount>).cohortUuids;
const rules = (count: number) => Array.from({ length: count }, (_, i) => `rule-${i}`);
const rows = (uuids: readonly string[]) =>
  uuids.map((uuid) => <p key={uuid}>{cell('contactCount', uuid, null)}</p>);

test('counts all rule cohorts on the screen in one call, and no static ones', async () => {
  const server = fakeServer({
    'POST Cohort/counts': (request) =>
      requestedUuids(request).map((uuid) => ({ uuid, contactCount: uuid === 'west' ? 1234 : 0 })),
  });
  renderPage(<>{rows(['west', 'east'])}</>);
  expect(await screen.findByText('1,234')).toBeVisible();
  expect(await screen.findByText('0')).toBeVisible();
  expect(server.of('Cohort/counts').map(requestedUuids)).toEqual([['west', 'east']]);
  expect([cell('contactCount', 'west', 12), cell('name', 'west', null)]).toEqual([null, null]);
});

test('splits a large count into the batches the server accepts', async () => {
  const server = fakeServer({
    'POST Cohort/counts': (request) => requestedUuids(request).map((uuid) => ({ uuid, contactCount: 7 })),
  });
  renderPage(<>{rows(rules(60))}</>);
  await waitFor(() => expect(screen.getAllByText('7')).toHaveLength(60));
  expect(server.of('Cohort/counts').map((request) => requestedUuids(request).length)).toEqual([50, 10]);
});

test('shows no count for an invalid rule or a deleted cohort', async () => {
  fakeServer({ 'POST Cohort/counts': () => [{ uuid: 'west', contactCount: null }] });
  renderPage(<>{rows(['west', 'gone'])}</>);
  await waitFor(() => expect(screen.getAllByText('-')).toHaveLength(2));
});

test('shows no count if the request fails', async () => {
  fakeServer({ 'POST Cohort/counts': () => problem(500, 'internal', 'Something went wrong.') });
  renderPage(<>{rows(['west'])}</>);
  expect(await screen.findByText('-')).toBeVisible();
});
