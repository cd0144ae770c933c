import { useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fillMergeFields, mergeFields } from 'firmbook-later';
import type { Cohort, MergeValues } from 'firmbook-wasm';
import { useRef, useState, type FocusEvent, type ReactNode, type RefObject } from 'react';
import { sampleQuery } from './api';
import classes from './schedules.module.css';

type Text = 'subject' | 'message';

interface MergeFieldsProps {
  /** Contains the inputs of the subject and the message. */
  children: ReactNode;
}

/** The subject and message of a schedule, with buttons that insert merge fields at the cursor. */
export function MergeFields({ children }: MergeFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [into, setInto] = useState<Text>('message');
  const follow = ({ target }: FocusEvent) => {
    const path = target instanceof HTMLElement ? target.dataset.path : undefined;
    if (path === 'subject' || path === 'message') setInto(path);
  };
  return (
    <div ref={box} className={classes.texts} onFocus={follow}>
      {children}
      <div role="group" aria-label={`Insert into the ${into}`} className={classes.fields}>
        <span aria-hidden>Insert into the {into}:</span>
        {mergeFields().map(({ name, label }) => (
          <Button
            key={name}
            variant="default"
            size="compact-xs"
            // Keep the focus in the input. On blur, its error could appear and move the button.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(box, into, `{{${name}}}`)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Inserts text at the cursor of an input, as if typed. */
function insert(box: RefObject<HTMLElement | null>, into: Text, text: string) {
  const input = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-path="${into}"]`);
  if (!input) return;
  const { length } = input.value;
  const [start, end] = [input.selectionStart ?? length, input.selectionEnd ?? length];
  input.focus();
  input.setRangeText(text, start, end, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

interface PreviewProps {
  cohort: Cohort;
  subject: string;
  message: string;
  sender: string;
}

/** Shows the email with the values of the first contact of the cohort, if it contains merge fields. */
export function MergePreview({ cohort, subject, message, sender }: PreviewProps) {
  const hasFields = `${subject}${message}`.includes('{{');
  const { firmName } = useSession().user;
  const { data } = useQuery({ ...sampleQuery(cohort, firmName, sender), enabled: hasFields });
  if (!hasFields || data === undefined) return null;
  return (
    <div className={classes.next} role="status" aria-label="Preview">
      {data ? (
        <>
          <p>Preview for {data.contactFullName}</p>
          <FilledText values={data} subject={subject} message={message} />
        </>
      ) : (
        <p>The cohort has no contacts, so there is no preview.</p>
      )}
    </div>
  );
}

interface FilledTextProps {
  /** Null shows the texts as typed. */
  values: MergeValues | null;
  subject: string;
  message: string;
}

/** Subject and message of an email, filled in for a contact. */
export function FilledText({ values, subject, message }: FilledTextProps) {
  const fill = (text: string) => (values ? fillMergeFields(text, values) : text);
  return (
    <div className={classes.said}>
      <strong>{fill(subject)}</strong>
      {'\n\n'}
      {fill(message)}
    </div>
  );
}
