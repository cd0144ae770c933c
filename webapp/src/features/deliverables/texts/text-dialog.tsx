import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { UnsavedBar } from '@/components/unsaved-bar';
import { UnsavedGuard } from '@/components/unsaved-guard';
import { useCan, useSession } from '@/lib/session';
import { useAfterMount } from '@/lib/use-after-mount';
import { useUnsaved } from '@/lib/use-unsaved';
import { Modal, NativeSelect } from '@mantine/core';
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
  const isShown = useAfterMount(opened);
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
    <Modal.Root
      opened={isShown}
      onClose={close}
      closeOnClickOutside={false}
      size="100rem"
      xOffset="1.5rem"
      yOffset="1.5rem"
      transitionProps={{ duration: 120 }}
      classNames={{ inner: classes.inner ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={1} color="var(--fb-veil)" />
      <Modal.Content classNames={{ content: classes.dialog ?? '' }}>
        <div className={classes.head}>
          <Modal.Title component="h2">Edit {uncapitalized(part.name)}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
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
      </Modal.Content>
    </Modal.Root>
  );
}
