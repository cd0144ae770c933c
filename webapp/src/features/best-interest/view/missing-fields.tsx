import type { BestInterestVersion } from 'firmbook-wasm';
import { bestInterestCompleteness } from 'firmbook-later';
import { Link } from 'react-router';
import classes from '../best-interest.module.css';
import { inputOf } from '../form/input-of';
import { blocksOf } from '../form-values';
import { usePanel } from '../use-panel';
import { Meter } from './meter';

interface MissingFieldsProps {
  version: BestInterestVersion;
  canWrite: boolean;
}

/** Completeness of a form, with the required fields that are missing. */
export function MissingFields({ version, canWrite }: MissingFieldsProps) {
  const { addressOf } = usePanel();
  const form = blocksOf(version.content);
  const { missing, ...counts } = bestInterestCompleteness(form);
  return (
    <div className={classes.missing}>
      <Meter {...counts} />
      {missing.length > 0 && (
        <>
          <h3>Missing</h3>
          <ul aria-label="Missing fields">
            {missing.map(({ path, label }) => (
              <li key={path}>
                {canWrite ? <Link to={addressOf(version.uuid, inputOf(path, form))}>{label}</Link> : label}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
