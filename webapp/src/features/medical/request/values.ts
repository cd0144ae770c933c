import type {
  Address,
  Authorization,
  AuthorizationInput,
  MedicalRequest,
  MedicalRequestInput,
  Provider,
} from 'firmbook-wasm';

export type ProviderValues = Provider & { address: Address };
/** Values of the request form. */
export type RequestValues = MedicalRequestInput & { provider: ProviderValues };

const NO_ADDRESS = { line1: null, line2: null, city: null, state: null, postalCode: null, country: null };

/** Returns an authorization without any elements. */
export const emptyAuthorization = (): AuthorizationInput => ({
  documentId: null,
  information: '',
  discloserKind: 'Named',
  discloser: '',
  recipient: '',
  purpose: '',
  expiresOn: '',
  expirationEvent: '',
  signedOn: '',
  signedBy: 'Self',
  authority: '',
  coversFrom: '',
  coversTo: '',
  statesRightToRevoke: false,
  statesNoConditioning: false,
  statesRedisclosure: false,
  coversPsychotherapyNotes: false,
});

export const emptyRequest = (): RequestValues => ({
  version: null,
  requestType: 'APS',
  provider: { name: '', phone: null, fax: null, address: { ...NO_ADDRESS } },
  dateFrom: '',
  dateTo: '',
  purpose: '',
  authorization: null,
  deliverBy: '',
  notes: '',
});

/** Returns the form values of a request. A copy is a new request, without the deadline. */
export function valuesOf(request: MedicalRequest, isCopy: boolean): RequestValues {
  const { requestType, provider, dateFrom, dateTo, purpose, authorization, deliverBy, notes } = request;
  return {
    version: isCopy ? null : request.version,
    requestType,
    provider: { ...provider, address: provider.address ?? { ...NO_ADDRESS } },
    dateFrom,
    dateTo,
    purpose,
    authorization: authorization && authorizationOf(authorization),
    deliverBy: isCopy ? '' : (deliverBy ?? ''),
    notes: notes ?? '',
  };
}

function authorizationOf(authorization: Authorization): AuthorizationInput {
  const empty = emptyAuthorization();
  const given = Object.entries(authorization).filter(([, value]) => value !== null);
  return { ...empty, ...(Object.fromEntries(given) as Partial<AuthorizationInput>) };
}
