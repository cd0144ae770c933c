import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { listDefinition, type FilterItem } from 'firmbook-wasm';
import { withAllColumns } from '../state/columns';
import { FilterEditor } from './filter-editor';

const columns = withAllColumns(listDefinition('policies'), [], null);
const person = (uuid: string, displayName: string) => ({
  uuid,
  displayName,
  detail: null,
  ownerTypeId: null,
});
const FOUND = [
  person('a', 'Agyeman, Chidi I.'),
  person('b', 'Agyeman, Chinedu'),
  person('c', 'Agyeman, Chinedu'),
];

function open(canReadContacts = true) {
  const onApply = jest.fn<(item: FilterItem) => void>();
  const page = renderPage(
    <FilterEditor
      list="policies"
      columns={columns}
      column={columns.find(({ key }) => key === 'agent')}
      onApply={onApply}
      onCancel={() => undefined}
    />,
    { features: { contacts: { read: canReadContacts, write: false } } },
  );
  return { ...page, onApply };
}
const field = () => screen.getByRole('combobox', { name: 'Value' });

test('suggests agents while one types, and filters by the name of the chosen one', async () => {
  const server = fakeServer({ 'GET FirmAgent?searchText=chi+agy&rowCount=8': () => FOUND });
  const { user, onApply, container } = open();
  await user.type(field(), 'chi agy');
  const suggestions = within(await screen.findByRole('listbox', { name: 'Matching agents' }));
  expect(suggestions.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Agyeman, Chidi I.',
    'Agyeman, Chinedu',
  ]);
  expect(server.requests).toHaveLength(1);
  expect(await axe(container)).toHaveNoViolations();

  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(field()).toHaveValue('Agyeman, Chinedu');
  expect(screen.getByRole('combobox', { name: 'Operator' })).toHaveValue('eq');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(onApply).toHaveBeenCalledWith({ column: 'agent', op: 'eq', value: 'Agyeman, Chinedu' });
});

test('filters by the typed text if no suggestion is chosen', async () => {
  fakeServer({});
  const { user, onApply } = open();
  await user.type(field(), 'agy{Enter}');
  expect(onApply).toHaveBeenCalledWith({ column: 'agent', op: 'contains', value: 'agy' });
});

test('suggests nobody to a user who cannot read contacts', async () => {
  const server = fakeServer({});
  const { user } = open(false);
  await user.type(field(), 'agy');
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(server.requests).toEqual([]);
});
