import type { Schemas } from '@/lib/api';
import { notificationLabel, type WidgetOptions } from 'firmbook-embed';
import { element } from './dom';
import { debounced } from './live';
import type { WidgetContext, View } from './view';

type Notification = Schemas['UserNotification'];

/** Argument of the push. */
interface NewestNotifications {
  userNotifications: readonly Notification[];
  totalRecords: number;
  unreadRecords: number;
}

/** Push with the newest notifications of the user. */
const LIST = 'UserNotifications';
/** Most rows of a page. */
const MOST = 100;

/** The newest notifications of the user, with older ones on demand. */
export class NotificationsView implements View {
  readonly #context: WidgetContext;
  readonly #count = element('p', { className: 'totals' });
  readonly #list = element('ul', { className: 'notifications' });
  readonly #more = element('button', { type: 'button' }, 'Show more');
  #pageSize = 20;
  #shown: Notification[] = [];
  /** The server has sent another list. */
  readonly #listChanged = debounced(() => this.refresh());

  constructor(context: WidgetContext) {
    this.#context = context;
    this.#count.setAttribute('role', 'status');
    this.#more.addEventListener('click', () => this.#show(this.#shown));
    context.stage.content.append(this.#count, this.#list, this.#more);
  }

  open(): void {
    this.#show([]);
  }

  update({ pageSize }: WidgetOptions): void {
    if (pageSize === undefined) return;
    this.#pageSize = pageSize;
    this.#show([]);
  }

  redraw(): void {
    this.#list.replaceChildren(...this.#shown.map((one) => this.#row(one)));
  }

  hear(target: string, [list]: unknown[]): void {
    // Every new connection gets the list, which is usually the one shown.
    if (target === LIST && !this.#isShown(list as NewestNotifications)) this.#listChanged();
  }

  /** Loads as many notifications as are shown. */
  refresh(): void {
    this.#show([], Math.min(MOST, Math.max(this.#pageSize, this.#shown.length)));
  }

  close(text: string): void {
    this.#clear();
    this.#context.stage.close(text);
  }

  #clear(): void {
    this.#shown = [];
    this.#list.replaceChildren();
    this.#count.textContent = '';
  }

  #isShown({ userNotifications, totalRecords, unreadRecords }: NewestNotifications): boolean {
    const newest = userNotifications[0]?.userNotificationHistoryId;
    const isNewestShown = newest === this.#shown[0]?.userNotificationHistoryId;
    return isNewestShown && this.#count.textContent === this.#countText(totalRecords, unreadRecords);
  }

  /** Loads the page after these notifications. */
  #show(before: Notification[], limit = this.#pageSize): void {
    this.#context.stage.run(
      async (signal) => {
        const after = before.at(-1)?.userNotificationHistoryId;
        const query = { limit, ...(after === undefined ? {} : { after }) };
        const page = await this.#context.session.call('GET', 'UserNotification/digest', { query, signal });
        if (signal.aborted) return;
        this.#shown = [...before, ...page.items];
        this.redraw();
        this.#more.hidden = this.#shown.length >= page.totalRecords;
        this.#count.textContent = this.#countText(page.totalRecords, page.unreadRecords);
      },
      () => this.#clear(),
    );
  }

  #row({ notificationType, displayName, createDate, isRead }: Notification): HTMLElement {
    const label = notificationLabel(notificationType);
    const time = element('time', { dateTime: createDate }, this.#context.formats.moment(createDate));
    const title = element('strong', {}, label);
    if (!isRead) title.append(element('span', { className: 'unread' }, 'Unread'));
    return element('li', {}, title, element('span', {}, displayName), time);
  }

  #countText(total: number, unread: number): string {
    if (total === 0) return 'No notifications in the last 30 days.';
    const { formats } = this.#context;
    const all = `${formats.count(total)} ${total === 1 ? 'notification' : 'notifications'}`;
    return `${all}, ${formats.count(unread)} unread`;
  }
}
