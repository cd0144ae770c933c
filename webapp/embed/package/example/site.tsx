import { defineWidgets, type WidgetElement, type WidgetOptions } from '@firmbook/embed';
import { Import, Notifications, PolicyList, ReportTotals, type WidgetProps } from '@firmbook/embed/react';

defineWidgets({ portal: 'https://portal.example.com', partner: '1-abc' });

const options: WidgetOptions = {
  pageSize: 10,
  locale: 'en-GB',
  theme: { density: 'compact', radius: 2, light: { accent: '#004488' } },
};
const fetchClientSecret = async () => 'secret';

export const Site = ({ log }: { log: (...values: unknown[]) => void }) => (
  <>
    <PolicyList
      fetchClientSecret={fetchClientSecret}
      options={options}
      onSelect={({ uuid, policyNumber }) => log(uuid.length, policyNumber.length)}
      onThemeCorrected={({ tokens }) => log(tokens.join())}
    />
    <ReportTotals fetchClientSecret={fetchClientSecret} onError={({ code, message }) => log(code, message)} />
    <Notifications fetchClientSecret={fetchClientSecret} onReady={() => log('ready')} />
    <Import fetchClientSecret={fetchClientSecret} onImported={({ added }) => log(added.toFixed())} />
  </>
);

export function start(element: WidgetElement): void {
  element.fetchClientSecret = fetchClientSecret;
  element.update(options);
}

// @ts-expect-error -- not a token of the theme
export const unknownToken: WidgetOptions = { theme: { shadow: 1 } };
// @ts-expect-error -- not a client secret
export const noSecret = <PolicyList fetchClientSecret={async () => 1} />;
// @ts-expect-error -- not a detail of the event
export const noDetail: WidgetProps['onSelect'] = ({ name }) => name;
