import type { Schemas } from '@/lib/api';
import { notificationLook, type WidgetOptions } from 'firmbook-embed';
import { element } from './dom';
import { afterPause } from './live';
import type { Surroundings, View } from './view';

type Notification = Schemas['UserNotification'];

/** Push with the newest notifications of the user. */
const LIST = 'UserNotifications';
/** Most rows of a page. */
const MOST = 100;

/** The newest notifications of the user, with older ones on demand. */
export class NotificationsView implements View {
  readonly #around: Surroundings;
  readonly #count = element('p', { className: 'totals' });
  readonly #list = element('ul', { className: 'notifications' });
  readonly #more = element('button', { type: 'button' }, 'Show more');
  #pageSize = 20;
  #shown: Notification[] = [];
  /** The server has sent another list. */
  readonly #listChanged = afterPause(() => this.refresh());

  constructor(around: Surroundings) {
    this.#around = around;
    this.#count.setAttribute('role', 'status');
    this.#more.addEventListener('click', () => this.#show(this.#shown));
    around.stage.content.append(this.#count, this.#list, this.#more);
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
    // A new connection gets the list that is shown already.
    const { totalRecords, unreadRecords } = list as { totalRecords: number; unreadRecords: number };
    if (target !== LIST || this.#count.textContent === this.#countText(totalRecords, unreadRecords)) return;
    this.#listChanged();
  }

  /** Loads as many notifications as are shown. */
  refresh(): void {
    this.#show([], Math.min(MOST, Math.max(this.#pageSize, this.#shown.length)));
  }

  close(text: string): void {
    this.#clear();
    this.#around.stage.close(text);
  }

  #clear(): void {
    this.#shown = [];
    this.#list.replaceChildren();
    this.#count.textContent = '';
  }

  /** Loads the page after these notifications. */
  #show(before: Notification[], limit = this.#pageSize): void {
    this.#around.stage.run(
      async (signal) => {
        const after = before.at(-1)?.userNotificationHistoryId;
        const query = { limit, ...(after === undefined ? {} : { after }) };
        const page = await this.#around.session.call('GET', 'UserNotification/digest', { query, signal });
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
    const { label } = notificationLook(notificationType);
    const time = element('time', { dateTime: createDate }, this.#around.formats.moment(createDate));
    const title = element('strong', {}, label);
    if (!isRead) title.append(element('span', { className: 'unread' }, 'Unread'));
    return element('li', {}, title, element('span', {}, displayName), time);
  }

  #countText(total: number, unread: number): string {
    if (total === 0) return 'No notifications in the last 30 days.';
    const { formats } = this.#around;
    const all = `${formats.count(total)} ${total === 1 ? 'notification' : 'notifications'}`;
    return `${all}, ${formats.count(unread)} unread`;
  }
}
