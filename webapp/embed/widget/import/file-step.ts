import { FILE_ENDINGS, FILE_LIMITS } from '@/lib/upload-files';
import { element } from '../dom';
import { heading, select } from './parts';
import type { UploadKind } from './upload-kind';

interface FileActions {
  onKind: (kind: UploadKind) => void;
  onFile: (file: File) => void;
}

/** First step: what the file contains, and the file. */
export function FileStep(kinds: readonly UploadKind[], kind: UploadKind, actions: FileActions): HTMLElement {
  const file = element('input', { type: 'file', name: 'file', accept: FILE_ENDINGS });
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
    element('p', { className: 'hint' }, FILE_LIMITS),
  );
  return step;
}
