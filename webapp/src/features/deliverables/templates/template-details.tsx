import { Button } from '@mantine/core';
import type { DeliverableTemplate } from 'firmbook-wasm';
import type { Kind } from './kinds';
import { FIELDS } from './values';
import classes from './templates.module.css';

interface TemplateDetailsProps {
  template: DeliverableTemplate;
  kind: Kind;
  /** Null without permission. */
  onDuplicate: (() => void) | null;
  onClose: () => void;
}

/** The settings of a template that cannot be edited. */
export function TemplateDetails({ template, kind, onDuplicate, onClose }: TemplateDetailsProps) {
  const fields = FIELDS.filter(({ path }) => {
    if (path === 'isDefault') return !template.isGlobal;
    return path === 'settings.groupBy' ? kind.isGrouped : path !== 'name';
  });
  return (
    <div className={classes.view}>
      <div className={classes.details}>
        <p className={classes.hint}>
          {template.isGlobal ? 'Every firm has this template. It cannot be edited here.' : kind.name}
        </p>
        <dl>
          {fields.map(({ path, label, show }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>{show(template) || (path === 'settings.header' ? 'Firm name' : '-')}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {onDuplicate && <Button onClick={onDuplicate}>Duplicate</Button>}
      </div>
    </div>
  );
}
