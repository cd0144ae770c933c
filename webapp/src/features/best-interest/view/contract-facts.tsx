import { formatPercent } from '@/lib/percent';
import { Fact, Section } from '@/record/facts';
import { replacementFrom } from 'firmbook-later';
import { choices, formatDate, formatMoney, type ContractValues } from 'firmbook-wasm';
import { amountText, contractName } from '../form-values';

/** `Line` number of policies. */
const LIFE = 1;

interface ContractFactsProps {
  title: string;
  contract: ContractValues;
}

/** A contract that a form refers to, with its values. Missing values are left out. */
export function ContractFacts({ title, contract }: ContractFactsProps) {
  const isPolicy = contract.line === LIFE;
  const money = (amount: string | null) => (amount === null ? '' : formatMoney(amount, 2));
  const { guaranteedRate, hasCashSurrender, surrenderPeriodEndDate } = contract;
  const facts: readonly (readonly [string, string])[] = [
    [isPolicy ? 'Cash value' : 'Contract value', money(contract.value)],
    ['Surrender value', hasCashSurrender === false ? 'No cash surrender' : money(contract.surrenderValue)],
    ['Surrender charge', amountText(replacementFrom(contract).surrenderCharge ?? '')],
    ['Surrender charge ends', surrenderPeriodEndDate === null ? '' : formatDate(surrenderPeriodEndDate)],
    ['Loan balance', money(contract.loanBalance)],
    ['Cost basis', money(contract.costBasis)],
    ['Death benefit', money(contract.deathBenefit)],
    ['Guaranteed rate', guaranteedRate === null ? '' : formatPercent(guaranteedRate)],
  ];
  return (
    <Section title={title}>
      <Fact label={isPolicy ? 'Policy' : 'Annuity'}>
        {contractName(contract)}, {contract.product}
      </Fact>
      {facts.map(
        ([label, text]) =>
          text && (
            <Fact key={label} label={label} isNumber>
              {text}
            </Fact>
          ),
      )}
      {contract.riders.length > 0 && (
        <Fact label="Riders">{contract.riders.map((code) => riderLabel(code)).join(', ')}</Fact>
      )}
    </Section>
  );
}

const riderLabel = (code: string) => choices('riderType').find((item) => item.code === code)?.label ?? code;
