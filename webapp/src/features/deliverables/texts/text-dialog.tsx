import { LargeDialog } from '@/components/large-dialog';
import { UnsavedBar } from '@/components/unsaved-bar';
import { UnsavedGuard } from '@/components/unsaved-guard';
import { useCan, useSession } from '@/lib/session';
import { useUnsaved } from '@/lib/use-unsaved';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { BookSubject } from '../api';
import { draftOf } from './drafts';
import { LoadedText } from './loaded-text';
import type { TextPart } from './parts';
import { addressOf, scopeOptions, uncapitalized, type Scope } from './scopes';
import { useQuestion } from './use-question';
import classes from './text-dialog.module.css';

interface TextDialogProps {
  subject: BookSubject;
  templateUuid: string;
  part: TextPart;
  opened: boolean;
  onClose: () => void;
}

/** Edits a text of a book of business, for one contact or for all. */
export function TextDialog({ subject, templateUuid, part, opened, onClose }: TextDialogProps) {
  const { account } = useSession().user;
  const canSetForAll = useCan('firmSettings', 'write');
  const [scope, setScope] = useState<Scope>('contact');
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
  const scopes = scopeOptions(subject.resource).filter(({ value }) => canSetForAll || value === 'contact');
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
        data={scopes}
        value={scope}
        onChange={(event) => switchTo(event.currentTarget.value as Scope)}
      />
      <LoadedText
        key={scope}
        scope={scope}
        contact={subject.uuid}
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
