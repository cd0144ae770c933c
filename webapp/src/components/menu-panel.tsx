import { useAfterMount } from '@/lib/use-after-mount';
import { Menu } from '@mantine/core';
import { useState, type ReactNode, type RefObject } from 'react';
import classes from './popup.module.css';

interface MenuPanelProps {
  label: string;
  opened: boolean;
  trapsFocus: boolean;
  /** The focus has already moved elsewhere. */
  hasFocusMoved: boolean;
  onClose: () => void;
  position: 'bottom-start' | 'bottom-end';
  width: number | undefined;
  panel: RefObject<HTMLDivElement | null>;
  hover: { onMouseEnter?: () => void; onMouseLeave?: () => void };
  children: (parts: typeof Menu) => ReactNode;
}

export function MenuPanel({
  label,
  opened,
  trapsFocus,
  hasFocusMoved,
  onClose,
  position,
  width,
  panel,
  hover,
  children,
}: MenuPanelProps) {
  // Keeps the value from when the menu was open, because `trapsFocus` is false once it closes.
  const [returnsFocus, setReturnsFocus] = useState(trapsFocus);
  if (opened && returnsFocus !== trapsFocus) setReturnsFocus(trapsFocus);
  const isShown = useAfterMount(opened);
  return (
    <Menu
      opened={isShown}
      onChange={(next) => {
        if (!next) onClose();
      }}
      closeOnClickOutside={false}
      trapFocus={trapsFocus}
      returnFocus={returnsFocus && !hasFocusMoved}
      position={position}
      offset={4}
      width={width ?? 'max-content'}
      loop
      withinPortal={false}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden>
          {label}
        </span>
      </Menu.Target>
      <Menu.Dropdown ref={panel} miw={180} {...hover}>
        {children(Menu)}
      </Menu.Dropdown>
    </Menu>
  );
}
