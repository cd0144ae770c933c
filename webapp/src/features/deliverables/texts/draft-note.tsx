import { dayIn, formatMoment } from '@/lib/moment';
import { useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import type { Draft } from './drafts';
import classes from './text-dialog.module.css';

interface DraftNoteProps {
  draft: Draft;
  /** The text was saved since the draft was begun. */
  isStale: boolean;
  onDiscard: () => void;
}

/** Says that the editor started with a draft, and offers the saved text instead. */
export function DraftNote({ draft, isStale, onDiscard }: DraftNoteProps) {
  const { timeZone } = useSession().user;
  return (
    <div className={classes.draft} role="status">
      <span>
        Unsaved draft from {draftTime(draft.at, timeZone)} restored.
        {isStale && ' The saved text has changed since then. When you save, you can compare both.'}
      </span>
      <Button variant="default" onClick={onDiscard}>
        Discard draft
      </Button>
    </div>
  );
}

/** Returns the time of a draft, with its day unless it is from today. */
function draftTime(at: string, timeZone: string): string {
  const isToday = dayIn(timeZone, at) === dayIn(timeZone, new Date().toISOString());
  const moment = formatMoment(at, timeZone);
  return isToday ? moment.slice(moment.lastIndexOf(',') + 1).trim() : moment;
}
