import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { FreeTextArea } from './free-text-area';

test('warns on blur about a Social Security number, until it is removed', async () => {
  const { user } = renderPage(<FreeTextArea label="Description" description="Up to 500 characters." />);
  const box = screen.getByRole('textbox', { name: 'Description' });
  await user.type(box, 'SSN 523-86-1947');
  expect(box).toHaveAccessibleDescription('Up to 500 characters.');
  await user.tab();
  await waitFor(() => expect(box).toHaveAccessibleDescription(/looks like a Social Security number/));
  await user.clear(box);
  await user.type(box, 'Call 617-555-0101');
  await user.tab();
  await waitFor(() => expect(box).toHaveAccessibleDescription('Up to 500 characters.'));
});
