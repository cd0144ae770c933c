import { tellTabs } from './tabs';

/** After the session was given another account: begins anew, here and in the other tabs, with nothing of the one before. */
export function enterAccount(address: string): void {
  tellTabs({ kind: 'account' });
  window.location.assign(address);
}
