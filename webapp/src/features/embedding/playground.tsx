import { defineElements } from '../../../embed/loader/elements';
import { Import, Notifications, PolicyList, ReportTotals } from '../../../embed/package/react';
import { describeCorrections } from './theme-tokens';
import { useCallback, useState } from 'react';
import { previewWidget, type Partner } from './api';
import classes from './embedding.module.css';
import { ThemeEditor } from './theme-editor';
import { widgetOf, type Choice } from './widgets';

defineElements();

const COMPONENTS = { Import, Notifications, PolicyList, ReportTotals };
/** Embed id for previews inside the portal, instead of a partner's. */
const PREVIEW = 'preview';

interface PlaygroundProps {
  partner: Partner;
  choice: Choice;
  onChange: (change: Partial<Choice>) => void;
}

/** Live preview of the selected widget with the user's data, and an editor for its options. */
export function Playground({ partner, choice, onChange }: PlaygroundProps) {
  const { widget, reportUuid, scopes, options } = choice;
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const missing =
    (widget === 'reportTotals' && !reportUuid && 'Select a report to preview its totals.') ||
    (widget === 'import' && scopes.length === 0 && 'Select the records to import.');
  return (
    <section aria-labelledby="partner-preview">
      <h2 id="partner-preview">Preview</h2>
      <p>The preview shows your live data. Anything you import here is saved.</p>
      <ThemeEditor
        options={options}
        onChange={(next) => {
          setCorrected([]);
          setFailure(null);
          onChange({ options: next });
        }}
      />
      <p role="status" className={classes.corrected}>
        {corrected.length > 0 && describeCorrections(corrected)}
      </p>
      {missing ? (
        <p role="status">{missing}</p>
      ) : (
        <Preview
          // A different session needs a new frame.
          key={[partner.uuid, widget, reportUuid, ...scopes].join(' ')}
          partner={partner}
          choice={choice}
          onCorrected={setCorrected}
          onFailure={setFailure}
        />
      )}
      {!missing && failure !== null && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
    </section>
  );
}

interface PreviewProps {
  partner: Partner;
  choice: Choice;
  onCorrected: (tokens: readonly string[]) => void;
  onFailure: (message: string | null) => void;
}

function Preview({ partner, choice, onCorrected, onFailure }: PreviewProps) {
  const { widget, reportUuid, scopes, options } = choice;
  const { component, label } = widgetOf(widget);
  const Component = COMPONENTS[component];
  const fetchClientSecret = useCallback(async () => {
    const fields = {
      reportUuid: widget === 'reportTotals' ? reportUuid : null,
      scopes: widget === 'import' ? [...scopes] : [],
    };
    return (await previewWidget(partner.uuid, { widget, ...fields })).clientSecret;
  }, [partner.uuid, widget, reportUuid, scopes]);
  return (
    <div className={classes.preview}>
      <Component
        partner={PREVIEW}
        frameTitle={`Preview: ${label}`}
        fetchClientSecret={fetchClientSecret}
        options={options}
        onThemeCorrected={({ tokens }) => onCorrected(tokens)}
        onError={({ message }) => onFailure(message)}
        onReady={() => onFailure(null)}
      />
    </div>
  );
}
