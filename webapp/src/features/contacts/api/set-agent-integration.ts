import { call } from '@/lib/http';
import type { ContactRecord } from 'firmbook-wasm';

/** Turns agent integration on or off for all annuities of an agent. */
export const setAgentIntegration = (uuid: string, isOn: boolean) =>
  call<ContactRecord>('PUT', `FirmAgent/agent/${uuid}/agentIntegration/${isOn}`, {
    body: { annuityUuids: [] },
  });
