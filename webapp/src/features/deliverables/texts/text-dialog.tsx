import { LargeDialog } from '@/components/large-dialog';
import { UnsavedBar } from '@/components/unsaved-bar';
import { UnsavedGuard } from '@/components/unsaved-guard';
import { useSession } from '@/lib/session';
import { useUnsaved } from '@/lib/use-unsaved';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Subject } from '../kinds';
import { draftOf } from './drafts';
import { LoadedText } from './loaded-text';
import type { TextPart } from './parts';
import { addressOf, scopeOptions, uncapitalized, type Scope } from './scopes';
import { useQuestion } from './use-question';
import classes from './text-dialog.module.css';

interface TextDialogProps {
  subject: Subject;
  templateUuid: string;
  part: TextPart;
  /** The levels that the user may change. The first one is shown at first. Not empty. */
  scopes: readonly Scope[];
  opened: boolean;
  onClose: () => void;
}

/** Edits a text of a document, for one agent, owner or report, or for all. */
export function TextDialog({ subject, templateUuid, part, scopes, opened, onClose }: TextDialogProps) {
  const { account } = useSession().user;
  const [scope, setScope] = useState<Scope>(scopes[0] ?? 'subject');
  const [hasSwitched, setHasSwitched] = useState(false);
  const address = useMemo(
    () => addressOf(subject, part.path, templateUuid, scope),
    [subject, part, templateUuid, scope],
  );
  const { hasUnsaved, setUnsaved } = useUnsaved();
  const dropDraft = () => {
    draftOf(account, address).drop();
    setUnsaved(false);
  };
  const { isAsked, ask, stay, leave } = useQuestion(hasUnsaved, dropDraft);
  const close = () => (isAsked ? stay() : ask(onClose));
  const switchTo = (next: Scope) =>
    ask(() => {
      setScope(next);
      setHasSwitched(true);
    });
  const options = scopeOptions(subject.kind).filter(({ value }) => scopes.includes(value));
  return (
    <LargeDialog
      title={`Edit ${uncapitalized(part.name)}`}
      opened={opened}
      onClose={close}
      closeOnClickOutside={false}
    >
      <NativeSelect
        className={classes.scope ?? ''}
        label="Applies to"
        data={options}
        value={scope}
        onChange={(event) => switchTo(event.currentTarget.value as Scope)}
      />
      <LoadedText
        key={scope}
        scope={scope}
        subject={subject.uuid}
        part={part}
        address={address}
        takesFocus={!hasSwitched}
        setUnsaved={setUnsaved}
        onDone={onClose}
        onCancel={close}
      />
      {isAsked && <UnsavedBar onStay={stay} onDiscard={leave} />}
      <UnsavedGuard isActive={opened} hasUnsaved={hasUnsaved} onDiscard={dropDraft} />
    </LargeDialog>
  );
}
