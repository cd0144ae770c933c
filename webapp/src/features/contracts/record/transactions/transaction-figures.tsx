import { Figure } from '@/record/facts';
import record from '@/record/record.module.css';
import { formatDate, formatMoney, type TransactionHistory } from 'firmbook-wasm';
import styles from './transactions.module.css';

const money = (amount: string) => formatMoney(amount, 2);

/** Totals of a contract's transactions. Figures that do not apply are left out. */
export function TransactionFigures({ history }: { history: TransactionHistory }) {
  const { loan, contractYear, distributions, totalWithdrawn, transactions } = history;
  const hasWithdrawals = transactions.some(({ balanceAfter }) => balanceAfter === null);
  if (!loan && !contractYear && !distributions && !hasWithdrawals) return null;
  return (
    <div className={styles.figures}>
      <dl className={record.figures} aria-label="Figures">
        {loan && (
          <>
            <Figure label="Outstanding loan" value={money(loan.outstanding)} />
            <Figure label="Borrowed" value={money(loan.borrowed)} />
            <Figure label="Interest added" value={money(loan.interest)} />
            <Figure label="Repaid" value={money(loan.repaid)} />
          </>
        )}
        {contractYear && (
          <Figure label="Withdrawn this contract year" value={money(contractYear.withdrawn)} />
        )}
        {contractYear?.freeAmount && (
          <Figure label="Free withdrawal amount" value={money(contractYear.freeAmount)} />
        )}
        {distributions && (
          <Figure
            label={`Required distributions ${distributions.year}`}
            value={
              distributions.required
                ? `${money(distributions.taken)} of ${money(distributions.required)}`
                : money(distributions.taken)
            }
          />
        )}
        {hasWithdrawals && <Figure label="Total withdrawn" value={money(totalWithdrawn)} />}
      </dl>
      {contractYear && (
        <p className={styles.basis}>
          Contract year {formatDate(contractYear.from)} to {formatDate(contractYear.to)}. {contractYear.basis}
        </p>
      )}
    </div>
  );
}
