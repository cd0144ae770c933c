import { IconCloudUp } from '@/components/icons';
import { documentsQuery, isTooLarge, tooLargeMessage, uploadDocument } from '@/features/documents/api';
import { useCan } from '@/lib/session';
import { showUploadFailure } from '@/lib/upload-failure';
import { useRequestKeys } from '@/lib/use-request-keys';
import { Button, FileButton, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FocusEventHandler, ReactNode } from 'react';
import { recordOf, type Owner } from '../api';
import classes from '../best-interest.module.css';

interface DocumentFieldProps {
  owner: Owner;
  label: string;
  value?: string | null;
  error?: ReactNode;
  onChange: (uuid: string | null) => void;
  onBlur?: FocusEventHandler;
}

/** Selects one of the owner's documents, or uploads one. */
export function DocumentField({ owner, label, value = null, onChange, ...props }: DocumentFieldProps) {
  const record = recordOf(owner);
  const canUpload = useCan('contacts', 'write');
  const queries = useQueryClient();
  const keyOf = useRequestKeys();
  const documents = useQuery(documentsQuery(record));
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (isTooLarge(file)) throw tooLargeMessage(file);
      return uploadDocument(record, file, keyOf([file.name, file.size, file.lastModified]));
    },
    onSuccess: async ({ uuid }) => {
      await queries.invalidateQueries(documentsQuery(record));
      onChange(uuid);
    },
    onError: showUploadFailure,
  });
  const stored = documents.data ?? [];
  // A document may have been deleted since it was chosen.
  const missing = stored.some(({ uuid }) => uuid === value) ? null : value;
  const options = [
    { value: '', label: 'None' },
    ...stored.map(({ uuid, name }) => ({ value: uuid, label: name })),
    ...(missing === null
      ? []
      : [{ value: missing, label: documents.data ? 'Deleted document' : 'Loading…' }]),
  ];
  return (
    <div className={classes.document}>
      <NativeSelect
        {...props}
        label={label}
        description={documents.error ? 'The documents of the owner could not be loaded.' : undefined}
        data={options}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      />
      {canUpload && (
        <FileButton onChange={(file) => file && upload.mutate(file)}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="compact-md"
              loading={upload.isPending}
              leftSection={<IconCloudUp size={16} aria-hidden />}
              aria-label={`Upload ${label.toLowerCase()}`}
            >
              Upload
            </Button>
          )}
        </FileButton>
      )}
    </div>
  );
}
