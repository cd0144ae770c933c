import { renderPage } from '@/testing/render';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ChainedCommands } from '@tiptap/core';
import { axe } from 'jest-axe';
import type { RichText } from './rich-text';
import { RichTextEditor } from './rich-text-editor';
import { editorOf } from './testing';

const PLACEHOLDERS = [
  { name: 'owner.fullName', label: 'Owner: full name' },
  { name: 'firm.name', label: 'Firm name' },
];
const doc = (...texts: string[]): RichText => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

async function openEditor(initial = doc('Dear client')) {
  const changes: RichText[] = [];
  const page = renderPage(
    <RichTextEditor
      label="Cover page"
      initial={initial}
      placeholders={PLACEHOLDERS}
      onChange={(value) => changes.push(value)}
    />,
  );
  const text = await screen.findByRole('textbox', { name: 'Cover page' });
  const button = (name: string) => screen.getByRole('button', { name });
  /** Runs editor commands, as typing and selecting in a browser would. */
  const run = (commands: (chain: ChainedCommands) => ChainedCommands) =>
    act(() => void commands(editorOf(text).chain()).run());
  return { ...page, text, button, run, last: () => changes.at(-1)?.content };
}

test('formats the selection and shows its format in the toolbar', async () => {
  const { user, button, run, last, container } = await openEditor();
  expect(button('Bold')).toHaveAttribute('aria-pressed', 'false');
  run((all) => all.setTextSelection({ from: 1, to: 5 }));
  await user.click(button('Bold'));
  await user.click(button('Heading 2'));
  expect(button('Bold')).toHaveAttribute('aria-pressed', 'true');
  expect(button('Heading 2')).toHaveAttribute('aria-pressed', 'true');
  expect(button('Italic')).toHaveAttribute('aria-pressed', 'false');
  expect(last()).toEqual([
    {
      type: 'heading',
      attrs: { level: 2 },
      content: [
        { type: 'text', text: 'Dear', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' client' },
      ],
    },
  ]);
  expect(await axe(container)).toHaveNoViolations();
  await user.click(button('Undo'));
  await user.click(button('Undo'));
  expect(last()).toEqual(doc('Dear client').content);
  expect(button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

test('the toolbar is one tab stop with arrow keys, and Alt+F10 moves to it', async () => {
  const { user, text, button } = await openEditor();
  const toolbar = screen.getByRole('toolbar', { name: 'Formatting' });
  const stops = () =>
    within(toolbar)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops()).toEqual([button('Bold')]);
  text.focus();
  fireEvent.keyDown(text, { key: 'F10', altKey: true });
  expect(button('Bold')).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(button('Underline')).toHaveFocus();
  expect(stops()).toEqual([button('Underline')]);
  await user.keyboard('{End}');
  expect(button('Redo')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(button('Bold')).toHaveFocus();
});

test('inserts a field in the format at the cursor, and highlights unknown fields as errors', async () => {
  const { user, text, button, run, last } = await openEditor(doc('Dear {{ owner.fullName }} of {{firm.x}}'));
  const highlights = () =>
    [...text.querySelectorAll<HTMLElement>('[data-placeholder]')].map(({ textContent, dataset }) => [
      textContent,
      dataset.placeholder,
    ]);
  expect(highlights()).toEqual([
    ['{{ owner.fullName }}', 'known'],
    ['{{firm.x}}', 'unknown'],
  ]);
  run((all) => all.selectAll());
  run((all) => all.setBold());
  run((all) => all.setTextSelection(6));
  await user.click(button('Insert field'));
  await user.click(await screen.findByRole('menuitem', { name: 'Firm name' }));
  expect(last()).toEqual([
    {
      type: 'paragraph',
      content: [
        {
          type: 'text',
          text: 'Dear {{firm.name}}{{ owner.fullName }} of {{firm.x}}',
          marks: [{ type: 'bold' }],
        },
      ],
    },
  ]);
  await waitFor(() => expect(text).toHaveFocus());
});

test('marks a field as unknown if only a part of it is formatted', async () => {
  const { text, run } = await openEditor(doc('{{firm.name}}'));
  run((all) => all.setTextSelection({ from: 3, to: 7 }).setBold());
  expect(text.querySelectorAll('[data-placeholder="known"]')).toHaveLength(0);
  expect(text.querySelectorAll('[data-placeholder="unknown"]')).not.toHaveLength(0);
});

test('adds, rejects and removes links', async () => {
  const { user, text, button, run, last } = await openEditor();
  expect(button('Link')).toHaveAttribute('aria-disabled', 'true');
  run((all) => all.setTextSelection({ from: 6, to: 12 }));
  await waitFor(() => expect(button('Link')).not.toHaveAttribute('aria-disabled'));
  await user.click(button('Link'));
  const address = screen.getByRole('textbox', { name: 'Link to' });
  expect(address).toHaveFocus();
  await user.type(address, 'javascript:alert(1){Enter}');
  expect(address).toBeInvalid();
  await user.clear(address);
  await user.type(address, 'example.com{Enter}');
  const marks = [{ type: 'link', attrs: { href: 'https://example.com' } }];
  const linked = [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Dear ' },
        { type: 'text', text: 'client', marks },
      ],
    },
  ];
  expect(last()).toEqual(linked);
  expect(within(text).getByRole('link', { name: 'client' })).toHaveAttribute('href', 'https://example.com');
  run((all) => all.setTextSelection(8));
  await user.click(button('Link'));
  await user.click(button('Remove link'));
  expect(last()).toEqual(doc('Dear client').content);
});

test('inserts a table with a line below it, and changes its rows and columns', async () => {
  const { user, run, last } = await openEditor();
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Table' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  run((all) => all.setTextSelection(12));
  await choose('Insert table');
  await choose('Insert row below');
  await choose('Delete column');
  const [, table, below] = last() ?? [];
  const cell = (type: string) => ({ type, content: [{ type: 'paragraph' }] });
  const row = (type: string) => ({ type: 'tableRow', content: [cell(type), cell(type)] });
  expect(table).toEqual({
    type: 'table',
    content: [row('tableHeader'), row('tableCell'), row('tableCell'), row('tableCell')],
  });
  expect(below).toEqual({ type: 'paragraph' });
});

test('Tab indents list items at their start only, and leaves a table after the last cell', async () => {
  const item = (text: string) => ({ type: 'listItem' as const, content: doc(text).content });
  const cell = { type: 'tableCell' as const, content: [{ type: 'paragraph' as const }] };
  const { text, run } = await openEditor({
    type: 'doc',
    content: [
      { type: 'bulletList', content: [item('One'), item('Two')] },
      { type: 'table', content: [{ type: 'tableRow', content: [cell] }] },
    ],
  });
  /** Returns whether the editor handled Tab. */
  const tabAt = (position: number) => {
    run((all) => all.setTextSelection(position));
    return !fireEvent.keyDown(text, { key: 'Tab' });
  };
  const { doc: document } = editorOf(text).state;
  const two = document.resolve(document.child(0).nodeSize - 3).start();
  const last = document.child(0).nodeSize + 4;
  expect(tabAt(two + 1)).toBe(false);
  expect(tabAt(last)).toBe(false);
  expect(tabAt(two)).toBe(true);
  expect(text.querySelectorAll('li li')).toHaveLength(1);
});
