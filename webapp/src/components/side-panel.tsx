import { focusFirstField } from '@/lib/first-field';
import { useAfterMount } from '@/lib/use-after-mount';
import { useEscape } from '@/lib/use-escape';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { UnsavedGuard } from './unsaved-guard';
import classes from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Returns whether there are unsaved changes. Called before closing. Panels without a form omit it. */
  hasUnsaved?: () => boolean;
  children: ReactNode;
}

/** A panel at the right edge of the page. Asks before discarding unsaved changes. */
export function SidePanel({ title, opened, onClose, hasUnsaved, children }: SidePanelProps) {
  const isShown = useAfterMount(opened);
  useEscape(opened, onClose);
  return (
    <Drawer.Root
      opened={isShown}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size="32rem"
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay backgroundOpacity={1} color="var(--fb-veil)" />
      <Drawer.Content classNames={{ content: classes.panel ?? '' }}>
        <div className={classes.head} ref={focusFirstField}>
          <Drawer.Title component="h2">{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        {children}
        {/* The panel is part of the URL, so closing it is a navigation. */}
        {hasUnsaved && <UnsavedGuard isActive={opened} hasUnsaved={hasUnsaved} />}
      </Drawer.Content>
    </Drawer.Root>
  );
}
