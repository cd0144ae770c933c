import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { useBrandColor } from './brand-color';
import { useConfig } from './config';
import type { Branding } from './load-branding';

export type { Branding } from './load-branding';

interface BrandingState {
  branding: Branding;
  /** Replaces the branding of the running app. */
  setBranding: (branding: Branding) => void;
}

const BrandingContext = createContext<BrandingState | null>(null);

/** Provides the name, logos and color of the portal. */
export function BrandingProvider({ children }: { children: ReactNode }) {
  const config = useConfig();
  const [branding, setBranding] = useState(config.branding);
  const state = useMemo(() => ({ branding, setBranding }), [branding]);
  useBrandColor(branding.primaryColor);
  return <BrandingContext value={state}>{children}</BrandingContext>;
}

function useBrandingState(): BrandingState {
  const state = use(BrandingContext);
  if (!state) throw new Error('useBranding needs a BrandingProvider above it');
  return state;
}

export const useBranding = (): Branding => useBrandingState().branding;
export const useSetBranding = () => useBrandingState().setBranding;
