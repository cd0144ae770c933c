import { screen } from '@testing-library/react';
import { renderPage } from '@/testing/render';
import { NotFoundPage } from './not-found-page';

test.each([
  ['the Help Center of the firm', 'https://help.example', 'https://help.example'],
  ['the support page if the firm has no Help Center', '', '/support'],
])('links to %s', async (_, supportUrl, href) => {
  renderPage(<NotFoundPage />, { branding: { supportUrl } });
  const help = await screen.findByRole('link', { name: 'Help' });
  expect(help).toHaveAttribute('href', href);
});

test('offers Home instead of a retry, which cannot help', async () => {
  renderPage(<NotFoundPage />);
  expect(await screen.findByRole('link', { name: 'Home' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
