import { useCan } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import type { BookOfBusiness, DeliverableTemplate } from 'firmbook-wasm';
import { useMemo, useState } from 'react';
import type { BookChoices, BookSubject } from './api';
import { BookOptions } from './book-options';
import { BookPreview } from './book-preview';
import { defaultTemplate } from './default-template';
import { BookTexts } from './texts/book-texts';
import { useGenerate } from './use-generate';

const NO_GROUPING = 1;

interface BookPagesProps {
  subject: BookSubject;
  counts: BookOfBusiness;
  templates: readonly DeliverableTemplate[];
}

/** The options of a book of business, with a preview that follows them. */
export function BookPages({ subject, counts, templates }: BookPagesProps) {
  const canWrite = useCan('deliverables', 'write');
  const { isGenerating, generate } = useGenerate(subject);
  const [changed, setChanged] = useState<Partial<BookChoices>>({});
  const standard = defaultTemplate(templates)?.uuid ?? '';
  const choices = useMemo(
    () => ({ templateUuid: standard, groupBy: NO_GROUPING, includeAnnuities: true, ...changed }),
    [standard, changed],
  );
  const { policyCount, annuityCount, maxContracts } = counts;
  const count = policyCount + (choices.includeAnnuities ? annuityCount : 0);
  return (
    <>
      <BookOptions
        templates={templates}
        hasAnnuities={annuityCount > 0}
        choices={choices}
        onChange={(change) => setChanged({ ...changed, ...change })}
        onGenerate={canWrite ? () => generate(choices) : null}
        isGenerating={isGenerating}
        problem={canWrite ? problemOf(count, maxContracts) : null}
      />
      <BookTexts subject={subject} templateUuid={choices.templateUuid} />
      <BookPreview subject={subject} choices={choices} />
    </>
  );
}

/** Returns why no PDF can be generated, or null. */
export function problemOf(count: number, most: number): string | null {
  if (count === 0) return 'There are no contracts to list.';
  if (count <= most) return null;
  return `A PDF can list up to ${formatCount(most)} contracts, but there are ${formatCount(count)}.`;
}
