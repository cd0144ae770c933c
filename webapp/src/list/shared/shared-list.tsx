import { failureText } from '@/lib/failure-text';
import { useDocumentTitle } from '@/lib/use-document-title';
import { NativeSelect } from '@mantine/core';
import type { ListDefinition } from 'firmbook-wasm';
import { ListHeader } from '../list-header';
import { LoadFailed } from '../list-states';
import { StatefulList, type ListViewProps } from '../list-page';
import { useSharedColumns } from './use-shared-columns';
import { useSharedReports } from './shared-reports';
import pageClasses from '../list-page.module.css';
import classes from './shared-list.module.css';

interface SharedListProps extends ListViewProps {
  definition: ListDefinition;
  tableName: string | undefined;
}

/** A list for outside advisors: the rows of one shared report, or of all shared reports. */
export function SharedList({ definition: fullDefinition, ...props }: SharedListProps) {
  const { reports, isPending, error, retry, selected, isGone, select } = useSharedReports(props.source.list);
  const report = props.isEmbedded ? undefined : selected;
  const definition = useSharedColumns(props.source, fullDefinition, report);
  if (error && !props.isEmbedded) {
    return (
      <section className={pageClasses.page} aria-label={props.title}>
        <ListHeader crumbs={props.crumbs} title={props.title} />
        <LoadFailed
          title="The shared report could not be loaded"
          message={failureText(error)}
          onRetry={() => void retry()}
        />
      </section>
    );
  }
  if (!definition || isPending) {
    return <section className={pageClasses.page} aria-label={props.title} aria-busy />;
  }
  const picker = !props.isEmbedded && reports.length > 1 && (
    <NativeSelect
      aria-label="Shared report"
      size="xs"
      value={report?.uuid ?? ''}
      onChange={(event) => select(event.currentTarget.value)}
      data={[
        { value: '', label: 'All shared reports' },
        ...reports.map(({ uuid, name }) => ({ value: uuid, label: name })),
      ]}
    />
  );
  const banner = (
    <>
      {isGone && (
        <p className={classes.about} role="status">
          The report was deleted, or it is not shared with you anymore.
        </p>
      )}
      {!props.isEmbedded && <DocumentTitle title={report?.name ?? props.title} />}
      {report && <p className={classes.about}>Shared by {report.ownerName}</p>}
      {props.banner}
    </>
  );
  return (
    <StatefulList
      {...props}
      key={report?.uuid}
      definition={definition}
      {...(report && { tableName: `report-${report.uuid}`, defaultSort: report.sort })}
      title={report?.name ?? props.title}
      noun={props.noun ?? props.title.toLowerCase()}
      reportUuid={report?.uuid}
      banner={banner}
      extraTool={() => picker}
    />
  );
}

function DocumentTitle({ title }: { title: string }) {
  useDocumentTitle(title);
  return null;
}
