import type { ContactKindConfig } from '@/lib/contact-kinds';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { useQueryClient } from '@tanstack/react-query';
import type { ContactRecord } from 'firmbook-wasm';
import { useRef } from 'react';
import { contactQuery } from '../../api/get-contact';
import { updateContact } from '../../api/update-contact';
import { useContactsChanged } from '../../api/use-contacts-changed';
import type { Edited } from '../../form/use-contact-form';
import { differences, merge } from './three-way';

interface UpdateOptions {
  kind: ContactKindConfig;
  /** The version that the edit started from. */
  base: ContactRecord;
  /** Called when the contact is saved. */
  onSaved: () => void;
  /** Opens the record from the toast. */
  open?: () => void;
}

/** Saves an edited contact, asks about conflicts with other users, and offers to undo. */
export function useUpdateContact({ kind, base, onSaved, open }: UpdateOptions) {
  const { firmId } = useSession().user;
  const queries = useQueryClient();
  const changed = useContactsChanged(kind);
  // The version that was saved over. After a conflict, it is that of the other user.
  const over = useRef(base);
  const { conflict, save: saveOver } = useSaveWithMerge<ContactRecord, Edited>({
    save: (read, edited) => {
      over.current = read;
      return updateContact(kind, firmId, base.uuid, { ...edited, version: read.version });
    },
    differences,
    merge,
  });

  const save = async (edited: Edited, applyValues: (edited: Edited) => void) => {
    const saved = await saveOver(base, edited, applyValues);
    if (!saved) return;
    onSaved();
    queries.setQueryData(contactQuery(kind, saved.uuid).queryKey, saved);
    // A replaced tax ID cannot be restored.
    const before = over.current;
    const canUndo = edited.person.taxId === null && saved.version === before.version + 1;
    showSuccess(`${saved.displayName} saved`, canUndo ? () => void undo(saved, before) : undefined, open);
    await changed();
  };

  const undo = async (saved: ContactRecord, before: ContactRecord) => {
    try {
      const added = Object.fromEntries(Object.keys(saved.customFields).map((name) => [name, '']));
      await updateContact(kind, firmId, base.uuid, {
        person: before.person,
        customFields: { ...added, ...before.customFields },
        version: saved.version,
      });
    } catch (reason) {
      showFailure(`update${kind.action}`, reason);
    }
    await changed();
  };
  return { conflict, save };
}
