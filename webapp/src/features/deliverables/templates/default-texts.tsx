import { useId } from 'react';
import { TEMPLATE_KINDS } from './kinds';
import { useLibrary } from './library';
import { TemplateRow } from './template-row';
import classes from './templates.module.css';

/** The texts of templates that have none of their own, by kind of document. */
export function DefaultTexts() {
  const title = useId();
  const { isOfAllFirms } = useLibrary();
  return (
    <section className={classes.kind} aria-labelledby={title}>
      <div className={classes.head}>
        <h2 id={title}>Default texts</h2>
      </div>
      <p className={classes.note}>
        {isOfAllFirms
          ? 'Used by firms without their own texts.'
          : 'Used by templates without their own texts.'}
      </p>
      <ul className={classes.rows} aria-labelledby={title}>
        {TEMPLATE_KINDS.map(({ kind, name }) => (
          <TemplateRow
            key={kind}
            kind={kind}
            texts={{ templateUuid: null, isOfAllFirms }}
            name={`${name}, all templates`}
          />
        ))}
      </ul>
    </section>
  );
}
