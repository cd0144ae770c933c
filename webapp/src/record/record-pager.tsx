import { IconArrowLeft, IconArrowRight } from '@/components/icons';
import { neighborsOf } from '@/lib/neighbors';
import { ActionIcon } from '@mantine/core';
import { useNavigate } from 'react-router';
import { usePageKeys } from './use-page-keys';
import classes from './record.module.css';

/** Buttons for the previous and next record in the list, also with K and J. Hidden without a list. */
export function RecordPager({ path }: { path: string }) {
  const navigate = useNavigate();
  const { previous, next } = neighborsOf(path);
  // Replaces the history entry, so that Back returns to the list.
  const open = (to: string | undefined) => to && void navigate(to, { replace: true });
  usePageKeys({ j: () => open(next), k: () => open(previous) });
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
