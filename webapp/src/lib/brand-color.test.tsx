import { renderPage } from '@/testing/render';
import { brandVariables } from './brand-color';

const own = () => document.documentElement.style.getPropertyValue('--fb-brand');

test('sets every derived brand color for light and dark, and removes them on unmount', () => {
  const { unmount } = renderPage(<p>Page</p>, { branding: { primaryColor: '#ffcc00' } });
  expect(own()).toMatch(/^light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)$/);
  expect(Object.keys(brandVariables('#ffcc00'))).toEqual([
    '--fb-brand',
    '--fb-brand-hover',
    '--fb-on-brand',
    '--fb-brand-text',
    '--fb-brand-soft',
    '--fb-selected',
    '--fb-selected-hover',
    '--fb-focus',
  ]);
  unmount();
  expect(own()).toBe('');
});

test('keeps the platform color if the firm has none', () => {
  renderPage(<p>Page</p>);
  expect(own()).toBe('');
});
