import { Button, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useState, type FormEvent } from 'react';
import { typedHref } from '../safe-href';
import { escapeCloses } from './escape-closes';
import classes from '../rich-text-editor.module.css';

/** Adds, changes or removes the link at the cursor. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [before] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [typed, setTyped] = useState(before);
  const [error, setError] = useState<string | null>(null);
  const change = () => editor.chain().focus().extendMarkRange('link');
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // The editor can be part of another form.
    event.stopPropagation();
    const href = typedHref(typed);
    if (href === null) return setError('Enter a web or email address, such as https://example.com.');
    change().setMark('link', { href }).run();
    close();
  };
  const remove = () => {
    change().unsetMark('link').run();
    close();
  };
  const escape = escapeCloses(close);
  return (
    <form className={classes.link} onSubmit={apply} noValidate>
      <TextInput
        autoFocus
        className={classes.address}
        label="Link to"
        placeholder="https://"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
        {...escape}
      />
      <Button type="submit" {...escape}>
        Apply
      </Button>
      {before && (
        <Button variant="default" onClick={remove} {...escape}>
          Remove link
        </Button>
      )}
      <Button variant="subtle" onClick={close} {...escape}>
        Cancel
      </Button>
    </form>
  );
}
