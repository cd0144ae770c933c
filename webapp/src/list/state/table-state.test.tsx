import { renderPage } from '@/testing/render';
import { fireEvent, screen } from '@testing-library/react';
import { useTableState } from './table-state';

function Example() {
  const { saved, save } = useTableState('example', null);
  const columns = saved?.columns ?? [];
  const add = () =>
    save({
      columns: [...columns, { key: `c${columns.length}`, label: null, width: null }],
      sort: [],
      views: [],
    });
  return <button onClick={add}>{columns.map((column) => column.key).join(' ') || 'none'}</button>;
}

test('each change builds on the previous one, even in quick succession', () => {
  renderPage(<Example />);
  const button = screen.getByRole('button');
  fireEvent.click(button);
  fireEvent.click(button);
  expect(button).toHaveTextContent('c0 c1');
});
