import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { RulesPart } from './rules-part';

const features = { firmSettings: { read: true, write: true } };
const settings = { 'GET UserNotification/rules/settings': () => ({ premiumReminderDays: 30 }) };
const address = '/?from=2026-11-01&to=2026-12-31';

test('counts and lists upcoming notifications, and stores the dates in the URL', async () => {
  const server = fakeServer({
    ...settings,
    'POST UserNotification/rules/preview': () => ({
      items: [
        {
          notificationType: 33,
          told: '2026-12-01',
          displayName: 'P-1: level term ends 03/01/2027',
          applicationUrl: '/business/policies/1',
          recipients: 3,
          recipientNames: ['Ada Lee', 'Ben Roe', 'Cy Orr'],
        },
      ],
      total: 1200,
      kinds: [{ notificationType: 33, count: 1200 }],
    }),
  });
  const { user, router, container } = renderPage(<RulesPart />, { features, address });
  expect(
    await screen.findByRole('row', { name: /12\/01\/2026 Term Deadline P-1.* Ada Lee, Ben Roe and 1 more$/ }),
  ).toBeInTheDocument();
  expect(screen.getByTitle('Ada Lee, Ben Roe, Cy Orr')).toBeInTheDocument();
  expect(screen.getByText('1 to 1 of 1,200 notifications')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2027-01-31' } });
  expect(router.state.location.search).toBe('?from=2026-11-01&to=2027-01-31');
  await waitFor(() =>
    expect(server.of('UserNotification/rules/preview').at(-1)?.body).toEqual({
      from: '2026-11-01',
      to: '2027-01-31',
      notificationType: null,
      offset: 0,
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(router.state.location.search).toBe('?from=2026-11-01&to=2027-01-31&offset=500');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Term Deadline (1,200)');
  expect(router.state.location.search).toBe('?from=2026-11-01&to=2027-01-31&type=33');
  await waitFor(() =>
    expect(server.of('UserNotification/rules/preview').at(-1)?.body).toMatchObject({ notificationType: 33 }),
  );
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-02' } });
  expect(router.state.location.search).toBe('?from=2026-11-02&to=2027-01-31&type=33');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'All types (1,200)');
  expect(router.state.location.search).toBe('?from=2026-11-02&to=2027-01-31');
});

test('shows empty and failed states', async () => {
  let isBroken = false;
  fakeServer({
    ...settings,
    'POST UserNotification/rules/preview': () =>
      isBroken ? problem(500, 'internal', 'x') : { items: [], total: 0, kinds: [] },
  });
  renderPage(<RulesPart />, { features, address });
  expect(await screen.findByText(/No notifications are due/)).toBeInTheDocument();
  isBroken = true;
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2027-01-31' } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Upcoming notifications could not be loaded.');
});

test('saves the days of premium reminders and previews them', async () => {
  let total = 0;
  const server = fakeServer({
    ...settings,
    'POST UserNotification/rules/preview': () => ({ items: [], total, kinds: [] }),
    'PUT UserNotification/rules/settings': ({ body }) => body,
  });
  const { user, container } = renderPage(<RulesPart />, { features, address });
  const days = await screen.findByRole('textbox', { name: 'Days before the due date' });
  expect(days).toHaveValue('30');
  expect(await axe(container)).toHaveNoViolations();
  await user.clear(days);
  await user.type(days, '4.5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a whole number of days from 1 to 90.')).toBeInTheDocument();
  expect(server.of('UserNotification/rules/settings').map(({ method }) => method)).toEqual(['GET']);
  await user.clear(days);
  await user.type(days, '45');
  total = 1;
  const previewCount = server.of('UserNotification/rules/preview').length;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Reminders saved')).toBeInTheDocument();
  expect(server.of('UserNotification/rules/settings').at(-1)?.body).toEqual({ premiumReminderDays: 45 });
  expect(server.of('UserNotification/rules/preview')).toHaveLength(previewCount + 1);
});

test('shows the days of premium reminders to users who cannot change them', async () => {
  fakeServer({
    ...settings,
    'POST UserNotification/rules/preview': () => ({ items: [], total: 0, kinds: [] }),
  });
  renderPage(<RulesPart />, { features: { firmSettings: { read: true, write: false } }, address });
  expect(await screen.findByRole('textbox', { name: 'Days before the due date' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});

test('loads no period that is reversed or still being typed', async () => {
  const server = fakeServer({
    ...settings,
    'POST UserNotification/rules/preview': () => ({ items: [], total: 0, kinds: [] }),
  });
  const { router } = renderPage(<RulesPart />, { features, address });
  await screen.findByText(/No notifications are due/);
  const to = screen.getByLabelText('To');
  fireEvent.change(to, { target: { value: '2026-10-31' } });
  expect(to).toHaveAccessibleDescription('Enter a date on or after the first one.');
  fireEvent.change(to, { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '0002-01-01' } });
  expect(screen.queryByText('Enter a date on or after the first one.')).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('?from=2026-11-01&to=2026-12-31');
  expect(server.of('UserNotification/rules/preview')).toHaveLength(1);
});

test('shows at the end date that the period is too long', async () => {
  const message = 'Choose a period of up to one year.';
  fakeServer({
    ...settings,
    'POST UserNotification/rules/preview': () =>
      problem(400, 'invalid', 'Some values are not valid.', [{ field: 'to', code: 'too_long', message }]),
  });
  renderPage(<RulesPart />, { features, address });
  await waitFor(() => expect(screen.getByLabelText('To')).toHaveAccessibleDescription(message));
});
