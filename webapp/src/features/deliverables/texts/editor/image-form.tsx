import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useState, type FormEvent } from 'react';
import { escapeCloses } from './escape-closes';
import { selectedImage, setImage } from './image';
import { ImageChoice } from './image-choice';
import { IMAGE_WIDTHS, type ImageWidth } from '../rich-text';
import classes from '../rich-text-editor.module.css';

const WIDTHS = IMAGE_WIDTHS.map((width) => ({ value: String(width), label: `${width}%` }));

interface ImageFormProps {
  editor: Editor;
  /** An image to upload and insert. */
  file: File | undefined;
  onClose: () => void;
}

/** Inserts an image at the cursor, or changes the selected one. */
export function ImageForm({ editor, file, onClose }: ImageFormProps) {
  const [before] = useState(() => (file ? null : selectedImage(editor)));
  const [uuid, setUuid] = useState(before?.uuid ?? null);
  const [alt, setAlt] = useState(before?.alt ?? '');
  const [width, setWidth] = useState<number>(before?.width ?? 50);
  const [error, setError] = useState<{ image?: string; alt?: string }>({});
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // The editor can be part of another form.
    event.stopPropagation();
    const altText = alt.trim();
    if (uuid === null || altText === '') {
      return setError({
        ...(uuid === null && { image: 'Choose or upload an image.' }),
        ...(altText === '' && { alt: 'Describe the image.' }),
      });
    }
    setImage(editor.chain().focus(), { uuid, alt: altText, width: width as ImageWidth }).run();
    close();
  };
  const remove = () => {
    editor.chain().focus().deleteSelection().run();
    close();
  };
  const escape = escapeCloses(close);
  return (
    <form className={classes.image} onSubmit={apply} noValidate aria-label="Image">
      {before === null && (
        <ImageChoice file={file} value={uuid} onChange={setUuid} error={error.image} escape={escape} />
      )}
      <div className={classes.fields}>
        <TextInput
          autoFocus={before !== null || file !== undefined}
          className={classes.address}
          label="Description"
          description="What the image shows, for people who cannot see it"
          maxLength={300}
          autoComplete="off"
          value={alt}
          error={error.alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
          {...escape}
        />
        <NativeSelect
          label="Width"
          data={WIDTHS}
          value={String(width)}
          onChange={(event) => setWidth(Number(event.currentTarget.value))}
          {...escape}
        />
        <Button type="submit" {...escape}>
          {before ? 'Apply' : 'Insert'}
        </Button>
        {before && (
          <Button variant="default" onClick={remove} {...escape}>
            Remove image
          </Button>
        )}
        <Button variant="subtle" onClick={close} {...escape}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
