import { OUTCOMES } from '@/lib/upload-files';
import { outcomeLabel } from 'firmbook-later';
import type { Counts, RowOutcome } from 'firmbook-wasm';
import classes from '../upload.module.css';

const TONES: Partial<Record<RowOutcome, string>> = {
  new: 'good',
  update: 'good',
  review: 'warning',
  error: 'error',
};

interface CountsLineProps {
  counts: Counts;
  isBusy?: boolean;
  /** The import was undone, so that no count is good or bad news anymore. */
  isUndone?: boolean;
}

/** Row counts for the whole file, by outcome. Outcomes without rows are left out. */
export function CountsLine({ counts, isBusy = false, isUndone = false }: CountsLineProps) {
  const unlessUndone = (tone: string | undefined) => (isUndone ? undefined : tone);
  return (
    <dl className={classes.counts} aria-label="Totals for the whole file" aria-busy={isBusy}>
      {OUTCOMES.map((outcome) => (
        <Count
          key={outcome}
          label={outcomeLabel(outcome)}
          count={counts[outcome]}
          tone={unlessUndone(TONES[outcome])}
        />
      ))}
      <Count label="With a warning" count={counts.warning} tone={unlessUndone('warning')} />
      <Count label="Rows" count={counts.total} />
    </dl>
  );
}

interface CountProps {
  label: string;
  count: number;
  tone?: string | undefined;
}

function Count({ label, count, tone }: CountProps) {
  if (count === 0) return null;
  return (
    <div data-tone={tone}>
      <dt>{label}</dt>
      <dd>{count.toLocaleString('en-US')}</dd>
    </div>
  );
}
