import { KINDS } from '../../../embed/widget/import/upload-kind';
import type { WidgetOptions } from 'firmbook-embed';
import type { Schemas } from '@/lib/api';

export type Widget = Schemas['Widget'];
export type Scope = Schemas['EmbedScope'];

/** The widgets in menu order, with the names of their custom element and React component. */
export const WIDGETS = [
  { widget: 'policyList', element: 'firmbook-policy-list', component: 'PolicyList', label: 'Policy list' },
  {
    widget: 'reportTotals',
    element: 'firmbook-report-totals',
    component: 'ReportTotals',
    label: 'Report totals',
  },
  {
    widget: 'notifications',
    element: 'firmbook-notifications',
    component: 'Notifications',
    label: 'Notifications',
  },
  { widget: 'import', element: 'firmbook-import', component: 'Import', label: 'Import' },
] as const;

export const widgetOf = (widget: Widget) => WIDGETS.find((item) => item.widget === widget) ?? WIDGETS[0];

/** Scopes of the import widget. */
export const SCOPES = Object.entries(KINDS).map(([scope, { label }]) => ({ scope: scope as Scope, label }));

/** The widget selected for the preview and the code. */
export interface Choice {
  widget: Widget;
  /** Report for `reportTotals`. Empty until one is selected. */
  reportUuid: string;
  /** Kinds of records that `import` accepts. */
  scopes: readonly Scope[];
  /** Options that differ from their defaults. */
  options: WidgetOptions;
}

/** Returns the fields of a session request that are specific to the widget. */
export function sessionFields({
  widget,
  reportUuid,
  scopes,
}: Choice): Record<string, string | readonly string[]> {
  if (widget === 'reportTotals') return { reportUuid: reportUuid || 'REPORT_UUID' };
  return widget === 'import' ? { scopes } : {};
}
