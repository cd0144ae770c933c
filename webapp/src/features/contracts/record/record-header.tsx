import { Status } from '@/components/status';
import { Breadcrumb } from '@/components/breadcrumb';
import { Figure } from '@/record/facts';
import { FavoriteButton } from '@/record/favorite-button';
import { RecordPager } from '@/record/record-pager';
import { formatDate, formatMoney } from 'firmbook-wasm';
import type { ReactNode } from 'react';
import type { AnyRecord } from '../api/get-contract';
import { fieldGroups, formatField, valueOf } from '../fields';
import type { ContractNoun, LineOfBusiness } from '../lines-of-business';
import classes from '@/record/record.module.css';
import { Alerts } from './alerts';
import { HeaderParties } from './header-parties';

interface RecordHeaderProps {
  line: LineOfBusiness;
  record: AnyRecord;
  actions: ReactNode;
}

const FIGURES: Record<ContractNoun, readonly [string, string][]> = {
  policy: [
    ['deathBenefit', 'Death benefit'],
    ['annualizedPremium', 'Annualized premium'],
    ['policyCashValue', 'Cash value'],
    ['policySurrenderValue', 'Surrender value'],
    ['loanBalance', 'Loan'],
  ],
  annuity: [
    ['contractValue', 'Contract value'],
    ['annuitySurrenderValue', 'Surrender value'],
    ['premiumsPaid', 'Premiums paid'],
    ['deathBenefit', 'Death benefit'],
  ],
};

/** Number, status, people, alerts, key figures and actions of a contract. */
export function RecordHeader({ line, record, actions }: RecordHeaderProps) {
  const { contract, carrier } = record;
  const read = (key: string) => valueOf(contract, key);
  const product = fieldGroups[line.noun][0]?.fields.find(({ key }) => key === 'productType');
  return (
    <header className={classes.top}>
      <div className={classes.title}>
        <div className={classes.who}>
          <Breadcrumb parts={['Business', { label: line.title, to: line.listPath }]} />
          <h1>{String(read(line.number))}</h1>
          <div className={classes.status}>
            <span className={classes.flag}>
              <Status code={contract.status ?? ''} />
              {contract.statusDate && <span>since {formatDate(contract.statusDate)}</span>}
            </span>
            <Dot />
            {product && formatField(product, read('productType'))}
            <Dot />
            {carrier.name}
          </div>
        </div>
        <div className={classes.actions}>
          <RecordPager path={line.path(record.uuid)} />
          <FavoriteButton kind={line.noun} uuid={record.uuid} />
          {actions}
        </div>
      </div>
      <HeaderParties parties={record.parties} />
      <Alerts record={record} />
      <dl className={classes.figures} aria-label="Key figures">
        {FIGURES[line.noun].map(([key, label]) => {
          const amount = read(key) as string | null | undefined;
          return amount && <Figure key={key} label={label} value={formatMoney(amount, 2)} />;
        })}
        {contract.valuesAsOf && (
          <Figure label="Values as of" value={formatDate(contract.valuesAsOf)} className={classes.asOf} />
        )}
      </dl>
    </header>
  );
}

const Dot = () => (
  <span className={classes.dot} aria-hidden>
    ·
  </span>
);
