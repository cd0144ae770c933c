import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { ViewsChooser } from './views-chooser';

const present = { columns: [], sort: [], filter: [], searchText: 'pine' };
const harbor: SavedView = { ...present, name: 'Harbor', searchText: 'harbor' };

function Page({ first, onShow }: { first: SavedView[]; onShow: (view: SavedView) => void }) {
  const [views, setViews] = useState(first);
  return (
    <ViewsChooser
      what="agents"
      views={views}
      present={present}
      onShow={onShow}
      onChange={setViews}
      onDone={() => undefined}
    />
  );
}

test('saves the current view, and replaces a view with the same name', async () => {
  const user = userEvent.setup();
  const shown: SavedView[] = [];
  const { container } = renderPage(<Page first={[harbor]} onShow={(view) => shown.push(view)} />);
  const field = screen.getByLabelText('Save the current view as');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();

  await user.type(field, '  Pine   wood {Enter}');
  const pine = screen.getByRole('button', { name: 'Pine wood' });
  expect(pine).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('button', { name: 'Harbor' })).not.toHaveAttribute('aria-current');

  await user.type(field, 'HARBOR');
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  await user.click(screen.getByRole('button', { name: 'HARBOR' }));
  expect(shown).toEqual([{ ...present, name: 'HARBOR' }]);
  expect(screen.queryByRole('button', { name: 'Harbor' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Remove Pine wood' }));
  expect(screen.queryByRole('button', { name: 'Pine wood' })).toBeNull();
  expect(await axe(container)).toHaveNoViolations();
});

test('rejects more than 30 views', async () => {
  const user = userEvent.setup();
  const full = Array.from({ length: 30 }, (_, i) => ({ ...present, name: `View ${i}` }));
  renderPage(<Page first={full} onShow={() => undefined} />);
  await user.type(screen.getByLabelText('Save the current view as'), 'One more');
  expect(screen.getByText('You can save up to 30 views.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});
