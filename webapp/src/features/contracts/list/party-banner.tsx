import type { ContactKind, PartySet, PartySlice } from 'firmbook-wasm';
import { Link } from 'react-router';
import classes from './party-banner.module.css';

const AS: Record<PartySet, string> = {
  agents: 'is an agent',
  otherAdvisors: 'is a co-agent',
  owners: 'is an owner',
  beneficiaries: 'is a beneficiary',
};

const isSet = (name: string): name is PartySet => Object.hasOwn(AS, name);

const EMPTY_LABELS: Record<PartySet, string> = {
  agents: 'an agent',
  otherAdvisors: 'a co-agent',
  owners: 'an owner',
  beneficiaries: 'a beneficiary',
};

/**
 * Parses the `party` parameter of the URL: `owners.2.{uuid}`. The contact type of beneficiaries is 0.
 * `owners.0.` means the contracts without an owner.
 */
export function partyOf(params: URLSearchParams): PartySlice | null {
  const [set = '', kind = '', uuid = ''] = params.get('party')?.split('.') ?? [];
  if (isSet(set) && kind === '0' && uuid === '') return { set, contactType: null, uuid: null };
  if (
    !isSet(set) ||
    !(set === 'beneficiaries' ? /^0$/ : /^[123]$/).test(kind) ||
    !/^[0-9a-f-]{36}$/i.test(uuid)
  )
    return null;
  const contactType = set === 'beneficiaries' ? null : (Number(kind) as ContactKind);
  return { set, contactType, uuid };
}

interface PartyBannerProps {
  party: PartySlice;
  personName: string | null;
  /** URL of the list without the limit. */
  allUrl: string;
}

/** Shows that the list is limited to the contracts of one person or of nobody, with a link to all contracts. */
export const PartyBanner = ({ party, personName, allUrl }: PartyBannerProps) => (
  <div className={classes.banner} role="note">
    {party.uuid ? (
      <span>
        Contracts where <strong>{personName || 'this person'}</strong> {AS[party.set]}.
      </span>
    ) : (
      <span>
        Contracts without <strong>{EMPTY_LABELS[party.set]}</strong>.
      </span>
    )}
    <Link to={allUrl}>Show all</Link>
  </div>
);
