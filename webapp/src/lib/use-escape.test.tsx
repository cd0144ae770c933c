import { Dialog } from '@/components/dialog';
import { Popup } from '@/components/popup';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';

function Page() {
  const [opened, setOpened] = useState({ dialog: false, other: false, popup: false });
  const set = (part: Partial<typeof opened>) => setOpened((old) => ({ ...old, ...part }));
  return (
    <>
      <button onClick={() => set({ dialog: true })}>Open</button>
      <Dialog title="Cohort" opened={opened.dialog} onClose={() => set({ dialog: false })} action={null}>
        <Popup
          label="Column"
          opened={opened.popup}
          onClose={() => set({ popup: false })}
          button={<button onClick={() => set({ popup: true })}>Condition</button>}
        >
          <input aria-label="Find a column" data-autofocus />
        </Popup>
        <button onClick={() => set({ other: true })}>More</button>
      </Dialog>
      <Dialog title="Search" opened={opened.other} onClose={() => set({ other: false })} action={null}>
        <p>Nothing found.</p>
      </Dialog>
    </>
  );
}

const isOpen = (name: string) => screen.queryByRole('dialog', { name }) !== null;

test('Escape closes a dialog above another one, then the one below', async () => {
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await screen.findByRole('dialog', { name: 'Search' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen('Search')).toBe(false));
  expect(isOpen('Cohort')).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen('Cohort')).toBe(false));
});

test('Escape closes a popup in a dialog, even if nothing has the focus', async () => {
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Condition' }));
  const field = await screen.findByRole('textbox', { name: 'Find a column' });
  await waitFor(() => expect(field).toHaveFocus());
  field.blur();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen('Column')).toBe(false));
  expect(isOpen('Cohort')).toBe(true);
});
