import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useAfterMount } from '@/lib/use-after-mount';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** The buttons in the footer. */
  actions: ReactNode;
  children: ReactNode;
}

/** Modal dialog in the center of the page. */
export function Dialog({ title, opened, onClose, actions, children }: DialogProps) {
  const isShown = useAfterMount(opened);
  return (
    <Modal.Root opened={isShown} onClose={onClose} size="34rem" transitionProps={{ duration: 120 }}>
      <Modal.Overlay backgroundOpacity={1} color="var(--fb-veil)" />
      <Modal.Content classNames={{ content: classes.dialog ?? '' }}>
        <div className={classes.head}>
          <Modal.Title component="h2">{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <div className={classes.body}>{children}</div>
        <div className={classes.foot}>{actions}</div>
      </Modal.Content>
    </Modal.Root>
  );
}
