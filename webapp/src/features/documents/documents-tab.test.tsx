import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { DocumentsTab } from './documents-tab';

const document = (uuid: string, name: string, mediaType: string) => ({
  uuid,
  name,
  mediaType,
  sizeBytes: 1_400_000,
  storeDate: '2026-11-21T12:00:00Z',
  storedBy: 'Dana Whitfield',
});

test('opens PDFs and pictures in a new tab, and only downloads other files', async () => {
  const tab = { location: { replace: jest.fn() }, close: jest.fn() };
  window.open = jest.fn(() => tab as unknown as Window);
  URL.createObjectURL = (file) => `blob:${(file as Blob).type}`;
  let isDamaged = false;
  fakeServer({
    'GET allpolicy/p1/documents': () => [
      document('d1', 'in force.pdf', 'application/pdf'),
      document('d2', 'notes.txt', 'text/plain'),
    ],
    'GET Document/d1': () =>
      isDamaged ? problem(422, 'stored_file_damaged', 'The file is damaged.') : new Response('%PDF-'),
  });
  const record = { path: 'allpolicy/{policyUuid}', values: { policyUuid: 'p1' } } as const;
  const { user } = renderPage(<DocumentsTab record={record} canWrite={false} />);
  const name = await screen.findByRole('button', { name: 'in force.pdf' });
  expect(screen.queryByRole('button', { name: 'notes.txt' })).toBeNull();
  await user.click(name);
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('blob:application/pdf'));
  expect(tab.close).not.toHaveBeenCalled();
  isDamaged = true;
  await user.click(name);
  await waitFor(() => expect(tab.close).toHaveBeenCalled());
});
