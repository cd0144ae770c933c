import { IconLogout } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import classes from './account-menu.module.css';

/** Who is signed in; theme and sign-out. */
export function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = `${user.firmUserFirstName} ${user.firmUserLastName}`.trim();
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`Account of ${name}`}>
          <span className={classes.firm}>{user.firmName}</span>
          <span className={classes.avatar} aria-hidden>
            {initials(user.firmUserFirstName, user.firmUserLastName)}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}

const initials = (...names: string[]) =>
  names
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase();
