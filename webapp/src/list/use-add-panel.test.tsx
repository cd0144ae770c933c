import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { useAddPanel } from './use-add-panel';

function Page() {
  const { isAdding, show } = useAddPanel('contacts');
  return (
    <button type="button" onClick={() => show(!isAdding)}>
      {isAdding ? 'Close form' : 'Add owner'}
    </button>
  );
}

const open = (userOverrides: { firmId: number }, write = true) =>
  renderPage(<Page />, {
    userOverrides,
    features: { contacts: { read: true, write } },
    address: '/?q=lee&panel=add&ownerType=2',
  });

test('opens the form from the URL, and closes it without changing the search', async () => {
  const { user, router } = open({ firmId: 1 });
  await user.click(screen.getByRole('button', { name: 'Close form' }));
  expect(router.state.location.search).toBe('?q=lee');
  await user.click(screen.getByRole('button', { name: 'Add owner' }));
  expect(router.state.location.search).toBe('?q=lee&panel=add');
});

test('keeps the form closed for staff without a firm and for users who cannot write', () => {
  const { unmount } = open({ firmId: 0 });
  expect(screen.getByRole('button', { name: 'Add owner' })).toBeVisible();
  unmount();
  open({ firmId: 1 }, false);
  expect(screen.getByRole('button', { name: 'Add owner' })).toBeVisible();
});
