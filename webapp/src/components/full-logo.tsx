import { useBranding } from '@/lib/branding';
import { Logo } from './logo';

/** The large logo, for pages without a header. */
export function FullLogo() {
  const { fullLogoUrl, platformName } = useBranding();
  if (!fullLogoUrl) return <Logo name={platformName} />;
  return <img src={fullLogoUrl} alt={platformName} style={{ maxWidth: '100%', maxHeight: '4.5rem' }} />;
}
