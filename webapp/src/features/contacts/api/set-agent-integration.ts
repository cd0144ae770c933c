import { call } from '@/lib/http';
import type { ContactRecord } from 'firmbook-wasm';

/** Turns the fetching of contract data in an agent's name on or off, for all of the agent's annuities. */
export const setAgentIntegration = (uuid: string, isOn: boolean) =>
  call<ContactRecord>('PUT', `FirmAgent/agent/${uuid}/agentIntegration/${isOn}`, {
    body: { annuityUuids: [] },
  });
