import { kinds, type ContactNoun } from '@/features/contacts/kinds';
import { paths } from '@/lib/paths';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { NewUpload } from './file/new-upload';
import { StoredUpload } from './stored-upload';

/** An upload that begins on this page, and keeps it when its file is stored and has an address. */
interface Begun {
  /** Of the visit that it began with. */
  key: string;
  noun: ContactNoun;
  uuid: string | null;
}

/** Every upload, from the choice of its file to its end. */
export function UploadPage() {
  const { uuid, kind } = useParams();
  const { key } = useLocation();
  const [begun, setBegun] = useState<Begun | null>(null);
  const noun = kind !== undefined && kind in kinds ? (kind as ContactNoun) : null;
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
