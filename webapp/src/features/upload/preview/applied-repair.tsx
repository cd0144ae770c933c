import { Button } from '@mantine/core';
import { faultFieldLabel, repairLabel } from 'firmbook-later';
import type { Repair } from 'firmbook-wasm';

interface AppliedRepairProps {
  repair: Repair;
  isBusy: boolean;
  onUndo: () => void;
}

/** A repair that was applied to all rows with a fault, with Undo. */
export function AppliedRepair({ repair: { field, kind }, isBusy, onUndo }: AppliedRepairProps) {
  const name = [faultFieldLabel(field), repairLabel(kind)].filter(Boolean).join(': ');
  return (
    <li>
      {name}{' '}
      <Button
        variant="subtle"
        size="compact-xs"
        disabled={isBusy}
        aria-label={`Undo: ${name}`}
        onClick={onUndo}
      >
        Undo
      </Button>
    </li>
  );
}
