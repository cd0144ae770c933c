import './theme-mantine.css';
import '@fontsource-variable/inter/wght.css';
import './theme.css';
import './print.css';
import { loadConfig, type AppConfig } from '@/lib/config';
import { onSessionError, setTokenSource } from '@/lib/http';
import { paths } from '@/lib/paths';
import { queryClient as queries } from '@/lib/query-client';
import { setFailureReporter } from '@/lib/report-failure';
import { styleNonce } from '@/lib/style-nonce';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { createTokenSource } from './app/auth/token-source';
import { createUserManager } from './app/auth/user-manager';
import { prefetchPage } from './app/prefetch-page';
import { createRouter } from './app/router';
import { exitOnSessionError, requestExit } from './app/session/page-exit';

const root = createRoot(document.getElementById('root') as HTMLElement);

// Load the font's extended Latin subset early. Loading it later would relayout the whole page.
void document.fonts.load("1em 'Inter Variable'", 'ł');

// CSP nonce for styles that libraries inject.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

function reportFailures({ errorReporting }: AppConfig) {
  if (!errorReporting) return;
  const { dsn, environment } = errorReporting;
  let loaded: Promise<ReturnType<typeof import('@/lib/error-reporter').createReporter>> | undefined;
  setFailureReporter((failure) => {
    loaded ??= import('@/lib/error-reporter').then((reporter) => reporter.createReporter(dsn, environment));
    void loaded.then((send) => send(failure)).catch(() => undefined);
  });
}

try {
  const config = await loadConfig();
  const manager = createUserManager(config);
  if (window.location.pathname === paths.silentRenew) {
    await (await import('./app/pages/login-callback-page')).finishSignIn(manager, root);
  } else {
    reportFailures(config);
    setTokenSource(createTokenSource(manager, () => requestExit('unauthenticated')));
    onSessionError(exitOnSessionError);
    const router = createRouter(config);
    // The page repeats failed requests, and shows their errors.
    prefetchPage(queries, manager, router, config).catch(() => undefined);
    root.render(<App config={config} manager={manager} router={router} queries={queries} />);
  }
} catch (reason) {
  root.render(<p role="alert">Firmbook could not start. {reason instanceof Error ? reason.message : ''}</p>);
}
