import { OUTCOMES } from '@/lib/upload-files';
import { outcomeLabel, type Counts } from 'firmbook-embed-import';
import { element } from '../dom';
import type { Formats } from '../formats';

/** Numbers of rows by outcome, without outcomes that no row has. */
export function countsList(counts: Counts, formats: Formats): HTMLElement {
  const list = element('dl', { className: 'counts', ariaLabel: 'Totals for the whole file' });
  const add = (label: string, count: number) =>
    list.append(element('div', {}, element('dt', {}, label), element('dd', {}, formats.count(count))));
  for (const outcome of OUTCOMES) if (counts[outcome] > 0) add(outcomeLabel(outcome), counts[outcome]);
  add('Rows', counts.total);
  return list;
}
