import { PageLoader } from '@/components/page-loader';
import { PageMessage } from '@/components/page-message';
import { ApiError } from '@/lib/http';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { describeFailure } from '@/lib/toast';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UploadDetails } from 'firmbook-wasm';
import { Link, useParams } from 'react-router';
import { uploadQuery } from './api/calls';
import { MapStep } from './map/map-step';
import { PreviewStep } from './preview/preview-step';
import { ResultStep } from './result/result-step';
import { useWizard } from './use-wizard';

/** One upload, wherever it is on its way. */
export function UploadPage() {
  const { uuid = '' } = useParams();
  const isAllowed = useCan('importData', 'read');
  const { data: details, error, refetch } = useQuery({ ...uploadQuery(uuid), enabled: isAllowed });
  useDocumentTitle(details?.upload.fileName ?? 'Upload');
  if (!isAllowed) {
    return (
      <PageMessage
        title="You have no access to uploads"
        text="An administrator of your firm can give it to you."
      />
    );
  }
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <PageMessage
        title="There is no such upload"
        text="It may be somebody else's."
        action={
          <Button component={Link} to={paths.uploads}>
            All uploads
          </Button>
        }
      />
    );
  }
  if (details) return <OpenUpload key={uuid} details={details} />;
  if (!error) return <PageLoader label="Loading the upload" />;
  const { title, message } = describeFailure('upload', error);
  return (
    <PageMessage
      title={title}
      text={message}
      action={<Button onClick={() => void refetch()}>Retry</Button>}
    />
  );
}

const RESULTS = new Set<string>(['Submitted', 'Done', 'Undoing', 'Undone']);

function OpenUpload({ details }: { details: UploadDetails }) {
  const canWrite = useCan('importData', 'write');
  if (RESULTS.has(details.upload.state)) return <ResultStep details={details} />;
  if (canWrite) return <OpenWizard details={details} />;
  return (
    <PageMessage title="This upload is not imported yet" text="Who may import contacts can go on with it." />
  );
}

function OpenWizard({ details }: { details: UploadDetails }) {
  const wizard = useWizard(details);
  return wizard.wizard.step === 2 ? (
    <PreviewStep details={details} {...wizard} />
  ) : (
    <MapStep details={details} {...wizard} />
  );
}
