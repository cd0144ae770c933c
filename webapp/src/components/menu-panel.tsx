import { useAfterMount } from '@/lib/use-after-mount';
import { Menu } from '@mantine/core';
import { useState, type ReactNode, type RefObject } from 'react';
import classes from './popup.module.css';

interface MenuPanelProps {
  label: string;
  opened: boolean;
  takesFocus: boolean;
  /** The focus has already moved elsewhere. */
  isLeft: boolean;
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
  takesFocus,
  isLeft,
  onClose,
  position,
  width,
  panel,
  hover,
  children,
}: MenuPanelProps) {
  // Keeps the value from when the menu was open, because `takesFocus` is false once it closes.
  const [returnsFocus, setReturnsFocus] = useState(takesFocus);
  if (opened && returnsFocus !== takesFocus) setReturnsFocus(takesFocus);
  const isShown = useAfterMount(opened);
  return (
    <Menu
      opened={isShown}
      onChange={(next) => {
        if (!next) onClose();
      }}
      closeOnClickOutside={false}
      trapFocus={takesFocus}
      returnFocus={returnsFocus && !isLeft}
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
