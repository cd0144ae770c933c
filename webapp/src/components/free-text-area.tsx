import { Textarea, type TextareaProps } from '@mantine/core';
import { useState, type FocusEvent } from 'react';

/** Text area for free text. Warns on blur if the text looks like a Social Security number. */
export function FreeTextArea({ onBlur, description, ...props }: TextareaProps) {
  const [warning, setWarning] = useState<string>();
  const checkText = async (text: string) => {
    const { freeTextWarning } = await import('firmbook-later');
    setWarning(freeTextWarning(text));
  };
  const handleBlur = (event: FocusEvent<HTMLTextAreaElement>) => {
    onBlur?.(event);
    void checkText(event.currentTarget.value);
  };
  return <Textarea {...props} description={(!props.error && warning) || description} onBlur={handleBlur} />;
}
