import '@mantine/core/styles/Tabs.layer.css';
import { activityField } from '@/features/contacts/record/activity-field';
import { DocumentsTab } from '@/features/documents/documents-tab';
import { contactKinds } from '@/lib/contact-kinds';
import type { RecordRef } from '@/lib/record-ref';
import { useCan } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import { ActivityTab } from '@/record/activity-tab';
import { TabList } from '@/record/tab-list';
import classes from '@/record/record.module.css';
import { Tabs } from '@mantine/core';
import type { TrustRecord } from 'firmbook-wasm';
import { useSearchParams } from 'react-router';
import { OverviewTab } from './details/overview-tab';
import { GiftsTab } from './gifts-tab';
import { LettersTab } from './letters/letters-tab';
import { PeopleTab } from './people/people-tab';
import { PoliciesTab } from './policies-tab';

interface Tab {
  value: 'overview' | 'people' | 'policies' | 'gifts' | 'letters' | 'documents' | 'activity';
  label: string;
  isAllowed: boolean;
  count: number | null;
}

/** The tabs on the page of a trust. The open tab is in the URL. */
export function TrustTabs({ trust }: { trust: TrustRecord }) {
  const [params, setParams] = useSearchParams();
  const canOpenOwner = useCan('contacts', 'read');
  const canWriteOwner = useCan('contacts', 'write');
  const all: Tab[] = [
    { value: 'overview', label: 'Overview', isAllowed: true, count: null },
    { value: 'people', label: 'People', isAllowed: true, count: trust.people.length },
    { value: 'policies', label: 'Policies', isAllowed: true, count: trust.policies.length },
    { value: 'gifts', label: 'Gifts', isAllowed: true, count: null },
    { value: 'letters', label: 'Letters', isAllowed: true, count: null },
    { value: 'documents', label: 'Documents', isAllowed: canOpenOwner, count: null },
    { value: 'activity', label: 'Activity', isAllowed: canOpenOwner, count: null },
  ];
  const tabs = all.filter((tab) => tab.isAllowed);
  const open = tabs.find((tab) => tab.value === params.get('tab'))?.value ?? 'overview';
  // A trust shares its documents and activity with its owner record.
  const owner: RecordRef = { path: contactKinds.owner.record, values: { uuid: trust.uuid } };

  const show = (tab: string | null) => {
    if (tab === open) return;
    // Drop search, filter and sort of the previous tab.
    setParams(tab && tab !== 'overview' ? { tab } : {});
  };
  return (
    <Tabs
      value={open}
      onChange={show}
      keepMounted={false}
      classNames={{ root: classes.tabs ?? '', list: classes.tabList ?? '', panel: classes.panel ?? '' }}
    >
      <TabList label="Parts of the trust" open={open}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
            {tab.count !== null && <span className={classes.count}>{formatCount(tab.count)}</span>}
          </Tabs.Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.value === 'overview' && <OverviewTab trust={trust} />}
          {tab.value === 'people' && <PeopleTab trust={trust} />}
          {tab.value === 'policies' && <PoliciesTab trust={trust} />}
          {tab.value === 'gifts' && (
            <div className={classes.list}>
              <GiftsTab trust={trust} />
            </div>
          )}
          {tab.value === 'letters' && <LettersTab trust={trust} />}
          {tab.value === 'documents' && <DocumentsTab record={owner} canWrite={canWriteOwner} />}
          {tab.value === 'activity' && <ActivityTab record={owner} fieldOf={activityField} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
