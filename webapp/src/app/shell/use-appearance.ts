import { useSession } from '@/lib/session';
import { useMantineColorScheme } from '@mantine/core';
import { useLayoutEffect } from 'react';

/**
 * Applies the user's theme and density. Both are stored locally so that public/color-scheme.js can
 * apply them before the first paint.
 */
export function useAppearance(): void {
  const { theme, density } = useSession().user;
  const { setColorScheme } = useMantineColorScheme();
  useLayoutEffect(() => setColorScheme(theme), [theme, setColorScheme]);
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density;
    try {
      localStorage.setItem('firmbook-density', density);
    } catch {
      // Storage is unavailable. The density applies once the user is loaded.
    }
  }, [density]);
}
