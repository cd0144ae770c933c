import { listDefinition } from 'firmbook-wasm';
import { nameCustomColumns } from './custom-fields';

test('keeps the columns of custom fields that the firm has, labeled with their names', () => {
  const definition = listDefinition('owners');
  const named = nameCustomColumns(definition, [
    { name: 'Tier', column: 'customField3' },
    { name: 'Without column', column: null },
  ]);
  const custom = named.columns.filter((column) => column.isCustom);
  expect(custom.map(({ key, defaultLabel }) => [key, defaultLabel])).toEqual([['customField3', 'Tier']]);
  expect(named.columns.length).toBe(definition.columns.filter((column) => !column.isCustom).length + 1);
});
