import { paths } from '@/lib/paths';
import {
  listDefinition,
  reportTypes,
  type ColumnDescriptor,
  type Feature,
  type ListName,
  type ReportTypeInfo,
} from 'firmbook-wasm';
import type { Report } from './api/report';

/** Last segment of the URL of a report list. */
export type ReportSlug = 'policies' | 'allpolicies' | 'annuities' | 'agents' | 'insureds' | 'owners';

/** Differences between the report types. */
export interface ReportKindConfig {
  slug: ReportSlug;
  /** Number of the report type in the API. */
  type: number;
  /** The list that reports of this type query. */
  list: ListName;
  /** URL path of that list. */
  listPath: string;
  feature: Feature;
  title: string;
  /** Singular noun: `policy report`. */
  singular: string;
  /** Plural noun: `policy reports`. */
  plural: string;
  about: string;
  /** Describes the rows covered, if not all rows of the list. */
  rows: string | undefined;
}

interface Texts {
  singular: string;
  /** Plural noun and title, if they are not the plural of `singular`. */
  plural?: string;
  title?: string;
  /** Plural noun for the rows. */
  rowNoun: string;
  rows?: string;
}

const TEXTS: Record<ReportSlug, Texts> = {
  policies: { singular: 'policy report', rowNoun: 'active policies', rows: 'Active policies' },
  allpolicies: {
    singular: 'report on all policies',
    plural: 'reports',
    title: 'All policy reports',
    rowNoun: 'policies',
    rows: 'All policies, including terminated',
  },
  annuities: { singular: 'annuity report', rowNoun: 'annuities' },
  agents: { singular: 'agent report', rowNoun: 'agents' },
  insureds: { singular: 'insured report', rowNoun: 'insureds' },
  owners: { singular: 'owner report', rowNoun: 'owners' },
};

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function kindOf({ number, list, feature, page, listPage }: ReportTypeInfo): ReportKindConfig {
  const slug = page.split('/').at(-1) as ReportSlug;
  const { rowNoun, singular, plural = `${singular}s`, title = capitalized(plural), rows } = TEXTS[slug];
  const about = `Save a filtered list of ${rowNoun} as a report. Totals stay up to date. Arrange the list, then select “Save as report”.`;
  return { slug, type: number, list, listPath: listPage, feature, title, singular, plural, about, rows };
}

const byType = reportTypes().map(kindOf);

export const reportKinds = Object.fromEntries(byType.map((kind) => [kind.slug, kind])) as Record<
  ReportSlug,
  ReportKindConfig
>;

export const kindOfType = (type: number): ReportKindConfig =>
  byType.find((singular) => singular.type === type) ?? reportKinds.policies;

/** Returns the URL of a report. */
export const reportPath = ({ uuid, reportType }: Pick<Report, 'uuid' | 'reportType'>) =>
  paths.report(kindOfType(reportType).slug, uuid);

/**
 * Returns the column for a total. Looked up in the list of agents, because every contact list has
 * all totals.
 */
export const totalColumn = (key: string): ColumnDescriptor | undefined =>
  listDefinition('agents').columns.find((column) => column.key === key);
