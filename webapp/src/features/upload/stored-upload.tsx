import { PageLoader } from '@/components/page-loader';
import { LoadFailedPage, NoAccessPage } from '@/components/dead-end-pages';
import { PageMessage } from '@/components/page-message';
import { ApiError } from '@/lib/http';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { resumedWizard } from 'firmbook-later';
import type { UploadDetails } from 'firmbook-wasm';
import { Link } from 'react-router';
import { isSubmitted } from './api/calls';
import { useUpload } from './api/use-upload';
import { OpenUpload } from './open-upload';
import { ResultStep } from './result/result-step';
import { useWizard, withChoice } from './use-wizard';

/** An existing upload, at its current step. */
export function StoredUpload({ uuid }: { uuid: string }) {
  const isAllowed = useCan('importData', 'read');
  const { data: details, error, refetch } = useUpload(isAllowed ? uuid : null);
  useDocumentTitle(details?.upload.fileName ?? 'Upload');
  if (!isAllowed) {
    return <NoAccessPage noun="uploads" />;
  }
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <PageMessage
        title="Upload not found"
        text="It may belong to another user."
        action={
          <Button component={Link} to={paths.uploads}>
            All uploads
          </Button>
        }
      />
    );
  }
  if (details) return <KnownUpload details={details} />;
  if (!error) return <PageLoader label="Loading upload" />;
  return <LoadFailedPage subject="the upload" error={error} onRetry={refetch} />;
}

function KnownUpload({ details }: { details: UploadDetails }) {
  const canWrite = useCan('importData', 'write');
  if (isSubmitted(details.upload)) return <ResultStep details={details} />;
  if (canWrite) return <ResumedUpload details={details} />;
  return (
    <PageMessage
      title="This upload has not been imported"
      text="A user with access to uploads can continue it."
    />
  );
}

function ResumedUpload({ details: { upload, mapping, reading, customFields } }: { details: UploadDetails }) {
  const { storageGuid, fileName, uploadType, counts, error } = upload;
  const wizard = useWizard((stepParam) => ({
    wizard: resumedWizard(stepParam, storageGuid, mapping, counts ?? undefined),
    reading,
  }));
  return (
    <OpenUpload
      file={{
        storageGuid,
        name: fileName,
        kind: uploadType,
        error: error?.message ?? null,
        customFields,
        rows: counts?.total ?? null,
      }}
      wizard={wizard}
      isReading={wizard.isReading}
      onChoose={(choice) => wizard.readAgain(withChoice(wizard.choices, choice))}
    />
  );
}
