/** A user's arrangement of the cards on the home page. */
export interface Layout {
  /** Ids of the cards, in order. Cards that are not listed follow in default order. */
  order: readonly string[];
  hidden: readonly string[];
}

export interface HomeSection {
  id: string;
  title: string;
}

export const DEFAULT_LAYOUT: Layout = { order: [], hidden: [] };

/** Returns the cards in the user's order, including hidden ones. */
export function arrangeSections<T extends HomeSection>(cards: readonly T[], { order }: Layout): T[] {
  const rankOf = ({ id }: T) => (order.includes(id) ? order.indexOf(id) : order.length);
  return cards.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Moves a card up or down among the present ones. Absent cards, such as those without rows, stay listed. */
export function moveSection(cards: readonly HomeSection[], layout: Layout, id: string, by: number): Layout {
  const ids = arrangeSections(cards, layout).map((card) => card.id);
  const from = ids.indexOf(id);
  const to = Math.min(ids.length - 1, Math.max(0, from + by));
  const order = ids.toSpliced(from, 1).toSpliced(to, 0, id);
  return { ...layout, order: [...order, ...layout.order.filter((other) => !order.includes(other))] };
}

/** Hides a card, or shows it again. */
export const toggleSection = (layout: Layout, id: string): Layout => ({
  ...layout,
  hidden: layout.hidden.includes(id) ? layout.hidden.filter((other) => other !== id) : [...layout.hidden, id],
});
