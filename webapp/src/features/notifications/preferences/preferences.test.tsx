import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { notificationLook, type Preferences } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { PreferencesPart } from './preferences-part';
import { SUBJECTS } from './subjects';

const usual: Preferences = {
  digest: { frequency: 'Daily', weekday: 1, hour: 7 },
  kinds: [
    { notificationType: 29, isPushed: true, email: 'Immediate' },
    { notificationType: 25, isPushed: true, email: 'Digest' },
    { notificationType: 47, isPushed: false, email: 'Off' },
  ],
};

test('sets the delivery by type, and the day and hour of the summary', async () => {
  const server = fakeServer({
    'GET UserNotification/preferences': () => usual,
    'PUT UserNotification/preferences': ({ body }) => body,
  });
  const { user, container } = renderPage(<PreferencesPart />);
  const push = await screen.findByRole('checkbox', { name: 'Lapse Pending: in app' });
  expect(push).toBeChecked();
  const groups = screen.getAllByRole('rowheader').filter((head) => head.matches('[scope="rowgroup"]'));
  expect(groups.map((head) => head.textContent)).toEqual(['Policies', 'Reports']);
  expect(screen.getByText(/^A policy enters its grace period/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Summary Ready: in app' })).not.toBeChecked();
  expect(await axe(container)).toHaveNoViolations();
  expect(screen.queryByRole('combobox', { name: 'Day' })).not.toBeInTheDocument();
  await user.click(push);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Premium Reminder: email' }), 'Immediately');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Frequency' }), 'Weekly');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Day' }), 'Friday');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Hour' }), '4:00 PM');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Preferences saved')).toBeInTheDocument();
  const sent = server.of('UserNotification/preferences').at(-1)?.body;
  expect(sent).toEqual({
    digest: { frequency: 'Weekly', weekday: 5, hour: 16 },
    kinds: [
      { notificationType: 29, isPushed: false, email: 'Immediate' },
      { notificationType: 25, isPushed: true, email: 'Immediate' },
      { notificationType: 47, isPushed: false, email: 'Off' },
    ],
  });
});

test('explains every type once', () => {
  const explained = SUBJECTS.flatMap(({ kinds }) => Object.keys(kinds).map(Number));
  expect(new Set(explained).size).toBe(explained.length);
  const isKnown = (type: number) => !notificationLook(type).label.startsWith('Unknown');
  // The digest has its own schedule.
  const DIGEST = 36;
  const known = Array.from({ length: 1100 }, (_, type) => type).filter(isKnown);
  expect(known.filter((type) => type !== DIGEST)).toEqual(explained.toSorted((a, b) => a - b));
});

test('retries loading the preferences', async () => {
  let isBroken = true;
  fakeServer({
    'GET UserNotification/preferences': () => (isBroken ? problem(500, 'internal', 'x') : usual),
  });
  const { user } = renderPage(<PreferencesPart />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The preferences could not be loaded.');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeInTheDocument();
});
