import { useModule } from '@/lib/use-module';
import { useRef, type ReactNode } from 'react';
import { usePressOutside } from './use-popup';
import classes from './popup.module.css';

interface PopupProps {
  label: string;
  opened: boolean;
  onClose: () => void;
  /** The button that opens the popup. It stays in place while the popup's code loads. */
  button: ReactNode;
  position?: 'bottom-start' | 'bottom-end';
  /** Null while the contents load. */
  children: ReactNode;
}

const loadPanel = () => import('./popup-panel');

/** A small panel attached to a button. Its code is loaded on first use. */
export function Popup({ label, opened, onClose, button, position = 'bottom-start', children }: PopupProps) {
  const Panel = useModule(loadPanel, opened)?.PopupPanel;
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  usePressOutside(opened, [anchor, panel], onClose);
  return (
    <span className={classes.owner} ref={anchor}>
      {button}
      {Panel && (
        <Panel
          label={label}
          opened={opened && children !== null}
          onClose={onClose}
          position={position}
          panel={panel}
        >
          {children}
        </Panel>
      )}
    </span>
  );
}
