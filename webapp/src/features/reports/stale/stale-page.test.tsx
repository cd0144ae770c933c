import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import { reportOf } from '../testing';
import { StaleReportsPage } from './stale-page';

const all = { read: true, write: true };
const left = reportOf('left', {
  name: 'Left behind',
  ownerKey: 'ray',
  ownerName: 'Ray Castellan',
  isOwner: false,
  isOwnerActive: false,
  sharedCount: 2,
});
const features = { staleReports: all, policyReports: all };

test('users with permission to manage users can take over an orphaned report', async () => {
  let reports = [left];
  let isTaken = true;
  const server = fakeServer({
    'GET report?stale=true': () => ({ data: reports, total: reports.length }),
    'PUT report/left/owner?version=1': () => {
      if (isTaken) return problem(422, 'name_taken', 'You already have a report with this name.');
      reports = [];
      return { ...left, version: 2, isOwner: true };
    },
  });
  const { user } = renderPage(<StaleReportsPage />, { features: { ...features, manageUsers: all } });
  const row = within(await screen.findByRole('row', { name: /Left behind/ }));
  expect(row.getByText('Owner has left the firm')).toBeInTheDocument();
  expect(row.getByRole('button', { name: 'Delete Left behind' })).toBeInTheDocument();
  await user.click(row.getByRole('button', { name: 'Take over Left behind' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take over “Left behind”?' }));
  await user.click(dialog.getByRole('button', { name: 'Take over' }));
  expect(await screen.findByText(/^You already have a report with this name/)).toBeInTheDocument();
  isTaken = false;
  await user.click(dialog.getByRole('button', { name: 'Take over' }));
  expect(await screen.findByText('“Left behind” is yours')).toBeInTheDocument();
  expect(await screen.findByText(/^No stale reports\./)).toBeInTheDocument();
  expect(server.of('report/left/owner?version=1')).toHaveLength(2);
});

test('other users cannot take over an orphaned report', async () => {
  fakeServer({ 'GET report?stale=true': () => ({ data: [left], total: 1 }) });
  renderPage(<StaleReportsPage />, { features });
  expect(await screen.findByText('Not opened for 90 days')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Left behind/ })).toBeNull();
});
