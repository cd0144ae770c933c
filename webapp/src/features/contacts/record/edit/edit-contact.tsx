import { SidePanel } from '@/components/side-panel';
import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { showDone, showFailure } from '@/lib/toast';
import { useQueryClient } from '@tanstack/react-query';
import type { ContactInput, ContactRecord, Person } from 'firmbook-wasm';
import { useCallback, useRef, useState } from 'react';
import { contactQuery } from '../../api/get-contact';
import { updateContact } from '../../api/update-contact';
import { useContactsChanged } from '../../api/use-contacts-changed';
import { ContactForm } from '../../form/contact-form';
import type { KindOfContact } from '../../kinds';
import { ConflictView } from './conflict-view';
import { differences, inputOver, merged, type Choices } from './three-way';
import classes from './edit.module.css';

interface EditContactProps {
  kind: KindOfContact;
  record: ContactRecord;
  opened: boolean;
  onClose: () => void;
}

/** Panel and form for a contact that is there. */
export function EditContact(props: EditContactProps) {
  const isDirty = useRef(false);
  const setDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  const hasUnsaved = useCallback(() => isDirty.current, []);
  return (
    <SidePanel
      title={`Edit ${props.kind.one}`}
      opened={props.opened}
      onClose={props.onClose}
      hasUnsaved={hasUnsaved}
    >
      <EditForm {...props} setDirty={setDirty} />
    </SidePanel>
  );
}

/** A save that met somebody else's, and waits for the user's choice. */
interface Conflict {
  base: ContactRecord;
  mine: Person;
  theirs: ContactRecord;
  resolve: (choices: Choices) => void;
  giveUp: () => void;
}

/** The user went back to the form instead. */
class GivenUp extends Error {}

function EditForm({
  kind,
  record,
  onClose,
  setDirty,
}: EditContactProps & { setDirty: (d: boolean) => void }) {
  const { firmId } = useSession().user;
  const queries = useQueryClient();
  const changed = useContactsChanged(kind);
  // What was opened stays what is edited, whatever comes in meanwhile.
  const [opened] = useState(record);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const ask = (base: ContactRecord, mine: Person, theirs: ContactRecord) =>
    new Promise<Choices>((resolve, reject) => {
      setConflict({ base, mine, theirs, resolve, giveUp: () => reject(new GivenUp()) });
    }).finally(() => setConflict(null));

  /** Saves on top of `base`; where somebody was faster, on top of theirs once the user has chosen. */
  const saveOver = async (
    base: ContactRecord,
    input: ContactInput,
    adopt: (person: Person) => void,
  ): Promise<ContactRecord> => {
    try {
      return await updateContact(kind, firmId, opened.uuid, { ...input, version: base.version });
    } catch (reason) {
      const theirs = conflictingRecord(reason);
      if (!theirs) throw reason;
      const differs = differences(kind, base, input.person, theirs).length > 0;
      const choices = differs ? await ask(base, input.person, theirs) : {};
      const next = inputOver(merged(input.person, theirs, choices), theirs);
      adopt(next.person);
      return saveOver(theirs, next, adopt);
    }
  };

  const save = async (input: ContactInput, adopt: (person: Person) => void) => {
    try {
      const saved = await saveOver(opened, input, adopt);
      setDirty(false);
      onClose();
      queries.setQueryData(contactQuery(kind, saved.uuid).queryKey, saved);
      // A replaced number is nowhere to be taken back from.
      const canUndo = input.person.taxId === null && saved.version === opened.version + 1;
      showDone(`${saved.displayName} saved`, canUndo ? () => void undo(saved) : undefined);
      await changed();
    } catch (reason) {
      if (!(reason instanceof GivenUp)) throw reason;
    }
  };

  const undo = async (saved: ContactRecord) => {
    try {
      await updateContact(kind, firmId, opened.uuid, { person: opened.person, version: saved.version });
    } catch (reason) {
      showFailure(`update${kind.action}`, reason);
    }
    await changed();
  };

  return (
    <>
      {conflict && <ConflictView kind={kind} {...conflict} />}
      <div className={classes.form} hidden={conflict !== null}>
        <ContactForm
          kind={kind}
          person={opened.person}
          version={opened.version}
          taxIdMasked={opened.taxIdMasked}
          saveLabel="Save"
          onSave={save}
          onCancel={onClose}
          onDirty={setDirty}
          onFailure={(reason) => showFailure(`update${kind.action}`, reason)}
        />
      </div>
    </>
  );
}

function conflictingRecord(reason: unknown): ContactRecord | null {
  if (!(reason instanceof ApiError) || reason.problem?.code !== 'version_conflict') return null;
  return (reason.problem.current as ContactRecord | undefined) ?? null;
}
