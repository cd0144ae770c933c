import type { Home, WorkItem } from 'firmbook-wasm';

/** Returns a work item for a due premium, with changes. */
export const item = (change: Partial<WorkItem>): WorkItem => ({
  kind: 'premiumsDue',
  task: 'Premium due',
  urgency: 'week',
  urgencyLabel: 'Next 7 days',
  uuid: 'p1',
  record: { kind: 'policy', uuid: 'p1' },
  trustUuid: null,
  name: 'AB-1',
  who: 'Lee, Ada',
  day: '2026-11-25',
  amount: '120.50',
  amountLabel: 'Modal Premium',
  assignee: null,
  snoozedUntil: null,
  ...change,
});

export const HOME: Home = {
  kinds: [
    {
      kind: 'premiumsDue',
      title: 'Premiums due in 30 days',
      total: 1234,
      canAssign: true,
      list: 'policies',
      filter: [{ column: 'nextPremiumDate', op: 'inNextDays', value: 30 }],
      sort: [{ column: 'nextPremiumDate', direction: 'asc' }],
    },
    {
      kind: 'giftsDue',
      title: 'Premium gifts due in 45 days',
      total: 1,
      canAssign: true,
      list: 'premiumGifts',
      filter: [{ column: 'receivedOn', op: 'isEmpty', value: null }],
      sort: [{ column: 'giftDate', direction: 'asc' }],
    },
    {
      kind: 'lettersDue',
      title: 'Crummey letters due in 45 days',
      total: 2,
      canAssign: true,
      list: null,
      filter: [],
      sort: [],
    },
  ],
  items: [
    item({
      kind: 'giftsDue',
      task: 'Premium gift',
      urgency: 'overdue',
      urgencyLabel: 'Overdue',
      uuid: 'g2',
      record: { kind: 'policy', uuid: 'p2' },
      trustUuid: 't1',
      name: 'AB-2',
      who: 'Lee Trust',
      day: '2026-11-20',
      amount: '500.00',
    }),
    item({ assignee: { userKey: 'marcus', name: 'Marcus Bell' } }),
  ],
  total: 1235,
  mine: 1,
  snoozed: 0,
  unreadCount: 1,
  unread: [
    {
      userNotificationHistoryId: 1,
      notificationType: 29,
      notificationTypeName: 'LapsePending',
      displayName: 'AB-1 will lapse',
      applicationUrl: '/business/policies/p1',
      isRead: false,
      createDate: '2026-11-21T12:00:00Z',
      snoozedUntil: null,
    } as Home['unread'][number],
  ],
};
