import { KINDS } from '../kinds';
import { useId } from 'react';
import { useLibrary } from './library';
import { TemplateRow } from './template-row';
import classes from './templates.module.css';

/** The text of Crummey letters. Letters have no templates. */
export function LetterSection() {
  const title = useId();
  const { isOfAllFirms } = useLibrary();
  return (
    <section className={classes.kind} aria-labelledby={title}>
      <div className={classes.head}>
        <h2 id={title}>Crummey letter</h2>
      </div>
      <ul className={classes.rows} aria-label="Crummey letter">
        <TemplateRow
          kind={KINDS.letter}
          texts={{ templateUuid: null, isOfAllFirms }}
          name="All letters"
          summary="Notice of withdrawal rights sent to trust beneficiaries"
        />
      </ul>
    </section>
  );
}
