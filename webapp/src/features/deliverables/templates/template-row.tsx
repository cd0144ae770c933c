import { IconChevronDown } from '@/components/icons';
import { Button } from '@mantine/core';
import { useId, useMemo, useState, type ReactNode } from 'react';
import type { DeliverableKind } from '../kinds';
import { TextList } from '../texts/text-list';
import classes from './templates.module.css';

interface TemplateRowProps {
  kind: DeliverableKind;
  /** Target of the listed texts. Null if the template has no texts of its own. */
  texts: { templateUuid: string | null; isOfAllFirms?: boolean } | null;
  name: string;
  tags?: readonly string[];
  summary?: string;
  /** Buttons. */
  children?: ReactNode;
}

/** A template with its buttons. Expands to list its texts. */
export function TemplateRow({ kind, texts, name, tags, summary, children }: TemplateRowProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { templateUuid = null, isOfAllFirms = false } = texts ?? {};
  const target = useMemo(
    () => ({ kind, templateUuid, uuid: null, isOfAllFirms }),
    [kind, templateUuid, isOfAllFirms],
  );
  return (
    <li aria-label={name}>
      <div className={classes.row}>
        <div className={classes.about}>
          <div className={classes.name}>
            <strong>{name}</strong>
            {tags?.map((tag) => (
              <span key={tag} className={classes.tag} data-tag={tag}>
                {tag}
              </span>
            ))}
          </div>
          {summary && <span className={classes.summary}>{summary}</span>}
        </div>
        <div className={classes.actions}>
          {texts && (
            <Button
              variant="default"
              size="compact-sm"
              rightSection={<IconChevronDown className={classes.chevron} size={14} aria-hidden />}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              aria-label={`Texts of ${name}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              Texts
            </Button>
          )}
          {children}
        </div>
      </div>
      {isOpen && (
        <section id={id} className={classes.texts} aria-label={`Texts of ${name}`}>
          <TextList target={target} />
        </section>
      )}
    </li>
  );
}
