import { call } from '@/lib/http';
import type { ImpersonationRequest } from 'firmbook-wasm';

export const startImpersonation = (request: ImpersonationRequest) =>
  call('POST', 'Impersonation', { body: request });
export const endImpersonation = () => call('DELETE', 'Impersonation');
