import { Button } from '@mantine/core';
import { faultText } from '@/lib/upload-files';
import { outcomeLabel, repairLabel } from 'firmbook-later';
import type { FaultGroup, RepairKind } from 'firmbook-wasm';
import type { ReactNode } from 'react';
import classes from '../upload.module.css';

interface FaultsProps {
  groups: readonly FaultGroup[];
  isBusy: boolean;
  onRepair: (group: FaultGroup, repair: RepairKind) => void;
  /** List items for the repairs already applied. */
  children: ReactNode[];
}

/** Returns whether a repair makes sense. Keeping the digits of values without any would clear the field. */
const canRepair = ({ samples }: FaultGroup, repair: RepairKind) =>
  repair !== 'keepDigits' || samples.some(({ value }) => /\d/.test(value));

/** Errors and warnings grouped by repair. A repair applies to all rows of its group. */
export function Faults({ groups, isBusy, onRepair, children }: FaultsProps) {
  if (groups.length === 0 && children.length === 0) return null;
  return (
    <section className={classes.part} aria-label="Errors and warnings">
      <h2>Errors and warnings</h2>
      {children.length > 0 && (
        <ul className={classes.muted} aria-label="Repairs">
          {children}
        </ul>
      )}
      <ul className={classes.list}>
        {groups.map((group) => (
          <li key={`${group.code} ${group.field} ${group.isSkipped}`} className={classes.item}>
            <h3>
              <span className={classes.tag} data-tone={toneOf(group)}>
                {group.isSkipped ? outcomeLabel('skipped') : group.warning ? 'Warning' : 'Error'}
              </span>
              {faultText(group)}
            </h3>
            <p className={classes.values}>
              {group.count.toLocaleString('en-US')} {group.count === 1 ? 'row' : 'rows'}
              {group.samples.map(({ row, value }) => ` · row ${row}${value && `: ${value}`}`)}
            </p>
            {!group.isSkipped && group.repairs.length > 0 && (
              <div className={classes.actions}>
                {group.repairs
                  .filter((repair) => canRepair(group, repair))
                  .map((repair) => (
                    <Button
                      key={repair}
                      variant="default"
                      size="compact-sm"
                      disabled={isBusy}
                      aria-label={`${repairLabel(repair)}: ${faultText(group)}`}
                      onClick={() => onRepair(group, repair)}
                    >
                      {repairLabel(repair)}
                    </Button>
                  ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const toneOf = ({ isSkipped, warning }: FaultGroup) =>
  isSkipped ? undefined : warning ? 'warning' : 'error';
