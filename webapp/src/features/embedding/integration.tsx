import { useState } from 'react';
import type { Partner } from './api';
import { Code } from './code';
import { Playground } from './playground';
import type { Choice } from './widgets';
import { WidgetChoice } from './widget-choice';

interface IntegrationProps {
  partner: Partner;
  canWrite: boolean;
}

/** Preview of a widget, and the code that embeds it. */
export function Integration({ partner, canWrite }: IntegrationProps) {
  const [choice, setChoice] = useState<Choice>({
    widget: 'policyList',
    reportUuid: '',
    scopes: ['importAgents'],
    options: {},
  });
  const change = (next: Partial<Choice>) => setChoice((old) => ({ ...old, ...next }));
  return (
    <>
      <section aria-labelledby="partner-widget">
        <h2 id="partner-widget">Set up a widget</h2>
        <WidgetChoice choice={choice} onChange={change} />
      </section>
      {canWrite && <Playground partner={partner} choice={choice} onChange={change} />}
      <Code partner={partner} choice={choice} />
    </>
  );
}
