import { call } from '@/lib/http';
import type { ImpersonationRequest } from 'firmbook-wasm';

export const startImpersonation = (request: ImpersonationRequest) =>
  call<unknown>('POST', 'Impersonation', { body: request });
export const endImpersonation = () => call<unknown>('DELETE', 'Impersonation');
