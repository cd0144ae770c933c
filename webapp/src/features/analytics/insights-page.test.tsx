import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { InsightsPage } from './insights-page';

const may = { read: true, write: true };
const features = { insights: may, analytics: may, allPolicies: may };

test('shows what changes within a period, each row linked to its contracts', async () => {
  const server = fakeServer({
    'POST allpolicy/totals': () => ({
      policyCount: 3,
      deathBenefit: '750000.00',
      annualizedPremium: '1200.00',
    }),
  });
  const { user, container } = renderPage(<InsightsPage />, { features });
  const ahead = within(await screen.findByRole('region', { name: 'Ahead in the next 90 days' }));
  expect(await ahead.findByRole('row', { name: 'Premiums due 3 $750K $1.2K' })).toBeInTheDocument();
  expect(ahead.queryByText('Annuity surrender periods ending')).toBeNull();
  expect(ahead.getByRole('link', { name: 'Conversion rights ending' }).getAttribute('href')).toContain(
    'conversionExpiryDate:inNextDays:90',
  );
  expect((await axe(container)).violations).toEqual([]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '30 days');
  await waitFor(() =>
    expect(server.requests.at(-1)?.body).toMatchObject({
      filter: expect.arrayContaining([expect.objectContaining({ value: 30 })]),
    }),
  );
  expect(screen.getByRole('region', { name: 'Changed in the last 30 days' })).toBeInTheDocument();
});
