import '@mantine/core/styles/Switch.layer.css';
import { useCan } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import { Switch } from '@mantine/core';
import type { BookOfBusiness, DeliverableTemplate } from 'firmbook-wasm';
import { useMemo, useState } from 'react';
import { Options } from '../options';
import { PageImages } from '../page-images';
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

/** The options of a book of business, with a preview that follows them. */
export function BookPages({ subject, counts, templates }: BookPagesProps) {
  const canWrite = useCan('deliverables', 'write');
  const { isGenerating, generate } = useGenerateBook(subject);
  const { choices: common, change } = useChoices(templates);
  const [includeAnnuities, setIncludeAnnuities] = useState(true);
  const choices = useMemo(() => ({ ...common, includeAnnuities }), [common, includeAnnuities]);
  const preview = usePreview(choices, (settled) => bookPreviewQuery(subject, settled));
  const { policyCount, annuityCount, maxContracts } = counts;
  const count = policyCount + (includeAnnuities ? annuityCount : 0);
  return (
    <>
      <Options
        templates={templates}
        choices={choices}
        onChange={change}
        onGenerate={canWrite ? () => generate(choices) : null}
        isGenerating={isGenerating}
        problem={canWrite ? problemOf(count, maxContracts) : null}
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

/** Returns why no PDF can be generated, or null. */
export function problemOf(count: number, most: number): string | null {
  if (count === 0) return 'There are no contracts to list.';
  if (count <= most) return null;
  return `A PDF can list up to ${formatCount(most)} contracts, but there are ${formatCount(count)}.`;
}
