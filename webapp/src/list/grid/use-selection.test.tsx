import { describe, expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { Row } from '../types';
import { useSelection } from './use-selection';

const row = (index: number) => ({ uuid: `row-${index}`, cells: {} }) as unknown as Row;
const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => row(from + index));

function renderSelection() {
  const { result } = renderHook(() => useSelection(async (from, to) => rowsOf(from, to)));
  const selection = () => result.current;
  const selectRange = async (from: number, to: number) => {
    act(() => selection().toggle(from, row(from)));
    await act(() => selection().extendTo(to));
  };
  return { selection, selectRange, uuids: () => [...result.current.rows.keys()] };
}

describe('the maximum number of selected rows', () => {
  test('applies to single rows, and a row can be replaced by another', async () => {
    const { selection, uuids } = renderSelection();
    await act(() => selection().selectFirst(5_000));
    expect(uuids()).toHaveLength(1_000);

    act(() => selection().toggle(4_000, row(4_000)));
    expect(uuids()).toHaveLength(1_000);
    expect(uuids()).not.toContain('row-4000');

    act(() => selection().toggle(0, row(0)));
    act(() => selection().toggle(4_000, row(4_000)));
    expect(uuids()).toHaveLength(1_000);
    expect(uuids()).toContain('row-4000');
  });

  test('applies to several ranges together', async () => {
    const { selectRange, uuids } = renderSelection();
    await selectRange(0, 699);
    await selectRange(2_000, 2_699);
    expect(uuids()).toHaveLength(1_000);
    expect(uuids().at(-1)).toBe('row-2299');
  });

  test('limits an upward range to the rows next to the last selected one', async () => {
    const { selectRange, uuids } = renderSelection();
    await selectRange(0, 699);
    await selectRange(2_699, 2_000);
    expect(uuids()).toHaveLength(1_000);
    expect(uuids().at(-1)).toBe('row-2400');
  });
});
