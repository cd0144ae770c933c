import { defaultTemplate } from './default-template';

const template = (name: string, isGlobal: boolean, isDefault: boolean) => ({ name, isGlobal, isDefault });
const own = template('own', false, false);
const ownDefault = template('own default', false, true);
const global = template('global', true, false);
const globalDefault = template('global default', true, true);

test.each([
  ['the default of the firm before the global one', [globalDefault, own, ownDefault], ownDefault],
  ['the global default before other templates', [own, global, globalDefault], globalDefault],
  ['the first template without a default', [own, global], own],
  ['nothing without templates', [], undefined],
])('uses %s', (_, templates, expected) => {
  expect(defaultTemplate(templates)).toBe(expected);
});
