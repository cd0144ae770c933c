import { FormSection } from '@/components/panel-form';
import { IconPlus, IconX } from '@/components/icons';
import form from '@/components/panel-form.module.css';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { choices } from 'firmbook-wasm';
import classes from './riders.module.css';
import type { RiderValues } from './rider-values';

interface RidersProps {
  riders: readonly RiderValues[];
  /** Errors by path: `riders[0].until`. */
  faults: Readonly<Record<string, string | undefined>>;
  onChange: (riders: RiderValues[]) => void;
  /** Called with the path of a field that lost the focus. */
  onLeave: (path: string) => void;
}

const FIELDS = [
  { key: 'until', label: 'Until', type: 'date' },
  { key: 'benefitBase', label: 'Benefit base', type: 'text' },
  { key: 'rollUpRate', label: 'Roll-up rate (%)', type: 'text' },
  { key: 'withdrawalPercent', label: 'Withdrawal rate (%)', type: 'text' },
] as const;

const ACTIVATED = [
  { value: '', label: '' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** The riders of a contract, one row of fields each. */
export function Riders({ riders, faults, onChange, onLeave }: RidersProps) {
  const types = choices('riderType');
  const change = (place: number, part: Partial<RiderValues>) =>
    onChange(riders.map((old, i) => (i === place ? { ...old, ...part } : old)));
  const nameOf = ({ type }: RiderValues, place: number) =>
    types.find(({ code }) => code === type)?.label ?? `rider ${place + 1}`;
  const free = types.find(({ code }) => !riders.some(({ type }) => type === code));
  return (
    <FormSection title="Riders">
      {faults.riders && (
        <p role="alert" className={classes.fault}>
          {faults.riders}
        </p>
      )}
      {riders.map((rider, place) => (
        <div key={rider.id} className={classes.rider} role="group" aria-label={nameOf(rider, place)}>
          <NativeSelect
            label="Rider"
            data-path={`riders[${place}].type`}
            value={rider.type}
            error={faults[`riders[${place}].type`]}
            data={types.map(({ code: value, label }) => ({ value, label }))}
            onChange={(event) => change(place, { type: event.currentTarget.value })}
            onBlur={() => onLeave(`riders[${place}].type`)}
          />
          <NativeSelect
            label="Activated"
            value={rider.activated}
            data={ACTIVATED}
            onChange={(event) => change(place, { activated: event.currentTarget.value })}
          />
          {FIELDS.map(({ key, label, type }) => (
            <TextInput
              key={key}
              label={label}
              type={type}
              inputMode={type === 'text' ? 'decimal' : undefined}
              autoComplete="off"
              data-path={`riders[${place}].${key}`}
              value={rider[key]}
              error={faults[`riders[${place}].${key}`]}
              onChange={(event) => change(place, { [key]: event.currentTarget.value })}
              onBlur={() => onLeave(`riders[${place}].${key}`)}
            />
          ))}
          <ActionIcon
            className={classes.remove}
            variant="subtle"
            aria-label={`Remove ${nameOf(rider, place)}`}
            onClick={() => onChange(riders.filter((_, i) => i !== place))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {free && (
        <Button
          className={form.wide}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            onChange([
              ...riders,
              {
                id: crypto.randomUUID(),
                type: free.code,
                until: '',
                benefitBase: '',
                rollUpRate: '',
                withdrawalPercent: '',
                activated: '',
              },
            ])
          }
        >
          Add a rider
        </Button>
      )}
    </FormSection>
  );
}
