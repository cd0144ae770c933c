import {
  IMAGE_WIDTHS,
  type Block,
  type CellBlock,
  type HeadingLevel,
  type ImageAttributes,
  type Inline,
  type ListItem,
  type Mark,
  type RichText,
  type TableRow,
} from './rich-text';
import { safeHref } from './safe-href';

/** A node of the editor's document. */
export interface EditorNode {
  type?: string;
  attrs?: object;
  content?: EditorNode[];
  marks?: { type: string; attrs?: object }[];
  text?: string;
}

/** Converts the editor's document to the stored format. Leaves out all other nodes, marks and attributes. */
export const storedOf = (doc: EditorNode): RichText => ({ type: 'doc', content: blocksOf(doc) });

/** Returns whether two stored texts are equal. The order of properties does not matter. */
export const isSameText = (a: RichText, b: RichText): boolean =>
  JSON.stringify(storedOf(a)) === JSON.stringify(storedOf(b));

const blocksOf = (node: EditorNode): Block[] => (node.content ?? []).flatMap(blockOf);

function blockOf(node: EditorNode): Block[] {
  switch (node.type) {
    case 'heading':
      return [{ type: 'heading', attrs: { level: levelOf(node) }, ...inlineContent(node) }];
    case 'table':
      return [{ type: 'table', content: (node.content ?? []).flatMap(rowOf) }];
    case 'image': {
      const attrs = imageOf(node.attrs);
      return attrs ? [{ type: 'image', attrs }] : [];
    }
    default:
      return cellBlockOf(node);
  }
}

function cellBlockOf(node: EditorNode): CellBlock[] {
  switch (node.type) {
    case 'paragraph':
      return [{ type: 'paragraph', ...inlineContent(node) }];
    case 'bulletList':
    case 'orderedList':
      return [{ type: node.type, content: (node.content ?? []).flatMap(itemOf) }];
    default:
      return [];
  }
}

const itemOf = (node: EditorNode): ListItem[] =>
  node.type === 'listItem' ? [{ type: 'listItem', content: blocksOf(node) }] : [];

function rowOf(node: EditorNode): TableRow[] {
  if (node.type !== 'tableRow') return [];
  const cells = (node.content ?? []).flatMap((cell) =>
    cell.type === 'tableHeader' || cell.type === 'tableCell'
      ? [{ type: cell.type, content: (cell.content ?? []).flatMap(cellBlockOf) } as const]
      : [],
  );
  return [{ type: 'tableRow', content: cells }];
}

function inlineContent({ content = [] }: EditorNode): { content?: Inline[] } {
  const inlines = content.flatMap(inlineOf);
  return inlines.length > 0 ? { content: inlines } : {};
}

function inlineOf({ type, text, marks = [] }: EditorNode): Inline[] {
  if (type === 'hardBreak') return [{ type }];
  if (type !== 'text' || !text) return [];
  const stored = marks.flatMap(markOf);
  return [stored.length > 0 ? { type, text, marks: stored } : { type, text }];
}

function markOf({ type, attrs }: NonNullable<EditorNode['marks']>[number]): Mark[] {
  if (type === 'bold' || type === 'italic' || type === 'underline') return [{ type }];
  const href = type === 'link' ? safeHref(String(attribute(attrs, 'href') ?? '')) : null;
  return href === null ? [] : [{ type: 'link', attrs: { href } }];
}

function levelOf({ attrs }: EditorNode): HeadingLevel {
  const level = Number(attribute(attrs, 'level'));
  return level === 1 || level === 2 ? level : 3;
}

/** Returns the attributes of an image, or null if they do not name one. */
export function imageOf(attrs: object | undefined): ImageAttributes | null {
  const uuid = attribute(attrs, 'uuid');
  if (typeof uuid !== 'string' || !UUID.test(uuid)) return null;
  const width = Number(attribute(attrs, 'width'));
  return {
    uuid,
    alt: String(attribute(attrs, 'alt') ?? ''),
    width: IMAGE_WIDTHS.find((known) => known === width) ?? 100,
  };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const attribute = (attrs: object | undefined, name: string): unknown =>
  (attrs as Record<string, unknown> | undefined)?.[name];
