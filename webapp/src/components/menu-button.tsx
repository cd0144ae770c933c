import { useModule } from '@/lib/use-module';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Menu } from '@mantine/core';
import { usePressOutside } from './use-popup';
import classes from './popup.module.css';

/** What the button of a menu must carry. */
export interface MenuButtonProps {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  label: string;
  /** Opens under the mouse too, after a moment. */
  onHover?: boolean;
  position?: 'bottom-start' | 'bottom-end';
  width?: number;
  button: (props: MenuButtonProps) => ReactNode;
  /** The items, made of the parts of the menu given. */
  children: (parts: typeof Menu) => ReactNode;
}

const OPEN_AFTER_MS = 80;
const CLOSE_AFTER_MS = 100;
const loadMenu = () => import('./menu-panel');

/** A button with a menu. The menu's code is loaded when it is first wanted. */
export function MenuButton({
  label,
  onHover,
  position = 'bottom-start',
  width,
  button,
  children,
}: MenuProps) {
  const [opened, setOpened] = useState<'hover' | 'press' | null>(null);
  const [isNear, setIsNear] = useState(false);
  const Panel = useModule(loadMenu, isNear || opened !== null)?.MenuPanel;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const owner = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => setOpened(null);
  usePressOutside(opened !== null, [owner, panel], close);

  const later = (next: 'hover' | null, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened((now) => (now === 'press' ? now : next)), ms);
  };
  const hover = onHover
    ? { onMouseEnter: () => later('hover', OPEN_AFTER_MS), onMouseLeave: () => later(null, CLOSE_AFTER_MS) }
    : {};

  return (
    <span
      className={classes.owner}
      ref={owner}
      onFocus={() => setIsNear(true)}
      onPointerEnter={() => setIsNear(true)}
      {...hover}
    >
      {button({
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        onClick: () => setOpened((now) => (now === 'press' ? null : 'press')),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpened('press');
        },
      })}
      {Panel && (
        <Panel
          label={label}
          opened={opened !== null}
          takesFocus={opened === 'press'}
          onClose={close}
          position={position}
          width={width}
          panel={panel}
          hover={hover}
        >
          {children}
        </Panel>
      )}
    </span>
  );
}
