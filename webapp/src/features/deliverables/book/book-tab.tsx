import { QueryState } from '@/components/query-state';
import { useQuery } from '@tanstack/react-query';
import { templatesQuery } from '../api';
import { useVersions } from '../use-versions';
import { Versions } from '../versions';
import { bookQuery, bookVersionsQuery, deleteBook, type BookSubject } from './api';
import { BookPages } from './book-pages';
import classes from '../deliverables.module.css';

const FAILURES = { open: 'downloadBookOfBusiness', delete: 'deleteBookOfBusiness' } as const;

/** The book of business of an agent or owner: options, a preview of the pages, and the stored versions. */
export function BookTab({ subject }: { subject: BookSubject }) {
  const book = useQuery(bookQuery(subject));
  const templates = useQuery(templatesQuery(subject.kind));
  const versions = useQuery(bookVersionsQuery(subject));
  const actions = useVersions({
    queryKey: bookVersionsQuery(subject).queryKey,
    deleteVersion: (documentId) => deleteBook(subject, documentId),
    failures: FAILURES,
  });
  return (
    <section className={classes.part} aria-label="Book of business">
      <QueryState query={book} what="the book of business">
        {(counts) => (
          <QueryState
            query={templates}
            what="the templates"
            isEmpty={({ length }) => length === 0}
            empty="No templates are available."
          >
            {(all) => <BookPages subject={subject} counts={counts} templates={all} />}
          </QueryState>
        )}
      </QueryState>
      <Versions query={versions} actions={actions} />
    </section>
  );
}
