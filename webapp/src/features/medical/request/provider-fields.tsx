import form from '@/components/panel-form.module.css';
import { FormSection } from '@/components/panel-form';
import { fieldsOf, type FieldErrors } from './fields';
import type { ProviderValues } from './values';

interface ProviderFieldsProps {
  provider: ProviderValues;
  errors: FieldErrors;
  onChange: (provider: ProviderValues) => void;
}

/** The doctor, hospital or laboratory that has the records. */
export function ProviderFields({ provider, errors, onChange }: ProviderFieldsProps) {
  const field = fieldsOf(provider, (next) => onChange({ ...provider, ...next }), errors, 'provider.');
  const { address } = provider;
  const inAddress = fieldsOf(
    address,
    (next) => onChange({ ...provider, address: { ...address, ...next } }),
    errors,
    'provider.address.',
  );
  return (
    <FormSection title="Provider">
      {field('name', 'Name of the provider', { className: form.wide, required: true })}
      {field('phone', 'Phone', { type: 'tel' })}
      {field('fax', 'Fax', { type: 'tel' })}
      {inAddress('line1', 'Address line 1', { className: form.wide })}
      {inAddress('line2', 'Address line 2', { className: form.wide })}
      {inAddress('city', 'City')}
      <div className={form.pair}>
        {inAddress('state', 'State')}
        {inAddress('postalCode', 'ZIP code')}
      </div>
    </FormSection>
  );
}
