import { IconCloudUp } from '@/components/icons';
import { Button, FileButton } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import classes from '../upload.module.css';

const ENDINGS = '.csv,.tsv,.txt,.xlsx,.xls,.ods';

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
      <FileButton accept={ENDINGS} onChange={take}>
        {(props) => (
          <Button {...props} loading={isBusy} leftSection={<IconCloudUp size={16} aria-hidden />}>
            Choose a file
          </Button>
        )}
      </FileButton>
      <p>
        Or drop it here. CSV, TSV, TXT, XLSX, XLS or ODS, with up to 25 MB, 100,000 rows and 300 columns. You
        can review all changes before they are made.
      </p>
    </div>
  );
}
