import { maxEditedContracts } from 'firmbook-wasm';

/** Maximum number of contracts that the server changes in one bulk edit. */
export const MAX_EDITED_CONTRACTS = maxEditedContracts();

/** Maximum number of contracts to attach a contact to, with one request each. */
export const MAX_CONTRACTS = 200;
