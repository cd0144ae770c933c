const INLINE = new Set(['a', 'em', 'strong', 'u']);

/** Removes breaks at the start or end of a line, which only keep empty lines open or separate paragraphs. */
export function removeEdgeBreaks(root: Element): void {
  for (const br of root.querySelectorAll('br'))
    if (isEdge(neighbor(br, 'previousSibling')) || isEdge(neighbor(br, 'nextSibling'))) br.remove();
}

const isEdge = (node: Node | null) =>
  node === null || (isElement(node) && !INLINE.has(node.localName) && node.localName !== 'br');

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

/** Returns the nearest node in the line that is not blank, or null at the end of the line. */
function neighbor(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  for (let at: Node = node; ;) {
    const next = at[side];
    if (!next) {
      const parent = at.parentNode;
      if (!parent || !isElement(parent) || !INLINE.has(parent.localName)) return null;
      at = parent;
    } else if (isElement(next) || (next.nodeValue ?? '').trim() !== '') return next;
    else at = next;
  }
}
