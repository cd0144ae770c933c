import { formatsOf, isHidden, type Format } from './formats';
import { removeEdgeBreaks } from './line-breaks';
import { gridOf } from './table-grid';
import { joinLists } from './word-lists';
import { safeHref } from '../safe-href';

/** Elements dropped together with their text. */
const REMOVED_TAGS = new Set(
  (
    'audio button canvas colgroup del embed head iframe img input link math meta noscript object picture ' +
    'script select style svg template textarea title video xml'
  ).split(' '),
);
/** Elements that start a new line. */
const LINES = new Set(
  (
    'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer ' +
    'form header hgroup hr main nav pre section summary tr'
  ).split(' '),
);
const MARKS: Record<Format, string> = { bold: 'strong', italic: 'em', underline: 'u' };

/** Context of an element. Lists and table cells contain neither headings nor tables. */
type Place = 'top' | 'list' | 'cell';

/** Returns pasted HTML with only the elements and attributes that a text can have. */
export function cleanHtml(html: string): string {
  // Copied from this or another ProseMirror editor. The schema drops unknown content.
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  joinLists(body);
  const target = body.ownerDocument.createElement('body');
  copyChildren(body, target, 'top');
  removeEdgeBreaks(target);
  return target.innerHTML;
}

function copyChildren(from: Node, into: Element, place: Place): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) into.append((node.nodeValue ?? '').replaceAll('\u00a0', ' '));
    else if (node.nodeType === Node.ELEMENT_NODE) copy(node as HTMLElement, into, place);
  }
}

function copy(element: HTMLElement, into: Element, place: Place): void {
  const name = element.localName;
  if (REMOVED_TAGS.has(name) || isHidden(element)) return;
  if (name === 'br') return into.append(create(into, 'br'));
  if (name === 'table') return copyTable(element as HTMLTableElement, into, place);
  const block = blockName(name, place);
  if (block === null) return copyChildren(element, wrapWithMarks(element, into), place);
  const created = create(into, block);
  copyChildren(element, created, block === 'li' && place === 'top' ? 'list' : place);
  if (hasContent(created)) into.append(created);
}

/** Returns the element that replaces a block, or null for inline elements. */
function blockName(name: string, place: Place): string | null {
  if (/^h[1-6]$/.test(name)) return place === 'top' ? `h${Math.min(3, Number(name[1]))}` : 'p';
  if (['p', 'ul', 'ol', 'li'].includes(name)) return name;
  return LINES.has(name) ? 'div' : null;
}

/** Appends the formats of an inline element, and returns the innermost one. */
function wrapWithMarks(element: HTMLElement, into: Element): Element {
  const href = element.localName === 'a' ? safeHref(element.getAttribute('href') ?? '') : null;
  let inner = into;
  const add = (created: Element) => {
    inner.append(created);
    inner = created;
  };
  if (href !== null) {
    const link = create(into, 'a');
    link.setAttribute('href', href);
    add(link);
  }
  for (const format of formatsOf(element)) add(create(into, MARKS[format]));
  return inner;
}

function copyTable(table: HTMLTableElement, into: Element, place: Place): void {
  if (table.caption) copy(table.caption, into, place);
  const grid = gridOf(table);
  const isLayout = grid.length === 1 && grid[0]?.length === 1;
  const body = create(into, 'tbody');
  for (const row of grid) {
    const line = create(into, place === 'top' && !isLayout ? 'tr' : 'div');
    for (const { source, isHeader } of row) {
      const cell = create(into, line.localName === 'div' ? 'div' : isHeader ? 'th' : 'td');
      if (source) copyChildren(source, cell, line.localName === 'div' ? place : 'cell');
      line.append(cell);
    }
    if (line.localName === 'tr') body.append(line);
    else if (hasContent(line)) into.append(line);
  }
  if (!body.hasChildNodes()) return;
  const created = create(into, 'table');
  created.append(body);
  into.append(created);
}

const create = (near: Element, name: string): Element => near.ownerDocument.createElement(name);

const hasContent = (element: Element) =>
  (element.textContent ?? '').trim() !== '' || element.querySelector('table') !== null;
