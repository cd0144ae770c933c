import { QueryState } from '@/components/query-state';
import { useQuery } from '@tanstack/react-query';
import { templatesQuery } from '../api';
import { PendingVersions } from '../pending-versions';
import { useVersions } from '../use-versions';
import { Versions } from '../versions';
import { bookVersionsQuery, deleteBook, retryBook, type BookSubject } from './api';
import { BookPages } from './book-pages';
import { useBook } from './use-book';
import classes from '../deliverables.module.css';

const FAILURES = { open: 'downloadBookOfBusiness', delete: 'deleteBookOfBusiness' } as const;

/** The book of business of an agent or owner: options, preview and stored versions. */
export function BookTab({ subject }: { subject: BookSubject }) {
  const { book, versions } = useBook(subject);
  const templates = useQuery(templatesQuery(subject.kind));
  const actions = useVersions({
    queryKey: bookVersionsQuery(subject).queryKey,
    deleteVersion: (documentId) => deleteBook(subject, documentId),
    failures: FAILURES,
  });
  const pending = book.data?.pending ?? [];
  return (
    <section className={classes.part} aria-label="Book of business">
      <QueryState query={book} subject="the book of business">
        {(counts) => (
          <QueryState
            query={templates}
            subject="the templates"
            isEmpty={({ length }) => length === 0}
            empty="No templates yet. Account administrators can add them in Settings."
          >
            {(all) => <BookPages subject={subject} counts={counts} templates={all} />}
          </QueryState>
        )}
      </QueryState>
      <Versions
        query={versions}
        actions={actions}
        pending={
          pending.length > 0 && (
            <PendingVersions
              pending={pending}
              onRetry={(documentId) => retryBook(subject, documentId)}
              failure="generateBookOfBusiness"
              onSettled={book.refetch}
            />
          )
        }
      />
    </section>
  );
}
