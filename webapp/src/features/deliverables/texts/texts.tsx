import { useMemo } from 'react';
import type { Subject } from '../kinds';
import { TextList } from './text-list';
import classes from './texts.module.css';

interface TextsProps {
  subject: Subject;
  templateUuid: string;
  /** Whether the user may change the texts of this agent, owner or report. */
  canEditOwn: boolean;
}

/** The texts of one document. */
export function Texts({ subject: { kind, uuid }, templateUuid, canEditOwn }: TextsProps) {
  const target = useMemo(() => ({ kind, templateUuid, uuid }), [kind, templateUuid, uuid]);
  return (
    <section className={classes.texts} aria-label="Texts">
      <h2>Texts</h2>
      <TextList target={target} canEditOwn={canEditOwn} />
    </section>
  );
}
