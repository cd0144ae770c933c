import { Fact, Nothing, Section } from '@/record/facts';
import classes from '@/record/facts.module.css';
import { formatDate, type TrustRecord } from 'firmbook-wasm';
import { stateLabel, typeLabel } from '../labels';

/** The details of a trust and of its owner record. */
export function OverviewTab({ trust }: { trust: TrustRecord }) {
  const { address, notes, taxId, trustDate } = trust;
  return (
    <div className={classes.sections}>
      <Section title="Trust">
        <Fact label="Type">{typeLabel(trust.trustType) ?? <Nothing />}</Fact>
        <Fact label="Governing state">{stateLabel(trust.governingState) ?? <Nothing />}</Fact>
        <Fact label="Crummey letters">{trust.canSendLetters ? 'Can be sent' : trust.noLettersBecause}</Fact>
      </Section>
      <Section title="Owner">
        <Fact label="Trust date">{trustDate ? formatDate(trustDate) : <Nothing />}</Fact>
        <Fact label="Tax ID">{taxId ?? <Nothing />}</Fact>
        <Fact label="Address">
          {address.length > 0 ? <span className={classes.notes}>{address.join('\n')}</span> : <Nothing />}
        </Fact>
      </Section>
      {notes && (
        <Section title="Notes on the trust">
          <Fact label={null}>
            <span className={classes.notes}>{notes}</span>
          </Fact>
        </Section>
      )}
    </div>
  );
}
