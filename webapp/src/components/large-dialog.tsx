import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useAfterMount } from '@/lib/use-after-mount';
import { useEscape } from '@/lib/use-escape';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './large-dialog.module.css';

interface LargeDialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  closeOnClickOutside?: boolean;
  /** Maximum width. */
  size?: string;
  children: ReactNode;
}

/** Modal dialog as high as the window. It can contain another one. */
export function LargeDialog({ title, opened, onClose, size = '100rem', ...props }: LargeDialogProps) {
  const isShown = useAfterMount(opened);
  useEscape(opened, onClose);
  return (
    <Modal.Root
      opened={isShown}
      onClose={onClose}
      closeOnClickOutside={props.closeOnClickOutside ?? true}
      closeOnEscape={false}
      size={size}
      xOffset="1.5rem"
      yOffset="1.5rem"
      transitionProps={{ duration: 120 }}
      classNames={{ inner: classes.inner ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={1} color="var(--fb-veil)" />
      <Modal.Content classNames={{ content: classes.dialog ?? '' }}>
        <div className={classes.head}>
          <Modal.Title component="h2">{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        {props.children}
      </Modal.Content>
    </Modal.Root>
  );
}
