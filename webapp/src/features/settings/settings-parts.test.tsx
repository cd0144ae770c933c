import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage, user as dana } from '@/testing/render';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { AppearancePart } from './appearance-part';
import { ProfilePart } from './profile-part';

test('saves name and time zone together with the rest of the profile', async () => {
  const server = fakeServer({ 'PUT User/profile': ({ body }) => ({ ...dana, ...(body as object) }) });
  const { user, container } = renderPage(<ProfilePart />);
  const first = screen.getByRole('textbox', { name: /First name/ });
  await user.clear(first);
  await user.type(first, 'Diana');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo');
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Profile saved')).toBeInTheDocument();
  expect(server.of('User/profile')[0]?.body).toEqual({
    firstName: 'Diana',
    lastName: 'Whitfield',
    timeZone: 'Asia/Tokyo',
    theme: 'auto',
    density: 'comfortable',
  });
});

test('shows server errors next to their fields', async () => {
  const refused = { field: 'lastName', code: 'no_letter', message: 'Enter a different name.' };
  fakeServer({ 'PUT User/profile': () => problem(400, 'invalid', 'No.', [refused]) });
  const { user } = renderPage(<ProfilePart />);
  const last = screen.getByRole('textbox', { name: /Last name/ });
  await user.type(last, '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a different name.')).toBeInTheDocument();
  expect(last).toHaveFocus();
});

test('checks a name when its field is left', async () => {
  const server = fakeServer({});
  const { user } = renderPage(<ProfilePart />);
  await user.clear(screen.getByRole('textbox', { name: /First name/ }));
  await user.tab();
  expect(await screen.findByText('Enter a name.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.requests).toHaveLength(0);
});

test('saves theme and density on selection and shows a failure', async () => {
  let isBroken = false;
  const server = fakeServer({
    'PUT User/profile': ({ body }) =>
      isBroken ? problem(500, 'internal', 'x') : { ...dana, ...(body as object) },
  });
  const { user, container } = renderPage(<AppearancePart />);
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: /Compact/ }));
  expect(server.of('User/profile').map(({ body }) => body)).toMatchObject([
    { theme: 'dark' },
    { density: 'compact' },
  ]);
  isBroken = true;
  await user.click(screen.getByRole('radio', { name: 'Light' }));
  expect(await screen.findByText(/Unknown error\. Try again/)).toBeInTheDocument();
});
