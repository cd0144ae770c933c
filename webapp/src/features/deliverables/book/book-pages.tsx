import '@mantine/core/styles/Switch.layer.css';
import { useCan } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import { Switch } from '@mantine/core';
import type { BookOfBusiness, DeliverableTemplate } from 'firmbook-wasm';
import { useMemo, useState } from 'react';
import { Options } from '../options';
import { PageImages } from '../page-images';
import { isGenerating } from '../pending';
import { Texts } from '../texts/texts';
import { useChoices } from '../use-choices';
import { usePreview } from '../use-preview';
import { bookPreviewQuery, type BookSubject } from './api';
import { useGenerateBook } from './use-generate-book';
import classes from '../deliverables.module.css';

interface BookPagesProps {
  subject: BookSubject;
  counts: BookOfBusiness;
  templates: readonly DeliverableTemplate[];
}

/** Options of a book of business, with a live preview. */
export function BookPages({ subject, counts, templates }: BookPagesProps) {
  const canWrite = useCan('deliverables', 'write');
  const { isGenerating: isSending, generate } = useGenerateBook(subject);
  const { choices: common, change } = useChoices(templates);
  const [includeAnnuities, setIncludeAnnuities] = useState(true);
  const choices = useMemo(() => ({ ...common, includeAnnuities }), [common, includeAnnuities]);
  const preview = usePreview(
    choices,
    (settled) => bookPreviewQuery(subject, settled),
    isSending || isGenerating(counts),
  );
  const { policyCount, annuityCount, maxImmediateContracts } = counts;
  const annuities = includeAnnuities ? annuityCount : 0;
  const isLarge = policyCount + annuities > maxImmediateContracts;
  return (
    <>
      <Options
        templates={templates}
        choices={choices}
        onChange={change}
        onGenerate={canWrite ? () => generate(choices) : null}
        isGenerating={isSending}
        problem={canWrite ? problemOf(counts, annuities) : null}
        note={canWrite && isLarge ? backgroundNote(maxImmediateContracts) : null}
      >
        {annuityCount > 0 && (
          <Switch
            classNames={{ root: classes.switch ?? '', track: classes.track ?? '' }}
            label="Include annuities"
            checked={includeAnnuities}
            onChange={(event) => setIncludeAnnuities(event.currentTarget.checked)}
          />
        )}
      </Options>
      <Texts subject={subject} templateUuid={choices.templateUuid} canEditOwn />
      <PageImages {...preview} />
    </>
  );
}

const backgroundNote = (max: number) =>
  `A book with more than ${formatCount(max)} contracts is generated in the background, with the values of that time. You are notified when it is ready.`;

/** Returns why no PDF of the policies and `annuities` annuities can be generated, or null. */
export function problemOf(counts: BookOfBusiness, annuities: number): string | null {
  const { policyCount, maxContracts, maxImmediateContracts } = counts;
  const count = policyCount + annuities;
  if (count === 0) return 'There are no contracts to list.';
  if (count > maxContracts) {
    const advice = `${annuities > 0 ? 'Leave out annuities, or save' : 'Save'} a filtered report and generate its summary.`;
    return `A PDF can list up to ${formatCount(maxContracts)} contracts, but there are ${formatCount(count)}. ${advice}`;
  }
  const isWaiting = count > maxImmediateContracts && isGenerating(counts);
  return isWaiting ? 'A book of business is being generated. Wait until it is ready.' : null;
}
