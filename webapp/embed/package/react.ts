/** React components for the elements. They need `defineWidgets` of the package, called once. */
import { createElement, useEffect, useRef, type CSSProperties, type ReactElement } from 'react';
import type { WidgetOptions } from 'firmbook-embed';
import type { FetchClientSecret, WidgetElement } from '../loader/widget-element';
import type { WidgetEvents } from './events';

type Handlers = {
  [Type in keyof WidgetEvents as `on${Capitalize<Type>}`]?: (detail: WidgetEvents[Type]) => void;
};

export interface WidgetProps extends Handlers {
  fetchClientSecret: FetchClientSecret;
  /** Options for `update()`. Keep the object the same while its values are the same. */
  options?: WidgetOptions;
  /** Id of the partner, unless `defineWidgets` sets it. */
  partner?: string;
  /** Title of the frame for screen readers. */
  frameTitle?: string;
  className?: string;
  style?: CSSProperties;
}

const EVENTS = {
  onReady: 'ready',
  onResize: 'resize',
  onTokenExpiring: 'tokenExpiring',
  onError: 'error',
  onSelect: 'select',
  onImported: 'imported',
  onThemeCorrected: 'themeCorrected',
} as const satisfies Record<keyof Handlers, keyof WidgetEvents>;

const componentOf = (name: string) =>
  function Widget(props: WidgetProps): ReactElement {
    const { fetchClientSecret, options, partner, frameTitle, className, style } = props;
    const element = useRef<WidgetElement>(null);
    const handlers = useRef<Handlers>(props);
    useEffect(() => {
      handlers.current = props;
      if (element.current) element.current.fetchClientSecret = fetchClientSecret;
    });
    useEffect(() => {
      if (options) element.current?.update(options);
    }, [options]);
    useEffect(() => {
      const { current } = element;
      const listeners = Object.entries(EVENTS).map(([handler, type]) => {
        const listen = ({ detail }: CustomEvent) =>
          (handlers.current[handler as keyof Handlers] as ((value: unknown) => void) | undefined)?.(detail);
        current?.addEventListener(type, listen as EventListener);
        return () => current?.removeEventListener(type, listen as EventListener);
      });
      return () => listeners.forEach((remove) => remove());
    }, []);
    return createElement(name, {
      ref: element,
      class: className,
      style,
      ...(partner ? { partner } : {}),
      ...(frameTitle ? { 'frame-title': frameTitle } : {}),
    });
  };

/** Life policies with a search, totals and pages. */
export const PolicyList = componentOf('firmbook-policy-list');
/** Totals of one saved report. */
export const ReportTotals = componentOf('firmbook-report-totals');
/** Notifications of the user. */
export const Notifications = componentOf('firmbook-notifications');
/** Import of records from a file. */
export const Import = componentOf('firmbook-import');
