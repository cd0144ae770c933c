import '@mantine/core/styles/Checkbox.layer.css';
import { useCan } from '@/lib/session';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reportsQuery } from './api';
import classes from './embedding.module.css';
import { SCOPES, WIDGETS, type Choice, type Widget } from './widgets';

interface WidgetChoiceProps {
  choice: Choice;
  onChange: (change: Partial<Choice>) => void;
}

/** Selects the widget, and the report or the records that it needs. */
export function WidgetChoice({ choice, onChange }: WidgetChoiceProps) {
  const { widget, reportUuid, scopes } = choice;
  const canRead = useCan('policyReports', 'read');
  const { data: reports = [] } = useQuery({
    ...reportsQuery,
    enabled: canRead && widget === 'reportTotals',
  });
  return (
    <div className={classes.tools}>
      <NativeSelect
        label="Widget"
        value={widget}
        data={WIDGETS.map((item) => ({ value: item.widget, label: item.label }))}
        onChange={(event) => onChange({ widget: event.currentTarget.value as Widget })}
      />
      {widget === 'reportTotals' && (
        <NativeSelect
          label="Report"
          description={reports.length === 0 ? 'Save a report of policies or annuities first.' : undefined}
          value={reportUuid}
          data={[
            { value: '', label: 'Select a report' },
            ...reports.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
          onChange={(event) => onChange({ reportUuid: event.currentTarget.value })}
        />
      )}
      {widget === 'import' && (
        <fieldset className={classes.scopes}>
          <legend>Records to import</legend>
          {SCOPES.map(({ scope, label }) => (
            <Checkbox
              key={scope}
              label={label}
              checked={scopes.includes(scope)}
              onChange={(event) => {
                const isChecked = event.currentTarget.checked;
                const next = SCOPES.map((item) => item.scope).filter((item) =>
                  item === scope ? isChecked : scopes.includes(item),
                );
                onChange({ scopes: next });
              }}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
