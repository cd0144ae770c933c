import { fieldMessages } from '@/lib/field-messages';
import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { conflictingRecord } from '@/lib/conflicting-record';
import { useEffect, useState } from 'react';
import { saveText } from './api';
import type { DeliverableText } from 'firmbook-wasm';
import { draftOf, type Draft } from './drafts';
import type { TextPart } from './parts';
import type { RichText } from './rich-text';
import { checkDeliverableText } from 'firmbook-later';
import type { TextAddress } from './scopes';
import { isSameText } from './stored-text';
import { useTextSaved } from './use-text-saved';

export interface TextFormOptions {
  /** The agent, owner or report whose document is open. */
  subject: string | null;
  part: TextPart;
  address: TextAddress;
  /** The text as loaded when the form was opened. */
  text: DeliverableText;
  setUnsaved: (isUnsaved: boolean) => void;
  onDone: () => void;
}

/** Manages the editing and saving of a text, its draft, and version conflicts. */
export function useTextForm({ subject, part, address, text, setUnsaved, onDone }: TextFormOptions) {
  const { account } = useSession().user;
  const drafts = draftOf(account, address);
  const showSaved = useTextSaved(subject);
  const [draft, setDraft] = useState(() => usableDraft(drafts.read(), text));
  const [saved, setSaved] = useState(text);
  /** The version that saving replaces. For a draft, this may be an older version. */
  const [version, setVersion] = useState(draft ? draft.version : text.version);
  const [value, setValue] = useState(draft?.value ?? text.value);
  /** Initial content of the editor. Incrementing `run` replaces the content. */
  const [start, setStart] = useState({ value, run: 0 });
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<DeliverableText | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isUnsaved = !isSameText(value, saved.value);
  useEffect(() => setUnsaved(isUnsaved), [isUnsaved, setUnsaved]);

  const change = (next: RichText) => {
    setValue(next);
    setError(null);
    if (isSameText(next, saved.value)) drafts.drop();
    else drafts.store({ value: next, version, at: new Date().toISOString() });
  };

  /** Discards the changes and starts over from a saved text. */
  const restart = (from: DeliverableText) => {
    drafts.drop();
    setDraft(null);
    setSaved(from);
    setVersion(from.version);
    setValue(from.value);
    setStart({ value: from.value, run: start.run + 1 });
    setError(null);
    setConflict(null);
  };

  const finish = (now: DeliverableText, title: string, undo?: () => void) => {
    drafts.drop();
    setUnsaved(false);
    void showSaved(address, now);
    showSuccess(title, undo);
    onDone();
  };

  /** Leaves the conflict view, if open, and shows an error in the form. */
  const reject = (message: string | null) => {
    setConflict(null);
    setError(message);
  };

  const fail = (reason: unknown) => {
    const theirs = conflictingRecord<DeliverableText>(reason);
    const problems = reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
    if (theirs && isSameText(theirs.value, value)) finish(theirs, `${part.name} saved`);
    else if (theirs) setConflict(theirs);
    else if (problems.length > 0) reject(firstMessage(problems));
    else showFailure(part.failures.save, reason);
  };

  const save = async (over = version) => {
    if (!isUnsaved && !conflict) return onDone();
    const problem = firstMessage(checkDeliverableText(address.kind, value));
    if (problem) return reject(problem);
    setIsSaving(true);
    try {
      finish(await saveText(address, value, over), `${part.name} saved`);
    } catch (reason) {
      fail(reason);
    } finally {
      setIsSaving(false);
    }
  };

  return {
    draft,
    saved,
    setSaved,
    value,
    start,
    change,
    restart,
    finish,
    error,
    conflict,
    setConflict,
    isUnsaved,
    isSaving,
    save,
  };
}

/** Returns the draft, or null if there is none or it equals the saved text. */
const usableDraft = (draft: Draft | null, text: DeliverableText) =>
  draft && !isSameText(draft.value, text.value) ? draft : null;

const firstMessage = (problems: Parameters<typeof fieldMessages>[0]) =>
  Object.values(fieldMessages(problems))[0] ?? null;
