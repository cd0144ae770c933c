import type { PathValues } from '@/lib/api';
import { paths } from '@/lib/paths';
import { analyses, type Analysis, type AnalysisGrouping } from 'firmbook-wasm';

/** Groupings of policies, with the server's names. */
export type GroupingName = PathValues<'POST', 'Analytics/{grouping}'>['grouping'];

/** A grouping with its display texts. */
type Grouping = AnalysisGrouping & { name: GroupingName };

const ANALYSES = analyses();
const GROUPINGS = ANALYSES.flatMap(({ groupings }) => groupings as Grouping[]);

export const groupingOf = (name: GroupingName): Grouping | undefined =>
  GROUPINGS.find((item) => item.name === name);

/** Returns the analysis whose path ends with this segment. */
export const analysisOf = (kind: string): Analysis | undefined =>
  ANALYSES.find(({ path }) => path === paths.analytics(kind));

/** Returns the title of a grouping in sentence case. The menu shows it in title case. */
export function titleOf(name: GroupingName): string {
  const title = groupingOf(name)?.title ?? '';
  return title.charAt(0) + title.slice(1).toLowerCase();
}

/** The page title and the introductory text of a grouping. */
const TEXTS: Readonly<Record<GroupingName, readonly [title: string, about: string]>> = {
  agents: ['Agent analytics', 'Policies by selling and servicing agent.'],
  carriers: ['Carrier analytics', 'Policies by carrier.'],
  otheradvisors: ['Other advisor analytics', 'Policies with co-agents.'],
  policyanniversaries: ['Policy anniversary analytics', 'Policies by month of the next anniversary.'],
  beneficiaries: ['Beneficiary analytics', 'Policies by primary and contingent beneficiary.'],
  policyowner: ['Policy owner analytics', 'Policies by owner and joint owner.'],
  policystatus: ['Policy status analytics', 'Policies by status.'],
  premiums: ['Premium analytics', 'Policies by premium frequency.'],
  premiummonths: [
    'Premium analytics',
    'Overdue premiums of policies in force, and those due in this month from today on and in the 11 months after it. A policy counts in each month in which it has a premium.',
  ],
  products: ['Product analytics', 'Policies by product type.'],
};

export const pageTitleOf = (grouping: GroupingName) => TEXTS[grouping][0];
export const aboutOf = (grouping: GroupingName) => TEXTS[grouping][1];
