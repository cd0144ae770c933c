import { paths } from '@/lib/paths';
import { listDefinition, type ColumnDescriptor, type Feature, type ListName } from 'firmbook-wasm';
import type { Report } from './api/report';

/** Last segment of the address of a report list. */
export type ReportSlug = 'policies' | 'allpolicies' | 'annuities' | 'agents' | 'insureds' | 'owners';

/** Differences between the report types. */
export interface KindOfReport {
  slug: ReportSlug;
  /** Number of the report type in the API. */
  type: number;
  /** The list that reports of this type query. */
  list: ListName;
  feature: Feature;
  title: string;
  /** Singular noun: `policy report`. */
  one: string;
  about: string;
  /** Describes the rows covered, if not all rows of the list. */
  rows?: string;
}

function kind(
  slug: ReportSlug,
  type: number,
  list: ListName,
  feature: Feature,
  one: string,
  from: string,
  rows?: string,
): KindOfReport {
  const title = one
    .split(' ')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ');
  const about = `A report keeps a question to ${from}, with its columns, and always has today's totals. Arrange the list, then choose “Save as report”.`;
  return { slug, type, list, feature, title: `${title}s`, one, about, ...(rows && { rows }) };
}

export const reportKinds: Record<ReportSlug, KindOfReport> = {
  policies: kind(
    'policies',
    1,
    'policies',
    'policyReports',
    'policy report',
    'the life policies that have not ended',
    'Policies that have not ended',
  ),
  allpolicies: kind(
    'allpolicies',
    2,
    'policies',
    'policyReports',
    'all policy report',
    'every life policy, ended ones too',
    'Every policy, ended ones too',
  ),
  annuities: kind('annuities', 3, 'annuities', 'policyReports', 'annuity report', 'the list of annuities'),
  agents: kind('agents', 4, 'agents', 'contactReports', 'agent report', 'the list of agents'),
  insureds: kind('insureds', 5, 'insureds', 'contactReports', 'insured report', 'the list of insureds'),
  owners: kind('owners', 6, 'owners', 'contactReports', 'owner report', 'the list of owners'),
};

const byType = Object.values(reportKinds);

export const kindOfType = (type: number): KindOfReport =>
  byType.find((one) => one.type === type) ?? reportKinds.policies;

/** Address of a report. */
export const reportPath = ({ uuid, reportType }: Pick<Report, 'uuid' | 'reportType'>) =>
  paths.report(kindOfType(reportType).slug, uuid);

/** Column of a total. All contact lists define the same ones. */
export const totalColumn = (key: string): ColumnDescriptor | undefined =>
  listDefinition('agents').columns.find((column) => column.key === key);
