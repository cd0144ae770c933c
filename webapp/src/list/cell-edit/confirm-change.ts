import { showFailure, showMessage, showSuccess } from '@/lib/toast';
import type { CellField, CellRecords } from './cell-field';
import { changeField, ConcurrentEditError } from './change-field';

/** Confirms a saved field, with Undo. `before` is the record before the change, `from` the previous value. */
export function confirmChange<Stored extends { uuid: string }>(
  records: CellRecords<Stored>,
  field: CellField<Stored>,
  stored: Stored,
  before: Stored,
  from: string,
): void {
  const subject = `${field.label} of ${records.nameOf(stored)}`;
  const undo = async () => {
    try {
      const current = await records.load(stored.uuid);
      await changeField(field, current, { from: field.textOf(stored), to: from, before });
      showSuccess(`${subject} restored`);
    } catch (reason) {
      if (reason instanceof ConcurrentEditError) {
        showMessage({
          kind: 'error',
          title: `${subject} not restored`,
          message: 'Someone changed it again.',
        });
      } else showFailure(records.failure, reason);
    }
    await records.changed();
  };
  const value = field.show(stored);
  showSuccess(value ? `${subject} changed to ${value}` : `${subject} cleared`, () => void undo());
}
