import { IconArrowLeft, IconArrowRight } from '@/components/icons';
import { neighborsOf } from '@/lib/neighbors';
import { ActionIcon } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import classes from './record.module.css';

/** Opens the previous and next record of the list, also with K and J. Hidden without a list. */
export function RecordPager({ path }: { path: string }) {
  const navigate = useNavigate();
  const { previous, next } = neighborsOf(path);
  // Replaces the address, so that Back returns to the list.
  const open = (to: string | undefined) => to && void navigate(to, { replace: true });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || isBusy(target)) return;
    if (key === 'j') open(next);
    if (key === 'k') open(previous);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  if (!previous && !next) return null;
  return (
    <div className={classes.pager} role="group" aria-label="Records of the list">
      <ActionIcon
        title="Previous record (K)"
        aria-label="Previous record"
        disabled={!previous}
        onClick={() => open(previous)}
      >
        <IconArrowLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        title="Next record (J)"
        aria-label="Next record"
        disabled={!next}
        onClick={() => open(next)}
      >
        <IconArrowRight size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Whether the keys belong to a field, a grid or a dialog. */
const isBusy = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="grid"], [role="dialog"], [role="menu"]') !== null;
