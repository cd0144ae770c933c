import { useModule } from '@/lib/use-module';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Menu } from '@mantine/core';
import { usePressOutside } from './use-popup';
import classes from './popup.module.css';

/** Props to spread onto the button that opens a menu. */
interface MenuButtonProps {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  label: string;
  /** Also opens on hover, after a short delay. */
  onHover?: boolean;
  position?: 'bottom-start' | 'bottom-end';
  width?: number;
  button: (props: MenuButtonProps) => ReactNode;
  /** Renders the items from Mantine's menu components. */
  children: (menu: typeof Menu) => ReactNode;
}

const OPEN_AFTER_MS = 80;
const CLOSE_AFTER_MS = 100;
const loadMenu = () => import('./menu-panel');

/** A button with a menu. Loads the menu's code on the first focus or hover. */
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
  // The user left the menu by keyboard, so closing it must not restore the focus.
  const [hasFocusMoved, setHasFocusMoved] = useState(false);
  const Panel = useModule(loadMenu, isNear || opened !== null)?.MenuPanel;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => setOpened(null);
  usePressOutside(opened !== null, [anchor, panel], close);

  // A menu opened by hover has no focus. Any key closes it, as the key may open something else.
  const isOpenByHover = opened === 'hover';
  useEffect(() => {
    if (!isOpenByHover) return;
    const onKey = () => setOpened((now) => (now === 'hover' ? null : now));
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpenByHover]);

  const open = () => {
    setHasFocusMoved(false);
    setOpened('press');
  };

  /** Closes the menu on Tab, Left and Right. The browser or the parent moves the focus on. */
  const leave = (event: KeyboardEvent) => {
    if (opened !== 'press' || !['Tab', 'ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    setHasFocusMoved(true);
    setOpened(null);
    if (event.key !== 'Tab') return;
    // Focus the button so that the browser finds the next tab stop. The menu must not consume the
    // key.
    anchor.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    event.stopPropagation();
  };

  const openLater = (next: 'hover' | null, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened((now) => (now === 'press' ? now : next)), ms);
  };
  const hover = onHover
    ? {
        onMouseEnter: () => openLater('hover', OPEN_AFTER_MS),
        onMouseLeave: () => openLater(null, CLOSE_AFTER_MS),
      }
    : {};

  return (
    <span
      className={classes.owner}
      ref={anchor}
      onFocus={() => setIsNear(true)}
      onPointerEnter={() => setIsNear(true)}
      onKeyDownCapture={leave}
      {...hover}
    >
      {button({
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        onClick: () => (opened === 'press' ? close() : open()),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          open();
        },
      })}
      {Panel && (
        <Panel
          label={label}
          opened={opened !== null}
          trapsFocus={opened === 'press'}
          hasFocusMoved={hasFocusMoved}
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
