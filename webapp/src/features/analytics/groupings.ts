import type { PathValues } from '@/lib/api';
import { paths } from '@/lib/paths';
import { analyses, type Analysis, type AnalysisGrouping } from 'firmbook-wasm';

/** Groupings of policies, with the server's names. */
export type GroupingName = PathValues<'POST', 'Analytics/{grouping}'>['grouping'];

/** A grouping and its texts. */
type Grouping = AnalysisGrouping & { name: GroupingName };

const ANALYSES = analyses();
const GROUPINGS = ANALYSES.flatMap(({ groupings }) => groupings as Grouping[]);

export const groupingOf = (name: GroupingName): Grouping | undefined =>
  GROUPINGS.find((one) => one.name === name);

/** Returns the analysis whose path ends with this segment. */
export const analysisOf = (kind: string): Analysis | undefined =>
  ANALYSES.find(({ path }) => path === paths.analytics(kind));

/** Introductions of the analyses by address. */
const ABOUT: Readonly<Record<string, string>> = {
  agents: 'The policies that each agent sells or services.',
  carriers: 'The policies of each insurance company.',
  otheradvisors: 'The policies that co-agents share in.',
  policyanniversaries: 'The policies by the month of their next anniversary.',
  beneficiaries: 'The policies that name each beneficiary, primary or contingent.',
  policyowner: 'The policies of each owner or joint owner.',
  policystatus: 'Where the policies stand in their lives.',
  premiums: 'The policies by how often a premium is due, or by when the next one is.',
  products: 'The policies of each product type.',
};

export const aboutOf = (kind: string) => ABOUT[kind] ?? '';
