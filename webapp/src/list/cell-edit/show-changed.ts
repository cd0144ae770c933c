import { showDone, showFailure, showMessage } from '@/lib/toast';
import type { CellField, CellRecords } from './cell-field';
import { ChangedMeanwhile, changeField } from './change-field';

/** Confirms a saved field, with Undo. `before` is the record before the change, `from` the previous value. */
export function showChanged<Stored extends { uuid: string }>(
  records: CellRecords<Stored>,
  field: CellField<Stored>,
  stored: Stored,
  before: Stored,
  from: string,
): void {
  const what = `${field.label} of ${records.nameOf(stored)}`;
  const undo = async () => {
    try {
      const current = await records.load(stored.uuid);
      await changeField(field, current, { from: field.textOf(stored), to: from, before });
      showDone(`${what} restored`);
    } catch (reason) {
      if (reason instanceof ChangedMeanwhile) {
        showMessage({ kind: 'error', title: `${what} not restored`, message: 'Someone changed it again.' });
      } else showFailure(records.failure, reason);
    }
    await records.changed();
  };
  const value = field.show(stored);
  showDone(value ? `${what} changed to ${value}` : `${what} cleared`, () => void undo());
}
