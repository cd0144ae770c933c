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
  GROUPINGS.find((one) => one.name === name);

/** Returns the analysis whose path ends with this segment. */
export const analysisOf = (kind: string): Analysis | undefined =>
  ANALYSES.find(({ path }) => path === paths.analytics(kind));

/** Introductory texts of the analyses, by URL segment. */
const ABOUT: Readonly<Record<string, string>> = {
  agents: 'Policies by selling and servicing agent.',
  carriers: 'Policies by carrier.',
  otheradvisors: 'Policies with co-agents.',
  policyanniversaries: 'Policies by month of the next anniversary.',
  beneficiaries: 'Policies by primary and contingent beneficiary.',
  policyowner: 'Policies by owner and joint owner.',
  policystatus: 'Policies by status.',
  premiums: 'Policies by premium frequency, or premiums of policies in force due in the next 12 months.',
  products: 'Policies by product type.',
};

export const aboutOf = (kind: string) => ABOUT[kind] ?? '';
