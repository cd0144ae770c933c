import { contractYears } from 'firmbook-later';
import { formatDate, type Annuity } from 'firmbook-wasm';
import { formatPercent } from '@/lib/percent';

export interface SurrenderYear {
  year: number;
  /** First and last day. Null without an issue date. */
  from: string | null;
  to: string | null;
  /** Percent, as an exact decimal string. */
  charge: string;
  isNow: boolean;
}

/** Returns the contract years of a surrender schedule. */
export function yearsOf({ surrenderSchedule = [], issueDate = null }: Annuity, now: string): SurrenderYear[] {
  const years = issueDate ? contractYears(issueDate, surrenderSchedule.length) : [];
  return surrenderSchedule.map((charge, i) => {
    const { from = null, to = null } = years[i] ?? {};
    const isNow = Boolean(from && to && from <= now && now <= to);
    return { year: i + 1, from, to, charge, isNow };
  });
}

/** Describes the charge that applies now. Empty before the issue date, and without one. */
export function currentCharge(annuity: Annuity, now: string): string {
  const { surrenderSchedule = [], issueDate } = annuity;
  const current = yearsOf(annuity, now).find(({ isNow }) => isNow);
  if (current?.to) return `Currently ${formatPercent(current.charge)} until ${formatDate(current.to)}`;
  const end = issueDate && contractYears(issueDate, surrenderSchedule.length + 1).at(-1)?.from;
  return end && end <= now ? `No surrender charge since ${formatDate(end)}` : '';
}
