import { Dialog } from '@/components/dialog';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';

const open = (body: ReactNode) =>
  renderPage(
    <Dialog title="Change status" opened onClose={() => undefined} action={null}>
      {body}
    </Dialog>,
  );

test('a dialog opens with the focus on its first field', async () => {
  open(<input aria-label="New status" />);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'New status' })).toHaveFocus());
});

test('a dialog opens with the focus on the element marked for it', async () => {
  open(
    <>
      <input aria-label="Search" />
      <button data-autofocus>Keep</button>
    </>,
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus());
});
