import { paths } from '@/lib/paths';
import { useCan, useSession } from '@/lib/session';

/** Returns the settings sections available to the user. Firm settings require a firm. */
export function useParts() {
  const hasFirm = useSession().user.firmId > 0;
  const hasOwn = useCan('settings', 'write');
  const seesDocuments = useCan('deliverables', 'read');
  const all = [
    { to: paths.profile, label: 'Profile', isShown: hasOwn },
    { to: paths.appearance, label: 'Appearance', isShown: hasOwn },
    { to: paths.notificationSettings, label: 'Notifications', isShown: hasOwn && hasFirm },
    { to: paths.users, label: 'Users', isShown: useCan('manageUsers', 'read') && hasFirm },
    { to: paths.branding, label: 'Branding', isShown: useCan('firmSettings', 'read') && hasFirm },
    { to: paths.embedding, label: 'Embedding', isShown: useCan('embedSessions', 'read') && hasFirm },
    {
      to: paths.templates,
      label: 'Document templates',
      isShown: useCan('firmSettings', 'read') && seesDocuments && hasFirm,
    },
    {
      to: paths.notificationRules,
      label: 'Upcoming notifications',
      isShown: useCan('firmSettings', 'read') && hasFirm,
    },
    { to: paths.audit, label: 'Audit log', isShown: useCan('auditLog', 'read') && hasFirm },
  ];
  return all.filter(({ isShown }) => isShown);
}
