import { Toasts } from '@/components/toasts';
import { BrandingProvider, type Branding } from '@/lib/branding';
import { defaultBranding } from '@/lib/load-branding';
import { ConfigProvider, type AppConfig } from '@/lib/config';
import { SessionProvider, type Session } from '@/lib/session';
import { theme } from '@/theme';
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permissions } from 'firmbook-wasm';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';

const config: AppConfig = {
  platformName: 'Firmbook',
  issuer: 'http://issuer',
  clientId: 'web',
  audience: 'api',
  scope: 'openid',
  notificationDays: 30,
  sendsEmail: true,
  realTime: false,
  branding: defaultBranding('Firmbook'),
  idle: { seconds: 1200, warningSeconds: 30 },
  errorReporting: null,
  analyticsUrl: null,
};

export const user: Session['user'] = {
  account: 'account',
  firmUserFirstName: 'Dana',
  firmUserLastName: 'Whitfield',
  firmName: 'Harbor & Pine Advisors',
  firmId: 1,
  firmUserType: 1,
  firmUserTypeLabel: 'Account Administrator',
  adminUserType: null,
  adminUserTypeLabel: null,
  hasMultipleFirmAssignments: false,
  hasAdminAccount: false,
  isDemoFirm: true,
  userKey: 'dana',
  timeZone: 'America/New_York',
  theme: 'auto',
  density: 'comfortable',
  impersonation: null,
};

const all = { read: true, write: true };
const EVERYTHING = { contacts: all, deleteContacts: all, exportData: all };

interface RenderOptions {
  address?: string;
  features?: Partial<Permissions['features']>;
  routes?: RouteObject[];
  branding?: Partial<Branding>;
  /** Row scope of the user. */
  scope?: Permissions['scope'];
  sendsEmail?: boolean;
  /** Overrides fields of the signed-in user, Dana. */
  userOverrides?: Partial<Session['user']>;
}

/** Renders a page with the providers of the app: session, query cache, router, toasts. */
export function renderPage(
  page: ReactNode,
  {
    address = '/',
    features = EVERYTHING,
    routes = [],
    branding = {},
    scope = 'All',
    sendsEmail = true,
    userOverrides = {},
  }: RenderOptions = {},
) {
  notifications.clean();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '/', element: page }, ...routes], { initialEntries: [address] });
  // The server lists every feature. Tests list only the relevant ones.
  const permissions = { features, scope } as unknown as Permissions;
  const view = render(
    <MantineProvider theme={theme} env="test">
      <ConfigProvider value={{ ...config, sendsEmail, branding: { ...config.branding, ...branding } }}>
        <BrandingProvider>
          <QueryClientProvider client={queries}>
            <SessionProvider value={{ user: { ...user, ...userOverrides }, permissions }}>
              <RouterProvider router={router} />
            </SessionProvider>
          </QueryClientProvider>
        </BrandingProvider>
      </ConfigProvider>
      <Toasts />
    </MantineProvider>,
  );
  return { ...view, router, queries, user: userEvent.setup() };
}
