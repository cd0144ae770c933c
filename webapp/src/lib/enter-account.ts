import { tellTabs } from './tabs';

/** Reloads the app at `address` after an account switch. Makes the other tabs reload too. */
export function enterAccount(address: string): void {
  tellTabs({ kind: 'account' });
  window.location.assign(address);
}
