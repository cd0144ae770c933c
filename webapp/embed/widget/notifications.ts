import { formatMoment } from '@/lib/moment';
import type { Schemas } from '@/lib/api';
import { notificationLook, type WidgetOptions } from 'firmbook-embed';
import { element } from './dom';
import type { Session } from './session';
import type { Stage } from './stage';
import type { View } from './view';

type Notification = Schemas['UserNotification'];

/** The newest notifications of the user, with older ones on demand. */
export class NotificationsView implements View {
  readonly #session: Session;
  readonly #stage: Stage;
  readonly #count = element('p', { className: 'totals' });
  readonly #list = element('ul', { className: 'notifications' });
  readonly #more = element('button', { type: 'button' }, 'Show more');
  readonly #timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  #pageSize = 20;
  #shown: Notification[] = [];

  constructor(stage: Stage, session: Session) {
    [this.#stage, this.#session] = [stage, session];
    this.#count.setAttribute('role', 'status');
    this.#more.addEventListener('click', () => this.#show(this.#shown));
    stage.content.append(this.#count, this.#list, this.#more);
  }

  open(): void {
    this.#show([]);
  }

  update({ pageSize }: WidgetOptions): void {
    if (pageSize === undefined) return;
    this.#pageSize = pageSize;
    this.#show([]);
  }

  close(text: string): void {
    this.#clear();
    this.#stage.close(text);
  }

  #clear(): void {
    this.#shown = [];
    this.#list.replaceChildren();
    this.#count.textContent = '';
  }

  /** Loads the page after these notifications. */
  #show(before: Notification[]): void {
    this.#stage.run(
      async (signal) => {
        const after = before.at(-1)?.userNotificationHistoryId;
        const query = { limit: this.#pageSize, ...(after === undefined ? {} : { after }) };
        const page = await this.#session.call('GET', 'UserNotification/digest', { query, signal });
        if (signal.aborted) return;
        this.#shown = [...before, ...page.items];
        this.#list.replaceChildren(...this.#shown.map((one) => this.#row(one)));
        this.#more.hidden = this.#shown.length >= page.totalRecords;
        this.#count.textContent = countText(page.totalRecords, page.unreadRecords);
      },
      () => this.#clear(),
    );
  }

  #row({ notificationType, displayName, createDate, isRead }: Notification): HTMLElement {
    const { label } = notificationLook(notificationType);
    const time = element('time', { dateTime: createDate }, formatMoment(createDate, this.#timeZone));
    const title = element('strong', {}, label);
    if (!isRead) title.append(element('span', { className: 'unread' }, 'Unread'));
    return element('li', {}, title, element('span', {}, displayName), time);
  }
}

function countText(total: number, unread: number): string {
  if (total === 0) return 'No notifications in the last 30 days.';
  return `${total} ${total === 1 ? 'notification' : 'notifications'}, ${unread} unread`;
}
