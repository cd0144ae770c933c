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
interface Begun {
  /** Key of the history entry on which the upload started. */
  key: string;
  noun: UploadNoun;
  uuid: string | null;
}

/** The page of an upload, from file selection to result. */
export function UploadPage() {
  const { uuid, kind } = useParams();
  const { key } = useLocation();
  const [begun, setBegun] = useState<Begun | null>(null);
  const noun = kind !== undefined && kind in uploadKinds ? (kind as UploadNoun) : null;
  if (noun && begun?.key !== key) setBegun({ key, noun, uuid: null });
  if (uuid !== undefined && begun && begun.uuid !== uuid) setBegun(null);
  if (uuid === undefined && !noun) return <Navigate to={paths.uploads} replace />;
  if (uuid !== undefined && begun?.uuid !== uuid) return <StoredUpload key={uuid} uuid={uuid} />;
  return (
    begun && (
      <NewUpload
        key={begun.key}
        noun={begun.noun}
        onStored={(stored) => setBegun({ ...begun, uuid: stored })}
      />
    )
  );
}
