type Props<T> = Partial<Omit<T, 'style' | 'children'>>;

/** Creates an element with properties and children. Text is never read as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...children);
  return made;
}
