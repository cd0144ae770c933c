import { FormSection } from '@/components/panel-form';
import { IconPlus, IconX } from '@/components/icons';
import form from '@/components/panel-form.module.css';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { choices } from 'firmbook-wasm';
import classes from './riders.module.css';
import { isGuaranteeRider } from '../riders';
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
      isOfGuarantee === null || isOfGuarantee === isGuaranteeRider(rider.type) || rider[key] !== '',
  );

/** The riders of a contract, one row of fields each. */
export function Riders({ riders, faults, onChange, onLeave }: RidersProps) {
  const types = choices('riderType');
  const change = (index: number, part: Partial<RiderValues>) =>
    onChange(riders.map((old, i) => (i === index ? { ...old, ...part } : old)));
  const nameOf = ({ type }: RiderValues, index: number) =>
    types.find(({ code }) => code === type)?.label ?? `rider ${index + 1}`;
  const free = types.find(({ code }) => !riders.some(({ type }) => type === code));
  return (
    <FormSection title="Riders">
      {faults.riders && (
        <p role="alert" className={classes.fault}>
          {faults.riders}
        </p>
      )}
      {riders.map((rider, index) => (
        <div key={rider.id} className={classes.rider} role="group" aria-label={nameOf(rider, index)}>
          <NativeSelect
            label="Rider"
            data-path={`riders[${index}].type`}
            value={rider.type}
            error={faults[`riders[${index}].type`]}
            data={types.map(({ code: value, label }) => ({ value, label }))}
            onChange={(event) => change(index, { type: event.currentTarget.value })}
            onBlur={() => onLeave(`riders[${index}].type`)}
          />
          {(isGuaranteeRider(rider.type) || rider.activated !== '') && (
            <NativeSelect
              label="Activated"
              value={rider.activated}
              data={ACTIVATED}
              onChange={(event) => change(index, { activated: event.currentTarget.value })}
            />
          )}
          {fieldsOf(rider).map(({ key, label, type }) => (
            <TextInput
              key={key}
              label={label}
              type={type}
              inputMode={type === 'text' ? 'decimal' : undefined}
              autoComplete="off"
              data-path={`riders[${index}].${key}`}
              value={rider[key]}
              error={faults[`riders[${index}].${key}`]}
              onChange={(event) => change(index, { [key]: event.currentTarget.value })}
              onBlur={() => onLeave(`riders[${index}].${key}`)}
            />
          ))}
          <ActionIcon
            className={classes.remove}
            variant="subtle"
            aria-label={`Remove ${nameOf(rider, index)}`}
            onClick={() => onChange(riders.filter((_, i) => i !== index))}
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
