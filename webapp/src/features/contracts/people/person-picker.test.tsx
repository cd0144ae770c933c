import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { PersonPicker, type PickedPerson } from './person-picker';

const LAKE = { uuid: 'o1', displayName: 'Lake Partners', detail: null, ownerTypeId: 4 };

test('empties the field after each pick, for the parties of a new contract', async () => {
  fakeServer({ 'GET FirmOwner?searchText=lake&rowCount=20': () => [LAKE] });
  const onPick = jest.fn<(pick: PickedPerson | null) => void>();
  const { user } = renderPage(<PersonPicker clearsOnPick picked={null} onPick={onPick} />);
  const field = screen.getByRole('combobox', { name: 'Owners' });
  await user.type(field, 'lake');
  await user.click(await screen.findByRole('option', { name: 'Lake Partners' }));
  expect(onPick.mock.lastCall?.[0]).toMatchObject({ contact: LAKE });
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(screen.queryByRole('option', { name: 'Lake Partners' })).toBeNull();
});

test('attaches an owner with the type on its record, unless the user chooses another', async () => {
  fakeServer({ 'GET FirmOwner?searchText=lake&rowCount=20': () => [LAKE] });
  const onPick = jest.fn<(pick: PickedPerson | null) => void>();
  const { user, container } = renderPage(<PersonPicker picked={null} onPick={onPick} />);
  const type = screen.getByRole('combobox', { name: 'Owner type' });
  expect(type).toHaveDisplayValue('As on the owner’s record');
  await user.type(screen.getByRole('combobox', { name: 'Owners' }), 'lake');
  await user.click(await screen.findByRole('option', { name: 'Lake Partners' }));
  expect(onPick.mock.lastCall?.[0]).toMatchObject({ typeId: 4 });
  expect(await axe(container)).toHaveNoViolations();

  await user.selectOptions(type, 'Trust');
  await user.click(screen.getByRole('option', { name: 'Lake Partners' }));
  expect(onPick.mock.lastCall?.[0]).toMatchObject({ typeId: 2 });
});
