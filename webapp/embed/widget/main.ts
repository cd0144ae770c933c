/** The page of a widget. Runs in a sandboxed frame, without cookies and storage. */
import '@/theme.css';
import './widget.css';
import { openChannel } from './channel';
import { element } from './dom';
import { Formats } from './formats';
import { debounced, connect } from './live';
import { Session } from './session';
import { Stage } from './stage';
import { showTheme } from './theme';
import type { WidgetContext, View } from './view';
import type { Widget, WidgetOptions } from 'firmbook-embed';

const TITLES: Record<Widget, string> = {
  policyList: 'Policies',
  reportTotals: 'Report totals',
  notifications: 'Notifications',
  import: 'Import',
};
type ViewClass = new (context: WidgetContext) => View;
const VIEWS: Record<Widget, () => Promise<ViewClass>> = {
  policyList: async () => (await import('./policy-list')).PolicyListView,
  reportTotals: async () => (await import('./report-totals')).ReportTotalsView,
  notifications: async () => (await import('./notifications')).NotificationsView,
  import: async () => (await import('./import/view')).ImportView,
};
/** Push without content: the shown data may have changed. */
const STALE = 'WidgetStale';

const root = document.getElementById('root') as HTMLElement;

/** Origins of pages that can embed the widget. A preview belongs to the portal. */
function pageOrigins(): string[] {
  const origins = metaContent('partner-origins').split(' ');
  return origins.map((origin) => (origin === "'self'" ? new URL(window.location.href).origin : origin));
}

function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

async function start(): Promise<void> {
  if (window.parent === window) {
    root.textContent = 'This page works only inside a partner’s site.';
    root.removeAttribute('aria-busy');
    return;
  }
  const widget = metaContent('widget') as Widget;
  const ViewOfWidget = await VIEWS[widget]();
  // The page answers at once, so that everything must be there before it is greeted.
  const channel = openChannel(pageOrigins());
  const session = new Session(channel, widget);
  document.title = TITLES[widget];
  root.append(element('h1', { className: 'hidden' }, TITLES[widget]));
  const stage = new Stage(root, channel);
  const formats = new Formats();
  const view = new ViewOfWidget({ stage, session, channel, formats });

  const update = (options: WidgetOptions) => {
    const { colorScheme, theme, locale } = options;
    if (colorScheme)
      document.documentElement.style.colorScheme = colorScheme === 'system' ? 'light dark' : colorScheme;
    if (theme) {
      const tokens = showTheme(theme);
      if (tokens.length > 0) channel.send({ type: 'themeCorrected', tokens });
    }
    if (locale !== undefined) {
      formats.setLocale(locale);
      view.redraw();
    }
    view.update(options);
  };

  const refresh = debounced(() => view.refresh());
  let disconnect: () => void = () => undefined;
  stage.onReady(() => {
    disconnect = connect(session, {
      heard: (target, values) => (target === STALE ? refresh() : view.hear?.(target, values)),
      reconnected: refresh,
      // Shows the reason.
      ended: () => view.refresh(),
    });
  });
  channel.onMessage((message) => {
    switch (message.type) {
      case 'secret':
        void session.accept(message.clientSecret);
        break;
      case 'secretFailed':
        session.fail();
        break;
      case 'update':
        update(message.options);
        break;
      case 'logout':
        disconnect();
        void session.end().finally(() => view.close('You are signed out.'));
        break;
      default:
    }
  });
  channel.onOpen(() => view.open());
}

void start();
