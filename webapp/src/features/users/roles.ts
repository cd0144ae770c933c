import { choices } from 'firmbook-wasm';

/**
 * Professionals have a block of agents. Office managers work on the blocks of the professionals
 * they support.
 */
export const PROFESSIONAL = 2;
export const OFFICE_MANAGER = 3;

export const roleOptions = () => choices('firmUserType').map(({ code, label }) => ({ value: code, label }));
