import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { DeliverableKind } from '../kinds';
import type { DeliverableText } from 'firmbook-wasm';
import type { TextPart } from './parts';
import { RichTextView } from './rich-text-view';
import { levelPhrase, scopePhrase, uncapitalized, type Scope } from './scopes';
import classes from './text-dialog.module.css';

interface TextRevertProps {
  part: TextPart;
  scope: Scope;
  kind: DeliverableKind;
  inherited: NonNullable<DeliverableText['inherited']>;
  isUnsaved: boolean;
  isReverting: boolean;
  onRevert: () => void;
  onBack: () => void;
}

/** Shows the text that would apply after reverting, and asks for confirmation. */
export function TextRevert({ part, scope, kind, inherited, ...props }: TextRevertProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const phrase = levelPhrase(inherited.level, kind, scope);
  return (
    <section className={classes.step} aria-label="Revert">
      <div className={classes.stepBody}>
        <h3 ref={heading} tabIndex={-1}>
          Revert the {uncapitalized(part.name)} to {phrase}?
        </h3>
        <p>
          The text for {scopePhrase(scope, kind)} is removed.{' '}
          {props.isUnsaved && 'Your unsaved changes are lost. '}
          This text applies instead:
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
        <div className={classes.paper} tabIndex={0} role="region" aria-label="Text after reverting">
          <RichTextView value={inherited.value} />
        </div>
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={props.onBack}>
          Cancel
        </Button>
        <Button color="danger" loading={props.isReverting} onClick={props.onRevert}>
          Revert
        </Button>
      </div>
    </section>
  );
}
