import type { Group } from 'firmbook-wasm';
import { groupingOf, type GroupingName } from './groupings';
import { byMeasure, type Measure } from './measures';

/** Sorts groups by size, or by time from the current month on. `today` is `YYYY-MM-DD`. */
export function displayOrder(
  grouping: GroupingName,
  groups: readonly Group[],
  measure: Measure,
  today: string,
): readonly Group[] {
  if (!groupingOf(grouping)?.isChronological) return byMeasure(groups, measure);
  if (grouping !== 'policyanniversaries') return groups;
  const isPast = ({ key }: Group) => key !== null && key < today.slice(5, 7);
  const ahead = groups.filter((group) => group.key !== null && !isPast(group));
  return [...ahead, ...groups.filter(isPast), ...groups.filter(({ key }) => key === null)];
}
