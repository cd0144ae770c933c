import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { ListHeader } from './list-header';

test('shows no number until the rows are loaded', () => {
  renderPage(<ListHeader crumbs={[]} title="Agents" loadedAt={0} />);
  expect(screen.getByRole('heading').textContent).toBe('Agents');
});
