import { json } from '@/testing/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import type { BestInterestVersion } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { draft, file, FORM, openTab, PAPER, PATH, signed } from '../testing';

const complete = draft({ state: 'Complete' });
const SIGN = `POST ${PATH}/${FORM}/signature`;

async function openDialog(respond: () => BestInterestVersion | Response) {
  let stored = complete;
  const page = openTab({
    [`GET ${PATH}`]: () => file(stored),
    [SIGN]: () => {
      const response = respond();
      if (!(response instanceof Response)) stored = response;
      return response;
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Sign' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign version 1' }));
  return { ...page, dialog };
}

test('signs a complete form', async () => {
  const { user, server, dialog } = await openDialog(() => signed({ uuid: FORM, version: 4 }));
  expect(dialog.getByRole('textbox', { name: /^Consumer/ })).toHaveValue('Ada Lee');
  expect(dialog.getByRole('textbox', { name: /^Producer/ })).toHaveValue('Dana Whitfield');
  expect((await axe(screen.getByRole('dialog'))).violations).toEqual([]);
  const consumerDay = dialog.getByLabelText(/^Consumer signed on/);
  await user.type(consumerDay, '2026-11-19');
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(
    await dialog.findByText('The form cannot be signed before the date of the recommendation.'),
  ).toBeInTheDocument();
  await user.clear(consumerDay);
  await user.type(consumerDay, '2026-11-21');
  await user.type(dialog.getByLabelText(/^Producer signed on/), '2026-11-24');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Signed document' }), 'signed.pdf');
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText('Version 1 signed')).toBeInTheDocument();
  expect(server.requests.find(({ path }) => path.endsWith('/signature'))?.body).toEqual({
    version: 3,
    consumer: 'Ada Lee',
    consumerSignedOn: '2026-11-21',
    producer: 'Dana Whitfield',
    producerSignedOn: '2026-11-24',
    documentId: PAPER,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'New version' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Version 1' })).toHaveFocus());
});

test('shows that someone else changed the form first', async () => {
  const { user, dialog } = await openDialog(() =>
    json(409, {
      code: 'version_conflict',
      message: '',
      errors: [],
      traceId: 't',
      current: draft({ version: 9 }),
    }),
  );
  await user.type(dialog.getByLabelText(/^Consumer signed on/), '2026-11-21');
  await user.type(dialog.getByLabelText(/^Producer signed on/), '2026-11-21');
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Someone else changed this form');
});
