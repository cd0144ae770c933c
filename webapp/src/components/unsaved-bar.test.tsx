import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { SidePanel } from './side-panel';

function Page() {
  const [opened] = useState(true);
  return (
    <SidePanel title="Edit" opened={opened} onClose={() => undefined} hasUnsaved={() => true}>
      <form aria-label="Fields">
        <input aria-label="Name" data-autofocus />
        <Link to="/elsewhere">Leave</Link>
      </form>
    </SidePanel>
  );
}

test('makes the form inert, closes with Escape and returns the focus to the field', async () => {
  const { user, router } = renderPage(<Page />, { routes: [{ path: '/elsewhere', element: <p>Gone</p> }] });
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(field).toHaveFocus());
  void router.navigate('/elsewhere');
  const stay = await screen.findByRole('button', { name: 'Keep editing' });
  expect(stay).toHaveFocus();
  expect(screen.getByRole('form', { name: 'Fields' })).toHaveAttribute('inert');

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(field).toHaveFocus();
  expect(screen.getByRole('form', { name: 'Fields' })).not.toHaveAttribute('inert');
});
