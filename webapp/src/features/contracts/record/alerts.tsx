import { AlertList } from '@/components/alert-list';
import { useToday } from '@/lib/today';
import { contractAlerts } from 'firmbook-later';
import type { AnyRecord } from '../api/get-contract';
import { valueOf } from '../fields';

const DATES = [
  'gracePeriodEndDate',
  'nextPremiumDate',
  'conversionExpiryDate',
  'levelPeriodEndDate',
  'maturityDate',
  'guaranteedRateEndDate',
  'rmdDueDate',
  'rmdAmount',
  'rmdTaken',
] as const;

/** Alerts about a contract that needs action. Renders nothing if there are none. */
export function Alerts({ record: { contract, parties, beneficiaries } }: { record: AnyRecord }) {
  const facts = Object.fromEntries(DATES.map((key) => [key, valueOf(contract, key) ?? null])) as Record<
    (typeof DATES)[number],
    string | null
  >;
  const insureds = parties.filter(({ role }) => role === 'Insured').map(({ uuid, name }) => ({ uuid, name }));
  const alerts = contractAlerts(
    { status: contract.status ?? '', beneficiaries, insureds, ...facts },
    useToday(),
  );
  return <AlertList alerts={alerts} />;
}
