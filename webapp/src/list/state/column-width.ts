import type { ColumnDescriptor, ColumnType } from 'firmbook-wasm';

const MIN_WIDTH = 64;
const MAX_WIDTH = 640;

const BY_TYPE: Record<ColumnType, number> = {
  text: 168,
  choice: 136,
  integer: 88,
  money: 152,
  percent: 96,
  date: 112,
  timestamp: 192,
  flag: 104,
};

const BY_KEY: Record<string, number> = {
  name: 232,
  email: 232,
  addressLine1: 220,
  state: 128,
  age: 72,
  carrier: 248,
  status: 176,
  productType: 208,
  reasons: 420,
  kind: 176,
  reviewDue: 200,
  trust: 280,
  trustType: 240,
  action: 200,
  details: 360,
};

/** Returns the width that fits typical values and the label. */
export function defaultWidth(column: ColumnDescriptor): number {
  const forLabel = Math.ceil(column.defaultLabel.length * 7.2) + 36;
  return Math.max(BY_KEY[column.key] ?? BY_TYPE[column.columnType], forLabel);
}

export const clampWidth = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
