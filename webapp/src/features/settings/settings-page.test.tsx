import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { SettingsPage } from './settings-page';

const settings = [{ path: '/settings/*', element: <SettingsPage /> }];
const own = { settings: { read: true, write: true } };
const parts = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

test('shows only the permitted sections', () => {
  renderPage(null, { routes: settings, features: own, address: '/settings/profile' });
  expect(parts()).toEqual(['Profile', 'Appearance', 'Notifications']);
  expect(screen.queryByText(/You don’t have access/)).not.toBeInTheDocument();
});

test('shows document templates to users with access to firm settings and documents', () => {
  const [deliverables, firmSettings] = [
    { read: true, write: false },
    { read: true, write: true },
  ];
  for (const [features, isShown] of [
    [{ ...own, deliverables, firmSettings }, true],
    [{ ...own, deliverables }, false],
  ] as const) {
    const { unmount } = renderPage(null, { routes: settings, features, address: '/settings/profile' });
    expect(parts().includes('Document templates')).toBe(isShown);
    unmount();
  }
});

test('does not open a section without permission by its URL', () => {
  renderPage(null, { routes: settings, features: own, address: '/settings/users' });
  expect(screen.getByText('You don’t have access to this section.')).toBeInTheDocument();
});

test('explains that no settings are available', () => {
  renderPage(null, { routes: settings, features: {}, address: '/settings' });
  expect(screen.getByRole('heading', { name: 'You don’t have access to settings' })).toBeInTheDocument();
});
