import { IconLogout, IconSwitch } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { VisuallyHidden } from '@mantine/core';
import { useNavigate } from 'react-router';
import classes from './account-menu.module.css';

/** Shows the signed-in user and firm, with links to switch accounts and to sign out. */
export function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const canChange = user.hasMultipleFirmAssignments || user.hasAdminAccount;
  const name = `${user.firmUserFirstName} ${user.firmUserLastName}`.trim();
  return (
    <MenuButton
      label={`Account of ${name}`}
      position="bottom-end"
      width={248}
      button={(props) => (
        <button type="button" className={classes.button} {...props}>
          <span className={classes.firm}>{user.firmName}</span>
          <VisuallyHidden>Account of {name}</VisuallyHidden>
          <span className={classes.avatar} aria-hidden>
            {initials(user.firmUserFirstName, user.firmUserLastName)}
          </span>
        </button>
      )}
    >
      {(Menu) => (
        <>
          <div className={classes.who} role="presentation">
            <strong>{name}</strong>
            <span>{user.firmName}</span>
            <span>{user.adminUserTypeLabel ?? user.firmUserTypeLabel}</span>
          </div>
          <Menu.Divider />
          {canChange && (
            <Menu.Item
              leftSection={<IconSwitch size={16} aria-hidden />}
              onClick={() => void navigate(paths.selectAccount)}
            >
              Change Account
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => void navigate(paths.logout)}
          >
            Sign Out
          </Menu.Item>
        </>
      )}
    </MenuButton>
  );
}

const initials = (...names: string[]) =>
  names
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase();
