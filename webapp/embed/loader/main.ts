/**
 * Defines the custom elements of widgets on a partner's page. Built as a classic script, see
 * docs/EMBEDDING.md.
 */
import { runCommands } from './commands';
import { Notifications, PolicyList } from './widget-element';

if (!customElements.get('firmbook-policy-list')) {
  customElements.define('firmbook-policy-list', PolicyList);
  customElements.define('firmbook-notifications', Notifications);
  runCommands();
}
