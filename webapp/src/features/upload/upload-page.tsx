import { paths } from '@/lib/paths';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { NewUpload } from './file/new-upload';
import { StoredUpload } from './stored-upload';
import { uploadKinds, type UploadNoun } from './upload-kind';

/**
 * An upload started on this page. Kept in state so that the page stays mounted when the stored file gets its
 * own URL.
 */
interface StartedUpload {
  /** Key of the history entry on which the upload started. */
  key: string;
  noun: UploadNoun;
  uuid: string | null;
}

/** The page of an upload, from file selection to result. */
export function UploadPage() {
  const { uuid, kind } = useParams();
  const { key } = useLocation();
  const [startedUpload, setStartedUpload] = useState<StartedUpload | null>(null);
  const noun = kind !== undefined && kind in uploadKinds ? (kind as UploadNoun) : null;
  if (noun && startedUpload?.key !== key) setStartedUpload({ key, noun, uuid: null });
  if (uuid !== undefined && startedUpload && startedUpload.uuid !== uuid) setStartedUpload(null);
  if (uuid === undefined && !noun) return <Navigate to={paths.uploads} replace />;
  if (uuid !== undefined && startedUpload?.uuid !== uuid) return <StoredUpload key={uuid} uuid={uuid} />;
  return (
    startedUpload && (
      <NewUpload
        key={startedUpload.key}
        noun={startedUpload.noun}
        onStored={(stored) => setStartedUpload({ ...startedUpload, uuid: stored })}
      />
    )
  );
}
