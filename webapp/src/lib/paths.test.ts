import { paths } from './paths';

test('the addresses of the app', () => {
  const shown = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('UUID')));
  expect(shown).toEqual([
    '/',
    '/login/callback',
    '/login/silent',
    '/logout',
    '/people/agents',
    '/people/owners',
    '/people/insureds',
    '/people/agents/UUID',
    '/people/owners/UUID',
    '/people/insureds/UUID',
  ]);
});
