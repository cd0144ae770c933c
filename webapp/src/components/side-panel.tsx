import { useAfterMount } from '@/lib/use-after-mount';
import { Button, Drawer } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
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
  // The panel is part of the address: closing it and leaving the page are one and the same.
  const blocker = useBlocker(() => opened && hasUnsaved());
  const isShown = useAfterMount(opened);
  const isAsking = blocker.state === 'blocked';

  useEffect(() => {
    if (!opened) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [opened, hasUnsaved]);

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
        {isAsking && (
          <div className={classes.guard} role="alertdialog" aria-label="Unsaved changes">
            <span>What you typed is not saved.</span>
            <Button variant="default" autoFocus onClick={() => blocker.reset()}>
              Keep editing
            </Button>
            <Button color="danger" onClick={() => blocker.proceed()}>
              Discard
            </Button>
          </div>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}
