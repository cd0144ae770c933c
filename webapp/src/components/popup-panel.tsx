import { useAfterMount } from '@/lib/use-after-mount';
import { useEscape } from '@/lib/use-escape';
import { Popover } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import classes from './popup.module.css';

interface PopupPanelProps {
  label: string;
  opened: boolean;
  onClose: () => void;
  position: 'bottom-start' | 'bottom-end';
  panel: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

export function PopupPanel({ label, opened, onClose, position, panel, children }: PopupPanelProps) {
  const isShown = useAfterMount(opened);
  useEscape(opened, onClose);
  return (
    <Popover
      opened={isShown}
      closeOnClickOutside={false}
      closeOnEscape={false}
      position={position}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <span className={classes.anchor} aria-hidden>
          {label}
        </span>
      </Popover.Target>
      <Popover.Dropdown ref={panel} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
