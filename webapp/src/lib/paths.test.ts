import { pagesBuilt } from 'firmbook-later';
import { paths } from './paths';

/** The tests of the menu fix the paths of its pages. */
test('lists the URLs outside the menu, each once', () => {
  const shown = Object.values(paths).map((path) =>
    typeof path === 'string' ? path : (path as (...parts: string[]) => string)('PART', 'UUID'),
  );
  expect(new Set(shown).size).toBe(shown.length);
  const inMenu = new Set(pagesBuilt());
  expect(shown.filter((path) => !inMenu.has(path))).toEqual([
    '/login/callback',
    '/login/silent',
    '/logout',
    '/support',
    '/business/trust/premiumgifts/calendar',
    '/notifications/digest',
    '/settings',
    '/settings/profile',
    '/settings/appearance',
    '/settings/notifications',
    '/settings/rules',
    '/settings/users',
    '/settings/branding',
    '/settings/embedding',
    '/settings/templates',
    '/settings/audit',
    '/administration/duplicates/merge',
    '/signed-out',
    '/session-timeout',
    '/selectaccount',
    '/reports/PART',
    '/reports/stale',
    '/reports/PART/UUID',
    '/business/policies/PART',
    '/business/annuities/PART',
    '/business/trust/manage/PART',
    '/reports/analytics/PART',
    '/people/agents/PART',
    '/people/owners/PART',
    '/people/cohorts/PART',
    '/people/insureds/PART',
    '/people/uploads/new/PART',
    '/people/uploads/PART',
  ]);
});
