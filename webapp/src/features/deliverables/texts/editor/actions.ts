import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconH1,
  IconH2,
  IconH3,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@/components/icons';
import type { ChainedCommands, Editor } from '@tiptap/core';

type Can = ReturnType<Editor['can']>;

/** A toolbar button. */
export interface Action {
  label: string;
  /** Shortcut, without Ctrl or Cmd. */
  keys?: string;
  icon: typeof IconBold;
  /** Null for buttons without a pressed state. */
  isActive: ((editor: Editor) => boolean) | null;
  canRun: (can: Can) => boolean;
  run: (chain: ChainedCommands) => ChainedCommands;
}

const heading = (level: 1 | 2 | 3, icon: Action['icon']): Action => ({
  label: `Heading ${level}`,
  keys: `Alt+${level}`,
  icon,
  isActive: (editor) => editor.isActive('heading', { level }),
  canRun: (can) => can.toggleHeading({ level }),
  run: (chain) => chain.toggleHeading({ level }),
});

export const FORMATS: readonly Action[] = [
  {
    label: 'Bold',
    keys: 'B',
    icon: IconBold,
    isActive: (editor) => editor.isActive('bold'),
    canRun: (can) => can.toggleBold(),
    run: (chain) => chain.toggleBold(),
  },
  {
    label: 'Italic',
    keys: 'I',
    icon: IconItalic,
    isActive: (editor) => editor.isActive('italic'),
    canRun: (can) => can.toggleItalic(),
    run: (chain) => chain.toggleItalic(),
  },
  {
    label: 'Underline',
    keys: 'U',
    icon: IconUnderline,
    isActive: (editor) => editor.isActive('underline'),
    canRun: (can) => can.toggleUnderline(),
    run: (chain) => chain.toggleUnderline(),
  },
];

export const HEADINGS: readonly Action[] = [heading(1, IconH1), heading(2, IconH2), heading(3, IconH3)];

export const LIST_ACTIONS: readonly Action[] = [
  {
    label: 'Bulleted list',
    keys: 'Shift+8',
    icon: IconList,
    isActive: (editor) => editor.isActive('bulletList'),
    canRun: (can) => can.toggleBulletList(),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    label: 'Numbered list',
    keys: 'Shift+7',
    icon: IconListNumbers,
    isActive: (editor) => editor.isActive('orderedList'),
    canRun: (can) => can.toggleOrderedList(),
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    label: 'Decrease indent',
    icon: IconIndentDecrease,
    isActive: null,
    canRun: (can) => can.liftListItem('listItem'),
    run: (chain) => chain.liftListItem('listItem'),
  },
  {
    label: 'Increase indent',
    icon: IconIndentIncrease,
    isActive: null,
    canRun: (can) => can.sinkListItem('listItem'),
    run: (chain) => chain.sinkListItem('listItem'),
  },
];

export const HISTORY: readonly Action[] = [
  {
    label: 'Undo',
    keys: 'Z',
    icon: IconArrowBackUp,
    isActive: null,
    canRun: (can) => can.undo(),
    run: (chain) => chain.undo(),
  },
  {
    label: 'Redo',
    keys: 'Shift+Z',
    icon: IconArrowForwardUp,
    isActive: null,
    canRun: (can) => can.redo(),
    run: (chain) => chain.redo(),
  },
];
