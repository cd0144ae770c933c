import { ApiError } from '@/lib/http';
import { MantineProvider } from '@mantine/core';
import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LoadErrors, QueryState, type LoadedQuery } from './query-state';

const loading = { data: undefined, error: null, refetch: () => undefined };

const show = (query: LoadedQuery<string[]>) =>
  render(
    <MantineProvider>
      <QueryState query={query} subject="the gifts" isEmpty={({ length }) => length === 0} empty="No gifts.">
        {(gifts) => <p>{gifts.join()}</p>}
      </QueryState>
    </MantineProvider>,
  );

test('shows a message while loading and the data afterwards', () => {
  const { unmount } = show(loading);
  expect(screen.getByRole('status')).toHaveTextContent('Loading gifts…');
  unmount();
  show({ ...loading, data: ['Ash', 'Birch'] });
  expect(screen.getByText('Ash,Birch')).toBeVisible();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('distinguishes an empty result from a missing one', () => {
  show({ ...loading, data: [] });
  expect(screen.getByRole('status')).toHaveTextContent('No gifts.');
});

test('shows the error with a button that requests the data again', async () => {
  const refetch = jest.fn();
  show({ ...loading, error: new Error('The server is busy.'), refetch });
  expect(screen.getByRole('alert')).toHaveTextContent('The gifts could not be loaded. The server is busy.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('says only what to do about a failure without a reason', () => {
  show({ ...loading, error: new ApiError(500, null) });
  expect(screen.getByRole('alert')).toHaveTextContent(
    /^The gifts could not be loaded\. Try again\. If it keeps failing, contact support\. Retry$/,
  );
});

test('shows one message for several failed queries, and retries them', async () => {
  const refetch = jest.fn();
  const failed = { ...loading, error: new Error('The server is busy.'), refetch };
  const loaded = { ...failed, data: [] };
  render(
    <MantineProvider>
      <LoadErrors queries={[loading, failed, failed, loaded]} subject="the totals" />
    </MantineProvider>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('The totals could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledTimes(2);
});

test('keeps the data if a refetch fails', () => {
  show({ ...loading, data: ['Ash'], error: new Error('The server is busy.') });
  expect(screen.getByText('Ash')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
