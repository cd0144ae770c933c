import { PageMessage } from '@/components/page-message';
import { kinds, type ContactNoun } from '@/features/contacts/kinds';
import { ApiError } from '@/lib/http';
import { paths } from '@/lib/paths';
import { useCan, useSession } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { startUpload } from '../api/calls';
import { Steps } from '../steps';
import classes from '../upload.module.css';
import { FileDrop } from './file-drop';

/** The first step: a file is chosen and stored. */
export function NewUploadPage() {
  const { kind: noun = '' } = useParams();
  if (!(noun in kinds)) return <Navigate to={paths.uploads} replace />;
  return <NewUpload key={noun} noun={noun as ContactNoun} />;
}

function NewUpload({ noun }: { noun: ContactNoun }) {
  const kind = kinds[noun];
  const title = `Import ${kind.many.toLowerCase()}`;
  useDocumentTitle(title);
  const { firmId } = useSession().user;
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [refusal, setRefusal] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: (file: File) => startUpload(kind.type, firmId, file),
    onSuccess: ({ storageGuid }) => {
      const next = new URLSearchParams(params);
      next.set('step', '1');
      return navigate(`${paths.upload(storageGuid)}?${next}`);
    },
    onError: (reason) => {
      const isRefused = reason instanceof ApiError && reason.status > 0 && reason.status < 500;
      if (isRefused) setRefusal(reason.message);
      else showFailure('upload', reason);
    },
  });
  if (!useCan('importData', 'write')) {
    return (
      <PageMessage
        title="You may not import contacts"
        text="An administrator of your firm can give it to you."
      />
    );
  }
  return (
    <Steps title={title} step={0}>
      <FileDrop
        isSending={start.isPending}
        onFile={(file) => {
          setRefusal(null);
          start.mutate(file);
        }}
        onRefuse={setRefusal}
      />
      {refusal && (
        <p role="alert" className={classes.error}>
          {refusal}
        </p>
      )}
    </Steps>
  );
}
