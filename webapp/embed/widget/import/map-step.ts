import {
  mappingProblems,
  targetChoices,
  transformChoices,
  transformLabel,
  uploadModeLabel,
  uploadModes,
  type Mapping,
  type Mode,
} from 'firmbook-embed-import';
import { element } from '../dom';
import { button, heading, messages, scrollingTable, select } from './parts';
import type { UploadKind } from './upload-kind';

type Column = Mapping['columns'][number];

interface MapValues {
  kind: UploadKind;
  fileName: string;
  mapping: Mapping;
  /** Names of the firm's custom fields. */
  customFields: readonly string[];
}

interface MapActions {
  onChange: (mapping: Mapping) => void;
  onPreview: () => void;
  onRestart: () => void;
}

/** Second step: what each column of the file becomes. */
export function MapStep(values: MapValues, { onChange, onPreview, onRestart }: MapActions): HTMLElement {
  const { kind, fileName, mapping, customFields } = values;
  const choices = targetChoices(kind.type, [...customFields]);
  const replace = (column: Column) =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((old) => (old.sourceColumn === column.sourceColumn ? column : old)),
    });
  const rows = mapping.columns.map((column) => {
    const { header, sample = [], target } = column;
    const own = target && choices.every((one) => one.target !== target) ? [target] : [];
    const options = [
      { value: '', label: 'Leave out' },
      ...choices.map((one) => ({ value: one.target, label: one.label })),
      ...own.map((custom) => ({ value: custom, label: `New field “${custom.replace(/^custom:/, '')}”` })),
    ];
    const become = (next: string) =>
      replace({
        ...column,
        target: next || null,
        transform: (next && transformChoices(next)[0]) || 'asIs',
        confidence: 100,
      });
    const becomes = select(`${header} becomes`, options, target ?? '', become);
    becomes.classList.add('in-row');
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, header),
      element('td', {}, sample.join(' · ') || 'No values'),
      element('td', {}, becomes, ...readAs(column, replace)),
    );
  });
  const found = mappingProblems(kind.type, mapping);
  const textsOf = (isWarning: boolean) =>
    found.filter(({ warning }) => warning === isWarning).map(({ message }) => message);
  const problems = textsOf(false);
  const preview = button('Preview', onPreview, true);
  preview.disabled = problems.length > 0;
  const modes = uploadModes().map((mode) => ({ value: mode, label: uploadModeLabel(mode) }));
  return element(
    'div',
    {},
    heading(`Columns of ${fileName}`),
    ...messages('problems', 'Mapping errors', problems),
    ...messages('warnings', 'Mapping warnings', textsOf(true)),
    scrollingTable('Columns of the file', ['Column', 'Values', 'Becomes'], rows),
    select('Existing records', modes, mapping.mode ?? '', (mode) =>
      onChange({ ...mapping, mode: mode as Mode }),
    ),
    element('div', { className: 'actions' }, button('Choose another file', onRestart), preview),
  );
}

/** How the values of a column are read, if there is a choice. */
function readAs(column: Column, replace: (column: Column) => void): HTMLElement[] {
  const { header, target = null, transform = 'asIs' } = column;
  const readings = target ? transformChoices(target) : [];
  if (readings.length < 2) return [];
  const options = readings.map((value) => ({ value, label: transformLabel(value) }));
  const choose = (value: string) =>
    replace({ ...column, transform: value as typeof transform, confidence: 100 });
  const field = select(`${header} is read as`, options, transform, choose);
  field.classList.add('in-row');
  return [field];
}
