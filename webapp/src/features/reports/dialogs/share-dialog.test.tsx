import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { reportOf } from '../testing';
import { matching, ShareDialog } from './share-dialog';

const user = (userKey: string, name: string, hasAccess = false) => ({
  userKey,
  name,
  userType: 'Financial Professional',
  isOutsideAdvisor: false,
  hasAccess,
  opensRecords: false,
  opensDocuments: false,
  isSubscribed: false,
});
const outside = (userKey: string, name: string, share: object = {}) => ({
  ...user(userKey, name),
  userType: 'Outside Advisor',
  isOutsideAdvisor: true,
  ...share,
});
const USERS = [user('1', 'Ines Calloway'), user('2', 'Theo Lindqvist', true), user('3', 'Maya Reyes')];

test('shares with the selected users and reloads the list', async () => {
  let isRefused = true;
  const server = fakeServer({
    'GET report/a/access': () => ({ data: USERS }),
    'POST report/a/access': () =>
      isRefused
        ? problem(422, 'unknown_user', 'No.')
        : { data: USERS.map((item) => ({ ...item, hasAccess: item.userKey !== '3' })) },
    'GET report/a': () => reportOf('a', { sharedCount: 2 }),
  });
  const { user: person } = renderPage(
    <ShareDialog report={reportOf('a')} opened onClose={() => undefined} />,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Share “Report a”' });
  const list = await within(dialog).findByRole('list', { name: 'Users of the firm' });
  expect(
    within(list)
      .getAllByRole('checkbox')
      .map((box) => (box as HTMLInputElement).checked),
  ).toEqual([true, false, false]);
  expect(within(dialog).getByText('1 of 3 have access')).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Share' })).toBeDisabled();
  await person.type(within(dialog).getByRole('textbox', { name: 'Find a user' }), 'ines');
  await person.click(within(dialog).getByRole('checkbox', { name: /Ines Calloway/ }));
  await person.click(within(dialog).getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Access Management Failed.')).toBeInTheDocument();
  isRefused = false;
  await person.click(within(dialog).getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Report Shared!')).toBeInTheDocument();
  expect(server.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    userKeys: ['1', '2'],
    grants: [],
  });
  expect(await axe(dialog)).toHaveNoViolations();
});

test('grants outside advisors records, and documents only with records', async () => {
  const users = [
    user('1', 'Ines Calloway', true),
    outside('2', 'Ruth Abernathy', { hasAccess: true, opensRecords: true, opensDocuments: true }),
    outside('3', 'Sol Vega'),
  ];
  const server = fakeServer({
    'GET report/a/access': () => ({ data: users }),
    'POST report/a/access': () => ({ data: users }),
    'GET report/a': () => reportOf('a'),
  });
  const { user: person } = renderPage(
    <ShareDialog report={reportOf('a')} opened onClose={() => undefined} />,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Share “Report a”' });
  const grants = (name: string) => within(dialog).queryByRole('group', { name: `Access for ${name}` });
  const box = (name: string, label: RegExp) =>
    within(grants(name) as HTMLElement).getByRole('checkbox', { name: label });
  await within(dialog).findByRole('checkbox', { name: /Ruth Abernathy/ });
  expect(grants('Ines Calloway')).toBeNull();
  expect(grants('Sol Vega')).toBeNull();
  expect(box('Ruth Abernathy', /records/)).toBeChecked();
  expect(box('Ruth Abernathy', /documents/)).toBeChecked();

  await person.click(box('Ruth Abernathy', /records/));
  expect(box('Ruth Abernathy', /documents/)).not.toBeChecked();
  expect(box('Ruth Abernathy', /documents/)).toBeDisabled();
  await person.click(within(dialog).getByRole('checkbox', { name: /Sol Vega/ }));
  expect(box('Sol Vega', /records/)).not.toBeChecked();
  expect(box('Sol Vega', /documents/)).toBeDisabled();
  await person.click(box('Sol Vega', /records/));
  expect(box('Sol Vega', /documents/)).not.toBeChecked();
  expect(await axe(dialog)).toHaveNoViolations();
  await person.click(within(dialog).getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Report Shared!')).toBeInTheDocument();
  expect(server.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    userKeys: ['1', '2', '3'],
    grants: [{ userKey: '3', opensRecords: true, opensDocuments: false }],
  });
});

test('searches users by name or type, listing those with access first', () => {
  const names = (text: string) => matching(USERS, text).map(({ name }) => name);
  expect(names('')).toEqual(['Theo Lindqvist', 'Ines Calloway', 'Maya Reyes']);
  expect(names('PROFESSIONAL')).toHaveLength(3);
  expect(names('maya ')).toEqual(['Maya Reyes']);
});
