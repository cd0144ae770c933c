import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { LoadFailedPage, NoAccessPage } from './dead-end-pages';

test('leads home, and back if the tab has an earlier page', async () => {
  const { user, router, container } = renderPage(<NoAccessPage noun="trusts" />, {
    routes: [{ path: '/trusts', element: <NoAccessPage noun="trusts" /> }],
  });
  expect(screen.getByRole('heading', { name: 'You don’t have access to trusts' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await act(() => router.navigate('/trusts'));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(router.state.location.pathname).toBe('/');
});

test('a failed page can be retried or left', async () => {
  const retry = jest.fn();
  const { user } = renderPage(
    <LoadFailedPage subject="the trust" error={new Error('It is busy.')} onRetry={retry} />,
  );
  expect(screen.getByRole('heading', { name: 'The trust could not be loaded' })).toBeVisible();
  expect(screen.getByText('It is busy.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link', { name: 'Home' })).toBeVisible();
});
