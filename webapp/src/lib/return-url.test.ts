import { returnUrlInAccount, sanitizeReturnUrl } from './return-url';

test.each([
  ['/people/agents?q=son&s=-name#row-3', '/people/agents?q=son&s=-name#row-3'],
  ['/', '/'],
  ['/logistics', '/logistics'],
  ['/selectaccount', '/selectaccount'],
])('keeps an address of the app: %s', (returnTo, expected) => {
  expect(sanitizeReturnUrl(returnTo)).toBe(expected);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'people/agents',
  '',
  null,
  undefined,
  { toString: () => '/people' },
  '/login/callback?code=1&state=2',
  '/logout',
  '/session-timeout',
  '/signed-out',
])('replaces any other address with the home page: %j', (returnTo) => {
  expect(sanitizeReturnUrl(returnTo)).toBe('/');
});

test('does not return to the account selection after an account is chosen', () => {
  expect(returnUrlInAccount('/selectaccount?returnTo=/people')).toBe('/');
  expect(returnUrlInAccount('/people/agents?q=son')).toBe('/people/agents?q=son');
  expect(returnUrlInAccount('https://evil.example/')).toBe('/');
});
