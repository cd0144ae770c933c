import type { KindOfContact } from '@/lib/contact-kinds';
import { useSession } from '@/lib/session';
import { showDone, showFailure } from '@/lib/toast';
import { useSaveOver } from '@/record/use-save-over';
import { useQueryClient } from '@tanstack/react-query';
import type { ContactRecord } from 'firmbook-wasm';
import { contactQuery } from '../../api/get-contact';
import { updateContact } from '../../api/update-contact';
import { useContactsChanged } from '../../api/use-contacts-changed';
import type { Edited } from '../../form/use-contact-form';
import { differences, merged } from './three-way';

interface UpdateOptions {
  kind: KindOfContact;
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
  const { conflict, save: saveOver } = useSaveOver<ContactRecord, Edited>({
    save: ({ version }, edited) => updateContact(kind, firmId, base.uuid, { ...edited, version }),
    differences,
    merged,
  });

  const save = async (edited: Edited, adopt: (edited: Edited) => void) => {
    const saved = await saveOver(base, edited, adopt);
    if (!saved) return;
    onSaved();
    queries.setQueryData(contactQuery(kind, saved.uuid).queryKey, saved);
    // A replaced tax ID cannot be restored.
    const canUndo = edited.person.taxId === null && saved.version === base.version + 1;
    showDone(`${saved.displayName} saved`, canUndo ? () => void undo(saved) : undefined, open);
    await changed();
  };

  const undo = async (saved: ContactRecord) => {
    try {
      const added = Object.fromEntries(Object.keys(saved.customFields).map((name) => [name, '']));
      await updateContact(kind, firmId, base.uuid, {
        person: base.person,
        customFields: { ...added, ...base.customFields },
        version: saved.version,
      });
    } catch (reason) {
      showFailure(`update${kind.action}`, reason);
    }
    await changed();
  };
  return { conflict, save };
}
