import type { ContactKind, Reading, ReadingChoice } from 'firmbook-wasm';
import type { ReactNode } from 'react';
import { MapStep } from './map/map-step';
import { PreviewStep } from './preview/preview-step';
import type { UseWizard } from './use-wizard';
import type { WholeMapping } from './whole-mapping';

/** A file whose columns are known, and which is not imported yet. */
export interface OpenFile {
  /** Null while it is on its way. */
  storageGuid: string | null;
  name: string;
  kind: ContactKind;
  /** Why its last import wrote nothing. */
  error: string | null;
  /** Names of the firm's own fields. */
  customFields: readonly string[];
  /** Rows below the header; null where it is not known before a preview. */
  rows: number | null;
}

interface OpenUploadProps {
  file: OpenFile;
  wizard: UseWizard;
  isReading: boolean;
  onChoose: (choice: ReadingChoice) => void;
  /** How far the file is on its way. */
  bar?: ReactNode;
}

/** What a step needs. */
export interface StepProps extends OpenUploadProps {
  mapping: WholeMapping;
  reading: Reading;
}

/** The step that an upload is at. */
export function OpenUpload(props: OpenUploadProps) {
  const { wizard, mapping, reading } = props.wizard;
  if (!mapping || !reading) return null;
  const Step = wizard.step === 2 ? PreviewStep : MapStep;
  return <Step {...props} mapping={mapping} reading={reading} />;
}
