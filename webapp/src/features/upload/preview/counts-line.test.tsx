import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { CountsLine } from './counts-line';

test('shows only the outcomes that rows have', () => {
  const counts = {
    new: 27,
    update: 0,
    unchanged: 0,
    duplicateInFile: 0,
    duplicateInFirm: 0,
    review: 0,
    error: 3,
    skipped: 0,
    total: 30,
    warning: 0,
  };
  renderPage(<CountsLine counts={counts} />);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['New', 'Error', 'Rows']);
});
