import { NoAccessPage } from '@/components/dead-end-pages';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { newWizard } from 'firmbook-later';
import type { UploadStart } from 'firmbook-wasm';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isSubmitted } from '../api/calls';
import { useUpload } from '../api/use-upload';
import { OpenUpload } from '../open-upload';
import { ResultStep } from '../result/result-step';
import { Steps } from '../steps';
import classes from '../upload.module.css';
import { uploadKinds, type UploadNoun } from '../upload-kind';
import { useWizard, withChoice } from '../use-wizard';
import { FileDrop } from './file-drop';
import { SendingBar } from './sending-bar';
import { TemplateButton } from './template-button';
import { useNewFile } from './use-new-file';

interface NewUploadProps {
  noun: UploadNoun;
  /** Called when the file is stored and its upload has a URL. */
  onStored: (uuid: string) => void;
}

/** A new upload, starting with the file selection. Columns can be mapped while the file uploads. */
export function NewUpload({ noun, onStored }: NewUploadProps) {
  const canImport = useCan('importData', 'write');
  const canWrite = useCan(uploadKinds[noun].feature, 'write');
  if (canImport && canWrite) return <ChosenFile noun={noun} onStored={onStored} />;
  return <NoAccessPage noun="uploads" />;
}

function ChosenFile({ noun, onStored }: NewUploadProps) {
  const kind = uploadKinds[noun];
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const wizard = useWizard(() => ({ wizard: newWizard(), reading: null }));
  const [name, setName] = useState('');
  const [start, setStart] = useState<UploadStart | null>(null);
  const file = useNewFile(kind.type, wizard, (stored) => {
    setStart(stored);
    onStored(stored.storageGuid);
    const next = new URLSearchParams(params);
    next.set('step', '1');
    void navigate(`${paths.upload(stored.storageGuid)}?${next}`, { replace: true });
  });
  const { data: details } = useUpload(start?.storageGuid ?? null);
  const { storageGuid, fileError, step } = wizard.wizard;
  const title = step === 0 ? `Import ${kind.many}` : name;
  useDocumentTitle(title);

  const { sending, rows, isReading } = file;
  const bar = sending && <SendingBar sending={sending} onRetry={file.retry} onLeave={file.leave} />;
  if (details && isSubmitted(details.upload)) return <ResultStep details={details} />;
  if (step > 0) {
    return (
      <OpenUpload
        file={{
          storageGuid,
          name,
          kind: kind.type,
          error: details?.upload.error?.message ?? null,
          customFields: start?.customFields ?? [],
          rows,
        }}
        wizard={wizard}
        isReading={isReading || wizard.isReading}
        onChoose={(choice) =>
          storageGuid === null ? file.readAs(choice) : wizard.readAgain(withChoice(wizard.choices, choice))
        }
        bar={bar}
      />
    );
  }
  return (
    <Steps title={title} step={0}>
      {fileError && (
        <p role="alert" className={classes.error}>
          {fileError.message}
        </p>
      )}
      <FileDrop
        isBusy={sending !== null && sending.failure === null}
        onFile={(chosen) => {
          setName(chosen.name);
          setStart(null);
          file.choose(chosen);
        }}
      />
      <div>
        <TemplateButton kind={kind} />
      </div>
      {bar}
    </Steps>
  );
}
