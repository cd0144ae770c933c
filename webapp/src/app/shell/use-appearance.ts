import { useSession } from '@/lib/session';
import { useMantineColorScheme } from '@mantine/core';
import { useLayoutEffect } from 'react';

/** Shows the theme and the density that the user chose, on whichever machine; public/color-scheme.js knows them at the next start. */
export function useAppearance(): void {
  const { theme, density } = useSession().user;
  const { setColorScheme } = useMantineColorScheme();
  useLayoutEffect(() => setColorScheme(theme), [theme, setColorScheme]);
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density;
    try {
      localStorage.setItem('firmbook-density', density);
    } catch {
      // No storage: the next start shows it once the user is known.
    }
  }, [density]);
}
