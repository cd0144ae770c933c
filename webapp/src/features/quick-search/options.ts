import { paths } from '@/lib/paths';
import { choices, type ContactKind, type FoundContract, type QuickFindings } from 'firmbook-wasm';

/** A search result in the palette. */
export interface Option {
  id: string;
  title: string;
  /** Distinguishes results with the same title. */
  detail: string;
  /** The page to open. */
  path?: string;
  /** Action to run. Used by commands without a page. */
  run?: () => void;
}

export interface OptionGroup {
  label: string;
  options: Option[];
}

const RECORDS: Record<ContactKind, { noun: string; path: (uuid: string) => string }> = {
  1: { noun: 'Agent', path: paths.agent },
  2: { noun: 'Owner', path: paths.owner },
  3: { noun: 'Insured', path: paths.insured },
};

/** Groups search results. Omits empty groups. */
export function optionGroups(found: QuickFindings): OptionGroup[] {
  const groups: OptionGroup[] = [
    {
      label: 'People',
      options: found.people.map(({ kind, uuid, name, detail }) => ({
        id: `${kind}-${uuid}`,
        title: name,
        detail: joined(RECORDS[kind].noun, detail),
        path: RECORDS[kind].path(uuid),
      })),
    },
    { label: 'Policies', options: found.policies.map((item) => contract(item, paths.policy)) },
    { label: 'Annuities', options: found.annuities.map((item) => contract(item, paths.annuity)) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const contract = (
  { uuid, number, status, detail }: FoundContract,
  path: (uuid: string) => string,
): Option => ({
  id: uuid,
  title: number,
  detail: joined(statusLabel(status), detail),
  path: path(uuid),
});

const statusLabel = (code: string) =>
  choices('policyStatus').find((choice) => choice.code === code)?.label ?? code;

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');
