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
  const missing = { field: 'lastName', code: 'required', message: 'Enter a last name.' };
  fakeServer({ 'PUT User/profile': () => problem(400, 'invalid', 'No.', [missing]) });
  const { user } = renderPage(<ProfilePart />);
  const last = screen.getByRole('textbox', { name: /Last name/ });
  await user.clear(last);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a last name.')).toBeInTheDocument();
  expect(last).toHaveFocus();
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
