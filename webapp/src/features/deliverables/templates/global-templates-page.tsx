import { Breadcrumb } from '@/components/breadcrumb';
import { DataTable } from '@/components/data-table';
import { NoAccessPage } from '@/components/dead-end-pages';
import { QueryState } from '@/components/query-state';
import { formatTimestamp } from '@/lib/timestamp';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useQuery } from '@tanstack/react-query';
import { globalChangesQuery } from './api';
import { KindSections } from './kind-sections';
import { ALL_FIRMS, LibraryProvider } from './library';
import { TemplatePanel } from './template-panel';
import { usePanel } from './use-panel';
import classes from './templates.module.css';

/** Staff page for the templates and default texts of all firms. The open panel is in the URL. */
export function GlobalTemplatesPage() {
  useDocumentTitle('Standard templates');
  const isAllowed = useCan('firms', 'read');
  const canWrite = useCan('firms', 'write');
  const { panel, open, close } = usePanel();
  if (!isAllowed) return <NoAccessPage noun="standard templates" />;
  return (
    <LibraryProvider value={ALL_FIRMS}>
      <section className={classes.part} aria-label="Standard templates">
        <div>
          <Breadcrumb parts={['Operations']} />
          <h1>Standard templates</h1>
        </div>
        <p className={classes.intro}>
          Every firm can choose these templates for its documents, and uses the default texts unless it sets
          its own.
          {!canWrite && ' Only system administrators can change them.'}
        </p>
        <KindSections canWrite={canWrite} onOpen={open} />
        <Changes />
        <TemplatePanel panel={panel} canWrite={canWrite} onDuplicate={open} onClose={close} />
      </section>
    </LibraryProvider>
  );
}

/** Latest changes to templates and texts, with the users who made them. */
function Changes() {
  const { timeZone } = useSession().user;
  const changes = useQuery({ ...globalChangesQuery, refetchOnMount: 'always' });
  return (
    <section aria-label="Changes">
      <div className={classes.head}>
        <h2>Changes</h2>
      </div>
      <QueryState
        query={changes}
        subject="the changes"
        isEmpty={(all) => all.length === 0}
        empty="Nothing has been changed yet."
        className={classes.message}
      >
        {(all) => (
          <DataTable
            caption="Changes"
            isCaptionHidden
            columns={['Time', 'Changed by', 'Change', 'Template or text']}
          >
            {all.map(({ id, at, changedBy, action, about }) => (
              <tr key={id}>
                <th scope="row">{formatTimestamp(at, timeZone)}</th>
                <td>{changedBy}</td>
                <td>{action}</td>
                <td>{about}</td>
              </tr>
            ))}
          </DataTable>
        )}
      </QueryState>
    </section>
  );
}
