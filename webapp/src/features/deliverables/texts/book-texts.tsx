import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { useState, type ComponentProps } from 'react';
import type { BookSubject } from '../api';
import { PARTS, type TextPart } from './parts';
import type { TextDialog } from './text-dialog';
import { TextRow } from './text-row';
import classes from './texts.module.css';

const loadDialog = () => import('./text-dialog');

interface BookTextsProps {
  subject: BookSubject;
  templateUuid: string;
}

/** The texts of a book of business: where each comes from, and who changed it. */
export function BookTexts({ subject, templateUuid }: BookTextsProps) {
  const canWrite = useCan('deliverables', 'write');
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
            onEdit={canWrite ? () => edit(part) : null}
          />
        ))}
      </ul>
      {canWrite && (
        <LazyDialog
          // Each opening starts anew.
          key={editing?.time}
          editing={
            editing && {
              subject,
              templateUuid,
              part: editing.part,
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
