import { useCan } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { showUploadFailure } from '@/lib/upload-failure';
import { Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { removeLogo, setLogo, type BrandingSettings, type LogoKind } from './api';
import { useUpdateCachedSettings } from './use-update-cached-settings';
import classes from './branding.module.css';

const LOGOS = [
  { kind: 'app', label: 'Header logo', about: 'About 28 pixels high.' },
  { kind: 'full', label: 'Full logo', about: 'Shown on sign-in pages.' },
] as const;

/** Uploads and removes the firm's logos (PNG, JPEG or WebP, up to 200 KB). Changes apply immediately. */
export function Logos({ settings }: { settings: BrandingSettings }) {
  return (
    <div className={classes.logos}>
      {LOGOS.map((logo) => (
        <Logo
          key={logo.kind}
          {...logo}
          host={settings.host}
          url={logo.kind === 'app' ? settings.appLogoUrl : settings.fullLogoUrl}
        />
      ))}
    </div>
  );
}

interface LogoProps {
  kind: LogoKind;
  label: string;
  about: string;
  host: string;
  url: string | null;
}

function Logo({ kind, label, about, host, url }: LogoProps) {
  const canWrite = useCan('firmSettings', 'write');
  const saved = useUpdateCachedSettings();
  const change = useMutation({
    mutationFn: (picture: File | null) => (picture ? setLogo(host, kind, picture) : removeLogo(host, kind)),
    onSuccess: (settings, picture) => {
      saved(settings);
      showSuccess(picture ? `${label} saved` : `${label} removed`);
    },
    onError: (reason, picture) => (picture ? showUploadFailure(reason) : showFailure(undefined, reason)),
  });
  return (
    <section className={classes.logo} aria-label={label}>
      <h2>{label}</h2>
      <p>{about} PNG, JPEG or WebP, up to 200 KB.</p>
      <div className={classes.picture}>{url ? <img src={url} alt={label} /> : <span>Default</span>}</div>
      {canWrite && (
        <div className={classes.actions}>
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(picture) => picture && change.mutate(picture)}
          >
            {(props) => (
              <Button {...props} variant="default" loading={change.isPending} aria-label={`Upload: ${label}`}>
                Upload
              </Button>
            )}
          </FileButton>
          {url && (
            <Button
              variant="subtle"
              color="danger"
              aria-label={`Remove: ${label}`}
              disabled={change.isPending}
              onClick={() => change.mutate(null)}
            >
              Remove
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
