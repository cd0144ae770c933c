import type { UserManager } from 'oidc-client-ts';
import type { Root } from 'react-dom/client';

/**
 * Passes the response of the identity provider on: from a hidden frame to its page, or from a second window to
 * the page with unsaved changes that opened it (`session/reauthenticate.ts`).
 */
export async function finishSignIn(manager: UserManager, root: Root): Promise<void> {
  if (window.parent !== window) return manager.signinSilentCallback();
  await manager.signinPopupCallback();
  root.render(<p role="status">You are signed in. Close this window and continue in the other one.</p>);
}
