import '@mantine/core/styles/InlineInput.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { choices as choicesOf } from 'firmbook-wasm';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { Choices } from './api';
import classes from './deliverables.module.css';

interface OptionsProps {
  templates: readonly { uuid: string; name: string }[];
  choices: Choices;
  onChange: (change: Partial<Choices>) => void;
  isGrouped?: boolean;
  /** Null without permission. */
  onGenerate: (() => void) | null;
  isGenerating: boolean;
  /** Why no PDF can be generated. Null if one can. */
  problem: string | null;
  /** Explains how the PDF is generated. */
  note?: string | null;
  /** Further options. */
  children?: ReactNode;
}

/** Options of a document, and the button that generates it. */
export function Options(props: OptionsProps) {
  const { templates, choices, onChange, isGrouped = true, onGenerate, isGenerating, problem } = props;
  const explanation = problem ?? props.note;
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
      {isGrouped && (
        <NativeSelect
          className={classes.field}
          label="Group by"
          data={choicesOf('deliverableGrouping').map(({ code, label }) => ({ value: code, label }))}
          value={String(choices.groupBy)}
          onChange={(event) => onChange({ groupBy: Number(event.currentTarget.value) })}
        />
      )}
      {props.children}
      {onGenerate && (
        <Button
          ref={button}
          className={classes.generate ?? ''}
          loading={isGenerating}
          disabled={problem !== null}
          aria-describedby={explanation ? reason : undefined}
          onClick={onGenerate}
        >
          Generate PDF
        </Button>
      )}
      {explanation && (
        <p className={classes.reason} id={reason}>
          {explanation}
        </p>
      )}
    </div>
  );
}

/** Returns a ref for a button that loses the focus while loading. Restores the focus afterwards. */
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
