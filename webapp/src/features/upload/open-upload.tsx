import type { UploadType, Reading, ReadingChoice } from 'firmbook-wasm';
import type { ReactNode } from 'react';
import { MapStep } from './map/map-step';
import { PreviewStep } from './preview/preview-step';
import type { UseWizard } from './use-wizard';
import type { WholeMapping } from './whole-mapping';

/** A parsed file that is not imported yet. */
interface OpenFile {
  /** Null until the file is stored. */
  storageGuid: string | null;
  name: string;
  kind: UploadType;
  /** Why the last import failed without writing anything. */
  error: string | null;
  /** Names of the firm's custom fields. */
  customFields: readonly string[];
  /** Rows below the header. Null if unknown before a preview. */
  rows: number | null;
}

interface OpenUploadProps {
  file: OpenFile;
  wizard: UseWizard;
  isReading: boolean;
  onChoose: (choice: ReadingChoice) => void;
  /** Progress bar of the file upload. */
  bar?: ReactNode;
}

/** Props for a wizard step. */
export interface StepProps extends OpenUploadProps {
  mapping: WholeMapping;
  reading: Reading;
}

/** Renders the current step of an upload. */
export function OpenUpload(props: OpenUploadProps) {
  const { wizard, mapping, reading } = props.wizard;
  if (!mapping || !reading) return null;
  const Step = wizard.step === 2 ? PreviewStep : MapStep;
  return <Step {...props} mapping={mapping} reading={reading} />;
}
