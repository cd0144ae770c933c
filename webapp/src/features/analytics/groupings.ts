import type { PathValues } from '@/lib/api';

/** Groupings of policies, with the server's names. */
export type GroupingName = PathValues<'POST', 'Analytics/{grouping}'>['grouping'];

/** An analysis page. */
export interface Analysis {
  /** Last segment of its address. */
  kind: string;
  title: string;
  /** Singular noun for a group. */
  group: string;
  about: string;
  /** The first one is the default. */
  groupings: readonly { name: GroupingName; label: string }[];
  /** The groups are in chronological order. */
  isInTime?: boolean;
}

const one = (name: GroupingName, label: string) => [{ name, label }];

export const ANALYSES: readonly Analysis[] = [
  {
    kind: 'agents',
    title: 'Agents',
    group: 'Agent',
    about: 'The policies that each agent sells or services.',
    groupings: one('agents', 'Agent'),
  },
  {
    kind: 'carriers',
    title: 'Carriers',
    group: 'Carrier',
    about: 'The policies of each insurance company.',
    groupings: one('carriers', 'Carrier'),
  },
  {
    kind: 'otheradvisors',
    title: 'Other Advisors',
    group: 'Advisor',
    about: 'The policies that co-agents share in.',
    groupings: one('otheradvisors', 'Advisor'),
  },
  {
    kind: 'policyanniversaries',
    title: 'Policy Anniversaries',
    group: 'Month',
    about: 'The policies by the month in which they were issued.',
    groupings: one('policyanniversaries', 'Month'),
    isInTime: true,
  },
  {
    kind: 'beneficiaries',
    title: 'Beneficiaries',
    group: 'Beneficiary',
    about: 'The policies that name each beneficiary, primary or contingent.',
    groupings: one('beneficiaries', 'Beneficiary'),
  },
  {
    kind: 'policyowner',
    title: 'Policy Owner',
    group: 'Owner',
    about: 'The policies of each owner or joint owner.',
    groupings: one('policyowner', 'Owner'),
  },
  {
    kind: 'policystatus',
    title: 'Policy Status',
    group: 'Status',
    about: 'Where the policies stand in their lives.',
    groupings: one('policystatus', 'Status'),
  },
  {
    kind: 'premiums',
    title: 'Premiums',
    group: 'Premium',
    about: 'The policies by how often a premium is due, or by when the next one is.',
    groupings: [
      { name: 'premiums', label: 'By mode' },
      { name: 'premiummonths', label: 'By month of the next premium' },
    ],
  },
  {
    kind: 'products',
    title: 'Products',
    group: 'Product type',
    about: 'The policies of each product type.',
    groupings: one('products', 'Product type'),
  },
];

/** Whether the groups of a grouping are in chronological order. */
export const isInTime = (name: GroupingName) => name === 'policyanniversaries' || name === 'premiummonths';
