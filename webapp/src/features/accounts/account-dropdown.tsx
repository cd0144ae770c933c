import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import { Select } from '@mantine/core';
import { matchesSearch } from 'firmbook-wasm';
import type { Account } from './api/accounts';
import { UnreadPill } from './account-card';
import classes from './accounts.module.css';

interface AccountDropdownProps {
  accounts: Account[];
  isChoosing: boolean;
  onChoose: (firmId: number) => void;
}

/** Searchable list of accounts, for users with many accounts. */
export function AccountDropdown({ accounts, isChoosing, onChoose }: AccountDropdownProps) {
  const byId = new Map(accounts.map((account) => [String(account.firmId), account]));
  return (
    <Select
      label="Account"
      placeholder="Select an Account"
      searchable
      disabled={isChoosing}
      data={accounts.map(({ firmId, firmName }) => ({ value: String(firmId), label: firmName }))}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && matchesSearch(option.label, search))
      }
      nothingFoundMessage="No account found"
      maxDropdownHeight={28 * 10}
      comboboxProps={{ withinPortal: false }}
      classNames={{ option: classes.option ?? '' }}
      renderOption={({ option }) => (
        <>
          <span className={classes.firm}>{option.label}</span>
          <span className={classes.type}>{byId.get(option.value)?.firmUserTypeLabel}</span>
          <UnreadPill count={byId.get(option.value)?.unreadNotificationCount ?? 0} />
        </>
      )}
      onChange={(value) => value !== null && onChoose(Number(value))}
    />
  );
}
