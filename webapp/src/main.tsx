import './theme-mantine.css';
import '@fontsource-variable/inter/wght.css';
import './theme.css';
import { loadConfig } from '@/lib/config';
import { takeTokensFrom } from '@/lib/http';
import { paths } from '@/lib/paths';
import { styleNonce } from '@/lib/style-nonce';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { createUserManager, tokensOf } from './app/auth/user-manager';

const root = createRoot(document.getElementById('root') as HTMLElement);

// For styles that libraries add while a panel is open.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

try {
  const config = await loadConfig();
  const manager = createUserManager(config);
  if (window.location.pathname === paths.silentRenew) {
    await manager.signinSilentCallback();
  } else {
    takeTokensFrom(tokensOf(manager));
    root.render(<App config={config} manager={manager} />);
  }
} catch (reason) {
  root.render(<p role="alert">Firmbook could not start. {reason instanceof Error ? reason.message : ''}</p>);
}
