import { IconCloudUp } from '@/components/icons';
import { FILE_ENDINGS, FILE_LIMITS } from '@/lib/upload-files';
import { Button, FileButton } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import classes from '../upload.module.css';

interface FileDropProps {
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** File selection by button or drag and drop. */
export function FileDrop({ isBusy, onFile }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | null | undefined) => void (file && !isBusy && onFile(file));
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <FileButton accept={FILE_ENDINGS} onChange={take}>
        {(props) => (
          <Button {...props} loading={isBusy} leftSection={<IconCloudUp size={16} aria-hidden />}>
            Choose a file
          </Button>
        )}
      </FileButton>
      <p>Or drop it here. {FILE_LIMITS}</p>
    </div>
  );
}
