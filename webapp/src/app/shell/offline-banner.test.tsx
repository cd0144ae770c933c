import { jest } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { fakeServer } from '@/testing/fake-server';
import { call } from '@/lib/http';
import { renderPage } from '@/testing/render';
import { OfflineBanner } from './offline-banner';

function Page() {
  const { data } = useQuery({
    queryKey: ['rows'],
    queryFn: ({ signal }) => call('GET', 'User/details', { signal }),
  });
  return (
    <>
      <OfflineBanner />
      <p>{data ? 'Rows' : 'Nothing'}</p>
    </>
  );
}

afterEach(() => jest.restoreAllMocks());

test('keeps the rows while offline and reloads them when the connection is back', async () => {
  const server = fakeServer({ 'GET User/details': () => ({ userKey: 'dana' }) });
  renderPage(<Page />);
  expect(await screen.findByText('Rows')).toBeVisible();
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText('You are offline.')).toBeVisible();
  expect(screen.getByText('Rows')).toBeVisible();
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText('You are offline.')).toBeNull();
  await waitFor(() => expect(server.of('User/details')).toHaveLength(2));
});
