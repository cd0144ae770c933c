import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { focusFirstField } from '@/lib/first-field';
import { useAfterMount } from '@/lib/use-after-mount';
import { useEscape } from '@/lib/use-escape';
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';

/** The button that confirms a dialog. */
interface DialogAction {
  label: string;
  /** The form to submit, or the function to call. */
  run: { form: string } | (() => void);
  isRunning?: boolean;
  isDisabled?: boolean;
  isDestructive?: boolean;
}

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Null hides the buttons, for content with its own buttons. */
  action: DialogAction | null;
  cancelLabel?: string;
  /** Shown next to the buttons. */
  note?: ReactNode;
  children: ReactNode;
}

/** Modal dialog in the center of the page. */
export function Dialog({ title, opened, onClose, action, cancelLabel = 'Cancel', ...props }: DialogProps) {
  const isShown = useAfterMount(opened);
  useEscape(opened, onClose);
  return (
    <Modal.Root
      opened={isShown}
      onClose={onClose}
      closeOnEscape={false}
      size="34rem"
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={1} color="var(--fb-veil)" />
      <Modal.Content classNames={{ content: classes.dialog ?? '' }}>
        <div className={classes.head} ref={focusFirstField}>
          <Modal.Title component="h2">{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <div className={classes.body}>{props.children}</div>
        {(action || props.note) && (
          <div className={classes.foot}>
            {props.note}
            {action && (
              <>
                <Button variant="default" onClick={onClose}>
                  {cancelLabel}
                </Button>
                <ActionButton {...action} />
              </>
            )}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

function ActionButton({ label, run, isRunning, isDisabled, isDestructive }: DialogAction) {
  const target = typeof run === 'function' ? { onClick: run } : { type: 'submit' as const, form: run.form };
  return (
    <Button
      {...target}
      {...(isDestructive && { color: 'danger' })}
      disabled={isDisabled ?? false}
      loading={isRunning ?? false}
    >
      {label}
    </Button>
  );
}
