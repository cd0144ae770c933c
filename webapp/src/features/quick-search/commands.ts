import { contactKinds } from '@/lib/contact-kinds';
import { paths } from '@/lib/paths';
import { recentRecords, type RecentRecord } from '@/lib/recent';
import type { Session } from '@/lib/session';
import { showShortcuts } from '@/lib/shortcut-help';
import { matchesSearch, visibleMenu, type Feature, type MenuEntry } from 'firmbook-wasm';
import type { Option, OptionGroup } from './options';

/** Number of pages, and of actions, shown before the user types. */
const MAX_WITHOUT_TEXT = 6;

interface Command extends Option {
  /** Additional search terms for the command. */
  keywords?: string;
}

/**
 * Returns the favorites, recent records, pages and actions that match every word of the text. Without text,
 * returns all favorites and recent records, and the first pages and actions.
 */
export function commandGroups(
  session: Session,
  text: string,
  favorites: readonly RecentRecord[],
): OptionGroup[] {
  const found = (commands: Command[]) =>
    text
      ? commands.filter(({ title, detail, keywords }) =>
          matchesSearch(`${title} ${detail} ${keywords ?? ''}`, text),
        )
      : commands.slice(0, MAX_WITHOUT_TEXT);
  const favoritePaths = new Set(favorites.map(({ path }) => path));
  const recent = recentRecords(session.user).filter(({ path }) => !favoritePaths.has(path));
  const records = (group: string, all: readonly RecentRecord[]) => {
    const options = all.map(({ path, title, detail }) => ({ id: `${group}-${path}`, title, detail, path }));
    return text ? found(options) : options;
  };
  const groups: OptionGroup[] = [
    { label: 'Favorites', options: records('favorite', favorites) },
    { label: 'Recent', options: records('recent', recent) },
    { label: 'Actions', options: found(actions(session)) },
    { label: 'Pages', options: found(pages(session)) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** Returns the pages of the menu, and those opened from the header. */
export function pages({ permissions }: Session): Command[] {
  const leaves = (entries: MenuEntry[], group: string): Command[] =>
    entries.flatMap((entry) => [
      ...(entry.path
        ? [{ id: `page-${entry.path}`, title: entry.label, detail: group, path: entry.path }]
        : []),
      ...leaves(entry.children, entry.label),
    ]);
  const otherPages: [label: string, path: string, feature: Feature][] = [
    ['Notifications', paths.notifications, 'canViewMyNotifications'],
    ['Settings', paths.settings, 'settings'],
    ['Users', paths.users, 'manageUsers'],
    ['Audit log', paths.audit, 'auditLog'],
    ['Support', paths.support, 'canViewSupport'],
  ];
  return [
    ...leaves(visibleMenu(permissions), ''),
    ...otherPages
      .filter(([, , feature]) => permissions.features[feature]?.read)
      .map(([title, path]) => ({ id: `page-${path}`, title, detail: '', path })),
  ];
}

function actions({ user, permissions }: Session): Command[] {
  const hasFirm = user.firmId > 0;
  const canWrite = (feature: Feature) => hasFirm && (permissions.features[feature]?.write ?? false);
  const add = (noun: string, list: string, feature: Feature): Command[] =>
    canWrite(feature)
      ? [
          {
            id: `add-${noun}`,
            title: `Add ${noun}`,
            detail: '',
            keywords: 'new create',
            path: `${list}?panel=add`,
          },
        ]
      : [];
  const canSwitch = user.hasMultipleFirmAssignments || user.hasAdminAccount;
  return [
    ...add('policy', paths.policies, 'allPolicies'),
    ...add('annuity', paths.annuities, 'annuities'),
    ...Object.values(contactKinds).flatMap(({ singular, listPath }) => add(singular, listPath, 'contacts')),
    ...(canSwitch
      ? [
          {
            id: 'switch',
            title: 'Change Account',
            detail: '',
            keywords: 'switch firm',
            path: paths.selectAccount,
          },
        ]
      : []),
    ...(matchMedia('(hover: none)').matches
      ? []
      : [
          {
            id: 'shortcuts',
            title: 'Keyboard shortcuts',
            detail: '',
            keywords: 'help keys',
            run: showShortcuts,
          },
        ]),
    { id: 'sign-out', title: 'Sign out', detail: '', keywords: 'log out', path: paths.logout },
  ];
}
