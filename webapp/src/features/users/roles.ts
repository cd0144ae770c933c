import { choices } from 'firmbook-wasm';

/** Professionals have a block of agents; office managers work on the blocks of those whom they support. */
export const PROFESSIONAL = 2;
export const OFFICE_MANAGER = 3;

export const roleOptions = () => choices('firmUserType').map(({ code, label }) => ({ value: code, label }));
