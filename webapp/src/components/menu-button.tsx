import { useModule } from '@/lib/use-module';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
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
  // The user went on by keyboard: the focus is not brought back.
  const [hasMovedOn, setHasMovedOn] = useState(false);
  const Panel = useModule(loadMenu, isNear || opened !== null)?.MenuPanel;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const owner = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => setOpened(null);
  usePressOutside(opened !== null, [owner, panel], close);

  // What the mouse opened has no focus: Escape closes it from anywhere.
  const isUnderMouse = opened === 'hover';
  useEffect(() => {
    if (!isUnderMouse) return;
    const onKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && setOpened(null);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isUnderMouse]);

  const open = () => {
    setHasMovedOn(false);
    setOpened('press');
  };

  /** Tab and the arrows to the sides leave the open menu; where to is not decided here. */
  const leave = (event: KeyboardEvent) => {
    if (opened !== 'press' || !['Tab', 'ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    setHasMovedOn(true);
    setOpened(null);
    if (event.key !== 'Tab') return;
    // From the button on the browser finds the next stop; the menu would keep the key for itself.
    owner.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    event.stopPropagation();
  };

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
          takesFocus={opened === 'press'}
          isLeft={hasMovedOn}
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
