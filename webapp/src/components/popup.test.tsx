import { showSuccess } from '@/lib/toast';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Popup } from './popup';

function Page({ onUndo }: { onUndo: () => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Popup
        label="Things"
        opened={opened}
        onClose={() => setOpened(false)}
        button={<button onClick={() => setOpened(true)}>Open</button>}
      >
        <button onClick={() => showSuccess('Thing removed', onUndo)}>Remove</button>
      </Popup>
      <p>Elsewhere</p>
    </>
  );
}

test('stays open when Undo is clicked in a toast, and closes on a click outside', async () => {
  let undone = 0;
  const { user } = renderPage(<Page onUndo={() => (undone += 1)} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));

  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(undone).toBe(1);
  expect(screen.getByRole('dialog', { name: 'Things' })).toBeVisible();

  await user.click(screen.getByText('Elsewhere'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Things' })).toBeNull());
});
