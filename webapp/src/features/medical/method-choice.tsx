import '@mantine/core/styles/Radio.layer.css';
import form from '@/components/panel-form.module.css';
import { Radio } from '@mantine/core';
import { medicalChoices } from 'firmbook-later';
import classes from './medical.module.css';

interface MethodChoiceProps {
  value: string;
  onChange: (method: string) => void;
}

/** Delivery method of a letter. */
export function MethodChoice({ value, onChange }: MethodChoiceProps) {
  return (
    <Radio.Group className={form.wide ?? ''} label="Delivery" value={value} onChange={onChange}>
      <div className={classes.choice}>
        {medicalChoices().methods.map(({ code, label }) => (
          <Radio key={code} value={code} label={label} />
        ))}
      </div>
    </Radio.Group>
  );
}
