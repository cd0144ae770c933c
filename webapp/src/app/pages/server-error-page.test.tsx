import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PageLoadError } from '@/lib/load-when-online';
import { renderPage } from '@/testing/render';
import { NotFoundPage } from './not-found-page';
import { ServerErrorPage } from './server-error-page';

const ThrowError = ({ error }: { error: Error }) => {
  throw error;
};
const Broken = () => <ThrowError error={new Error('broken on purpose')} />;

beforeEach(() => {
  // React logs every error, including those an error boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

function breaks(branding: { contactPhoneNumber?: string; supportUrl?: string }) {
  const routes = [
    { path: '/broken', element: <Broken />, errorElement: <ServerErrorPage /> },
    { path: '/missing', element: <NotFoundPage /> },
  ];
  return renderPage(null, { address: '/broken', routes, branding });
}

test('shows the error code with the phone number and Help Center of the firm', async () => {
  breaks({ contactPhoneNumber: '(415) 555-0100', supportUrl: 'https://help.example' });
  await screen.findByRole('heading', { name: 'Shoot!' });
  expect(screen.getByText('Error Code: 500')).toBeVisible();
  expect(screen.getByRole('link', { name: 'call us.' })).toHaveAttribute('href', 'tel:4155550100');
  expect(screen.getByRole('link', { name: 'Help Center' })).toHaveAttribute('href', 'https://help.example');
});

test('offers Retry and Home, and Back if there is a previous page', async () => {
  const { router } = breaks({});
  await screen.findByRole('heading', { name: 'Shoot!' });
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'Help Center' })).toHaveAttribute('href', '/support');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await act(() => router.navigate('/missing'));
  expect(await screen.findByRole('heading', { name: 'Whoops!' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/broken'));
});

test('a page whose code could not be loaded is not a server error', async () => {
  const element = <ThrowError error={new PageLoadError('no code')} />;
  renderPage(null, {
    address: '/broken',
    routes: [{ path: '/broken', element, errorElement: <ServerErrorPage /> }],
  });
  expect(await screen.findByRole('heading', { name: 'The page could not be loaded' })).toBeVisible();
  expect(screen.queryByText('Error Code: 500')).toBeNull();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('shows only the Help Center if the firm has no phone number', async () => {
  breaks({ supportUrl: 'https://help.example' });
  await screen.findByRole('link', { name: 'Help Center' });
  expect(screen.queryByRole('link', { name: 'call us.' })).toBeNull();
});
