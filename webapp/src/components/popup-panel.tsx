import { useAfterMount } from '@/lib/use-after-mount';
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
  return (
    <Popover
      opened={isShown}
      onDismiss={onClose}
      closeOnClickOutside={false}
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
