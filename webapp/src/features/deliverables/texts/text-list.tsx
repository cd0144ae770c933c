import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { useState, type ComponentProps } from 'react';
import { partsOf, type TextPart } from './parts';
import type { Scope, TextTarget } from './scopes';
import type { TextDialog } from './text-dialog';
import { TextRow } from './text-row';
import classes from './texts.module.css';

const loadDialog = () => import('./text-dialog');

interface TextListProps {
  target: TextTarget;
  /** Whether the user may change the texts of this agent, owner or report. */
  canEditOwn?: boolean;
}

/** List of document texts, each with its origin and last change. */
export function TextList({ target, canEditOwn = false }: TextListProps) {
  const canWrite = useCan('deliverables', 'write');
  const canSetForAll = useCan('firmSettings', 'write');
  const canSetDefaults = useCan('firms', 'write');
  const scopes = scopesOf(target, canEditOwn && canWrite, canSetForAll && canWrite, canSetDefaults);
  const canEdit = scopes.length > 0;
  const [editing, setEditing] = useState<{ part: TextPart; time: number; isOpen: boolean } | null>(null);
  const edit = (part: TextPart) => setEditing({ part, time: (editing?.time ?? 0) + 1, isOpen: true });
  return (
    <>
      <ul className={classes.rows}>
        {partsOf(target.kind).map((part) => (
          <TextRow key={part.path} target={target} part={part} onEdit={canEdit ? () => edit(part) : null} />
        ))}
      </ul>
      {canEdit && (
        <LazyDialog
          // A new key each time it opens, to discard the previous state.
          key={editing?.time}
          editing={
            editing && {
              target,
              part: editing.part,
              scopes,
              opened: editing.isOpen,
              onClose: () => setEditing({ ...editing, isOpen: false }),
            }
          }
        />
      )}
    </>
  );
}

/** Returns the scopes of the target that the user may edit, narrowest first. */
function scopesOf(
  { templateUuid, uuid, isOfAllFirms }: TextTarget,
  canEditOwn: boolean,
  canSetForAll: boolean,
  canSetDefaults: boolean,
): Scope[] {
  if (isOfAllFirms) return canSetDefaults ? ['allFirms'] : [];
  const scopes: Scope[] = [];
  if (uuid !== null && canEditOwn) scopes.push('subject');
  if (templateUuid !== null && canSetForAll) scopes.push('template');
  if (canSetForAll) scopes.push('firm');
  return scopes;
}

/** Lazily loaded dialog. Rendered, and its code preloaded, only for users who can edit. */
function LazyDialog({ editing }: { editing: ComponentProps<typeof TextDialog> | null }) {
  const Dialog = useModule(loadDialog, editing !== null)?.TextDialog;
  return editing && Dialog ? <Dialog {...editing} /> : null;
}
