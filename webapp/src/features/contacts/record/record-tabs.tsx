import '@mantine/core/styles/Tabs.layer.css';
import { useCan } from '@/lib/session';
import { MembershipsTab } from '@/features/cohorts/membership/memberships-tab';
import { KINDS } from '@/features/deliverables/kinds';
import { DocumentsTab } from '@/features/documents/documents-tab';
import { ActivityTab } from '@/record/activity-tab';
import { TabList } from '@/record/tab-list';
import { formatCount } from '@/list/grid/format-cell';
import { useModule } from '@/lib/use-module';
import { Tabs } from '@mantine/core';
import type { ContactRecord } from 'firmbook-wasm';
import { useSearchParams } from 'react-router';
import type { RecordRef } from '@/lib/record-ref';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { ContractsTab } from './contracts/contracts-tab';
import { activityField } from './activity-field';
import { OverviewTab } from './overview/overview-tab';
import classes from '@/record/record.module.css';

const loadBook = () => import('@/features/deliverables/book/book-tab');
const loadBestInterest = () => import('@/features/best-interest/best-interest-tab');
const loadMedical = () => import('@/features/medical/medical-tab');

/** Kinds of the books of business. Insureds have none. */
const BOOK_KINDS = { agent: KINDS.agentBook, owner: KINDS.ownerBook, insured: null } as const;

/** `OwnerType` number of owners without a type. */
const INDIVIDUAL = 1;

interface RecordTabsProps {
  kind: ContactKindConfig;
  record: ContactRecord;
  onAttach: () => void;
}

interface Tab {
  value:
    | 'overview'
    | 'policies'
    | 'annuities'
    | 'bestInterest'
    | 'documents'
    | 'medical'
    | 'book'
    | 'cohorts'
    | 'activity';
  label: string;
  isAllowed: boolean;
  count: number | null;
}

/** The tabs on a contact's page. Each tab is loaded when it is opened. The open tab is in the URL. */
export function RecordTabs({ kind, record, onAttach }: RecordTabsProps) {
  const [params, setParams] = useSearchParams();
  const bookKind = BOOK_KINDS[kind.noun];
  const all: Tab[] = [
    { value: 'overview', label: 'Overview', isAllowed: true, count: null },
    {
      value: 'policies',
      label: 'Policies',
      isAllowed: useCan('allPolicies', 'read'),
      count: record.totals.policyCount,
    },
    {
      value: 'annuities',
      label: 'Annuities',
      isAllowed: useCan('annuities', 'read'),
      count: record.totals.annuityCount,
    },
    {
      value: 'bestInterest',
      label: 'Best interest',
      isAllowed: useCan('bestInterest', 'read') && kind.noun === 'owner',
      count: null,
    },
    { value: 'documents', label: 'Documents', isAllowed: true, count: null },
    {
      value: 'medical',
      label: 'Medical',
      isAllowed: useCan('insuredMedical', 'read') && kind.noun === 'insured',
      count: null,
    },
    {
      value: 'book',
      label: 'Book of business',
      isAllowed: useCan('deliverables', 'read') && bookKind !== null,
      count: null,
    },
    {
      value: 'cohorts',
      label: 'Cohorts',
      isAllowed: useCan('cohorts', 'read') && kind.noun !== 'insured',
      count: null,
    },
    { value: 'activity', label: 'Activity', isAllowed: true, count: null },
  ];
  const canWrite = useCan('contacts', 'write');
  const ref: RecordRef = { path: kind.record, values: { uuid: record.uuid } };
  const tabs = all.filter((tab) => tab.isAllowed);
  const open = tabs.find((tab) => tab.value === params.get('tab'))?.value ?? 'overview';

  const Book = useModule(loadBook, open === 'book')?.BookTab;
  const BestInterest = useModule(loadBestInterest, open === 'bestInterest')?.BestInterestTab;
  const Medical = useModule(loadMedical, open === 'medical')?.MedicalTab;

  const show = (tab: string | null) => {
    if (tab === open) return;
    // Drop search, filter and sort of the previous tab.
    setParams(tab && tab !== 'overview' ? { tab } : {});
  };

  const contracts = { kind, record, onAttach };
  return (
    <Tabs
      value={open}
      onChange={show}
      keepMounted={false}
      classNames={{ root: classes.tabs ?? '', list: classes.tabList ?? '', panel: classes.panel ?? '' }}
    >
      <TabList label={`Parts of the ${kind.singular}`} open={open}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
            {tab.count !== null && <span className={classes.count}>{formatCount(tab.count)}</span>}
          </Tabs.Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.value === 'overview' && <OverviewTab kind={kind} record={record} />}
          {tab.value === 'documents' && <DocumentsTab record={ref} canWrite={canWrite} />}
          {tab.value === 'book' && bookKind && Book && (
            <Book subject={{ kind: bookKind, uuid: record.uuid }} />
          )}
          {tab.value === 'bestInterest' && BestInterest && (
            <BestInterest ownerType={record.person.ownerType ?? INDIVIDUAL} ownerId={record.uuid} />
          )}
          {tab.value === 'medical' && Medical && <Medical insured={record.uuid} />}
          {tab.value === 'cohorts' && <MembershipsTab kind={kind} uuid={record.uuid} />}
          {tab.value === 'activity' && <ActivityTab record={ref} fieldOf={activityField} />}
          {(tab.value === 'policies' || tab.value === 'annuities') && (
            <div className={classes.list}>
              <ContractsTab list={tab.value} {...contracts} />
            </div>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
