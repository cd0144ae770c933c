import { dateInTimeZone, formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import type { Draft } from './drafts';
import classes from './text-dialog.module.css';

interface DraftNoteProps {
  draft: Draft;
  /** The text was saved again after the draft was started. */
  isStale: boolean;
  onDiscard: () => void;
}

/** Notice that a draft was restored, with a button to discard it. */
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

/** Returns the time of a draft, with the date unless it is from today. */
function draftTime(at: string, timeZone: string): string {
  const isToday = dateInTimeZone(timeZone, at) === dateInTimeZone(timeZone, new Date().toISOString());
  const moment = formatTimestamp(at, timeZone);
  return isToday ? moment.slice(moment.lastIndexOf(',') + 1).trim() : moment;
}
