import { mergeTotals, setSubscribed } from 'firmbook-later';
import type { ReportTotalsAnswer } from 'firmbook-wasm';
import type { Report } from './report';

/** Returns the report with newly computed totals merged in. */
export function withTotals(report: Report, { totals, totalsAsOf, isTotalStale }: ReportTotalsAnswer): Report {
  const current = {
    totals: report.totals,
    totalsAsOf: report.totalsAsOf,
    isTotalStale: report.isTotalStale,
  };
  return { ...report, ...mergeTotals(current, { totals, totalsAsOf, isTotalStale }) };
}

/** Returns the report with a user's changed subscription. */
export function withSubscription(
  report: Report,
  userKey: string,
  isActive: boolean,
  isDigest: boolean,
): Report {
  const { subscriptionCount } = setSubscribed(
    {
      subscriptionCount: report.subscriptionCount,
      subscribedUserKeys: report.isSubscribed ? [userKey] : [],
    },
    userKey,
    isActive,
  );
  return { ...report, subscriptionCount, isSubscribed: isActive, isDigest: isActive && isDigest };
}
