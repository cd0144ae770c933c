import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { Image } from './image';
import { Link } from './link';
import { LISTS } from './lists';
import { Placeholders } from './placeholders';
import { TABLES } from './tables';

/** Returns the editor extensions: the supported content, and highlighting for the placeholders in `names`. */
export const extensionsOf = (names: readonly string[]) => [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [1, 2, 3] }),
  ...LISTS,
  ...TABLES,
  Image,
  HardBreak,
  Bold,
  Italic,
  Underline,
  Link,
  UndoRedo,
  Gapcursor,
  Placeholders.configure({ names }),
];

/** Typing `- ` or `1. ` starts a list. Other Markdown shortcuts are off, as they would surprise users. */
export const INPUT_RULES = ['bulletList', 'orderedList'];
