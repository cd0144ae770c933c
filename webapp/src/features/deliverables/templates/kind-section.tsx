import { IconPlus } from '@/components/icons';
import { QueryState } from '@/components/query-state';
import { focusAfterDialog } from '@/lib/focus-after-dialog';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeliverableTemplate } from 'firmbook-wasm';
import { useId, useRef, useState } from 'react';
import { defaultTemplate } from '../default-template';
import { DeleteTemplate } from './delete-template';
import type { Kind } from './kinds';
import { useLibrary } from './library';
import { RetireTemplate } from './retire-template';
import { TemplateRow } from './template-row';
import type { OpenPanel } from './use-panel';
import { showGrouping, showOrientation, showPageSize, showSections } from './values';
import classes from './templates.module.css';

interface KindSectionProps {
  kind: Kind;
  canWrite: boolean;
  onOpen: (panel: OpenPanel) => void;
}

/** The templates of a kind of document. */
export function KindSection({ kind: { kind, name, isGrouped }, canWrite, onOpen }: KindSectionProps) {
  const title = useId();
  const section = useRef<HTMLElement>(null);
  const { query, isOwn, isOfAllFirms } = useLibrary();
  const templates = useQuery(query(kind));
  const [deleting, setDeleting] = useState<{ template: DeliverableTemplate; isOpen: boolean } | null>(null);

  const action = (label: string, template: DeliverableTemplate, run: () => void) => (
    <Button variant="default" size="compact-sm" aria-label={`${label} ${template.name}`} onClick={run}>
      {label}
    </Button>
  );
  const opening =
    (mode: OpenPanel['mode'], { uuid }: DeliverableTemplate) =>
    () =>
      onOpen({ mode, kind, uuid });

  return (
    <section ref={section} className={classes.kind} aria-labelledby={title} tabIndex={-1}>
      <div className={classes.head}>
        <h2 id={title}>{name}</h2>
        {canWrite && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={`Add template: ${name}`}
            onClick={() => onOpen({ mode: 'add', kind, uuid: null })}
          >
            Add template
          </Button>
        )}
      </div>
      <QueryState query={templates} subject="the templates" className={classes.message} hasSharedError>
        {(all) => (
          <ul className={classes.rows} aria-label={`Templates: ${name}`}>
            {all.map((template) => (
              <TemplateRow
                key={template.uuid}
                kind={kind}
                // Staff set texts for all templates only.
                texts={isOfAllFirms ? null : { templateUuid: template.uuid }}
                name={template.name}
                tags={[
                  ...tagsOf(template, isOfAllFirms),
                  ...(template === defaultTemplate(all) ? ['Default'] : []),
                ]}
                summary={summaryOf(template, isGrouped)}
              >
                {canWrite && isOwn(template)
                  ? action('Edit', template, opening('edit', template))
                  : action('View', template, opening('view', template))}
                {canWrite && action('Duplicate', template, opening('copy', template))}
                {canWrite &&
                  isOwn(template) &&
                  (isOfAllFirms ? (
                    <RetireTemplate template={template} />
                  ) : (
                    action('Delete', template, () => setDeleting({ template, isOpen: true }))
                  ))}
              </TemplateRow>
            ))}
          </ul>
        )}
      </QueryState>
      {deleting && (
        <DeleteTemplate
          key={deleting.template.uuid}
          template={deleting.template}
          opened={deleting.isOpen}
          onClose={() => setDeleting({ ...deleting, isOpen: false })}
          onDeleted={() => focusAfterDialog(() => section.current)}
        />
      )}
    </section>
  );
}

function tagsOf({ isGlobal, isRetired, version }: DeliverableTemplate, isOfAllFirms: boolean): string[] {
  if (isRetired) return ['Retired'];
  if (isOfAllFirms) return version === null ? ['Built-in'] : [];
  return isGlobal ? ['Standard'] : [];
}

/** Returns the main settings of a template in one line. */
function summaryOf({ settings }: DeliverableTemplate, isGrouped: boolean): string {
  const grouping =
    isGrouped && settings.groupBy !== 1 ? `Grouped by ${showGrouping(settings).toLowerCase()}` : null;
  const page = `${showPageSize(settings)}, ${showOrientation(settings).toLowerCase()}`;
  return [showSections(settings), grouping, page].filter(Boolean).join(' · ');
}
