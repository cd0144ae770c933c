import { paths } from './paths';

test('the addresses of the app', () => {
  const shown = Object.values(paths).map((path) =>
    typeof path === 'string' ? path : (path as (...parts: string[]) => string)('PART', 'UUID'),
  );
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
    '/settings/notifications',
    '/settings/rules',
    '/settings/users',
    '/settings/branding',
    '/settings/audit',
    '/operations/firms',
    '/operations/carriers',
    '/signed-out',
    '/session-timeout',
    '/selectaccount',
    '/people/agents',
    '/people/owners',
    '/people/insureds',
    '/reports/PART',
    '/reports/stale',
    '/reports/PART/UUID',
    '/business/policies/PART',
    '/business/annuities/PART',
    '/reports/analytics/PART',
    '/people/agents/PART',
    '/people/owners/PART',
    '/people/insureds/PART',
  ]);
});
