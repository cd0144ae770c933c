import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useAfterMount } from '@/lib/use-after-mount';
import { Modal } from '@mantine/core';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
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

/** Tells the dialog around this one that another dialog is open above it. */
const CoverContext = createContext<(isCovered: boolean) => void>(() => undefined);

/** Modal dialog as high as the window. It can contain another one. */
export function LargeDialog({ title, opened, onClose, size = '100rem', ...props }: LargeDialogProps) {
  const isShown = useAfterMount(opened);
  const [isCovered, setIsCovered] = useState(false);
  const cover = useContext(CoverContext);
  useEffect(() => {
    if (!opened) return;
    cover(true);
    return () => cover(false);
  }, [opened, cover]);
  return (
    <Modal.Root
      opened={isShown}
      onClose={onClose}
      closeOnClickOutside={props.closeOnClickOutside ?? true}
      closeOnEscape={!isCovered}
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
        <CoverContext value={setIsCovered}>{props.children}</CoverContext>
      </Modal.Content>
    </Modal.Root>
  );
}
