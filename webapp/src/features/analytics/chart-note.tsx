import classes from './analytics.module.css';
import type { Group } from 'firmbook-wasm';
import { formatMeasure, type Measure } from './measures';

interface ChartNoteProps {
  /** In display order. */
  groups: readonly Group[];
  /** Groups in the chart. */
  bars: readonly Group[];
  measure: Measure;
}

/** Tells which groups of the table the chart leaves out. */
export function ChartNote({ groups, bars, measure }: ChartNoteProps) {
  const ungrouped = groups.find((group) => group.key === null && !bars.includes(group));
  const isCut = groups.length - (ungrouped ? 1 : 0) > bars.length;
  const parts = [
    isCut && `The chart shows the ${bars.length} largest groups.`,
    ungrouped && `Not in the chart: ${ungrouped.label}, ${formatMeasure(ungrouped.figures, measure)}.`,
  ].filter(Boolean);
  return parts.length > 0 && <p className={classes.about}>{parts.join(' ')}</p>;
}
