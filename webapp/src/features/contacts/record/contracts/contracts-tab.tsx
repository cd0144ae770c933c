import { IconLink, IconUnlink } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { ListPage } from '@/list/list-page';
import type { SelectionAction } from '@/list/selection-bar';
import type { Row } from '@/list/types';
import { Button } from '@mantine/core';
import {
  listDefinition,
  type ColumnDescriptor,
  type ContactRecord,
  type ListDefinition,
} from 'firmbook-wasm';
import { useMemo } from 'react';
import { contractsSource, type ContractList } from '../../api/contracts-source';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { useDetach } from './use-detach';

interface ContractsTabProps {
  list: ContractList;
  kind: ContactKindConfig;
  record: ContactRecord;
  onAttach: () => void;
}

const TAB_TEXTS = {
  policies: { title: 'Policies', path: paths.policy },
  annuities: { title: 'Annuities', path: paths.annuity },
} as const;

/** The policies or annuities of a contact. */
export function ContractsTab({ list, kind, record, onAttach }: ContractsTabProps) {
  const { uuid } = record;
  const { title, path } = TAB_TEXTS[list];
  const source = useMemo(() => contractsSource(kind, uuid, list), [kind, uuid, list]);
  const variant = useMemo(
    () => ({ definition: definitionFor(kind, list), tableName: `${list}-of-${kind.noun}` }),
    [kind, list],
  );
  const canWrite = useCan('contacts', 'write');
  const feature = list === 'policies' ? 'allPolicies' : 'annuities';
  const detaching = useDetach(kind, record, list);
  const selectionActions: SelectionAction[] = canWrite
    ? [
        {
          label: 'Detach',
          icon: <IconUnlink size={16} aria-hidden />,
          isRunning: detaching.isRunning,
          run: detaching.run,
        },
      ]
    : [];
  return (
    <ListPage
      key={list}
      isEmbedded
      source={source}
      variant={variant}
      crumbs={[]}
      title={title}
      about={`The ${list} of ${record.displayName} will be listed here once they are attached.`}
      isAllowed={useCan(feature, 'read')}
      canExport={false}
      rowPath={(row: Row) => path(row.uuid)}
      primaryAction={
        canWrite && (
          <Button variant="default" leftSection={<IconLink size={16} aria-hidden />} onClick={onAttach}>
            Attach
          </Button>
        )
      }
      selectionActions={selectionActions}
    />
  );
}

const FIRST: Record<ContractList, readonly string[]> = {
  policies: ['policyNumber', 'status', 'productType', 'carrier', 'insured', 'deathBenefit', 'policyGuard'],
  annuities: [
    'contractNumber',
    'status',
    'productType',
    'carrier',
    'contractValue',
    'annuitant',
    'agentIntegrationEnabled',
    'policyGuard',
  ],
};

/** Returns the definition of the contract list with the default columns for a contact's tab. */
function definitionFor(kind: ContactKindConfig, list: ContractList): ListDefinition {
  const definition = listDefinition(list);
  const isExcluded = (key: string) => kind.noun === 'insured' && list === 'policies' && key === 'policyGuard';
  const shown = FIRST[list].filter((key) => !isExcluded(key));
  const rankOf = (key: string) => (shown.includes(key) ? shown.indexOf(key) : shown.length);
  return {
    ...definition,
    columns: definition.columns
      .map((column): ColumnDescriptor => Object.assign({}, column, { isDefault: shown.includes(column.key) }))
      .toSorted((a, b) => rankOf(a.key) - rankOf(b.key)),
  };
}
