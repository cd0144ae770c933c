import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { DeliverableText } from 'firmbook-wasm';
import type { TextPart } from './parts';
import type { RichText } from './rich-text';
import { RichTextView } from './rich-text-view';
import { uncapitalized } from './scopes';
import classes from './text-dialog.module.css';

interface TextConflictProps {
  part: TextPart;
  mine: RichText;
  theirs: DeliverableText;
  isSaving: boolean;
  onKeepMine: () => void;
  onUseTheirs: () => void;
  onBack: () => void;
}

/** Shows the typed text next to the one that another user saved, and asks which one to keep. */
export function TextConflict({ part, mine, theirs, isSaving, ...actions }: TextConflictProps) {
  const { timeZone } = useSession().user;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // If the text was reverted, `updatedBy` is the author of the inherited text, not the user who reverted it.
  const isReverted = theirs.version === null;
  const who = (!isReverted && theirs.updatedBy) || 'Someone else';
  const at = isReverted ? null : theirs.updatedAt;
  return (
    <section className={classes.step} aria-label="Conflicting changes">
      <div className={classes.stepBody}>
        <h3 ref={heading} tabIndex={-1}>
          {who} {isReverted ? 'reverted' : 'saved'} this {uncapitalized(part.name)} first
        </h3>
        <p>
          {at && `Saved ${formatTimestamp(at, timeZone)}, while you were editing. `}
          Compare both texts and choose one. Yours is kept until you choose.
        </p>
        <div className={classes.sides}>
          <Side title="Yours" value={mine} />
          <Side title="Theirs" value={theirs.value} />
        </div>
      </div>
      <div className={classes.foot}>
        <Button variant="subtle" className={classes.left ?? ''} onClick={actions.onBack}>
          Back to the text
        </Button>
        <Button variant="default" disabled={isSaving} onClick={actions.onUseTheirs}>
          Use theirs
        </Button>
        <Button loading={isSaving} onClick={actions.onKeepMine}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}

const Side = ({ title, value }: { title: string; value: RichText }) => (
  <section aria-label={title}>
    <p>{title}</p>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
    <div className={classes.paper} tabIndex={0} role="region" aria-label={`${title}: text`}>
      <RichTextView value={value} />
    </div>
  </section>
);
