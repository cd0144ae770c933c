import { fullName, type Person } from 'firmbook-wasm';
import { Link } from 'react-router';
import type { AffectedContact, MergeKind } from './merge-kinds';
import {
  ALL,
  canKeepAll,
  compareFields,
  differs,
  pickOf,
  type ComparedField,
  type Picks,
} from './merge-values';
import { pluralize } from './merge-texts';
import classes from './duplicates.module.css';

interface ComparisonProps {
  kind: MergeKind;
  contacts: readonly AffectedContact[];
  /** Index of the record to keep. */
  target: number;
  onTarget: (index: number) => void;
  picks: Picks;
  onPick: (path: string, index: number) => void;
}

/** Shows contacts side by side. Fields that differ have a choice per contact. */
export function Comparison({ kind, contacts, target, onTarget, picks, onPick }: ComparisonProps) {
  const fields = compareFields(contacts, target);
  const many = kind.contact.plural.toLowerCase();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={`Comparison of ${many}`}>
      <table className={classes.comparison}>
        <caption className={classes.hidden}>Values of the {many}</caption>
        <thead>
          <tr>
            <th scope="col">Record to keep</th>
            {contacts.map(({ contact }, index) => (
              <th
                key={contact.uuid}
                scope="col"
                aria-label={fullName(contact.person as Person)}
                data-kept={index === target || undefined}
              >
                <label className={classes.choice}>
                  <input
                    type="radio"
                    name="target"
                    checked={index === target}
                    onChange={() => onTarget(index)}
                  />
                  <span>
                    {fullName(contact.person as Person)}
                    <small>{contractCount(contact.totals)}</small>
                  </span>
                </label>
                {/* Opens a new tab, to keep the choices on this page. */}
                <Link to={kind.contact.path(contact.uuid)} target="_blank">
                  Open record {index + 1}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <FieldRow
              key={field.path}
              field={field}
              picked={pickOf(field, picks, target)}
              onPick={(index) => onPick(field.path, index)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const contractCount = ({ policyCount, annuityCount }: { policyCount: number; annuityCount: number }) =>
  `${pluralize(policyCount, 'policy', 'policies')}, ${pluralize(annuityCount, 'annuity', 'annuities')}`;

interface FieldRowProps {
  field: ComparedField;
  picked: number;
  onPick: (index: number) => void;
}

function FieldRow({ field, picked, onPick }: FieldRowProps) {
  const isDifferent = differs(field);
  return (
    <tr data-different={isDifferent || undefined}>
      <th scope="row">
        {field.label}
        {isDifferent && <span className={classes.hidden}> (differs)</span>}
        {isDifferent && canKeepAll(field) && (
          <label className={classes.choice}>
            <input type="radio" name={field.path} checked={picked === ALL} onChange={() => onPick(ALL)} />
            <span>Keep all</span>
          </label>
        )}
      </th>
      {field.values.map((value, index) => (
        <td
          // oxlint-disable-next-line react/no-array-index-key -- the order of the contacts is fixed
          key={index}
          data-picked={(isDifferent && (index === picked || (picked === ALL && value !== ''))) || undefined}
        >
          {isDifferent && field.choices.includes(index) ? (
            <label className={classes.choice}>
              <input
                type="radio"
                name={field.path}
                checked={index === picked}
                onChange={() => onPick(index)}
              />
              <span>{value || <em>Empty</em>}</span>
            </label>
          ) : (
            value || <em>Empty</em>
          )}
        </td>
      ))}
    </tr>
  );
}
