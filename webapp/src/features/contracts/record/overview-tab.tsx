import { EmptyFields } from '@/record/empty-fields';
import { Fact, Nothing, Section, Timestamp } from '@/record/facts';
import classes from '@/record/facts.module.css';
import { annuityGain } from 'firmbook-later';
import { choices, formatMoney, type IndexStrategy } from 'firmbook-wasm';
import { useState } from 'react';
import type { AnyRecord } from '../api/get-contract';
import { formatPercent } from '@/lib/percent';
import { fieldGroups, isNumericField, formatField, valueOf, type ContractField } from '../fields';
import type { LineOfBusiness } from '../lines-of-business';
import { describeRider, riderLabel } from '../riders';

/** Details of a contract. Empty and repeated fields are hidden until the user shows them. */
export function OverviewTab({ line, record }: { line: LineOfBusiness; record: AnyRecord }) {
  const [hasAll, setHasAll] = useState(false);
  const isEmpty = (field: ContractField) => isBlank(field, record);
  const emptyCount = fieldGroups[line.noun].flatMap(({ fields }) => fields.filter(isEmpty)).length;
  return (
    <div className={classes.sections}>
      {fieldGroups[line.noun].map(({ title, fields }) => {
        const facts = hasAll
          ? fields
          : fields.filter((field) => !isEmpty(field) && !isRepeated(field, record));
        if (facts.length === 0) return null;
        return (
          <Section key={title} title={title}>
            {facts.map((field) => (
              <Fact key={field.key} label={field.label} isNumber={isNumericField(field)}>
                {shown(field, record) || <Nothing />}
              </Fact>
            ))}
            {title === 'Contract' && <CarrierFacts record={record} />}
            {title === 'Values' && <Gain record={record} />}
          </Section>
        );
      })}
      {record.riders.length > 0 && (
        <Section title="Riders">
          {record.riders.map((rider) => (
            <Fact key={rider.type ?? ''} label={riderLabel(rider)}>
              {describeRider(rider)}
            </Fact>
          ))}
        </Section>
      )}
      {record.indexStrategies.length > 0 && (
        <Section title="Index strategies">
          {record.indexStrategies.map((strategy) => (
            <Fact key={strategy.name ?? ''} label={strategy.name ?? ''}>
              {describeStrategy(strategy)}
            </Fact>
          ))}
        </Section>
      )}
      <Section title="Record">
        {line.noun === 'annuity' && (
          <Fact label="Agent integration">{record.agentIntegrationEnabled ? 'On' : 'Off'}</Fact>
        )}
        <Fact label="Source">{describeSource(record)}</Fact>
        <Fact label="Created">
          <Timestamp at={record.createdAt} />
        </Fact>
        <Fact label="Last changed">
          <Timestamp at={record.updatedAt} />
        </Fact>
      </Section>
      <EmptyFields count={emptyCount} isShown={hasAll} onToggle={() => setHasAll(!hasAll)} />
    </div>
  );
}

const shown = (field: ContractField, { contract, carrier }: AnyRecord) =>
  field.kind === 'carrier' ? carrier.name : formatField(field, valueOf(contract, field.key));

/** Returns whether a field counts as empty. Flags that are off do. */
const isBlank = (field: ContractField, record: AnyRecord) =>
  field.kind === 'flag' ? valueOf(record.contract, field.key) !== true : !shown(field, record);

/** Annuity fields that often repeat another field. */
const REPEATS: Readonly<Record<string, string>> = {
  accountValueDate: 'valuesAsOf',
  annuityCashValue: 'contractValue',
};

/** Returns whether another field has the same value and makes this one redundant. */
const isRepeated = ({ key }: ContractField, { contract }: AnyRecord) =>
  REPEATS[key] !== undefined && valueOf(contract, key) === valueOf(contract, REPEATS[key]);

/** Taxable gain on surrender. Hidden for annuities without a value or a cost basis. */
function Gain({ record: { contract } }: { record: AnyRecord }) {
  const [value, basis] = ['contractValue', 'costBasis'].map((key) => valueOf(contract, key));
  if (typeof value !== 'string' || typeof basis !== 'string') return null;
  const gain = annuityGain(value, basis);
  if (gain === undefined) return null;
  return (
    <Fact label="Gain over cost basis" isNumber>
      {formatMoney(gain, 2)}
    </Fact>
  );
}

function CarrierFacts({ record: { carrier } }: { record: AnyRecord }) {
  return (
    <>
      <Fact label="AM Best">{carrier.amBestRating || <Nothing />}</Fact>
      <Fact label="Comdex" isNumber>
        {carrier.comdex ?? <Nothing />}
      </Fact>
    </>
  );
}

function describeStrategy({ allocation, cap, participation, floor }: IndexStrategy): string {
  const parts = [
    allocation && `${formatPercent(allocation)} of the value`,
    cap && `cap ${formatPercent(cap)}`,
    participation && `participation ${formatPercent(participation)}`,
    floor && `floor ${formatPercent(floor)}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

function describeSource({ source, sourceFile, sourceRow }: AnyRecord): string {
  const label = choices('recordSource').find(({ code }) => code === source)?.label ?? source;
  const location = sourceFile && (sourceRow ? `${sourceFile}, row ${sourceRow}` : sourceFile);
  return [label, location].filter(Boolean).join(' · ');
}
