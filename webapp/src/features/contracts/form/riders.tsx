import { FormSection } from '@/components/panel-form';
import { IconPlus, IconX } from '@/components/icons';
import form from '@/components/panel-form.module.css';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { choices } from 'firmbook-wasm';
import classes from './riders.module.css';
import { isGuarantee } from '../riders';
import { newRider, type RiderValues } from './rider-values';

interface RidersProps {
  riders: readonly RiderValues[];
  /** Errors by path: `riders[0].until`. */
  faults: Readonly<Record<string, string | undefined>>;
  onChange: (riders: RiderValues[]) => void;
  /** Called with the path of a field that lost the focus. */
  onLeave: (path: string) => void;
}

/** `isOfGuarantee` is true for fields of annuity guarantees, false for other riders, and null for both. */
const FIELDS = [
  { key: 'amount', label: 'Benefit amount', type: 'text', isOfGuarantee: false },
  { key: 'annualCost', label: 'Cost per year', type: 'text', isOfGuarantee: null },
  { key: 'until', label: 'Until', type: 'date', isOfGuarantee: null },
  { key: 'benefitBase', label: 'Benefit base', type: 'text', isOfGuarantee: true },
  { key: 'rollUpRate', label: 'Roll-up rate (%)', type: 'text', isOfGuarantee: true },
  { key: 'withdrawalPercent', label: 'Withdrawal rate (%)', type: 'text', isOfGuarantee: true },
] as const;

const ACTIVATED = [
  { value: '', label: '' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Returns the fields of the rider's type, and any others that have a value. */
const fieldsOf = (rider: RiderValues) =>
  FIELDS.filter(
    ({ key, isOfGuarantee }) =>
      isOfGuarantee === null || isOfGuarantee === isGuarantee(rider.type) || rider[key] !== '',
  );

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
          {(isGuarantee(rider.type) || rider.activated !== '') && (
            <NativeSelect
              label="Activated"
              value={rider.activated}
              data={ACTIVATED}
              onChange={(event) => change(place, { activated: event.currentTarget.value })}
            />
          )}
          {fieldsOf(rider).map(({ key, label, type }) => (
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
          onClick={() => onChange([...riders, newRider(free.code)])}
        >
          Add a rider
        </Button>
      )}
    </FormSection>
  );
}
