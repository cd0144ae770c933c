import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useAfterMount } from '@/lib/use-after-mount';
import { useEscape } from '@/lib/use-escape';
import { Modal } from '@mantine/core';
import { Search } from './search';
import classes from './palette.module.css';

/** Modal with the quick search. Closing it discards the text. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const isShown = useAfterMount(opened);
  useEscape(opened, onClose);
  return (
    <Modal.Root
      opened={isShown}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      size="38rem"
      yOffset="12dvh"
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay backgroundOpacity={1} color="var(--fb-veil)" />
      <Modal.Content aria-label="Quick search" classNames={{ content: classes.palette ?? '' }}>
        <Search onLeave={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}
