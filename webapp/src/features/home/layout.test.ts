import { arrangeSections, DEFAULT_LAYOUT, moveSection, toggleSection } from './layout';

const cards = ['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase() }));
const ids = (layout = DEFAULT_LAYOUT, of = cards) => arrangeSections(of, layout).map(({ id }) => id);

test('moves a card up and down, and stops at the ends', () => {
  const layout = moveSection(cards, DEFAULT_LAYOUT, 'c', -1);
  expect(ids(layout)).toEqual(['a', 'c', 'b']);
  expect(ids(moveSection(cards, layout, 'a', 1))).toEqual(['c', 'a', 'b']);
  expect(ids(moveSection(cards, layout, 'a', -1))).toEqual(['a', 'c', 'b']);
});

test('new cards follow the ordered ones, and absent cards stay in the order', () => {
  const layout = moveSection(cards, DEFAULT_LAYOUT, 'c', -1);
  expect(ids(layout, [...cards, { id: 'd', title: 'D' }])).toEqual(['a', 'c', 'b', 'd']);
  const without = cards.filter(({ id }) => id !== 'c');
  expect(moveSection(without, layout, 'b', -1).order).toEqual(['b', 'a', 'c']);
});

test('hides a card and shows it again', () => {
  const layout = toggleSection(DEFAULT_LAYOUT, 'b');
  expect(layout.hidden).toEqual(['b']);
  expect(toggleSection(layout, 'b').hidden).toEqual([]);
});
