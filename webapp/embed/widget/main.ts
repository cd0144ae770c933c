/** The page of a widget. Runs in a sandboxed frame, without cookies and storage. */
import '@/theme.css';
import './widget.css';
import { openChannel } from './channel';
import { element } from './dom';
import { NotificationsView } from './notifications';
import { PolicyListView } from './policy-list';
import { Session } from './session';
import { Stage } from './stage';
import type { View } from './view';
import type { Widget, WidgetOptions } from 'firmbook-embed';

const TITLES: Record<Widget, string> = { policyList: 'Policies', notifications: 'Notifications' };
const root = document.getElementById('root') as HTMLElement;
const origins = metaContent('partner-origins').split(' ');

function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

function setColors({ colorScheme }: WidgetOptions): void {
  if (!colorScheme) return;
  document.documentElement.style.colorScheme = colorScheme === 'system' ? 'light dark' : colorScheme;
}

function start(): void {
  if (window.parent === window) {
    root.textContent = 'This page works only inside a partner’s site.';
    root.removeAttribute('aria-busy');
    return;
  }
  const channel = openChannel(origins);
  const widget = metaContent('widget') as Widget;
  const session = new Session(channel, widget);
  document.title = TITLES[widget];
  root.append(element('h1', { className: 'hidden' }, TITLES[widget]));
  const stage = new Stage(root, channel);
  const views: Record<Widget, () => View> = {
    policyList: () => new PolicyListView(stage, session, channel),
    notifications: () => new NotificationsView(stage, session),
  };
  const view = views[widget]();
  channel.onMessage((message) => {
    switch (message.type) {
      case 'secret':
        void session.accept(message.clientSecret);
        break;
      case 'secretFailed':
        session.fail();
        break;
      case 'update':
        setColors(message.options);
        view.update(message.options);
        break;
      case 'logout':
        void session.end().finally(() => view.close('You are signed out.'));
        break;
      default:
    }
  });
  channel.onOpen(() => view.open());
}

start();
