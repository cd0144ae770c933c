import { useEscape } from '@/lib/use-escape';
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import classes from './unsaved-bar.module.css';

interface UnsavedBarProps {
  onStay: () => void;
  onDiscard: () => void;
}

/**
 * Asks at the bottom of a form whether to discard unsaved changes. Meanwhile, the form is inert. Afterwards,
 * it gets the focus back.
 */
export function UnsavedBar({ onStay, onDiscard }: UnsavedBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  useEscape(true, onStay);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const covered = [...(bar.current?.parentElement?.children ?? [])].filter(
      (element) => element !== bar.current && !element.hasAttribute('inert'),
    );
    for (const element of covered) element.setAttribute('inert', '');
    stay.current?.focus();
    return () => {
      for (const element of covered) element.removeAttribute('inert');
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={bar} className={classes.guard} role="alertdialog" aria-label="Unsaved changes">
      <span>You have unsaved changes.</span>
      <Button ref={stay} variant="default" onClick={onStay}>
        Keep editing
      </Button>
      <Button color="danger" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
