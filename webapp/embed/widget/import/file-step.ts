import { element } from '../dom';
import { heading, select } from './parts';
import type { UploadKind } from './upload-kind';

const ENDINGS = '.csv,.tsv,.txt,.xlsx,.xls,.ods';

interface FileActions {
  onKind: (kind: UploadKind) => void;
  onFile: (file: File) => void;
}

/** First step: what the file contains, and the file. */
export function FileStep(kinds: readonly UploadKind[], kind: UploadKind, actions: FileActions): HTMLElement {
  const file = element('input', { type: 'file', accept: ENDINGS });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) actions.onFile(chosen);
  });
  const step = element('div', {}, heading('Choose a file'));
  if (kinds.length > 1) {
    const options = kinds.map((one) => ({ value: String(one.type), label: one.label }));
    const choose = (value: string) => {
      const chosen = kinds.find((one) => String(one.type) === value);
      if (chosen) actions.onKind(chosen);
    };
    step.append(select('Records in the file', options, String(kind.type), choose));
  }
  const label = kinds.length > 1 ? 'File' : `File of ${kind.label.toLowerCase()}`;
  step.append(
    element('label', { className: 'field' }, element('span', {}, label), file),
    element(
      'p',
      { className: 'hint' },
      'CSV, TSV, TXT, XLSX, XLS or ODS, with up to 25 MB, 100,000 rows and 300 columns. You can review all changes before they are made.',
    ),
  );
  return step;
}
