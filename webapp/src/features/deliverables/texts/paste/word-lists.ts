/** A list item that is not marked up as one. */
interface Item {
  level: number;
  isOrdered: boolean;
  /** The element with the text of the item. */
  content: Element;
}

/**
 * Builds proper lists from Word's markup. The desktop version produces paragraphs with a level and a marker.
 * The web version produces one list per item.
 */
export function joinLists(root: Element): void {
  for (const element of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6, div')) {
    if (!element.isConnected || element.closest('li')) continue;
    const items: Item[] = [];
    const joined: Element[] = [];
    for (let next: Element | null = element; next; next = next.nextElementSibling) {
      const item = itemOf(next);
      if (!item) break;
      items.push(item);
      joined.push(next);
    }
    if (items.length === 0) continue;
    element.before(...nested(items));
    for (const item of joined) item.remove();
  }
}

function itemOf(element: Element): Item | null {
  const level = /mso-list:[^;]*level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1];
  if (level && element.localName !== 'div')
    return { level: Number(level), isOrdered: isNumbered(element), content: element };
  const item = element.classList.contains('ListContainerWrapper') && element.querySelector('li');
  if (!item) return null;
  const isOrdered = item.parentElement?.localName === 'ol';
  return { level: Number(item.dataset.ariaLevel ?? 1), isOrdered, content: item };
}

/** Bullets are symbols, or the letter "o". Numbers and letters of ordered lists end in a dot or parenthesis. */
function isNumbered(paragraph: Element): boolean {
  const marker = paragraph.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]');
  return /^\(?[a-z\d]+[.)]/i.test((marker?.textContent ?? '').trim());
}

function nested(items: readonly Item[]): Element[] {
  const top: Element[] = [];
  const open: { level: number; list: Element }[] = [];
  for (const { level, isOrdered, content } of items) {
    const name = isOrdered ? 'ol' : 'ul';
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    let parent = open.at(-1);
    if (parent && parent.level >= level && parent.list.localName !== name) {
      open.pop();
      parent = open.at(-1);
    }
    if (!parent || parent.level < level) {
      const list = content.ownerDocument.createElement(name);
      if (parent?.list.lastElementChild) parent.list.lastElementChild.append(list);
      else top.push(list);
      parent = { level, list };
      open.push(parent);
    }
    const item = content.ownerDocument.createElement('li');
    item.append(...content.childNodes);
    parent.list.append(item);
  }
  return top;
}
