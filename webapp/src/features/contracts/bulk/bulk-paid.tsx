import { formatDate } from 'firmbook-wasm';
import type { Value } from '../fields';
import { formatContractCount } from '../lines-of-business';
import { BulkEdit, type BulkProps } from './bulk-edit';

const CHANGE = { kind: 'premiumPaid' as const, due: null };

/** Marks the next premium of the selected policies as paid. */
export function BulkPaid(props: BulkProps) {
  const { line, count } = props;
  return (
    <BulkEdit
      {...props}
      title={`Mark the next premium of ${formatContractCount(line, count)} as paid`}
      described={{
        change: CHANGE,
        value: 'paid',
        show: (value: Value) => (value ? `due ${formatDate(String(value))}` : 'no next premium date'),
        describe: (policies, tense) =>
          tense === 'now' ? `Mark premiums of ${policies} as paid` : `Premiums of ${policies} marked as paid`,
      }}
      hint=""
    >
      <p>The next premium date of each policy moves by one period of its premium mode.</p>
    </BulkEdit>
  );
}
