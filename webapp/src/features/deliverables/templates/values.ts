import { conflictsFirst, differenceOf, withTheirs, type Choices, type Difference } from '@/record/three-way';
import { templateAnnuityColumns, templatePolicyColumns } from 'firmbook-later';
import {
  choices as choicesOf,
  type Choice,
  type DeliverableTemplate,
  type Section,
  type TemplateInput,
  type TemplateSettings,
} from 'firmbook-wasm';

/** Values of the template form. */
export type TemplateValues = Omit<TemplateInput, 'version'>;

export const valuesOf = ({ name, isDefault, settings }: TemplateValues): TemplateValues => ({
  name,
  isDefault,
  settings,
});

export const SECTIONS: readonly (Choice & { code: Section })[] = [
  { code: 'summary', label: 'Summary' },
  { code: 'contracts', label: 'Contracts' },
  { code: 'recommendation', label: 'Recommendation' },
  { code: 'disclosure', label: 'Disclosure' },
];

export const PAGE_SIZES = [
  { value: 'Letter', label: 'US Letter' },
  { value: 'A4', label: 'A4' },
] as const;

/** Returns the choices with the given codes, in the order of `codes`. */
export const inOrder = (choices: readonly Choice[], codes: readonly string[]): Choice[] =>
  codes.map((code) => choices.find((choice) => choice.code === code) ?? { code, label: code });

const listed = (choices: readonly Choice[], codes: readonly string[]) =>
  inOrder(choices, codes)
    .map(({ label }) => label)
    .join(', ');

export const showSections = ({ sections }: TemplateSettings) => listed(SECTIONS, sections);
export const showGrouping = ({ groupBy }: TemplateSettings) =>
  listed(choicesOf('deliverableGrouping'), [String(groupBy)]);
export const showPageSize = ({ pageSize }: TemplateSettings) =>
  PAGE_SIZES.find(({ value }) => value === pageSize)?.label ?? pageSize;
export const showOrientation = ({ isLandscape }: TemplateSettings) =>
  isLandscape ? 'Landscape' : 'Portrait';

type Path = 'name' | 'isDefault' | `settings.${keyof TemplateSettings}`;

interface Field {
  path: Path;
  label: string;
  show: (values: TemplateValues) => string;
}

/** The fields of a template, with their formatted values. */
export const FIELDS: readonly Field[] = [
  { path: 'name', label: 'Name', show: ({ name }) => name },
  { path: 'isDefault', label: 'Use by default', show: ({ isDefault }) => (isDefault ? 'Yes' : 'No') },
  { path: 'settings.sections', label: 'Sections', show: ({ settings }) => showSections(settings) },
  {
    path: 'settings.policyColumns',
    label: 'Policy columns',
    show: ({ settings }) => listed(templatePolicyColumns(), settings.policyColumns),
  },
  {
    path: 'settings.annuityColumns',
    label: 'Annuity columns',
    show: ({ settings }) => listed(templateAnnuityColumns(), settings.annuityColumns),
  },
  { path: 'settings.groupBy', label: 'Group by', show: ({ settings }) => showGrouping(settings) },
  { path: 'settings.pageSize', label: 'Page size', show: ({ settings }) => showPageSize(settings) },
  { path: 'settings.isLandscape', label: 'Orientation', show: ({ settings }) => showOrientation(settings) },
  { path: 'settings.header', label: 'Header text', show: ({ settings }) => settings.header },
  { path: 'settings.footer', label: 'Footer text', show: ({ settings }) => settings.footer },
];

/**
 * Returns the fields that another user changed since `base`, unless the form has the same value.
 * Conflicts come first.
 */
export const differences = (
  base: DeliverableTemplate,
  mine: TemplateValues,
  theirs: DeliverableTemplate,
): Difference[] =>
  conflictsFirst(
    FIELDS.flatMap(({ path, label, show }) =>
      differenceOf(path, label, [show(base), show(mine), show(theirs)]),
    ),
  );

export function merge(mine: TemplateValues, theirs: DeliverableTemplate, choices: Choices): TemplateValues {
  const saved = valuesOf(theirs);
  const ofSettings = Object.fromEntries(
    Object.entries(choices).map(([path, side]) => [path.replace('settings.', ''), side]),
  );
  return {
    ...withTheirs(mine, saved, choices),
    settings: withTheirs(mine.settings, saved.settings, ofSettings),
  };
}
