import { Menu } from '@mantine/core';
import { useEditorState, type Editor } from '@tiptap/react';
import { canInsertTable, insertTable, TABLE_ACTIONS } from './table-actions';
import { ToolbarMenu } from './toolbar-menu';

/** The menu that inserts a table, or changes the one at the cursor. */
export function TableMenu({ editor }: { editor: Editor }) {
  const { isInTable, canInsert } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ isInTable: now.isActive('table'), canInsert: canInsertTable(now) }),
  });
  return (
    <ToolbarMenu label="Table" isDisabled={!isInTable && !canInsert}>
      {(choose) =>
        isInTable ? (
          TABLE_ACTIONS.map(({ label, isDestructive, run }) => (
            <Menu.Item
              key={label}
              {...(isDestructive && { color: 'danger' })}
              onClick={choose(() => run(editor.chain().focus()).run())}
            >
              {label}
            </Menu.Item>
          ))
        ) : (
          <Menu.Item onClick={choose(() => insertTable(editor.chain().focus()).run())}>
            Insert table
          </Menu.Item>
        )
      }
    </ToolbarMenu>
  );
}
