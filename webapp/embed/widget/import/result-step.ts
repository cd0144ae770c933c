import type { Schemas } from '@/lib/api';
import { element } from '../dom';
import type { Formats } from '../formats';
import { countsList } from './counts';
import { button, heading } from './parts';

type Upload = Schemas['Upload'];

interface ResultActions {
  onRejected: () => void;
  onAgain: () => void;
}

/** Last step: progress and result of the import. */
export function ResultStep(
  upload: Upload,
  formats: Formats,
  { onRejected, onAgain }: ResultActions,
): HTMLElement {
  const { counts, state, error, undoUntil, fileName } = upload;
  const taken = counts ? counts.new + counts.update : 0;
  const step = element('div', {});
  if (state === 'Submitted') {
    const { done = 0, total = 0 } = upload.progress ?? {};
    const progress = element('progress', { ariaLabel: 'Importing' });
    if (total > 0) [progress.max, progress.value] = [total, done];
    const text = total > 0 ? `${formats.count(done)} of ${formats.count(total)} rows` : fileName;
    step.append(
      heading('Importing'),
      progress,
      element('p', {}, text),
      element('p', { className: 'hint' }, 'You can leave this page. The import continues in the background.'),
    );
    return step;
  }
  const title =
    state === 'Done' ? `${formats.count(taken)} ${taken === 1 ? 'row' : 'rows'} imported` : 'Not imported';
  step.append(heading(title));
  if (error) step.append(element('p', { className: 'message failed' }, error.message));
  if (state === 'CountsChanged')
    step.append(
      element('p', {}, 'Records changed since the preview. Upload the file again to review the import.'),
    );
  if (undoUntil)
    step.append(
      element(
        'p',
        { className: 'hint' },
        `The import can be undone in the portal until ${formats.moment(undoUntil)}.`,
      ),
    );
  if (counts) step.append(countsList(counts, formats));
  const hasRejected = counts !== null && counts !== undefined && counts.total > taken;
  step.append(
    element(
      'div',
      { className: 'actions' },
      ...(hasRejected ? [button('Download rejected rows', onRejected)] : []),
      button('Import another file', onAgain, true),
    ),
  );
  return step;
}
