import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { choices as choicesOf } from 'firmbook-wasm';
import { useEffect, useId, useRef } from 'react';
import type { BookChoices } from './api';
import classes from './book.module.css';

interface BookOptionsProps {
  templates: readonly { uuid: string; name: string }[];
  hasAnnuities: boolean;
  choices: BookChoices;
  onChange: (change: Partial<BookChoices>) => void;
  /** Null without permission. */
  onGenerate: (() => void) | null;
  isGenerating: boolean;
  /** Why no PDF can be generated. Null if one can. */
  problem: string | null;
}

/** What the book of business shows, and the button that generates it. */
export function BookOptions(props: BookOptionsProps) {
  const { templates, choices, onChange, onGenerate, isGenerating, problem } = props;
  const reason = useId();
  const button = useFocusAfter(isGenerating);
  return (
    <div className={classes.options}>
      {templates.length > 1 && (
        <NativeSelect
          className={classes.field}
          label="Template"
          data={templates.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          value={choices.templateUuid}
          onChange={(event) => onChange({ templateUuid: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        className={classes.field}
        label="Group by"
        data={choicesOf('deliverableGrouping').map(({ code, label }) => ({ value: code, label }))}
        value={String(choices.groupBy)}
        onChange={(event) => onChange({ groupBy: Number(event.currentTarget.value) })}
      />
      {props.hasAnnuities && (
        <Switch
          classNames={{ root: classes.switch ?? '', track: classes.track ?? '' }}
          label="Include annuities"
          checked={choices.includeAnnuities}
          onChange={(event) => onChange({ includeAnnuities: event.currentTarget.checked })}
        />
      )}
      {onGenerate && (
        <Button
          ref={button}
          className={classes.generate ?? ''}
          loading={isGenerating}
          disabled={problem !== null}
          aria-describedby={problem ? reason : undefined}
          onClick={onGenerate}
        >
          Generate PDF
        </Button>
      )}
      {problem && (
        <p className={classes.reason} id={reason}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** Returns a ref for a button. It gets the focus back that it lost while it was loading. */
function useFocusAfter(isLoading: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasLoading = useRef(false);
  useEffect(() => {
    const isDone = wasLoading.current && !isLoading;
    wasLoading.current = isLoading;
    if (isDone && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [isLoading]);
  return button;
}
