import { Fact, Moment, Nothing, Section } from '@/record/facts';
import classes from '@/record/facts.module.css';
import { choices, type IndexStrategy } from 'firmbook-wasm';
import type { AnyRecord } from '../api/get-contract';
import {
  fieldGroups,
  formatPercent,
  isNumericField,
  formatField,
  valueOf,
  type ContractField,
} from '../fields';
import type { LineOfContract } from '../lines';
import { describeRider, riderLabel } from '../riders';

/** All details of a contract. */
export function OverviewTab({ line, record }: { line: LineOfContract; record: AnyRecord }) {
  return (
    <div className={classes.sections}>
      {fieldGroups[line.noun].map(({ title, fields }) => (
        <Section key={title} title={title}>
          {fields.map((field) => (
            <Fact key={field.key} label={field.label} isNumber={isNumericField(field)}>
              {shown(field, record) || <Nothing />}
            </Fact>
          ))}
          {title === 'Contract' && <CarrierFacts record={record} />}
        </Section>
      ))}
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
          <Moment at={record.createdAt} />
        </Fact>
        <Fact label="Last changed">
          <Moment at={record.updatedAt} />
        </Fact>
      </Section>
    </div>
  );
}

const shown = (field: ContractField, { contract, carrier }: AnyRecord) =>
  field.kind === 'carrier' ? carrier.name : formatField(field, valueOf(contract, field.key));

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
  const place = sourceFile && (sourceRow ? `${sourceFile}, row ${sourceRow}` : sourceFile);
  return [label, place].filter(Boolean).join(' · ');
}
