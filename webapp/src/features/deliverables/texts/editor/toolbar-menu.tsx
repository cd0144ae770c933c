import { IconChevronDown } from '@/components/icons';
import { Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ToolbarButton } from './toolbar-button';
import classes from '../rich-text-editor.module.css';

interface ToolbarMenuProps {
  label: string;
  isDisabled?: boolean;
  /** Renders the items. Their actions move the focus to the editor. */
  children: (choose: (action: () => void) => () => void) => ReactNode;
}

/** A toolbar button with a menu. */
export function ToolbarMenu({ label, isDisabled = false, children }: ToolbarMenuProps) {
  const [opened, setOpened] = useState(false);
  const [hasChosen, setHasChosen] = useState(false);
  const choose = (action: () => void) => () => {
    setHasChosen(true);
    setOpened(false);
    action();
  };
  return (
    <Menu
      opened={opened}
      onChange={(next) => {
        if (next) setHasChosen(false);
        setOpened(next);
      }}
      disabled={isDisabled}
      returnFocus={!hasChosen}
      position="bottom-start"
      offset={4}
      loop
      withinPortal={false}
    >
      <Menu.Target>
        <ToolbarButton label={label} isText isDisabled={isDisabled}>
          {label}
          <IconChevronDown size={14} aria-hidden />
        </ToolbarButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>{children(choose)}</Menu.Dropdown>
    </Menu>
  );
}
