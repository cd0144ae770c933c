import { Menu } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import type { Placeholder } from 'firmbook-wasm';
import { placeholderText } from './placeholders';
import { ToolbarMenu } from './toolbar-menu';

/** Menu that inserts a placeholder at the cursor, with the formatting of the surrounding text. */
export function FieldMenu({
  editor,
  placeholders,
}: {
  editor: Editor;
  placeholders: readonly Placeholder[];
}) {
  const insert = (name: string) => () =>
    editor
      .chain()
      .focus()
      .command(({ tr }) => {
        tr.insertText(placeholderText(name)).scrollIntoView();
        return true;
      })
      .run();
  return (
    <ToolbarMenu label="Insert field">
      {(choose) =>
        placeholders.map(({ name, label }) => (
          <Menu.Item key={name} onClick={choose(insert(name))}>
            {label}
          </Menu.Item>
        ))
      }
    </ToolbarMenu>
  );
}
