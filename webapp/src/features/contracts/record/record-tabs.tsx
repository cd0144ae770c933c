import '@mantine/core/styles/Tabs.layer.css';
import classes from '@/record/record.module.css';
import { formatCount } from '@/list/grid/format-cell';
import { Tabs } from '@mantine/core';
import { ActivityTab } from '@/record/activity-tab';
import { TabList } from '@/record/tab-list';
import { DocumentsTab } from '@/features/documents/documents-tab';
import { useCan } from '@/lib/session';
import type { Annuity, Policy } from 'firmbook-wasm';
import { useQuery } from '@tanstack/react-query';
import { useModule } from '@/lib/use-module';
import { useSearchParams } from 'react-router';
import type { AnyRecord } from '../api/get-contract';
import { giftsQuery } from '../api/gifts';
import type { ContractNoun, LineOfBusiness } from '../lines-of-business';
import { OverviewTab } from './overview-tab';
import { activityFields } from './activity-fields';
import { BeneficiariesTab } from './beneficiaries/beneficiaries-tab';
import { GiftsTab } from './gifts/gifts-tab';
import { GuidelinesTab } from './guidelines/guidelines-tab';
import { PartiesTab } from './parties/parties-tab';
import { TransactionsTab } from './transactions/transactions-tab';
import { historyOf } from './values/history';
import { ValuesTab } from './values/values-tab';

const loadSurrender = () => import('./surrender/surrender-tab');

type Tab =
  | 'overview'
  | 'values'
  | 'parties'
  | 'beneficiaries'
  | 'transactions'
  | 'surrender'
  | 'guidelines'
  | 'gifts'
  | 'documents'
  | 'activity';

const LABELS: Record<Exclude<Tab, 'transactions'>, string> = {
  overview: 'Overview',
  values: 'Values',
  parties: 'Parties',
  beneficiaries: 'Beneficiaries',
  surrender: 'Surrender',
  guidelines: 'Guidelines',
  gifts: 'Gifts',
  documents: 'Documents',
  activity: 'Activity',
};

/** Policies also have loans. */
const TRANSACTIONS: Record<ContractNoun, string> = { policy: 'Loans & withdrawals', annuity: 'Withdrawals' };

/** Tabs that exist for only one line of business. */
const EXTRA_TABS: Record<ContractNoun, Tab[]> = { policy: ['guidelines'], annuity: ['surrender'] };

/** The tabs on a contract's page. The open tab is in the URL. */
export function RecordTabs({ line, record }: { line: LineOfBusiness; record: AnyRecord }) {
  const [params, setParams] = useSearchParams();
  const gifts = useQuery({ ...giftsQuery(record.uuid), enabled: line.noun === 'policy' }).data;
  const hasGifts = gifts && gifts.trusts.length + gifts.gifts.length > 0;
  const tabs: Tab[] = [
    'overview',
    'values',
    'parties',
    'beneficiaries',
    'transactions',
    ...EXTRA_TABS[line.noun],
    'documents',
    'activity',
    // Last, because it appears when the gifts have loaded.
    ...(hasGifts || params.get('tab') === 'gifts' ? (['gifts'] as const) : []),
  ];
  const canWrite = useCan(line.feature, 'write');
  const ref = line.record(record.uuid);
  const open = tabs.find((tab) => tab === params.get('tab')) ?? 'overview';
  const Surrender = useModule(loadSurrender, open === 'surrender')?.SurrenderTab;
  const counts: Partial<Record<Tab, number>> = {
    values: historyOf(line.noun, record).length,
    parties: record.parties.length,
    beneficiaries: record.beneficiaries.length,
  };
  const show = (tab: string | null) => {
    if (tab !== open) setParams(tab && tab !== 'overview' ? { tab } : {});
  };
  return (
    <Tabs
      value={open}
      onChange={show}
      keepMounted={false}
      classNames={{ root: classes.tabs ?? '', list: classes.tabList ?? '', panel: classes.panel ?? '' }}
    >
      <TabList label={`Parts of the ${line.noun}`} open={open}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {tab === 'transactions' ? TRANSACTIONS[line.noun] : LABELS[tab]}
            {counts[tab] !== undefined && <span className={classes.count}>{formatCount(counts[tab])}</span>}
          </Tabs.Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab} tabIndex={0}>
          {tab === 'overview' && <OverviewTab line={line} record={record} />}
          {tab === 'values' && <ValuesTab line={line} record={record} />}
          {tab === 'parties' && <PartiesTab line={line} record={record} />}
          {tab === 'beneficiaries' && <BeneficiariesTab line={line} record={record} />}
          {tab === 'transactions' && <TransactionsTab line={line} record={record} />}
          {tab === 'surrender' && Surrender && <Surrender annuity={record.contract as Annuity} />}
          {tab === 'guidelines' && (
            <GuidelinesTab
              uuid={record.uuid}
              isMonitored={(record.contract as Policy).policyGuard === true}
            />
          )}
          {tab === 'gifts' && <GiftsTab uuid={record.uuid} />}
          {tab === 'documents' && <DocumentsTab record={ref} canWrite={canWrite} />}
          {tab === 'activity' && <ActivityTab record={ref} fieldOf={activityFields(line)} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
