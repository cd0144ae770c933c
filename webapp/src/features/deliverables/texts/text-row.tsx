import { QueryState } from '@/components/query-state';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { textQuery } from './api';
import type { TextPart } from './parts';
import { addressOf, levelName, scopeOf, uncapitalized, type TextTarget } from './scopes';
import { TextChanged } from './text-changed';
import classes from './texts.module.css';

interface TextRowProps {
  target: TextTarget;
  part: TextPart;
  /** Null without permission. */
  onEdit: (() => void) | null;
}

/** One text with its origin, its last change and the Edit button. */
export function TextRow({ target, part, onEdit }: TextRowProps) {
  const text = useQuery(textQuery(addressOf(target, part.path, scopeOf(target))));
  const inSentence = uncapitalized(part.name);
  return (
    <li className={classes.row}>
      <strong className={classes.name}>{part.name}</strong>
      <div className={classes.origin}>
        <QueryState query={text} subject={`the ${inSentence}`} className={classes.message}>
          {(shown) => (
            <>
              <span>
                {target.isOfAllFirms && shown.version === null
                  ? 'Built-in text'
                  : levelName(shown.level, target.kind)}
              </span>
              <span className={classes.changed}>
                <TextChanged text={shown} />
              </span>
            </>
          )}
        </QueryState>
      </div>
      {onEdit && (
        <Button variant="default" size="compact-sm" aria-label={`Edit ${inSentence}`} onClick={onEdit}>
          Edit
        </Button>
      )}
    </li>
  );
}
