import { broadcastToTabs } from './tabs';

/** Reloads the app at `address` after an account switch. Makes the other tabs reload too. */
export function enterAccount(address: string): void {
  broadcastToTabs({ kind: 'account' });
  window.location.assign(address);
}
