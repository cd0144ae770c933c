import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { reportOf } from '../testing';
import { SaveAsReport } from './save-as-report';
import type { Report } from '../api/report';

const all = { read: true, write: true };
const query = {
  selectColumns: ['policyNumber', 'status'],
  customLabels: { status: 'State' },
  filter: [{ column: 'status', op: 'in' as const, value: ['InForce'] }],
  sort: [],
  searchText: 'lee',
};
const tool = <SaveAsReport types={[1, 2]} feature="policyReports" query={query} />;

test('saves a list as a report of the chosen type and opens it', async () => {
  let isTaken = true;
  const server = fakeServer({
    'POST report': ({ body }) =>
      isTaken
        ? problem(422, 'name_taken', 'Another report has this name.')
        : json(201, reportOf('new', body as Partial<Report>)),
  });
  const { user, router } = renderPage(tool, {
    features: { policyReports: all },
    routes: [{ path: '/reports/allpolicies/new', element: <p>opened</p> }],
  });
  await user.click(screen.getByRole('button', { name: 'Save as report' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save as report' });
  await user.click(within(dialog).getByRole('radio', { name: 'All policy reports' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Lees');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Another report has this name.')).toBeInTheDocument();
  isTaken = false;
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('“Lees” saved as a report on all policies')).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.pathname).toBe('/reports/allpolicies/new'));
  expect(server.of('report').at(-1)?.body).toEqual({
    reportType: 2,
    name: 'Lees',
    description: null,
    query,
  });
});

test('hides the button without write access', () => {
  fakeServer({});
  renderPage(tool, { features: { policyReports: { read: true, write: false } } });
  expect(screen.queryByRole('button', { name: 'Save as report' })).toBeNull();
});
