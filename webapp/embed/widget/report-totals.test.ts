import { fakeServer } from '@/testing/fake-server';
import { waitFor } from '@testing-library/dom';
import { ReportTotalsView } from './report-totals';
import { widgetContext } from './testing';

const UUID = '01936d0e-0000-7000-8000-000000000001';
const token = { accessToken: 'token', expiresIn: 600, firmId: 1, reportUuid: UUID, scopes: [] };
const answer = (totalsAsOf: string, deathBenefit: string) => ({
  uuid: UUID,
  totals: { policyCount: 3, deathBenefit },
  totalsAsOf,
  isTotalStale: false,
  ownerTotalsDiffer: false,
});

function shown(root: HTMLElement) {
  const of = (tag: string) => [...root.querySelectorAll(tag)].map((one) => one.textContent);
  return Object.fromEntries(of('dt').map((label, place) => [label, of('dd')[place]]));
}

test('shows the totals of the report of its session, and newer ones after a change', async () => {
  const answers = [
    answer('2026-11-21T10:00:00Z', '100.00'),
    answer('2026-11-21T11:00:00Z', '250.00'),
    // A slow response from before.
    answer('2026-11-21T10:30:00Z', '9.00'),
  ];
  fakeServer({
    'POST Embed/token': () => token,
    [`GET report/${UUID}`]: () => ({ uuid: UUID, name: 'Term policies', reportType: 2 }),
    [`POST report/${UUID}/totals`]: () => answers.shift(),
  });
  const context = widgetContext('reportTotals');
  const view = new ReportTotalsView(context);
  view.open();
  await waitFor(() => expect(shown(context.root)['Death Benefit']).toBe('$100'));
  expect(context.root.querySelector('h2')?.textContent).toBe('Term policies');
  expect(shown(context.root)['# Policies']).toBe('3');
  view.refresh();
  await waitFor(() => expect(shown(context.root)['Death Benefit']).toBe('$250'));
  view.refresh();
  await waitFor(() => expect(answers).toHaveLength(0));
  await waitFor(() => expect(context.root.getAttribute('aria-busy')).toBeNull());
  expect(shown(context.root)['Death Benefit']).toBe('$250');
});
