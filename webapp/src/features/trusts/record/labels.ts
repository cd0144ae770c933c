import { choices, type EnumName } from 'firmbook-wasm';

const labelOf = (set: EnumName, code: string | null): string | null =>
  code ? (choices(set).find((choice) => choice.code === code)?.label ?? code) : null;

/** Returns the label of a trust type. Null if the type is not recorded. */
export const typeLabel = (code: string | null) => labelOf('trustType', code);

/** Returns the name of a state, or null. */
export const stateLabel = (code: string | null) => labelOf('state', code);
