import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { deliverablePlaceholders, freeTextWarning } from 'firmbook-later';
import { useState } from 'react';
import { DraftNote } from './draft-note';
import { RichTextEditor } from './rich-text-editor';
import { originOf, uncapitalized, type Scope } from './scopes';
import { TextChanged } from './text-changed';
import { TextConflict } from './text-conflict';
import { TextPreview } from './text-preview';
import { TextRevert } from './text-revert';
import { usePane } from './use-pane';
import { useRevert } from './use-revert';
import { useTextForm, type TextFormOptions } from './use-text-form';
import classes from './text-dialog.module.css';

interface TextFormProps extends TextFormOptions {
  scope: Scope;
  onCancel: () => void;
  /** Focuses the text when the form appears. */
  autoFocusEditor: boolean;
}

/** Text editor next to a preview of the pages. */
export function TextForm({ scope, onCancel, autoFocusEditor, ...options }: TextFormProps) {
  const { part, address, text } = options;
  const form = useTextForm(options);
  const { saved, conflict, draft } = form;
  const [isReverting, setIsReverting] = useState(false);
  const revert = useRevert({ ...options, saved, onReverted: form.finish, onChanged: form.setSaved });
  const isAsking = conflict !== null || (isReverting && saved.inherited !== null);
  const { pane, setPane, text: textPane } = usePane(form.error, isAsking);
  return (
    <>
      {conflict && (
        <TextConflict
          part={part}
          mine={form.value}
          theirs={conflict}
          isSaving={form.isSaving}
          onKeepMine={() => void form.save(conflict.version)}
          onUseTheirs={() => form.restart(conflict)}
          onBack={() => form.setConflict(null)}
        />
      )}
      {isReverting && !conflict && saved.inherited && (
        <TextRevert
          part={part}
          scope={scope}
          kind={address.kind}
          inherited={saved.inherited}
          isUnsaved={form.isUnsaved}
          isReverting={revert.isReverting}
          onRevert={() => void revert.revert()}
          onBack={() => setIsReverting(false)}
        />
      )}
      <div className={classes.form} hidden={isAsking}>
        <p className={classes.origin}>
          {originOf(saved, scope, address.kind)} <TextChanged text={saved} />
        </p>
        {draft && (
          <DraftNote
            draft={draft}
            isStale={draft.version !== text.version}
            onDiscard={() => form.restart(saved)}
          />
        )}
        <SegmentedControl
          className={classes.switch ?? ''}
          aria-label="View"
          value={pane}
          data={[
            { value: 'text', label: 'Text' },
            { value: 'preview', label: 'Preview' },
          ]}
          onChange={setPane}
        />
        <div className={classes.panes} data-pane={pane}>
          <div className={classes.text} ref={textPane}>
            <RichTextEditor
              key={form.start.run}
              label={part.name}
              initial={form.start.value}
              placeholders={deliverablePlaceholders(address.kind)}
              // Images belong to a firm.
              hasImages={!address.isOfAllFirms}
              error={form.error}
              warningOf={freeTextWarning}
              autoFocusEditor={autoFocusEditor || form.start.run > 0}
              onChange={form.change}
            />
          </div>
          <TextPreview
            subject={uncapitalized(part.name)}
            className={classes.preview}
            address={address}
            value={form.value}
          />
        </div>
        <div className={classes.foot}>
          {saved.version !== null && saved.inherited && (
            <Button
              variant="subtle"
              color="danger"
              className={classes.left ?? ''}
              onClick={() => setIsReverting(true)}
            >
              Revert
            </Button>
          )}
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button loading={form.isSaving} onClick={() => void form.save()}>
            Save
          </Button>
        </div>
      </div>
    </>
  );
}
