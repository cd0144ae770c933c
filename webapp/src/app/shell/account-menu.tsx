import { IconLogout } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { VisuallyHidden, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import classes from './account-menu.module.css';

/** Who is signed in; theme and sign-out. */
export function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
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
            <span>{user.adminUserType ?? user.firmUserTypeLabel}</span>
          </div>
          <Menu.Divider />
          <Menu.Label id="theme-choice">Theme</Menu.Label>
          <Menu.RadioGroup
            aria-labelledby="theme-choice"
            value={colorScheme}
            onChange={(value) => setColorScheme(value as MantineColorScheme)}
          >
            <Menu.RadioItem value="light">Light</Menu.RadioItem>
            <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
            <Menu.RadioItem value="auto">Same as the system</Menu.RadioItem>
          </Menu.RadioGroup>
          <Menu.Divider />
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
