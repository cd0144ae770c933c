import type { Block } from 'firmbook-wasm';

export type {
  Block,
  ImageAttributes,
  Inline,
  ListItem,
  Mark,
  RichText,
  TableCell,
  TableRow,
} from 'firmbook-wasm';

/** Blocks that a table cell can contain. */
export type CellBlock = Exclude<Block, { type: 'heading' | 'table' | 'image' }>;

/** Widths of images, in percent of the text width. */
export const IMAGE_WIDTHS = [25, 50, 75, 100] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

export type HeadingLevel = 1 | 2 | 3;
