import { paths } from '@/lib/paths';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { LoginCallbackPage } from './pages/login-callback-page';
import { LogoutPage } from './pages/logout-page';
import { NotFoundPage } from './pages/not-found-page';
import { ServerErrorPage } from './pages/server-error-page';
import { HomePage } from './pages/home-page';
import { Shell } from './shell/shell';
import { SignedIn } from './auth/signed-in';

const agents = async () => ({ Component: (await import('./pages/agents-page')).AgentsPage });
const owners = async () => ({ Component: (await import('./pages/owners-page')).OwnersPage });
const insureds = async () => ({ Component: (await import('./pages/insureds-page')).InsuredsPage });
const agent = async () => ({ Component: (await import('./pages/record-pages')).AgentRecordPage });
const owner = async () => ({ Component: (await import('./pages/record-pages')).OwnerRecordPage });
const insured = async () => ({ Component: (await import('./pages/record-pages')).InsuredRecordPage });

/** Every screen and its address. */
export const routes: RouteObject[] = [
  { path: paths.loginCallback, Component: LoginCallbackPage },
  { path: paths.logout, Component: LogoutPage },
  {
    Component: SignedIn,
    ErrorBoundary: ServerErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: ServerErrorPage,
            children: [
              { path: paths.home, Component: HomePage },
              { path: paths.agents, lazy: agents },
              { path: paths.owners, lazy: owners },
              { path: paths.insureds, lazy: insureds },
              { path: paths.agent(':uuid'), lazy: agent },
              { path: paths.owner(':uuid'), lazy: owner },
              { path: paths.insured(':uuid'), lazy: insured },
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
