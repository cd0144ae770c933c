import { LoadErrors } from '@/components/query-state';
import { useQueries } from '@tanstack/react-query';
import { DefaultTexts } from './default-texts';
import { KindSection } from './kind-section';
import { TEMPLATE_KINDS } from './kinds';
import { LetterSection } from './letter-section';
import { useLibrary } from './library';
import type { OpenPanel } from './use-panel';
import classes from './templates.module.css';

interface KindSectionsProps {
  canWrite: boolean;
  onOpen: (panel: OpenPanel) => void;
}

/** The default texts, the templates of all kinds of documents, and the text of letters. */
export function KindSections(props: KindSectionsProps) {
  const { query } = useLibrary();
  const queries = useQueries({ queries: TEMPLATE_KINDS.map(({ kind }) => query(kind)) });
  return (
    <>
      <DefaultTexts />
      <LoadErrors queries={queries} subject="the templates" className={classes.intro} />
      {TEMPLATE_KINDS.map((kind) => (
        <KindSection key={kind.kind} kind={kind} {...props} />
      ))}
      <LetterSection />
    </>
  );
}
