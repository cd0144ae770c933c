import { safeHref, typedHref } from './safe-href';

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  [' HTTP://example.com ', 'HTTP://example.com'],
  ['mailto:dana@example.com', 'mailto:dana@example.com'],
  ['javascript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['data:text/html,x', null],
  ['tel:+12125550100', null],
  ['/policies', null],
  ['#_Toc1', null],
  ['', null],
])('accepts only absolute web and mail links: %j', (href, expected) => {
  expect(safeHref(href)).toBe(expected);
});

test.each([
  ['example.com', 'https://example.com'],
  ['www.example.com/rates?year=2026', 'https://www.example.com/rates?year=2026'],
  ['dana@example.com', 'mailto:dana@example.com'],
  ['https://example.com', 'https://example.com'],
  ['example', null],
  ['javascript:alert(1)', null],
])('completes a typed address: %j', (typed, expected) => {
  expect(typedHref(typed)).toBe(expected);
});
