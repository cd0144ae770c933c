import { formatClock } from '@/lib/clock';
import { useSession } from '@/lib/session';
import { timeZoneLabel } from '@/lib/time-zones';
import { NativeSelect } from '@mantine/core';
import type { DigestPlan } from 'firmbook-wasm';
import classes from './preferences.module.css';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatClock(`${hour}:00`),
}));

interface DigestFieldsProps {
  digest: DigestPlan;
  onChange: (change: Partial<DigestPlan>) => void;
}

/** Schedule of the summary email. */
export function DigestFields({ digest, onChange }: DigestFieldsProps) {
  const { timeZone } = useSession().user;
  return (
    <fieldset className={classes.digest}>
      <legend>Summary of unread notifications</legend>
      <NativeSelect
        label="Frequency"
        data={[
          { value: 'Daily', label: 'Daily' },
          { value: 'Weekly', label: 'Weekly' },
        ]}
        value={digest.frequency}
        onChange={(event) => onChange({ frequency: event.currentTarget.value as DigestPlan['frequency'] })}
      />
      {digest.frequency === 'Weekly' && (
        <NativeSelect
          label="Day"
          data={DAYS.map((label, i) => ({ value: String(i + 1), label }))}
          value={String(digest.weekday)}
          onChange={(event) => onChange({ weekday: Number(event.currentTarget.value) })}
        />
      )}
      <NativeSelect
        label="Hour"
        data={HOURS}
        value={String(digest.hour)}
        onChange={(event) => onChange({ hour: Number(event.currentTarget.value) })}
      />
      <p>In your time zone, {timeZoneLabel(timeZone)}. No email if nothing is new.</p>
    </fieldset>
  );
}
