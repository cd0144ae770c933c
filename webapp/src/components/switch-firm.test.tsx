import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { SwitchFirm } from './switch-firm';

const routes = [{ path: '/business/policies/:uuid', element: <SwitchFirm /> }];
const address = '/business/policies/p1?tab=people';

test('lets a user of several firms open the same address in another firm', () => {
  renderPage(null, { routes, address, userOverrides: { hasMultipleFirmAssignments: true } });
  expect(screen.getByRole('link', { name: 'Switch firm' })).toHaveAttribute(
    'href',
    '/selectaccount?returnTo=%2Fbusiness%2Fpolicies%2Fp1%3Ftab%3Dpeople',
  );
});

test('is not shown to users of one firm', () => {
  renderPage(null, { routes, address });
  expect(screen.queryByRole('link', { name: 'Switch firm' })).not.toBeInTheDocument();
});
