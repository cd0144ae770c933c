import { canSubmit, outcomeLabel, repairLabel, type Mapping, type Preview } from 'firmbook-embed-import';
import { faultText } from '@/lib/upload-files';
import { element } from '../dom';
import type { Formats } from '../formats';
import { button, heading, messages, scrollingTable, select } from './parts';
import { countsList } from './counts';

type FaultGroup = Preview['groups'][number];
type PreviewRow = Preview['rows'][number];

interface PreviewActions {
  onChange: (change: Partial<Mapping>) => void;
  onBack: () => void;
  onRejected: () => void;
  onSubmit: () => void;
}

/** Third step: what the import does with each row, with errors and open questions. */
export function PreviewStep(preview: Preview, formats: Formats, actions: PreviewActions): HTMLElement {
  const { counts, questions, groups, rows, reviews } = preview;
  const mapping = preview.mapping;
  const taken = counts.new + counts.update;
  const submit = button(taken > 0 ? `Import ${rowsOf(taken, formats)}` : 'Import', actions.onSubmit, true);
  submit.disabled = !canSubmit(preview, false);
  const waiting = reviews.length > 0 ? counts.review : 0;
  const step = element('div', {}, heading('Preview'), countsList(counts, formats));
  step.append(
    ...messages(
      'warnings',
      'Rows that need a decision',
      waiting > 0
        ? [
            `${rowsOf(waiting, formats)} may match existing contacts and will not be imported. Review them in the portal.`,
          ]
        : [],
    ),
    ...questions.map((question) => {
      const samples = question.samples.length > 0 ? ` For instance ${question.samples.join(', ')}` : '';
      const choices = question.choices.map(({ code, label }) => ({ value: code, label }));
      const options = question.isOpen ? [{ value: '', label: 'Choose…' }, ...choices] : choices;
      const answers = (mapping.answers ?? []).filter((one) => one.question !== question.id);
      return select(question.text + samples, options, question.answer ?? '', (choice) =>
        actions.onChange({ answers: [...answers, { question: question.id, choice }] }),
      );
    }),
    ...faultList(groups, mapping, formats, actions),
    scrollingTable(
      'First rows',
      ['Row', 'Result', 'Record', 'Remarks'],
      rows.map((row) => rowOf(row)),
    ),
  );
  const further = counts.total > taken ? [button('Download rejected rows', actions.onRejected)] : [];
  step.append(element('div', { className: 'actions' }, button('Back', actions.onBack), ...further, submit));
  return step;
}

function faultList(
  groups: readonly FaultGroup[],
  mapping: Mapping,
  formats: Formats,
  { onChange }: PreviewActions,
): HTMLElement[] {
  if (groups.length === 0) return [];
  const list = element('ul', { className: 'faults', ariaLabel: 'Errors and warnings' });
  for (const { code, field, label, message, count, samples, repairs, isSkipped, warning } of groups) {
    const kind = isSkipped ? 'Left out' : warning ? 'Warning' : 'Error';
    const text = faultText({ label, message });
    const found = samples.map(({ row, value }) => ` · row ${row}${value && `: ${value}`}`).join('');
    const others = (mapping.repairs ?? []).filter((one) => one.code !== code || one.field !== field);
    const actions = (isSkipped ? [] : repairs).map((repair) =>
      button(repairLabel(repair), () => onChange({ repairs: [...others, { code, field, kind: repair }] })),
    );
    list.append(
      element(
        'li',
        {},
        element('strong', {}, `${kind}: `),
        text,
        element('p', { className: 'hint' }, `${rowsOf(count, formats)}${found}`),
        ...actions,
      ),
    );
  }
  return [list];
}

function rowOf({ row, outcome, person, contract, faults, changes }: PreviewRow): HTMLElement {
  const record = contract ? (contract.values.number ?? contract.number ?? '') : nameOf(person);
  const changed = changes.map(({ label, before, after }) => `${label}: ${before ?? '-'} → ${after ?? '-'}`);
  const remarks = [...faults.map(({ message }) => message), ...changed].join(' ');
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, String(row)),
    element('td', {}, outcomeLabel(outcome)),
    element('td', {}, record),
    element('td', {}, remarks),
  );
}

function nameOf({ firstName, lastName, organizationName }: PreviewRow['person']): string {
  return organizationName || [firstName, lastName].filter(Boolean).join(' ');
}

const rowsOf = (count: number, formats: Formats) => `${formats.count(count)} ${count === 1 ? 'row' : 'rows'}`;
