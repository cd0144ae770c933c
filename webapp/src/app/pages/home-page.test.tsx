import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { HomePage } from './home-page';

const reading = { read: true, write: false };

test('asks staff without an open firm to open one', async () => {
  renderPage(<HomePage />, { features: { home: reading, firms: reading }, userOverrides: { firmId: 0 } });
  expect(await screen.findByRole('heading', { name: 'No firm is open' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open a firm' })).toHaveAttribute('href', '/operations/firms');
});
