import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@/testing/render';
import { ServerErrorPage } from './server-error-page';

const Broken = () => {
  throw new Error('broken on purpose');
};

beforeEach(() => {
  // React logs every error, including those an error boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

function breaks(branding: { contactPhoneNumber?: string; supportUrl?: string }) {
  const routes = [{ path: '/broken', element: <Broken />, errorElement: <ServerErrorPage /> }];
  renderPage(null, { address: '/broken', routes, branding });
}

test('shows the error code with the phone number and Help Center of the firm', async () => {
  breaks({ contactPhoneNumber: '(415) 555-0100', supportUrl: 'https://help.example' });
  await screen.findByRole('heading', { name: 'Shoot!' });
  expect(screen.getByText('Error Code: 500')).toBeVisible();
  expect(screen.getByRole('link', { name: 'call us.' })).toHaveAttribute('href', 'tel:4155550100');
  expect(screen.getByRole('link', { name: 'Help Center' })).toHaveAttribute('href', 'https://help.example');
});

test('shows only the Help Center if the firm has no phone number', async () => {
  breaks({ supportUrl: 'https://help.example' });
  await screen.findByRole('link', { name: 'Help Center' });
  expect(screen.queryByRole('link', { name: 'call us.' })).toBeNull();
});
