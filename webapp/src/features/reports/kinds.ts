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
export interface KindOfReport {
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
  one: string;
  /** Plural noun: `policy reports`. */
  many: string;
  about: string;
  /** Describes the rows covered, if not all rows of the list. */
  rows: string | undefined;
}

interface Texts {
  one: string;
  /** Plural noun and title, if they are not the plural of `one`. */
  many?: string;
  title?: string;
  /** Plural noun for the rows. */
  what: string;
  rows?: string;
}

const TEXTS: Record<ReportSlug, Texts> = {
  policies: { one: 'policy report', what: 'active policies', rows: 'Active policies' },
  allpolicies: {
    one: 'report on all policies',
    many: 'reports',
    title: 'All policy reports',
    what: 'policies',
    rows: 'All policies, including terminated',
  },
  annuities: { one: 'annuity report', what: 'annuities' },
  agents: { one: 'agent report', what: 'agents' },
  insureds: { one: 'insured report', what: 'insureds' },
  owners: { one: 'owner report', what: 'owners' },
};

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function kindOf({ number, list, feature, page, listPage }: ReportTypeInfo): KindOfReport {
  const slug = page.split('/').at(-1) as ReportSlug;
  const { what, one, many = `${one}s`, title = capitalized(many), rows } = TEXTS[slug];
  const about = `Save a filtered list of ${what} as a report. Totals stay up to date. Arrange the list, then select “Save as report”.`;
  return { slug, type: number, list, listPath: listPage, feature, title, one, many, about, rows };
}

const byType = reportTypes().map(kindOf);

export const reportKinds = Object.fromEntries(byType.map((kind) => [kind.slug, kind])) as Record<
  ReportSlug,
  KindOfReport
>;

export const kindOfType = (type: number): KindOfReport =>
  byType.find((one) => one.type === type) ?? reportKinds.policies;

/** Returns the URL of a report. */
export const reportPath = ({ uuid, reportType }: Pick<Report, 'uuid' | 'reportType'>) =>
  paths.report(kindOfType(reportType).slug, uuid);

/**
 * Returns the column for a total. Looked up in the list of agents, because every contact list has
 * all totals.
 */
export const totalColumn = (key: string): ColumnDescriptor | undefined =>
  listDefinition('agents').columns.find((column) => column.key === key);
