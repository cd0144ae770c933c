import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import type { GridColumn } from '@/list/types';
import { screen } from '@testing-library/react';
import { renderCohortCell } from './cohort-cell';

const cell = (key: string, contactCount: number | null) =>
  renderCohortCell({ key, columnType: 'integer' } as GridColumn, { uuid: 'west', contactCount });

test('the contacts of a rule are counted as its row is shown, those of a selection are known', async () => {
  const server = fakeServer({ 'GET Cohort/west': () => ({ uuid: 'west', contactCount: 1234 }) });
  renderPage(<p>{cell('contactCount', null)}</p>);
  expect(await screen.findByText('1,234')).toBeVisible();
  expect(server.requests.filter(({ path }) => path === 'Cohort/west')).toHaveLength(1);
  expect([cell('contactCount', 12), cell('name', null)]).toEqual([null, null]);
});

test('a rule that cannot be asked has no number', async () => {
  fakeServer({ 'GET Cohort/west': () => ({ uuid: 'west', contactCount: null }) });
  renderPage(<p>{cell('contactCount', null)}</p>);
  expect(await screen.findByText('-')).toBeVisible();
});
