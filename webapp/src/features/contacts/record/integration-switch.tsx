import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { IconCheck, IconMinus } from '@/components/icons';
import { useCan } from '@/lib/session';
import { Switch } from '@mantine/core';
import type { ContactRecord } from 'firmbook-wasm';
import { useIntegration } from './use-integration';
import classes from '@/record/record.module.css';

/** Agent integration status, as a switch for users with write access. */
export function IntegrationSwitch({ record }: { record: ContactRecord }) {
  const canWrite = useCan('contacts', 'write');
  const { isRunning, set } = useIntegration(record);
  const isOn = record.agentIntegrationEnabled;
  const label = isOn ? 'Integration on' : 'Integration off';
  if (!canWrite) {
    return (
      <span className={classes.flag} data-on={isOn || undefined}>
        {isOn ? <IconCheck size={14} aria-hidden /> : <IconMinus size={14} aria-hidden />}
        {label}
      </span>
    );
  }
  return (
    <Switch
      size="sm"
      classNames={{
        root: classes.switch ?? '',
        label: classes.switchLabel ?? '',
        track: classes.track ?? '',
      }}
      label={label}
      aria-label="Integration"
      checked={isOn}
      aria-busy={isRunning}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  );
}
