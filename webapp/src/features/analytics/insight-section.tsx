import { numeric, TableHead } from '@/components/data-table';
import { LoadErrors } from '@/components/query-state';
import { useQueries } from '@tanstack/react-query';
import classes from './analytics.module.css';
import { insightQuery, InsightRow } from './insight-row';
import type { InsightGroup } from './insights';

/** A group of insights. Figures that failed to load share one message. */
export function InsightSection({ title, about, insights }: InsightGroup) {
  const totals = useQueries({ queries: insights.map(insightQuery) });
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.panelHead}>
        <h2>{title}</h2>
      </div>
      <p className={classes.about}>{about}</p>
      <LoadErrors queries={totals} subject="these figures" className={classes.about} />
      <table className={`${classes.groups} ${classes.insights}`} aria-label={title}>
        <TableHead
          columns={['Contracts', numeric('Number'), numeric('Amount'), numeric('Annualized premium')]}
        />
        <tbody>
          {insights.map((insight, i) => (
            <InsightRow key={insight.key} insight={insight} totals={totals[i]?.data} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
