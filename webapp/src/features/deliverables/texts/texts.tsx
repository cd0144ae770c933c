import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { useState, type ComponentProps } from 'react';
import type { Subject } from '../kinds';
import { PARTS, type TextPart } from './parts';
import type { Scope } from './scopes';
import type { TextDialog } from './text-dialog';
import { TextRow } from './text-row';
import classes from './texts.module.css';

const loadDialog = () => import('./text-dialog');

interface TextsProps {
  subject: Subject;
  templateUuid: string;
  /** Whether the user may change the texts of this agent, owner or report. */
  canEditOwn: boolean;
}

/** The texts of a document: where each comes from, and who changed it. */
export function Texts({ subject, templateUuid, canEditOwn }: TextsProps) {
  const canWrite = useCan('deliverables', 'write');
  const canSetForAll = useCan('firmSettings', 'write');
  const scopes: Scope[] = canSetForAll ? ['template', 'firm'] : [];
  if (canEditOwn) scopes.unshift('subject');
  const canEdit = canWrite && scopes.length > 0;
  const [editing, setEditing] = useState<{ part: TextPart; time: number; isOpen: boolean } | null>(null);
  const edit = (part: TextPart) => setEditing({ part, time: (editing?.time ?? 0) + 1, isOpen: true });
  return (
    <section className={classes.texts} aria-label="Texts">
      <h2>Texts</h2>
      <ul className={classes.rows}>
        {PARTS.map((part) => (
          <TextRow
            key={part.path}
            subject={subject}
            templateUuid={templateUuid}
            part={part}
            onEdit={canEdit ? () => edit(part) : null}
          />
        ))}
      </ul>
      {canEdit && (
        <LazyDialog
          // Each opening starts anew.
          key={editing?.time}
          editing={
            editing && {
              subject,
              templateUuid,
              part: editing.part,
              scopes,
              opened: editing.isOpen,
              onClose: () => setEditing({ ...editing, isOpen: false }),
            }
          }
        />
      )}
    </section>
  );
}

/** The dialog, whose code is loaded in advance only for users who can edit. */
function LazyDialog({ editing }: { editing: ComponentProps<typeof TextDialog> | null }) {
  const Dialog = useModule(loadDialog, editing !== null)?.TextDialog;
  return editing && Dialog ? <Dialog {...editing} /> : null;
}
