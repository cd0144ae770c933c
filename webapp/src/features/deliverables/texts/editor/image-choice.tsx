import { IconTrash } from '@/components/icons';
import { useCan } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { showUploadFailure } from '@/lib/upload-failure';
import { ActionIcon, Button, FileButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { addTextImage, deleteTextImage, textImagesQuery, type TextImage } from '../images-api';
import { IMAGE_TYPES } from './dropped-image';
import type { escapeCloses } from './escape-closes';
import { TextImageView } from '../text-image-view';
import classes from '../rich-text-editor.module.css';

/** Number of images shown initially. Each one loads its file. */
const FIRST_SHOWN = 12;

interface ImageChoiceProps {
  /** An image to upload when the form opens. */
  file: File | undefined;
  /** Uuid of the selected image. */
  value: string | null;
  onChange: (uuid: string | null) => void;
  error: string | undefined;
  /** Props for the controls that make Escape close the form. */
  escape: ReturnType<typeof escapeCloses>;
}

/** Selects one of the firm's images, or uploads a new one. */
export function ImageChoice({ file, value, onChange, error, escape }: ImageChoiceProps) {
  const id = useId();
  const client = useQueryClient();
  const images = useQuery(textImagesQuery);
  const canDelete = useCan('firmSettings', 'write');
  const [shown, setShown] = useState(FIRST_SHOWN);
  /** The image whose deletion the user is asked to confirm. */
  const [imageToDelete, setImageToDelete] = useState<TextImage>();
  const upload = useRef<HTMLButtonElement>(null);
  const close = () => {
    setImageToDelete(undefined);
    // The pressed button disappears.
    upload.current?.focus();
  };
  const reload = () => client.invalidateQueries({ queryKey: textImagesQuery.queryKey });
  const add = useMutation({
    mutationFn: addTextImage,
    onSuccess: async ({ uuid }) => {
      await reload();
      onChange(uuid);
    },
    onError: showUploadFailure,
  });
  const { mutate } = add;
  useEffect(() => {
    if (file) mutate(file);
  }, [file, mutate]);
  const remove = useMutation({
    mutationFn: deleteTextImage,
    onSuccess: (_, uuid) => {
      if (uuid === value) onChange(null);
      showSuccess('Image deleted');
    },
    onError: (reason) => showFailure(undefined, reason),
    onSettled: () => {
      close();
      return reload();
    },
  });
  return (
    <div className={classes.choice}>
      <FileButton accept={IMAGE_TYPES.join(',')} onChange={(chosen) => chosen && mutate(chosen)}>
        {(props) => (
          <Button
            {...props}
            {...escape}
            ref={upload}
            variant="default"
            loading={add.isPending}
            autoFocus={!file}
          >
            Upload image
          </Button>
        )}
      </FileButton>
      <span className={classes.hint}>PNG, JPEG or WebP, up to 2 MB</span>
      {images.error && (
        <p className={classes.error} role="alert">
          The images could not be loaded.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void images.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {images.data && images.data.length > 0 && (
        <fieldset className={classes.images} aria-describedby={error && `${id}error`}>
          <legend>Images of the firm</legend>
          {images.data.slice(0, shown).map((image) => {
            const { uuid, name, width, height } = image;
            return (
              <div key={uuid} className={classes.thumbnail}>
                <label>
                  <input
                    type="radio"
                    name={`${id}image`}
                    checked={uuid === value}
                    onChange={() => onChange(uuid)}
                    {...escape}
                  />
                  <TextImageView uuid={uuid} alt="" />
                  <span title={name}>{name}</span>
                  <small>
                    {width} × {height}
                  </small>
                </label>
                {canDelete && (
                  <ActionIcon
                    variant="subtle"
                    color="danger"
                    aria-label={`Delete ${name}`}
                    title={`Delete ${name}`}
                    onClick={() => setImageToDelete(image)}
                    {...escape}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                )}
              </div>
            );
          })}
          {images.data.length > shown && (
            <Button variant="subtle" onClick={() => setShown(shown + FIRST_SHOWN)} {...escape}>
              Show more
            </Button>
          )}
        </fieldset>
      )}
      {imageToDelete && (
        <p role="alert" className={classes.asked}>
          Delete {imageToDelete.name}? Texts can no longer use it.
          <Button
            color="danger"
            size="compact-sm"
            autoFocus
            loading={remove.isPending}
            onClick={() => remove.mutate(imageToDelete.uuid)}
            {...escape}
          >
            Delete image
          </Button>
          <Button variant="default" size="compact-sm" onClick={close} {...escape}>
            Keep
          </Button>
        </p>
      )}
      {error && (
        <p className={classes.error} id={`${id}error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
