import { mergeTotals, setSubscribed } from 'firmbook-later';
import type { ReportTotalsAnswer } from 'firmbook-wasm';
import type { Report } from './report';

/** A report with totals that arrived for it. */
export function withTotals(report: Report, { totals, totalsAsOf, isTotalStale }: ReportTotalsAnswer): Report {
  const kept = {
    totals: report.totals,
    totalsAsOf: report.totalsAsOf,
    isTotalStale: report.isTotalStale,
  };
  return { ...report, ...mergeTotals(kept, { totals, totalsAsOf, isTotalStale }) };
}

/** A report to which a user has subscribed, or no longer does. */
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
