import { pagesBuilt, pagesNotBuilt } from 'firmbook-later';
import { matchRoutes } from 'react-router';
import { routes } from './router';

const hasScreen = (path: string) => matchRoutes(routes, path)?.at(-1)?.route.path !== '*';

test('every menu entry leads to a screen', () => {
  const shown = pagesBuilt();
  expect(shown).toContain('/people/agents');
  expect(shown.filter((path) => !hasScreen(path))).toEqual([]);
});

test('pages listed as not built have no screen', () => {
  const missing = pagesNotBuilt();
  expect(missing.length).toBeGreaterThan(0);
  expect(missing.filter(hasScreen)).toEqual([]);
});
