import type { Schemas } from '@/lib/api';
import { EmptyFields } from '@/record/empty-fields';
import { Fact, Nothing, Section } from '@/record/facts';
import { formatCount } from '@/list/grid/format-cell';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { useToday } from '@/lib/today';
import { useQuery } from '@tanstack/react-query';
import { contactHasField } from 'firmbook-later';
import { useState } from 'react';
import { ageOn, formatMoney, type ContactRecord, type Person } from 'firmbook-wasm';
import { contactOriginQuery } from '../../api/contact-origin';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { fieldGroups, type ContactField } from '../../fields';
import { TaxId } from './tax-id';
import classes from '@/record/facts.module.css';

/** Details of a contact. Empty fields are hidden until the user shows them. */
export function OverviewTab({ kind, record }: { kind: ContactKindConfig; record: ContactRecord }) {
  const { person, totals, customFields } = record;
  const { timeZone } = useSession().user;
  const [hasAll, setHasAll] = useState(false);
  const hasTaxId = record.taxIdMasked !== null;
  const isEmpty = (field: ContactField) => field.valueOf(person).trim() === '';
  const groups = fieldGroups.map(({ title, fields }) => ({
    title,
    fields: fields.filter((field) => isShown(field, kind, person)),
  }));
  const emptyCount = groups.flatMap(({ fields }) => fields.filter(isEmpty)).length + (hasTaxId ? 0 : 1);
  return (
    <div className={classes.sections}>
      {groups.map(({ title, fields }) => {
        const facts = hasAll ? fields : fields.filter((field) => !isEmpty(field));
        const withTaxId = title === 'Identifiers' && (hasAll || hasTaxId);
        return facts.length === 0 && !withTaxId ? null : (
          <Section key={title} title={title}>
            {facts.map((field) => (
              <Fact key={field.path} label={title === 'Notes' ? null : field.label}>
                <Value field={field} person={person} />
              </Fact>
            ))}
            {withTaxId && (
              <Fact label={person.organizationName ? 'EIN' : 'SSN'}>
                <TaxId kind={kind} uuid={record.uuid} masked={record.taxIdMasked} />
              </Fact>
            )}
          </Section>
        );
      })}
      {Object.keys(customFields).length > 0 && (
        <Section title="Further fields">
          {Object.entries(customFields).map(([name, value]) => (
            <Fact key={name} label={name}>
              {value}
            </Fact>
          ))}
        </Section>
      )}
      <Section title="Contracts">
        <Fact label="Policies" isNumber>
          {formatCount(totals.policyCount)}
        </Fact>
        <Amount label="Death benefit" amount={totals.deathBenefit} />
        <Amount label="Annualized premium" amount={totals.annualizedPremium} />
        <Amount label="Cash value" amount={totals.policyCashValue} />
        <Amount label="Surrender value" amount={totals.policySurrenderValue} />
        <Fact label="Annuities" isNumber>
          {formatCount(totals.annuityCount)}
        </Fact>
        <Amount label="Contract value" amount={totals.contractValue} />
        <Amount label="Premiums paid" amount={totals.premiumsPaid} />
        <Amount label="Annuity cash value" amount={totals.annuityCashValue} />
        <Amount label="Annuity surrender value" amount={totals.annuitySurrenderValue} />
      </Section>
      <Section title="Record">
        {kind.noun !== 'insured' && (
          <Fact label="Source">
            <Origin kind={kind} uuid={record.uuid} />
          </Fact>
        )}
        <Fact label="Created">{formatTimestamp(record.createdAt, timeZone)}</Fact>
        <Fact label="Last changed">{formatTimestamp(record.updatedAt, timeZone)}</Fact>
      </Section>
      <EmptyFields count={emptyCount} isShown={hasAll} onToggle={() => setHasAll(!hasAll)} />
    </div>
  );
}

function isShown({ path }: ContactField, { type }: ContactKindConfig, person: Person): boolean {
  if (path === 'person.notes') return Boolean(person.notes);
  return contactHasField(type, path, person.ownerType, Boolean(person.organizationName));
}

function BirthDate({ iso, shown }: { iso: string; shown: string }) {
  return `${shown} (${ageOn(iso, useToday()) ?? 0} years)`;
}

function Value({ field, person }: { field: ContactField; person: Person }) {
  const value = field.valueOf(person).trim();
  if (value === '') return <Nothing />;
  const shown = field.show(value);
  if (field.path === 'person.dob') return <BirthDate iso={value} shown={shown} />;
  switch (field.as) {
    case 'email':
      return <a href={`mailto:${encodeURIComponent(value).replace('%40', '@')}`}>{shown}</a>;
    case 'phone':
      return <a href={`tel:${value.replace(/\s*x/, ';ext=')}`}>{shown}</a>;
    case 'lines':
      return <span className={classes.notes}>{shown}</span>;
    default:
      return shown;
  }
}

const Amount = ({ label, amount }: { label: string; amount: string }) => (
  <Fact label={label} isNumber>
    {formatMoney(amount, 2)}
  </Fact>
);

function Origin({ kind, uuid }: { kind: ContactKindConfig; uuid: string }) {
  const { timeZone } = useSession().user;
  const { data, isError } = useQuery(contactOriginQuery(kind, uuid));
  if (data) return describeOrigin(data, timeZone);
  return isError ? 'Could not be loaded' : '…';
}

function describeOrigin(
  { sourceLabel, fileName, fileRow, by, at }: Schemas['ContactSource'],
  timeZone: string,
): string {
  const source = fileName && (fileRow ? `${fileName}, row ${fileRow}` : fileName);
  return [sourceLabel, source, by && `by ${by}`, formatTimestamp(at, timeZone)].filter(Boolean).join(' · ');
}
