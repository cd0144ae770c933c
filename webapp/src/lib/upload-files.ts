import type { FaultGroup, RowOutcome } from 'firmbook-wasm';

/** File name extensions that an import accepts. */
export const FILE_ENDINGS = '.csv,.tsv,.txt,.xlsx,.xls,.ods';

export const FILE_LIMITS =
  'CSV, TSV, TXT, XLSX, XLS or ODS, with up to 25 MB, 100,000 rows and 300 columns. You can review all changes before they are made.';

/** Outcomes of rows in the order in which their counts are shown. */
export const OUTCOMES: readonly RowOutcome[] = [
  'new',
  'update',
  'unchanged',
  'duplicateInFile',
  'duplicateInFirm',
  'review',
  'error',
  'skipped',
];

/** Omits the label if the error concerns the whole row. */
export const faultText = ({ label, message }: Pick<FaultGroup, 'label' | 'message'>) =>
  label ? `${label}: ${message}` : message;
