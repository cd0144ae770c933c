import { DataTable, numeric } from '@/components/data-table';
import { IconMail, IconPlus } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import { formatDate, formatMoney, type CrummeyLetter, type GiftLetters } from 'firmbook-wasm';
import { useId } from 'react';
import { Link } from 'react-router';
import { LetterRow } from './letter-row';
import classes from './letters.module.css';
import { isOpen } from './status';
import type { useLetters } from './use-letters';

const COLUMNS = ['Beneficiary', numeric('Can withdraw'), 'Letter date', 'Status', 'Proof', 'Actions'];

interface GiftSectionProps {
  gift: GiftLetters;
  actions: ReturnType<typeof useLetters>;
  onCreate: () => void;
  /** Opens the delivery of one letter, or of all that are not delivered. */
  onDeliver: (letter: string | null) => void;
  onDelete: (letter: CrummeyLetter) => void;
}

/** A gift with its letters. */
export function GiftSection({ gift: { gift, letters, recipients, ...rest }, ...props }: GiftSectionProps) {
  const title = useId();
  const canWrite = useCan('trusts', 'write');
  const canOpenPolicy = useCan('allPolicies', 'read');
  const { amount, giftDate, receivedOn, lettersSentOn, letterDate, windowEnds, stateLabel } = gift;
  const open = letters.filter(isOpen).length;
  const { blockedBecause } = rest;
  const isMissingLetters = recipients.length > 0;
  const day = receivedOn ? `received ${formatDate(receivedOn)}` : `planned for ${formatDate(giftDate)}`;
  const letterDates = lettersSentOn
    ? `Letters sent ${formatDate(lettersSentOn)}, window ends ${formatDate(windowEnds)}`
    : `Letters due ${formatDate(letterDate)}`;
  return (
    <section className={classes.gift} aria-labelledby={title}>
      <div className={classes.head}>
        <div>
          <h2 id={title}>
            Gift of {formatMoney(amount, 2)} {day}
          </h2>
          <p className={classes.about}>
            {canOpenPolicy ? (
              <Link to={`${paths.policy(rest.policyUuid)}?tab=gifts&gift=${gift.uuid}`}>
                Policy {rest.policyNumber}
              </Link>
            ) : (
              `Policy ${rest.policyNumber}`
            )}
            {` · ${stateLabel} · ${letterDates}`}
          </p>
        </div>
        {canWrite && (
          <div className={classes.buttons}>
            {isMissingLetters && blockedBecause === '' && (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={props.onCreate}
              >
                {letters.length > 0 ? 'Create missing letters' : 'Create letters'}
              </Button>
            )}
            {open > 0 && (
              <Button
                size="compact-md"
                leftSection={<IconMail size={16} aria-hidden />}
                onClick={() => props.onDeliver(null)}
              >
                {open === 1 ? 'Deliver 1 letter' : `Deliver ${open} letters`}
              </Button>
            )}
          </div>
        )}
      </div>
      {letters.length > 0 ? (
        <DataTable caption="Letters" isCaptionHidden label={`Letters of the gift ${day}`} columns={COLUMNS}>
          {letters.map((letter) => (
            <LetterRow
              key={letter.uuid}
              letter={letter}
              actions={props.actions}
              onDeliver={canWrite ? () => props.onDeliver(letter.uuid) : null}
              onDelete={() => props.onDelete(letter)}
            />
          ))}
        </DataTable>
      ) : (
        <p className={classes.about}>{blockedBecause || 'No letters yet.'}</p>
      )}
      {letters.length > 0 && isMissingLetters && blockedBecause !== '' && (
        <p className={classes.about}>No more letters can be created. {blockedBecause}</p>
      )}
    </section>
  );
}
