import { paths } from '@/lib/paths';
import { choices, type ContactKind, type FoundContract, type QuickFindings } from 'firmbook-wasm';

/** Something found, as the palette shows it. */
export interface Option {
  id: string;
  title: string;
  /** What tells namesakes apart. */
  detail: string;
  /** Where it is seen; null when there is no page for it. */
  path: string | null;
}

export interface OptionGroup {
  label: 'People' | 'Policies' | 'Annuities';
  options: Option[];
}

const RECORDS: Record<ContactKind, { noun: string; path: (uuid: string) => string }> = {
  1: { noun: 'Agent', path: paths.agent },
  2: { noun: 'Owner', path: paths.owner },
  3: { noun: 'Insured', path: paths.insured },
};

/** What was found in its groups, without those that are empty. */
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
    { label: 'Policies', options: found.policies.map((one) => contract(one, 'policies')) },
    { label: 'Annuities', options: found.annuities.map((one) => contract(one, 'annuities')) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** A contract is seen among those of somebody who is party to it. */
function contract(found: FoundContract, tab: 'policies' | 'annuities'): Option {
  const { uuid, number, status, detail, contactKind, contactUuid } = found;
  const path =
    contactKind && contactUuid
      ? `${RECORDS[contactKind].path(contactUuid)}?tab=${tab}&q=${encodeURIComponent(number)}`
      : null;
  return { id: uuid, title: number, detail: joined(statusLabel(status), detail), path };
}

const statusLabel = (code: string) =>
  choices('policyStatus').find((choice) => choice.code === code)?.label ?? code;

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');
