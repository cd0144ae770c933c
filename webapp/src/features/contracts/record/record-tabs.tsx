import '@mantine/core/styles/Tabs.layer.css';
import classes from '@/features/record/record.module.css';
import { formatCount } from '@/list/grid/format-cell';
import { Tabs } from '@mantine/core';
import type { Annuity } from 'firmbook-wasm';
import { useSearchParams } from 'react-router';
import type { AnyRecord } from '../api/get-contract';
import type { LineOfContract } from '../lines';
import { OverviewTab } from './overview-tab';
import { PartiesTab } from './parties/parties-tab';
import { SurrenderTab } from './surrender/surrender-tab';
import { ValuesTab } from './values/values-tab';

type Tab = 'overview' | 'values' | 'parties' | 'surrender';

const LABELS: Record<Tab, string> = {
  overview: 'Overview',
  values: 'Values',
  parties: 'Parties',
  surrender: 'Surrender',
};

/** The parts of a record; the address names the open one. */
export function RecordTabs({ line, record }: { line: LineOfContract; record: AnyRecord }) {
  const [params, setParams] = useSearchParams();
  const tabs: Tab[] = ['overview', 'values', 'parties'];
  if (line.noun === 'annuity') tabs.push('surrender');
  const open = tabs.find((tab) => tab === params.get('tab')) ?? 'overview';
  const counts: Partial<Record<Tab, number>> = {
    values: record.values.length,
    parties: record.parties.length,
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
      <Tabs.List aria-label={`Parts of the ${line.noun}`}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {LABELS[tab]}
            {counts[tab] !== undefined && <span className={classes.count}>{formatCount(counts[tab])}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab} tabIndex={0}>
          {tab === 'overview' && <OverviewTab line={line} record={record} />}
          {tab === 'values' && <ValuesTab line={line} record={record} />}
          {tab === 'parties' && <PartiesTab line={line} record={record} />}
          {tab === 'surrender' && <SurrenderTab annuity={record.contract as Annuity} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
