import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import type { Upload, UploadDetails } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { uploadKinds } from '../upload-kind';
import { ResultStep } from './result-step';
import { UndoDialog } from './undo-dialog';

const counts = {
  new: 19,
  update: 1,
  unchanged: 0,
  duplicateInFile: 0,
  duplicateInFirm: 0,
  review: 0,
  error: 0,
  skipped: 0,
  total: 20,
  warning: 0,
};

const upload = (change: Partial<Upload> = {}) =>
  ({
    storageGuid: 'g1',
    uploadType: uploadKinds.policy.type,
    fileName: 'feed.csv',
    state: 'Done',
    counts,
    finishedAt: '2026-11-30T12:00:00Z',
    undoUntil: '2026-12-30T12:00:00Z',
    undoneAt: null,
    conflictCount: 0,
    progress: null,
    ...change,
  }) as Upload;

const details = (change: Partial<Upload>, updated: UploadDetails['updated']) =>
  ({ upload: upload(change), conflicts: [], updated }) as unknown as UploadDetails;

test('lists the records that the import updated beside those that it added', async () => {
  const updated = [{ recordUuid: 'p1', displayName: '47522115' }];
  const { container } = renderPage(<ResultStep details={details({}, updated)} />);
  expect(screen.getByRole('link', { name: 'See the added policies' })).toBeInTheDocument();
  const table = within(screen.getByRole('table', { name: 'Updated policies' }));
  expect(table.getByRole('link', { name: '47522115' })).toHaveAttribute('href', '/business/policies/p1');
  expect(await axe(container)).toHaveNoViolations();
});

test('shows the counts of an undone import without tones', () => {
  const tone = () => screen.getByText('New').parentElement?.dataset.tone;
  const { unmount } = renderPage(<ResultStep details={details({}, [])} />);
  expect(tone()).toBe('good');
  unmount();
  renderPage(<ResultStep details={details({ state: 'Undone', undoUntil: null }, [])} />);
  expect(tone()).toBeUndefined();
});

test('counts the records whose values an undo restores', () => {
  const { unmount } = renderPage(<UndoDialog upload={upload()} onClose={() => {}} />);
  expect(
    screen.getByText('1 record updated by the import will get its previous values back.'),
  ).toBeInTheDocument();
  unmount();
  renderPage(<UndoDialog upload={upload({ counts: { ...counts, update: 2 } })} onClose={() => {}} />);
  expect(
    screen.getByText('2 records updated by the import will get their previous values back.'),
  ).toBeInTheDocument();
});
