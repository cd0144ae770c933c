import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { KindSections } from './kind-sections';
import { TemplatePanel } from './template-panel';
import { usePanel } from './use-panel';
import classes from './templates.module.css';

/** Settings section for the templates of documents. The open panel is in the URL. */
export function TemplatesPart() {
  useDocumentTitle('Document templates');
  const isAllowed = useCan('deliverables', 'read');
  const canWrite = useCan('firmSettings', 'write');
  const { panel, open, close } = usePanel();

  if (!isAllowed) return <p className={classes.part}>You don’t have access to document templates.</p>;
  return (
    <section className={classes.part} aria-label="Document templates">
      <p className={classes.intro}>
        A template sets the sections, columns and pages of generated documents.
        {canWrite
          ? ' Add one, or duplicate a standard template to change it.'
          : ' Only account administrators can change templates.'}
      </p>
      <KindSections canWrite={canWrite} onOpen={open} />
      <TemplatePanel panel={panel} canWrite={canWrite} onDuplicate={open} onClose={close} />
    </section>
  );
}
