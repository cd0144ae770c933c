import { FormSection } from '@/components/panel-form';
import { DocumentField } from './document-field';
import { useField, useFields } from './fields-context';
import { CodeSelect, DateInput, NumberInput, TextBox, YesNoSelect } from './inputs';
import classes from '../best-interest.module.css';
import layout from '@/components/panel-form.module.css';

/** The consumer's profile. */
export function ProfileSection() {
  const { choices } = useFields();
  const at = (field: string) => `form.consumerProfile.${field}`;
  // The risk tolerance is one value with two inputs.
  const { withAsterisk } = useField(at('riskTolerance'));
  return (
    <FormSection title="Consumer profile">
      <NumberInput at={at('age')} />
      <NumberInput at={at('annualIncome')} />
      <TextBox at={at('financialSituation')} />
      <TextBox at={at('existingAssets')} />
      <NumberInput at={at('liquidNetWorth')} />
      <CodeSelect at={at('financialExperience')} choices={choices.financialExperience} />
      <TextBox at={at('insuranceNeeds')} />
      <TextBox at={at('financialObjectives')} />
      <TextBox at={at('intendedUse')} />
      <TextBox at={at('liquidityNeeds')} />
      <CodeSelect at={at('timeHorizon')} choices={choices.timeHorizon} />
      <CodeSelect at={at('fundingSource')} choices={choices.fundingSource} />
      <CodeSelect at={at('riskTolerance')} choices={choices.riskTolerance} />
      <YesNoSelect
        at={at('acceptsNonGuaranteed')}
        label="Accepts values that are not guaranteed"
        withAsterisk={withAsterisk}
      />
      <CodeSelect at={at('taxStatus')} choices={choices.taxStatus} />
    </FormSection>
  );
}

/** The producer's disclosures to the consumer. */
export function DisclosureSection() {
  const { choices } = useFields();
  const at = (field: string) => `form.disclosure.${field}`;
  return (
    <FormSection title="Disclosure">
      <DateInput at={at('producerDisclosureGivenOn')} />
      <CodeSelect at={at('compensationType')} choices={choices.compensationType} />
      <CodeSelect at={at('carriersAvailable')} choices={choices.carriersAvailable} />
    </FormSection>
  );
}

const STATEMENTS = [
  {
    name: 'refusedInformation',
    hint: 'Signed by a consumer who refuses to give some or all information. The profile is not required then.',
  },
  {
    name: 'notBasedOnRecommendation',
    hint: 'Signed by a consumer who buys an annuity that was not recommended.',
  },
];

/** Statements that the consumer signed. Each has a date and a document. */
export const StatementsSection = () => (
  <>
    {STATEMENTS.map(({ name, hint }) => (
      <Statement key={name} at={`form.consumerStatements.${name}`} hint={hint} />
    ))}
  </>
);

function Statement({ at, hint }: { at: string; hint: string }) {
  const { owner, shown } = useFields();
  const document = useField(`${at}.documentId`);
  return (
    <FormSection title={shown.get(at)?.label ?? ''}>
      <p className={`${layout.wide} ${layout.hint} ${classes.hint}`}>{hint}</p>
      <DateInput at={`${at}.signedOn`} label="Signed on" />
      <DocumentField {...document} owner={owner} label="Signed statement" />
    </FormSection>
  );
}
