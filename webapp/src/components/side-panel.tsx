import { useAfterMount } from '@/lib/use-after-mount';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { UnsavedGuard } from './unsaved-guard';
import classes from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Something typed would be lost. Asked at the moment of leaving. */
  hasUnsaved: () => boolean;
  children: ReactNode;
}

/** A panel at the right edge that keeps the page visible, and keeps what was typed until the user gives it up. */
export function SidePanel({ title, opened, onClose, hasUnsaved, children }: SidePanelProps) {
  const isShown = useAfterMount(opened);
  return (
    <Drawer.Root
      opened={isShown}
      onClose={onClose}
      position="right"
      size="32rem"
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay backgroundOpacity={1} color="var(--fb-veil)" />
      <Drawer.Content classNames={{ content: classes.panel ?? '' }}>
        <div className={classes.head}>
          <Drawer.Title component="h2">{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        {children}
        {/* The panel is part of the address: closing it and leaving the page are one and the same. */}
        <UnsavedGuard isActive={opened} hasUnsaved={hasUnsaved} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
