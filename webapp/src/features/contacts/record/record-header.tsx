import { Breadcrumb } from '@/components/breadcrumb';
import { IconChevronDown, IconPencil } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { Figure } from '@/record/facts';
import { FavoriteButton } from '@/record/favorite-button';
import { RecordPager } from '@/record/record-pager';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useToday } from '@/lib/today';
import { formatCount } from '@/list/grid/format-cell';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ageOn, formatMoney, formatPhone, fullName, type ContactRecord } from 'firmbook-wasm';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { pairsOfQuery } from '../api/duplicates';
import { labelOf } from '../fields';
import { ContactItems, duplicatesPath, useContactRights } from './contact-items';
import { IntegrationSwitch } from './integration-switch';
import classes from '@/record/record.module.css';

interface RecordHeaderProps {
  kind: ContactKindConfig;
  record: ContactRecord;
  onEdit: () => void;
  onAttach: () => void;
  onDelete: () => void;
  isDeleting: boolean;
  moreButton: RefObject<HTMLButtonElement | null>;
}

/** Name, key figures and actions of a contact. */
export function RecordHeader(props: RecordHeaderProps) {
  const { kind, record, onEdit, onAttach, onDelete } = props;
  const { canWrite, canDelete, canMerge } = useContactRights(kind);
  const { totals } = record;
  return (
    <header className={classes.top}>
      <div className={classes.title}>
        <div className={classes.who}>
          <Breadcrumb parts={['People', { label: kind.plural, to: kind.listPath }]} />
          <h1>{fullName(record.person)}</h1>
          <div className={classes.status}>
            {kind.action}
            {kind.noun === 'agent' && <AgentFacts record={record} />}
            <StatusWords kind={kind} record={record} />
            {kind.noun === 'owner' && <TrustLink record={record} />}
            {canMerge && <DuplicatesLink kind={kind} record={record} />}
          </div>
        </div>
        <div className={classes.actions}>
          <RecordPager path={kind.path(record.uuid)} />
          <FavoriteButton kind={kind.noun} uuid={record.uuid} />

          {canWrite && (
            <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
          )}
          {(canWrite || canDelete || canMerge) && (
            <MenuButton
              label="More actions"
              position="bottom-end"
              button={(button) => (
                <Button
                  ref={props.moreButton}
                  variant="default"
                  loading={props.isDeleting}
                  rightSection={<IconChevronDown size={14} aria-hidden />}
                  {...button}
                >
                  More
                </Button>
              )}
            >
              {(Menu) => (
                <ContactItems
                  Menu={Menu}
                  kind={kind}
                  displayName={record.displayName}
                  onAttach={onAttach}
                  onDelete={onDelete}
                />
              )}
            </MenuButton>
          )}
        </div>
      </div>
      <dl className={classes.figures} aria-label="Key figures">
        <Figure label="Policies" value={formatCount(totals.policyCount)} />
        <Figure label="Death benefit" value={formatMoney(totals.deathBenefit, 2)} />
        <Figure label="Annualized premium" value={formatMoney(totals.annualizedPremium, 2)} />
        <Figure label="Annuities" value={formatCount(totals.annuityCount)} />
        <Figure label="Contract value" value={formatMoney(totals.contractValue, 2)} />
      </dl>
    </header>
  );
}

/** Link to this contact's possible duplicates. Hidden if there are none to review. */
function DuplicatesLink({ kind, record }: { kind: ContactKindConfig; record: ContactRecord }) {
  const { data } = useQuery(pairsOfQuery(kind, record.uuid));
  if (!data?.total) return null;
  return (
    <>
      <Dot />
      <Link to={duplicatesPath(record.displayName)}>
        {data.total === 1 ? '1 possible duplicate' : `${formatCount(data.total)} possible duplicates`}
      </Link>
    </>
  );
}

/** National producer number and phone of an agent, if they are known. */
function AgentFacts({ record: { person } }: { record: ContactRecord }) {
  const phone = person.phone ?? person.mobilePhone;
  return (
    <>
      {person.npn && (
        <>
          <Dot />
          NPN {person.npn}
        </>
      )}
      {phone && (
        <>
          <Dot />
          <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
        </>
      )}
    </>
  );
}

/** Link to the trust's page. Hidden for owners that are not trusts. */
function TrustLink({ record }: { record: ContactRecord }) {
  const canOpen = useCan('trusts', 'read');
  if (!canOpen || record.person.ownerType !== TRUST) return null;
  return (
    <>
      <Dot />
      <Link to={paths.trust(record.uuid)}>Open trust</Link>
    </>
  );
}

/** Code of the owner type Trust. */
const TRUST = 2;

const Dot = () => (
  <span className={classes.dot} aria-hidden>
    ·
  </span>
);

function StatusWords({ kind, record }: { kind: ContactKindConfig; record: ContactRecord }) {
  const statusText = statusOf(kind, record, useToday());
  return statusText === null ? null : (
    <>
      <Dot />
      {statusText}
    </>
  );
}

function statusOf(kind: ContactKindConfig, record: ContactRecord, today: string): ReactNode {
  const { dob, ownerType } = record.person;
  if (kind.noun === 'agent') return <IntegrationSwitch record={record} />;
  if (kind.noun === 'owner') return labelOf('ownerType', ownerType);
  const age = dob ? ageOn(dob, today) : undefined;
  return age === undefined ? null : `${age} years old`;
}
