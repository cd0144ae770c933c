import { LargeDialog } from '@/components/large-dialog';
import { UnsavedBar } from '@/components/unsaved-bar';
import { UnsavedGuard } from '@/components/unsaved-guard';
import { useSession } from '@/lib/session';
import { useUnsaved } from '@/lib/use-unsaved';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { draftOf } from './drafts';
import { LoadedText } from './loaded-text';
import type { TextPart } from './parts';
import { addressOf, scopeOf, scopeOptions, uncapitalized, type Scope, type TextTarget } from './scopes';
import { useDiscardConfirmation } from './use-discard-confirmation';
import classes from './text-dialog.module.css';

interface TextDialogProps {
  target: TextTarget;
  part: TextPart;
  /** Scopes that the user may change. Not empty. The first one is selected initially. */
  scopes: readonly Scope[];
  opened: boolean;
  onClose: () => void;
}

/** Edits a document text for one agent, owner or report, or for all of them. */
export function TextDialog({ target, part, scopes, opened, onClose }: TextDialogProps) {
  const { account } = useSession().user;
  const [scope, setScope] = useState<Scope>(scopes[0] ?? scopeOf(target));
  const [hasSwitched, setHasSwitched] = useState(false);
  const address = useMemo(() => addressOf(target, part.path, scope), [target, part, scope]);
  const { hasUnsaved, setUnsaved } = useUnsaved();
  const dropDraft = () => {
    draftOf(account, address).drop();
    setUnsaved(false);
  };
  const { isConfirming, confirm, stay, discardAndContinue } = useDiscardConfirmation(hasUnsaved, dropDraft);
  const close = () => (isConfirming ? stay() : confirm(onClose));
  const switchTo = (next: Scope) =>
    confirm(() => {
      setScope(next);
      setHasSwitched(true);
    });
  const options = scopeOptions(target.kind).filter(({ value }) => scopes.includes(value));
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
        subject={target.uuid}
        part={part}
        address={address}
        autoFocusEditor={!hasSwitched}
        setUnsaved={setUnsaved}
        onDone={onClose}
        onCancel={close}
      />
      {isConfirming && <UnsavedBar onStay={stay} onDiscard={discardAndContinue} />}
      <UnsavedGuard isActive={opened} hasUnsaved={hasUnsaved} onDiscard={dropDraft} />
    </LargeDialog>
  );
}
