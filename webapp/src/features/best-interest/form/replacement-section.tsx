import { FormSection } from '@/components/panel-form';
import layout from '@/components/panel-form.module.css';
import { Button, NativeSelect } from '@mantine/core';
import { replacementFrom } from 'firmbook-later';
import type { ContractValues } from 'firmbook-wasm';
import classes from '../best-interest.module.css';
import { amountText, contractName } from '../form-values';
import { ContractFacts } from '../view/contract-facts';
import { useField, useFields } from './fields-context';
import { NumberInput, TextBox, YesNoSelect } from './inputs';

const at = (field: string) => `form.replacement.${field}`;

/** Asks whether the annuity replaces a contract and, if so, for the details. */
export function ReplacementSection() {
  const { form } = useFields();
  return (
    <FormSection title="Replacement">
      <YesNoSelect at={at('isReplacement')} />
      {form.values.form.replacement.isReplacement && <Details />}
    </FormSection>
  );
}

/** Returns the replacement details that can be derived from a contract. */
function detailsOf(contract: ContractValues) {
  const { surrenderCharge = '', lostBenefits = '' } = replacementFrom(contract);
  return { surrenderCharge: amountText(surrenderCharge), lostBenefits };
}

function Details() {
  const { form, contracts } = useFields();
  const { value, onChange: _, ...field } = useField(at('replacedUuid'));
  const typed = form.values.form.replacement;
  const replaced = contracts.find(({ uuid }) => uuid === value) ?? null;
  const known = replaced && detailsOf(replaced);
  const differs =
    known !== null &&
    (known.surrenderCharge !== typed.surrenderCharge || known.lostBenefits !== typed.lostBenefits);

  const fill = (details: ReturnType<typeof detailsOf>) => {
    form.setFieldValue(at('surrenderCharge'), details.surrenderCharge);
    form.setFieldValue(at('lostBenefits'), details.lostBenefits);
  };
  const choose = (uuid: string) => {
    form.setFieldValue(at('replacedUuid'), uuid || null);
    const contract = contracts.find((item) => item.uuid === uuid);
    if (!contract) return;
    const found = detailsOf(contract);
    // Keep typed text.
    fill({
      surrenderCharge: typed.surrenderCharge.trim() ? typed.surrenderCharge : found.surrenderCharge,
      lostBenefits: typed.lostBenefits.trim() ? typed.lostBenefits : found.lostBenefits,
    });
  };
  const options = [
    { value: '', label: 'A contract that is not in the book' },
    ...contracts.map((contract) => ({
      value: contract.uuid,
      label: `${contractName(contract)}, ${contract.product}`,
    })),
  ];
  return (
    <>
      <NativeSelect
        {...field}
        data={options}
        value={String(value ?? '')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {replaced ? (
        <div className={`${layout.wide} ${classes.beside}`}>
          <div className={classes.details}>
            <DetailInputs />
          </div>
          <div className={classes.book}>
            <ContractFacts title="Values in the book" contract={replaced} />
            {differs && (
              <Button variant="default" size="compact-md" onClick={() => fill(known)}>
                Fill in values from the book
              </Button>
            )}
          </div>
        </div>
      ) : (
        <DetailInputs />
      )}
    </>
  );
}

const DetailInputs = () => (
  <>
    <NumberInput at={at('surrenderCharge')} />
    <YesNoSelect at={at('otherExchangeWithin60Months')} />
    <TextBox at={at('lostBenefits')} />
    <TextBox at={at('newFees')} />
    <YesNoSelect at={at('benefitsOutweigh')} />
  </>
);
