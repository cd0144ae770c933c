import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { ImpersonationDialog } from './impersonation-dialog';

const dialog = <ImpersonationDialog userKey="u1" name="Marcus Lee" opened onClose={() => {}} />;

test.each(['500', '100000'])('rejects %s minutes without correcting them', async (typed) => {
  const server = fakeServer({});
  const { user } = renderPage(dialog);
  const minutes = await screen.findByRole('textbox', { name: /Minutes/ });
  expect(minutes).toHaveAccessibleDescription('1 to 60');
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Looks into a wrong total');
  await user.clear(minutes);
  await user.type(minutes, typed);
  await user.click(screen.getByRole('button', { name: 'Act as Marcus Lee' }));
  expect(screen.getByText('Choose 1 to 60 minutes.')).toBeInTheDocument();
  expect(minutes).toHaveValue(typed);
  expect(server.requests).toHaveLength(0);
});

test('explains what allowing changes means', async () => {
  fakeServer({});
  renderPage(dialog);
  expect(await screen.findByRole('checkbox', { name: /Allow changes/ })).toHaveAccessibleDescription(
    'You can add and change records as Marcus Lee. Without this, you can only view them.',
  );
  expect(await axe(document.body)).toHaveNoViolations();
});
