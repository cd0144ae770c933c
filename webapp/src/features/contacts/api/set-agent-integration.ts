import { call } from '@/lib/http';

/** Turns agent integration on or off for all annuities of an agent. */
export const setAgentIntegration = (uuid: string, isOn: boolean) =>
  call('PUT', 'FirmAgent/agent/{uuid}/agentIntegration/{flag}', {
    path: { uuid, flag: isOn },
    body: { annuityUuids: [] },
  });
