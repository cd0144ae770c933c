import { useModule } from '@/lib/use-module';
import { useRef, type ReactNode } from 'react';
import { usePressOutside } from './use-popup';
import classes from './popup.module.css';

interface PopupProps {
  label: string;
  opened: boolean;
  onClose: () => void;
  /** The button that opens it; it stays where it is while the popup's code is loaded. */
  button: ReactNode;
  position?: 'bottom-start' | 'bottom-end';
  /** Null while the contents are still being loaded. */
  children: ReactNode;
}

const loadPanel = () => import('./popup-panel');

/** A small panel at a button. What floats is loaded when it is first opened. */
export function Popup({ label, opened, onClose, button, position = 'bottom-start', children }: PopupProps) {
  const Panel = useModule(loadPanel, opened)?.PopupPanel;
  const owner = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  usePressOutside(opened, [owner, panel], onClose);
  return (
    <span className={classes.owner} ref={owner}>
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
