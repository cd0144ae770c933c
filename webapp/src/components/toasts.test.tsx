import { showSuccess } from '@/lib/toast';
import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { Dialog } from './dialog';

const space = (name: string) => document.documentElement.style.getPropertyValue(name);
/** jsdom has no layout. */
const place = (element: Element, top: number, bottom: number) => {
  element.getBoundingClientRect = () => new DOMRect(0, top, 360, bottom - top);
};

test('toasts stay at the bottom and above the buttons of an open dialog, even if those move', async () => {
  const height = window.innerHeight;
  renderPage(
    <main id="content">
      <Dialog
        title="Rename"
        opened
        onClose={() => undefined}
        action={{ label: 'Rename', run: () => undefined }}
      >
        <p>New name</p>
      </Dialog>
    </main>,
  );
  const buttons = (await screen.findByRole('button', { name: 'Rename' })).parentElement as HTMLElement;
  place(buttons, height - 80, height - 20);
  showSuccess('Saved');
  await screen.findByText('Saved');
  await waitFor(() => expect(space('--fb-below-toasts')).toBe('80px'));
  const toast = screen.getByText('Saved').closest('[data-position]');
  expect(toast).toHaveAttribute('data-position', 'bottom-right');

  place(buttons, height - 130, height - 20);
  await waitFor(() => expect(space('--fb-below-toasts')).toBe('130px'));
});
