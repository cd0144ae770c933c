import { renderPage } from '@/testing/render';
import { brandVariables } from './brand-color';

const own = () => document.documentElement.style.getPropertyValue('--fb-brand');

test('every colour that follows the firm’s is set for light and dark, and goes again', () => {
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

test('without a colour the platform keeps its own', () => {
  renderPage(<p>Page</p>);
  expect(own()).toBe('');
});
