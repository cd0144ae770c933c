import { DataTable, numeric } from '@/components/data-table';
import { IconLink, IconUnlink } from '@/components/icons';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { Button } from '@mantine/core';
import { choices } from 'firmbook-wasm';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AnyRecord } from '../../api/get-contract';
import { formatPercent } from '@/lib/percent';
import type { LineOfBusiness } from '../../lines-of-business';
import classes from '@/record/tab.module.css';
import { kindOf } from './kind-of';
import { useDetachParty } from './use-detach-party';

const loadDialog = () => import('./attach-party-dialog');

const COLUMNS = ['Role', 'Name', numeric('Share'), 'Origin'];

/** The parties of a contract, with their roles. */
export function PartiesTab({ line, record }: { line: LineOfBusiness; record: AnyRecord }) {
  const canWrite = useCan('contacts', 'write');
  const canOpen = useCan('contacts', 'read');
  const [isAttaching, setIsAttaching] = useState(false);
  const Dialog = useModule(loadDialog, isAttaching)?.AttachPartyDialog;
  const detaching = useDetachParty(record);
  return (
    <div className={classes.part}>
      {canWrite && (
        <div className={classes.head}>
          <Button
            variant="default"
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => setIsAttaching(true)}
          >
            Attach
          </Button>
        </div>
      )}
      {record.parties.length === 0 ? (
        <p className={classes.muted}>No parties yet.</p>
      ) : (
        <DataTable caption="Parties" columns={canWrite ? [...COLUMNS, 'Actions'] : COLUMNS}>
          {record.parties.map((party) => (
            <tr key={`${party.uuid} ${party.role} ${party.typeId}`}>
              <td>{party.roleLabel}</td>
              <th scope="row">
                {canOpen && party.canOpen ? (
                  <Link to={kindOf(party).path(party.uuid)}>{party.name}</Link>
                ) : (
                  party.name
                )}
              </th>
              <td data-number>{party.sharePercent === null ? '-' : formatPercent(party.sharePercent)}</td>
              <td>{choices('recordSource').find(({ code }) => code === party.origin)?.label}</td>
              {canWrite && (
                <td>
                  {party.canOpen && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      leftSection={<IconUnlink size={14} aria-hidden />}
                      aria-label={`Detach ${party.name}, ${party.roleLabel}`}
                      loading={detaching.running === party}
                      onClick={() => void detaching.run(party)}
                    >
                      Detach
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </DataTable>
      )}
      {Dialog && (
        <Dialog record={record} line={line} opened={isAttaching} onClose={() => setIsAttaching(false)} />
      )}
    </div>
  );
}
