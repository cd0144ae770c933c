import type { ContactKindConfig } from '@/lib/contact-kinds';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatPhone, type ContactInput } from 'firmbook-wasm';
import { Link } from 'react-router';
import { matchesQuery } from '../api/duplicates';
import classes from './possible-duplicates.module.css';

const DEBOUNCE_MS = 400;

interface PossibleDuplicatesProps {
  kind: ContactKindConfig;
  input: ContactInput;
  /** Adds the typed values to a stored contact instead. */
  onUpdate: (contactUuid: string) => void;
}

/** Stored contacts that may be the same as the typed one. Links open a new tab, to keep the typed values. */
export function PossibleDuplicates({ kind, input, onUpdate }: PossibleDuplicatesProps) {
  const [typed] = useDebouncedValue(input, DEBOUNCE_MS);
  const { data: matches = [] } = useQuery({
    ...matchesQuery(kind, typed),
    enabled: isComparable(typed),
    placeholderData: keepPreviousData,
    // Incomplete values, such as part of a date, are rejected. Retrying does not help.
    retry: false,
    // The typed values may include a tax ID.
    gcTime: 0,
  });
  if (matches.length === 0 || !isComparable(typed)) return <div role="status" />;
  return (
    <div role="status" className={classes.notice}>
      <strong>
        {matches.some(({ likeness }) => likeness !== null)
          ? `This ${kind.singular} may already exist`
          : `${matches.length === 1 ? `Another ${kind.singular} has` : `Other ${kind.plural.toLowerCase()} have`} the same name`}
      </strong>
      <ul>
        {matches.map(({ contact, percent, likeness, likenessLabel, reasons }) => (
          <li key={contact.uuid}>
            <Link to={kind.path(contact.uuid)} target="_blank">
              {contact.name}
            </Link>{' '}
            {likeness === null ? likenessLabel : <span title={likenessLabel}>{percent}%</span>}
            {contact.detail && <span> · {shown(contact.detail)}</span>}
            {likeness !== null && (
              <div className={classes.reasons}>{reasons.map(({ label }) => label).join(', ')}</div>
            )}
            <Button
              variant="subtle"
              size="compact-xs"
              className={classes.update}
              onClick={() => onUpdate(contact.uuid)}
            >
              Update this {kind.singular} instead
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns whether there is a name. Without one, almost every contact would match. */
function isComparable({ person }: ContactInput): boolean {
  const { lastName, organizationName } = person;
  return (lastName ?? organizationName ?? '').trim().length >= 2;
}

/** Formats phone numbers, which are stored as E.164. */
const shown = (detail: string) => (detail.startsWith('+') ? formatPhone(detail) : detail);
