import { BrandingProvider } from '@/lib/branding';
import { ConfigProvider, type AppConfig } from '@/lib/config';
import { storeActivity } from '@/lib/last-activity';
import { styleNonce } from '@/lib/style-nonce';
import { theme } from '@/theme';
import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { UserManager } from 'oidc-client-ts';
import { AuthProvider } from 'react-oidc-context';
import { RouterProvider } from 'react-router/dom';
import { ManagerContext } from './auth/manager-context';
import type { AppRouter } from './router';
import { ToastSlot } from './toast-slot';

const colorSchemes = localStorageColorSchemeManager({ key: 'firmbook-color-scheme' });

const signedIn = () => storeActivity(Date.now());

interface AppProps {
  config: AppConfig;
  manager: UserManager;
  router: AppRouter;
  queries: QueryClient;
}

export function App({ config, manager, router, queries }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={styleNonce}
    >
      <ConfigProvider value={config}>
        <BrandingProvider>
          <QueryClientProvider client={queries}>
            <AuthProvider
              userManager={manager}
              skipSigninCallback={!window.location.pathname.startsWith('/login/')}
              onSigninCallback={signedIn}
            >
              <ManagerContext value={manager}>
                <RouterProvider router={router} />
              </ManagerContext>
            </AuthProvider>
          </QueryClientProvider>
        </BrandingProvider>
      </ConfigProvider>
      <ToastSlot />
    </MantineProvider>
  );
}
