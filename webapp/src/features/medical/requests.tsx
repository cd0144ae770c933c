import { IconPlus } from '@/components/icons';
import { QueryState } from '@/components/query-state';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import tab from '@/record/tab.module.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MedicalRecord } from 'firmbook-wasm';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { medicalQuery } from './api/medical';
import { History } from './history';
import classes from './medical.module.css';
import { nextPanel, type Open } from './open-panel';
import { RequestSection } from './request-section';
import { useMedical } from './use-medical';

const loadPanels = () => import('./panels');

interface RequestsProps {
  insured: string;
  reason: string;
}

/** The medical requests of an insured, with the access history. The URL can name a request to work on. */
export function Requests({ insured, reason }: RequestsProps) {
  const query = useQuery(medicalQuery(insured, reason));
  return (
    <QueryState query={query} subject="the medical requests" className={tab.empty}>
      {(record) => <Loaded insured={insured} reason={reason} record={record} />}
    </QueryState>
  );
}

function Loaded({ insured, reason, record }: RequestsProps & { record: MedicalRecord }) {
  const canWrite = useCan('insuredMedical', 'write');
  const actions = useMedical(insured, reason);
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open | null>(() => {
    const uuid = params.get('request');
    const request = record.requests.find((item) => item.uuid === uuid);
    return canWrite && request ? nextPanel(request) : null;
  });
  const close = () => {
    setOpen(null);
    if (!params.has('request')) return;
    params.delete('request');
    setParams(params, { replace: true });
  };
  const Panels = useModule(loadPanels, open !== null)?.Panels;
  return (
    <div className={tab.part}>
      {canWrite && (
        <div className={tab.head}>
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen({ panel: 'request', request: null })}
          >
            Add request
          </Button>
        </div>
      )}
      {record.requests.length === 0 && (
        <p className={classes.about}>
          No medical requests yet. Add a request to get records from a doctor, hospital, laboratory or
          pharmacy.
        </p>
      )}
      {record.requests.map((request) => (
        <RequestSection
          key={request.uuid}
          request={request}
          actions={actions}
          canWrite={canWrite}
          onOpen={setOpen}
        />
      ))}
      <History insured={insured} />
      {Panels && <Panels insured={insured} record={record} actions={actions} open={open} onClose={close} />}
    </div>
  );
}
