import { QueryState } from '@/components/query-state';
import { useQuery } from '@tanstack/react-query';
import { bookQuery, templatesQuery, type BookSubject } from './api';
import { BookPages } from './book-pages';
import { BookVersions } from './book-versions';
import classes from './book.module.css';

/** The book of business of an agent or owner: options, a preview of the pages, and the stored versions. */
export function BookTab({ subject }: { subject: BookSubject }) {
  const book = useQuery(bookQuery(subject));
  const templates = useQuery(templatesQuery(subject));
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
      <BookVersions subject={subject} />
    </section>
  );
}
