import { paths } from './paths';

test('the addresses of the app', () => {
  const shown = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('UUID')));
  expect(shown).toEqual([
    '/',
    '/login/callback',
    '/login/silent',
    '/logout',
    '/support',
    '/business/policies',
    '/business/annuities',
    '/reports/dashboard',
    '/reports/dashboard/insights',
    '/notifications/digest',
    '/settings',
    '/settings/profile',
    '/settings/appearance',
    '/settings/users',
    '/settings/branding',
    '/settings/audit',
    '/operations/firms',
    '/signed-out',
    '/session-timeout',
    '/selectaccount',
    '/people/agents',
    '/people/owners',
    '/people/insureds',
    '/business/policies/UUID',
    '/business/annuities/UUID',
    '/reports/analytics/UUID',
    '/people/agents/UUID',
    '/people/owners/UUID',
    '/people/insureds/UUID',
  ]);
});
