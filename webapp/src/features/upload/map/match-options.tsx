import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect } from '@mantine/core';
import { matchKeyLabel, matchKeys, uploadModeLabel, uploadModes } from 'firmbook-later';
import type { UploadType, Mode } from 'firmbook-wasm';
import classes from '../upload.module.css';
import type { WholeMapping } from '../whole-mapping';

interface MatchOptionsProps {
  kind: UploadType;
  mapping: WholeMapping;
  onChange: (change: Partial<WholeMapping>) => void;
}

/** Options for matching and handling existing records. */
export function MatchOptions({ kind, mapping, onChange }: MatchOptionsProps) {
  const keys = matchKeys(kind);
  return (
    <section className={classes.part} aria-label="Existing records">
      <h2>Existing records</h2>
      <div className={classes.fields}>
        <NativeSelect
          className={classes.wide}
          label="What to do"
          value={mapping.mode}
          data={uploadModes().map((value) => ({ value, label: uploadModeLabel(value) }))}
          onChange={(event) => onChange({ mode: event.currentTarget.value as Mode })}
        />
        {keys.length > 0 ? (
          <fieldset className={classes.keys}>
            <legend>Match contacts by</legend>
            <div>
              {keys.map((key) => (
                <Checkbox
                  key={key}
                  label={matchKeyLabel(key)}
                  checked={mapping.matchKeys.includes(key)}
                  onChange={(event) => {
                    const isChecked = event.currentTarget.checked;
                    onChange({
                      matchKeys: keys.filter((item) =>
                        item === key ? isChecked : mapping.matchKeys.includes(item),
                      ),
                    });
                  }}
                />
              ))}
            </div>
          </fieldset>
        ) : (
          <p className={classes.muted}>
            Rows are matched by number and carrier. Agents, owners and insureds are attached to new contracts
            only.
          </p>
        )}
      </div>
    </section>
  );
}
