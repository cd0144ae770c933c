import { FormSection } from '@/components/panel-form';
import layout from '@/components/panel-form.module.css';
import { NativeSelect } from '@mantine/core';
import { contractName } from '../form-values';
import { useField, useFields } from './fields-context';
import { DateInput, LineInput, TextBox } from './inputs';
import { OptionList } from './option-list';

/** `Line` number of annuities. */
const ANNUITY = 2;

/** The recommended annuity, the alternatives considered, and the reasons it is in the consumer's interest. */
export function RecommendationSection() {
  const { contracts } = useFields();
  const at = (field: string) => `form.recommendation.${field}`;
  const annuities = contracts
    .filter(({ line }) => line === ANNUITY)
    .map((annuity) => ({ value: annuity.uuid, label: `${contractName(annuity)}, ${annuity.product}` }));
  const options = [
    { value: '', label: 'Choose' },
    ...annuities,
    { value: 'none', label: 'No annuity is recommended' },
  ];
  return (
    <FormSection title="Recommendation">
      <NativeSelect
        className={layout.wide}
        data={options}
        description={annuities.length === 0 ? 'This owner has no annuities that you can open.' : undefined}
        {...useField(at('annuityUuid'))}
      />
      <OptionList at={at('optionsConsidered')} />
      <div className={layout.wide}>
        <TextBox at={at('basis')} />
      </div>
      <DateInput at={at('date')} />
      <LineInput at={at('producer')} />
    </FormSection>
  );
}
